-- Nothing printed here depends on addresses, times or the order of pairs().
local function show(...)
    local words = table.pack(...)
    for i = 1, words.n do words[i] = tostring(words[i]) end
    print(table.concat(words, " "))
end

local function sorted(t)
    local keys = {}
    for k in pairs(t) do keys[#keys + 1] = k end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    return keys
end

-- A generator of its own: math.random is seeded by the clock.
local state = 12345
local function random(n)
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state % n + 1
end

-- Tables: both parts, growth, removal, sorting, metatables.
local t = {}
for i = 1, 5000 do t[i] = random(1000000) end
for i = 1, 2000 do t["key" .. random(500)] = i end
for i = 4000, 1, -3 do table.remove(t, i) end
for i = 1, 300 do table.insert(t, random(#t), -i) end
table.sort(t)
show(#t, t[1], t[#t], table.concat(t, ",", 1, 20), #sorted(t))
table.move(t, 1, 100, 50)
show(table.unpack(t, 45, 60))
local V = {}
V.__index = V
V.__add = function(a, b) return setmetatable({x = a.x + b.x}, V) end
V.__eq = function(a, b) return a.x == b.x end
V.__lt = function(a, b) return a.x < b.x end
V.__le = function(a, b) return a.x <= b.x end
V.__call = function(self, n) return self.x * n end
V.__len = function() return 42 end
V.__concat = function(a) return "<" .. a.x .. ">" end
V.__tostring = function(a) return "V" .. a.x end
V.__newindex = function(o, k, v) rawset(o, k, v * 2) end
V.__close = function(a) show("closed", a) end
local a, b = setmetatable({x = 1}, V), setmetatable({x = 2}, V)
a.y = 21
show(a + b, a == b, a < b, a <= b, a(10), #a, a .. b, a.y)
do
    local c <close> = a + b
    show("inside", c)
end

-- Strings: formats, patterns, packing, UTF-8.
show(string.format("%5d|%-5s|%05.2f|%x|%q|%g|%a", 42, "ab", 3.14159, 255, "a\n\0b", 1e100, 0.5))
show(("hello world from lua"):gsub("(%w+)", function(w) return w:upper():reverse() end))
show(("k1=v1, k2=v2"):gsub("(%w+)=(%w+)", "%2=%1"))
for k, v in ("a=1;b=22;c=333"):gmatch("(%w+)=(%w+)") do show(k, v) end
show(("x"):rep(3, "-"), ("abc"):byte(1, -1), ("%d"):format(3.0), ("test"):find("s", 1, true))
show(string.unpack("<i4 z s1 d", string.pack("<i4 z s1 d", -7, "zero", "short", 2.5)))
show(utf8.char(72, 228, 8364, 128512), utf8.len("häß"), #utf8.charpattern)
for p, c in utf8.codes("aé€") do show(p, c) end
local long = {}
for i = 1, 2000 do long[i] = ("%d:%s"):format(i, ("ab"):rep(random(40))) end
local text = table.concat(long, "\n")
show(#text, select(2, text:gsub("ab", "")), text:match("777:(%a+)"))

-- Closures, varargs, recursion, goto, integer and float arithmetic.
local function counter()
    local n = 0
    return function(by) n = n + (by or 1) return n end
end
local c1, c2 = counter(), counter()
show(c1(), c1(5), c2(), c1(), select("#", nil, nil), select(-1, 1, 2, 3))
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
show(fib(20), (function(...) return select("#", ...) end)(table.unpack({}, 1, 200)))
for i = 1, 3 do
    for j = 1, 3 do
        if j == 2 then goto continue end
        show(i, j)
        ::continue::
    end
end
show(7 // 2, -7 // 2, 7 % -3, 7.5 // 2, 2 ^ 10, 1 / 3, 0x7fffffffffffffff + 1, 5 // 0.0, -5 % 0.0)
show(math.type(1), math.type(1.0), math.tointeger(3.0), math.ult(1, -1))
show(3 | 8, 5 ~ 1, ~0, 1 << 63 >> 63)
show(tonumber("0x1p4"), tonumber("  12  "), tonumber("z", 36), tonumber("1e1"), 1e15, -0.0)

-- Coroutines: generators, errors inside, closing, wrapping, deep nesting.
local function walk(tree)
    if tree then
        walk(tree[1])
        coroutine.yield(tree[2])
        walk(tree[3])
    end
end
local function insert(tree, v)
    if not tree then return {nil, v, nil} end
    local side = v < tree[2] and 1 or 3
    tree[side] = insert(tree[side], v)
    return tree
end
local tree
for _ = 1, 200 do tree = insert(tree, random(1000)) end
local out = {}
for v in coroutine.wrap(function() walk(tree) end) do out[#out + 1] = v end
show(table.concat(out, " "))
local co = coroutine.create(function(x)
    local y = coroutine.yield(x + 1)
    error({code = y})
end)
show(coroutine.resume(co, 1))
local ok, err = coroutine.resume(co, 99)
show(ok, err.code, coroutine.status(co), coroutine.resume(co) == false)
local many = {}
for i = 1, 500 do
    many[i] = coroutine.wrap(function() for k = 1, 5 do coroutine.yield(i * k) end return -i end)
end
local sum = 0
for k = 1, 6 do for i = 1, 500 do sum = sum + many[i]() * k end end
show(sum)
show(coroutine.close(coroutine.create(function() end)), coroutine.isyieldable())

-- Errors, tracebacks, the debug library.
show(pcall(error, "plain"), pcall(error, nil), select("#", pcall(error)))
show(pcall(function() local x = nil; return x.field end))
show(pcall(function() return #5 end))
show(pcall(function() return {} < {} end))
show(pcall(string.rep, "x", -1), pcall(string.char, 256))
show(xpcall(function() error("deep") end, function(m) return "handled " .. m end))
show((pcall(function() local function r() return 1 + r() end return r() end)))
local info = debug.getinfo(show, "SlnuL")
show(info.short_src:match("[^/]*$"), info.linedefined, info.isvararg, #sorted(info.activelines))
local hits = 0
debug.sethook(function() hits = hits + 1 end, "l")
for _ = 1, 10 do local _ = 1 end
debug.sethook()
show(hits > 5, debug.traceback("trace", 1):gsub("%S*/", ""))

-- The collector: generational and incremental, weak tables, finalizers, resurrection.
local dead = 0
local weak, ephemeron = setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "k"})
for i = 1, 3000 do
    local o = setmetatable({i, tostring(i)}, {__gc = function() dead = dead + 1 end})
    weak[i] = o
    ephemeron[o] = {o}
end
collectgarbage()
collectgarbage()
show(dead, next(weak), next(ephemeron))
collectgarbage("generational")
local keep = {}
for i = 1, 20000 do
    keep[i % 100 + 1] = {i, {tostring(i)}, function() return i end}
end
show(keep[7][1], keep[7][2][1], keep[7][3]())
collectgarbage("incremental", 100, 200)
for i = 1, 20000 do keep[i % 50 + 1] = {keep[i % 100 + 1][1], "s" .. i} end
collectgarbage("step", 100)
show(keep[3][1], keep[3][2], collectgarbage("count") > 0, collectgarbage("isrunning"))

-- The compiler: load, dump, environments, many constants and locals.
show(load("return 1 + ...")(41), load("syntax error here"), load(function() return nil end) ~= nil)
local env = {y = 5}
show(load("x = y * 2; return x", "chunk", "t", env)(), env.x)
local pieces = {"local t = {"}
for i = 1, 400 do pieces[#pieces + 1] = ("%d.5, 'k%d', [%q] = %d,"):format(i, i, "n" .. i, i) end
pieces[#pieces + 1] = "} return #t, t.n399, t[1], t[800]"
local chunk = load(table.concat(pieces, " "))
show(chunk())
show(load(string.dump(chunk, true), "again", "b")())

-- Files.
local name = "lua-output.txt"
local f = assert(io.open(name, "w"))
f:setvbuf("full", 64)
for i = 1, 100 do f:write(i, " ", i * i, "\n") end
f:seek("set", 3)
f:write("X")
f:close()
local total = 0
for line in io.lines(name) do total = total + #line end
show(total, io.open("no-such-folder/x"), pcall(f.read, f))
for n, s in io.lines(name, "n", "l") do
    if n and n > 97 then show(n, s) end
end
show(os.rename(name, name .. ".kept"), os.time({year = 2001, month = 2, day = 3, hour = 12}) > 0)
show(os.getenv("NO_SUCH_VARIABLE"), arg[1], arg[2], #arg)
