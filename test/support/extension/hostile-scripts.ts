// Scripts that try to escape, to run forever or to use all memory, and the expected end of each.

/** 'ok', 'budget', 'memory', or a pattern for the error message. */
export type End = 'ok' | 'budget' | 'memory' | RegExp;
type HostileScript = readonly [what: string, body: string, end: End];

const LOOP = 'while true do end';

/** Known attacks on other Lua sandboxes. */
export const KNOWN_ATTACKS: readonly HostileScript[] = [
  ['a loop', LOOP, 'budget'],
  ['a loop by goto', '::again:: goto again', 'budget'],
  ['a loop in a coroutine', `coroutine.wrap(function() ${LOOP} end)()`, 'budget'],
  ['a loop that swallows every error', `while true do pcall(function() ${LOOP} end) end`, 'budget'],
  [
    'a loop inside nested pcalls',
    `local f = function() ${LOOP} end for _ = 1, 40 do local g = f f = function() pcall(g) end end f()`,
    'budget',
  ],
  ['a search that backtracks', 'string.find(("a"):rep(1000), ".-.-.-.-b$")', /this pattern may take too long/i],
  ['a finalizer', `setmetatable({}, { __gc = function() ${LOOP} end })`, /__gc is not available/],
  ['a finalizer set later', `local m = {} setmetatable({}, m) m.__gc = function() ${LOOP} end`, 'ok'],
  [
    'a finalizer from a metatable of the metatable',
    `setmetatable({}, setmetatable({}, { __index = function() ${LOOP} end }))`,
    'ok',
  ],
  [
    'a finalizer set during its lookup',
    `local looked = function(meta) rawset(meta, "__gc", function() for _ = 1, 50000000 do end end) end
    for _ = 1, 2000 do setmetatable({}, setmetatable({}, { __index = looked })) end local _ = ("x"):rep(60000)`,
    'ok',
  ],
  ['an error handler', `local function f() ${LOOP} end xpcall(f, f)`, /call a nil value \(global 'xpcall'\)/],
  ['empty repetitions, very often', 'assert(string.rep("", 1 << 40) == "")', 'ok'],
  ['moving too many entries', 'table.move({}, 1, 1 << 40, 2)', /table.move takes at most 65536 entries/],
  [
    'moving beyond the largest integer',
    'table.move({}, math.mininteger, math.maxinteger, 2)',
    /too many elements to move/i,
  ],
  [
    'a list with a false length',
    'table.insert(setmetatable({}, { __len = function() return 1 << 40 end }), 1, "x")',
    'budget',
  ],
  ['hooks', 'debug.sethook()', /nil value \(global 'debug'\)/],
  ['byte code', 'string.dump(print)', /nil value \(field 'dump'\)/],
  ['load', 'load("return 1")', /nil value \(global 'load'\)/],
  ['loadstring', 'loadstring("return 1")', /nil value \(global 'loadstring'\)/],
  ['loadfile', 'loadfile("x")', /nil value \(global 'loadfile'\)/],
  ['dofile', 'dofile("x")', /nil value \(global 'dofile'\)/],
  ['require', 'require("os")', /nil value \(global 'require'\)/],
  ['files', 'io.open("x", "w")', /nil value \(global 'io'\)/],
  ['the system', 'os.exit()', /nil value \(global 'os'\)/],
  ['packages', 'package.loaded.os.exit()', /nil value \(global 'package'\)/],
  ['the collector', 'collectgarbage("stop")', /nil value \(global 'collectgarbage'\)/],
  ['all memory in a table', 'local t = {} for i = 1, 1e7 do t[i] = i end', 'memory'],
  ['all memory on the stack', 'local function f() return f() + 1 end f()', 'memory'],
  ['all memory in texts', 'local t = {} for i = 1, 10 do t[i] = ("x"):rep(60000) .. i end', 'memory'],
  [
    'all memory, caught',
    'pcall(function() local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end end)',
    'ok',
  ],
];

