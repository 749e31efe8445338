# Tables, strings, closures, coroutines, the collector, numbers and the compiler itself.
run lua "$HERE/lua.lua" one two
run lua -e 'print(1 // 0.0 == math.huge, 7 // 2, 7 % -3, 1 << 62, "10" + 5)'
run lua -W -e 'warn("@on"); warn("a", "b")'
run lua -e 'error("thrown")'
run lua -e 'local x <const> = 1; x = 2'
run lua -l no-such-module
run lua -v
echo 'for i = 1, 3 do print(i, _VERSION) end' | run lua -
