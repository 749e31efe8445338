-- Exercises tables, closures, coroutines, metatables, strings, errors, goto, integer division and
-- the collector. The output is the same on every machine.
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
print(fib(22), 7 // 2, -7 // 2, 7 % -3, 1 << 40, 3.5 // 1, 2 ^ 10)

local words = {}
for w in ("the quick brown fox jumps over the lazy dog the end"):gmatch("%a+") do
    words[w] = (words[w] or 0) + 1
end
local keys = {}
for k in pairs(words) do keys[#keys + 1] = k end
table.sort(keys, function(a, b)
    return words[a] ~= words[b] and words[a] > words[b] or words[a] == words[b] and a < b
end)
for _, k in ipairs(keys) do io.write(k, "=", words[k], " ") end
print()

local V = {}
V.__index = V
V.__add = function(a, b) return setmetatable({ x = a.x + b.x }, V) end
V.__eq = function(a, b) return a.x == b.x end
V.__tostring = function(a) return "V" .. a.x end
V.__close = function(a) io.write("closed ", a.x, "\n") end
local function v(x) return setmetatable({ x = x }, V) end
print(tostring(v(1) + v(2)), v(3) == v(3), v(3) == v(4))
do local held <close> = v(9) end

local function primes(n)
    return coroutine.wrap(function()
        local sieve = {}
        for i = 2, n do
            if not sieve[i] then
                coroutine.yield(i)
                for j = i * i, n, i do sieve[j] = true end
            end
        end
    end)
end
local sum = 0
for p in primes(2000) do sum = sum + p end
print(sum)

print((select(2, pcall(function() error({ code = 7 }) end))).code)
print(select("#", pcall(error)), (select(2, pcall(function() return nil + 1 end))))
print(string.format("%5.2f|%-6s|%x|%q|%g", 3.14159, "ab", 255, "a\nb\0c", 1e100))
print(("hello world"):gsub("o", { o = "0" }), ("abc"):rep(3, "-"), ("%d"):format(42))
print(string.pack("<i4s1z", -2, "xyz", "end"):byte(1, -1))
print(utf8.char(228, 8364, 128512), utf8.len("äöü"), #"äöü")
print(load("local a, b = ... ; return a * b + 1")(6, 7))

local junk = {}
for i = 1, 20000 do junk[i % 50 + 1] = { i, tostring(i), { i } } end
collectgarbage("collect")
print(junk[50][1], junk[1][2], collectgarbage("count") < 5000)

local weak = setmetatable({}, { __mode = "k" })
weak[{}] = 1
collectgarbage()
print(next(weak))

for i = 1, 3 do
    for j = 1, 3 do
        if j == 2 then goto continue end
        io.write(i * j, " ")
        ::continue::
    end
end
print(math.maxinteger + 1 == math.mininteger, math.tointeger(3.0), math.ult(1, -1))
print(table.concat(table.move({ 1, 2, 3, 4 }, 2, 4, 1), ","), table.unpack({ 1, 2, 3 }, 2))
local deep = 0
local function down(n) deep = n; return n > 0 and down(n - 1) or "bottom" end
print(down(10000), deep)
print(debug.traceback("trace", 1):match("^trace"), debug.getinfo(fib, "S").linedefined)
os.exit(3, true)