/** Attacks written for this sandbox. */
export const OWN_ATTACKS: readonly HostileScript[] = [
  [
    'a tree of coroutines, each too short to be counted',
    'local function f(d) for _ = 1, 30 do if d > 0 then coroutine.wrap(f)(d - 1) end end end f(9)',
    'budget',
  ],
  ['many coroutines that do nothing', 'while true do coroutine.wrap(function() end)() end', 'budget'],
  [
    'a loop in __close of a stopped coroutine',
    `coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() ${LOOP} end }) ${LOOP} end)()`,
    'budget',
  ],
  [
    'the same, closed by hand',
    `local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() ${LOOP} end }) ${LOOP} end) coroutine.resume(co) coroutine.close(co)`,
    'budget',
  ],
  [
    'a loop in __close of a suspended coroutine',
    `local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() ${LOOP} end }) coroutine.yield() end) coroutine.resume(co) coroutine.close(co)`,
    'budget',
  ],
  [
    'a coroutine whose end is swallowed',
    `local co = coroutine.create(function() ${LOOP} end) coroutine.resume(co)`,
    'budget',
  ],
  ['a loop in __index', `local t = setmetatable({}, { __index = function() ${LOOP} end }) local x = t.x`, 'budget'],
  ['a loop in __newindex', `local t = setmetatable({}, { __newindex = function() ${LOOP} end }) t.x = 1`, 'budget'],
  ['a loop in __call', `setmetatable({}, { __call = function() ${LOOP} end })()`, 'budget'],
  [
    'a loop in __eq',
    `local m = { __eq = function() ${LOOP} end } local x = setmetatable({}, m) == setmetatable({}, m)`,
    'budget',
  ],
  ['a loop in __lt', `local t = setmetatable({}, { __lt = function() ${LOOP} end }) local x = t < t`, 'budget'],
  ['a loop in __len', `local x = #setmetatable({}, { __len = function() ${LOOP} end })`, 'budget'],
  ['a loop in __concat', `local x = setmetatable({}, { __concat = function() ${LOOP} end }) .. ""`, 'budget'],
  ['a loop in __tostring', `print(setmetatable({}, { __tostring = function() ${LOOP} end }))`, 'budget'],
  [
    'a loop in __tostring of a format',
    `("%s"):format(setmetatable({}, { __tostring = function() ${LOOP} end }))`,
    'budget',
  ],
  ['a loop in __pairs', `for _ in pairs(setmetatable({}, { __pairs = function() ${LOOP} end })) do end`, 'budget'],
  ['a loop in __close', `local x <close> = setmetatable({}, { __close = function() ${LOOP} end })`, 'budget'],
  [
    'an error while a loop in __close waits',
    `local x <close> = setmetatable({}, { __close = function() ${LOOP} end }) error("x")`,
    'budget',
  ],
  [
    'a cyclic chain of __index',
    'local t = setmetatable({}, {}) getmetatable(t).__index = t local x = t.x',
    /__index' chain too long/,
  ],
  ['a comparison for sorting that never ends', `table.sort({ 1, 2, 3 }, function() ${LOOP} end)`, 'budget'],
  ['a replacement that never ends', `("a"):gsub("a", function() ${LOOP} end)`, 'budget'],
  [
    'a replacement table that never ends',
    `("a"):gsub("a", setmetatable({}, { __index = function() ${LOOP} end }))`,
    'budget',
  ],
  [
    'a question mark after each letter',
    '(("a"):rep(40)):find(("a?"):rep(40) .. ("a"):rep(40))',
    /this pattern may take too long/i,
  ],
  [
    'a set that is longer than the text',
    '(("a"):rep(65000)):find("[" .. ("b"):rep(60000) .. "]")',
    /this pattern may take too long/i,
  ],
  ['brackets that never close', '(("("):rep(65000)):find("%b()")', /this pattern may take too long/i],
  [
    'a long text in a longer one',
    '(("a"):rep(65000)):find(("a"):rep(30000) .. "b", 1, true)',
    /this pattern may take too long/i,
  ],
  [
    'a pattern without repetition',
    '(("a"):rep(65000)):find(("a"):rep(30000) .. ".b")',
    /this pattern may take too long/i,
  ],
  ['a back reference', '(("a"):rep(2200) .. "b"):find("(.*)%1c")', /this pattern may take too long/i],
  [
    'gmatch, which takes ^ literally',
    'for _ in (("^"):rep(30000)):gmatch("^.-b") do end',
    /this pattern may take too long/i,
  ],
  [
    'a replacement of nothing by nothing',
    '(("a"):rep(20000)):gsub("(x?)", ("%1"):rep(30000))',
    /this pattern may take too long/i,
  ],
  [
    'a replaced library function',
    'string.sub = function() return "^" end (("a"):rep(30000)):find(".-b")',
    /this pattern may take too long/i,
  ],
  ['searches without end', 'local s = ("a"):rep(300) while true do s:find("^.-.-b$") end', 'budget'],
  ['packing formats', 'local s = ("b"):rep(60000) while true do string.packsize(s) end', 'budget'],
  ['numbers written with many blanks', 'local s = (" "):rep(60000) .. "1" while true do local x = s + 1 end', 'budget'],
  ['tonumber of many blanks', 'local s = (" "):rep(60000) .. "1" while true do tonumber(s) end', 'budget'],
  ['texts that grow', 'local s = "" while true do s = s .. "xxxxxxxxxxxxxxxxxxxxxxxx" end', 'budget'],
  ['discarded texts', 'while true do local s = ("x"):rep(60000) end', 'budget'],
  [
    'memory that is refused again and again',
    'local t = {} pcall(function() while true do t[#t + 1] = {} end end) while true do pcall(string.rep, "x", 60000) end',
    'budget',
  ],
  [
    'a table that contains itself many times',
    'local t = { 1 } for _ = 1, 5 do local u = {} for i = 1, 200 do u[i] = t end t = u end log.info(t)',
    /log.info: argument 1 has more than 2048 entries/i,
  ],
  [
    'a table that is its own entry',
    'local t = {} t[1] = t canvas.rect(1, 1, 1, 1, t)',
    /canvas.rect: argument 5 is nested too deeply/i,
  ],
  [
    'the same long text many times over',
    'local s, t = ("x"):rep(3000), {} for i = 1, 200 do t[i] = s end canvas.rect(1, 1, 1, 1, t)',
    /argument 5 has more than 131072 bytes of text/i,
  ],
  [
    'thousands of arguments',
    'local t = {} for i = 1, 2000 do t[i] = "x" end log.info(table.unpack(t))',
    /log.info: too many arguments \(2000\)/i,
  ],
  ['long texts for the log', 'local s = ("x"):rep(60000) while true do log.info(s) end', 'budget'],
  ['long texts that are refused', 'local s = ("x"):rep(60000) while true do pcall(canvas.text, s, 1, 1) end', 'budget'],
  ['pictures without end', 'while true do canvas.clear() canvas.path("M0 0L1 1") end', 'budget'],
  ['predictions without end', 'while true do roll.predict(12, 1, 100) end', 'budget'],
  ['a deep nest of library and script', 'local function f() return (("a"):gsub("a", f)) end f()', /C stack overflow/],
  ['a deep nest of coroutines', 'local function f() return coroutine.wrap(f)() end f()', /C stack overflow/],
  ['a deep nest of pcalls', 'local function f() return pcall(f) end f()', 'ok'],
  ['a yield outside a coroutine', 'coroutine.yield()', /outside a coroutine/i],
  [
    'a yield across the library',
    'coroutine.wrap(function() table.sort({ 1, 2, 3 }, coroutine.yield) end)()',
    /yield across a C-call boundary/i,
  ],
  [
    'a yield across a verb',
    'coroutine.wrap(function() print(setmetatable({}, { __tostring = coroutine.yield })) end)()',
    /yield across a C-call boundary/i,
  ],
  [
    'a table called through others',
    'local t = print for _ = 1, 1000 do t = setmetatable({}, { __call = t }) end t()',
    /__call must be a function/i,
  ],
  ['a table called through itself', 'local t = {} t["__" .. "call"] = t', /__call must be a function/i],
  ['the same by rawset', 'local t = {} rawset(t, "__call", t)', /__call must be a function/i],
  ['a weak table', 'setmetatable({}, { __mode = "k" })', /__mode is not available/i],
  ['a table made weak later', 'local m = {} setmetatable({}, m) m.__mode = "k"', /__mode is not available/i],
  ['an error that is a table', 'error({})', /error object is a table value/i],
  ['an error whose text is a loop', `error(setmetatable({}, { __tostring = function() ${LOOP} end }))`, 'budget'],
  [
    'an error whose text is an error',
    'error(setmetatable({}, { __tostring = function() error("mine") end }))',
    /error object whose __tostring fails/i,
  ],
  ['an error without a value', 'error()', /error object is a nil value/i],
  [
    'a list to pick from with a false length',
    'random.pick(setmetatable({}, { __len = function() return 1 << 40 end }))',
    /random.pick takes at most 65536 entries/i,
  ],
  [
    'a list to shuffle that is read slowly',
    `random.shuffle(setmetatable({}, { __len = function() return 60000 end, __index = function() for _ = 1, 100 do end end }))`,
    'budget',
  ],
  ['the metatable of texts', 'getmetatable("").__index = nil', /index a boolean value/],
  ['another metatable for ext', 'setmetatable(ext, {})', /cannot change a protected metatable/i],
  ['the address of a table', 'string.format("%5p", {})', /string.format has no %p/],
];
