// Loops whose single instructions or calls are expensive: each is the body of a callback that runs until it is stopped.

export const PLAIN_LOOP = 'local x = 0 while true do x = x + 1 end';

const BLANKS = 'local blanks = (" "):rep(60000) .. "1"';
const DIGITS = 'local digits = ("9"):rep(39) .. "."';
const XS = 'local a = ("x"):rep(60000) local b = ("x"):rep(59999) .. "x"';
const ZEROS = 'local a = ("\\0"):rep(60000)';
const MANY = '(("x"):rep(4000):byte(1, 2000))';
const LINKS = (event: string): string => `local t = {} for i = 1, 1000 do t = setmetatable({}, { ${event} = t }) end`;
/** Keys that collide in one slot of the table. */
const COLLIDING = 'local t = {} for k = 1, 1500 do t[k * 2047] = k end';
const LONG_FUNCTION = `local function long(a) if a then goto done end do ${'a = 1 '.repeat(9000)} end ::done:: do local no no() end end`;

export const EXPENSIVE_LOOPS: readonly (readonly [what: string, body: string])[] = [
  ['a long text converted to a number', `${BLANKS} local f = math.floor while true do f(blanks) end`],
  ['a long text converted to an integer', `${BLANKS} local f = math.tointeger while true do f(blanks) end`],
  ['many digits', `${DIGITS} local f = math.tointeger while true do f(digits) end`],
  ['many digits by pcall', `${DIGITS} local f = math.sqrt while true do pcall(f, digits) end`],
  ['many digits as a position in a text', `${DIGITS} while true do pcall(string.sub, "x", digits) end`],
  ['many digits as the start of a search', `${BLANKS} while true do pcall(string.find, "x", "x", blanks) end`],
  ['many digits as an operand', `${DIGITS} while true do local x = digits + 1 end`],
  [
    'many digits in a format',
    `local digits = ("9"):rep(200) local f = string.format while true do f("%d", digits:sub(1, 18)) f("%f", digits) end`,
  ],
  ['many digits as the limit of a loop', `${DIGITS} while true do for i = 1, digits do break end end`],
  [
    'many digits for tonumber',
    `local digits = ("9"):rep(5000) while true do tonumber(digits) tonumber(digits, 30) end`,
  ],
  [
    'the bytes within a character',
    'local s = "a" .. ("\\x80"):rep(60000) local step = utf8.codes(s) while true do pcall(step, s, 1) end',
  ],
  ['a long text as a key', `${XS} local t = { [a] = 1 } while true do local c = t[b] end`],
  ['a long text as a key for rawget', `${XS} local t = { [a] = 1 } while true do rawget(t, b) end`],
  [
    'a long text as a method',
    `local t = { [("k"):rep(30000)] = 1 } local s = ("k"):rep(30000) while true do local c = t[s] end`,
  ],
  ['thousands of arguments', `local function f(...) while true do select("#", ...) end end f${MANY}`],
  [
    'thousands of arguments for a function',
    `local function g() end local function f(...) while true do g(...) end end f${MANY}`,
  ],
  [
    'thousands of results',
    `local function g(...) return ... end local function f(...) while true do local x = g(...) end end f${MANY}`,
  ],
  ['the bytes of a text', 'local s = ("x"):rep(4000) while true do local b = s:byte(1, 4000) end'],
  [
    'an emptied table',
    'local t = {} for i = 1, 4000 do t[i] = i end for i = 1, 4000 do t[i] = nil end while true do for _ in pairs(t) do end end',
  ],
  [
    'next of an emptied table',
    'local t = {} for i = 1, 4000 do t[i] = i end for i = 2, 3999 do t[i] = nil end while true do next(t, 1) end',
  ],
  ['long texts compared for order', `${XS} while true do local c = a < b end`],
  ['zero bytes compared for order', `${ZEROS} while true do local c = a <= a end`],
  ['few zero bytes compared for order', 'local a = ("\\0"):rep(40) while true do local c = a < a end'],
  ['equal long texts', `${XS} while true do local c = a == b end`],
  ['long texts in a sort', `${XS} local t = { a, b, a, b, a, b, a, b } while true do table.sort(t) end`],
  ['colliding keys', `${COLLIDING} while true do local x = t[2047 * 5000] end`],
  ['colliding keys, set to nil', `${COLLIDING} while true do t[2047 * 5000] = nil end`],
  ['a chain of metatables', `${LINKS('__index')} while true do local x = t.x end`],
  ['a chain of metatables by number', `${LINKS('__index')} while true do for _ in ipairs(t) do end end`],
  [
    'a chain of metatables for a method of a text',
    `${LINKS('__index')} setmetatable(string, { __index = t }) local s = "" while true do local x = s.x end`,
  ],
  ['a chain of metatables for an assignment', `${LINKS('__newindex')} while true do t.x = nil end`],
  [
    'a chain of metatables in a replacement',
    `${LINKS('__index')} local s = ("abcdefgh"):rep(500) while true do s:gsub(".", t) end`,
  ],
  ['errors in a long function', `${LONG_FUNCTION} while true do pcall(long, true) end`],
  [
    'errors at a great depth',
    'local e = error local function down(n) if n > 0 then return (down(n - 1)) end while true do pcall(e, "x", 1 << 30) end end down(1000)',
  ],
  ['a large float with all its digits', 'local f = string.format while true do f("%.99f", 1e308) end'],
  ['floats converted to texts', 'while true do tostring(1.1e300) end'],
  ['floats concatenated', 'local x = 1.1e300 while true do local s = x .. "" .. x end'],
  [
    'a list of floats concatenated',
    'local t = {} for i = 1, 3000 do t[i] = i / 3 * 1e300 end while true do table.concat(t) end',
  ],
  ['remainders of floats', 'local a, b = 1e308, 5e-324 while true do local x = a % b end'],
  ['sines of large numbers', 'local f = math.sin while true do f(1e300) end'],
  ['a table created again and again', 'while true do local t = {} for i = 1, 100 do t[i * 1.5] = i end end'],
  ['coroutines', 'while true do coroutine.wrap(function() end)() end'],
  ['capital letters', 'local a = ("x"):rep(8000) while true do a:upper() end'],
  ['searches', 'local s = ("a"):rep(300) while true do s:find("^.-.-b$") end'],
  ['words of a text', 'local s = ("word "):rep(800) while true do for _ in s:gmatch("%a+") do end end'],
  [
    'captures within captures',
    `local s = ("a"):rep(100) while true do s:gsub("${'('.repeat(30)}.-${')'.repeat(30)}b", "%1") end`,
  ],
  ['sets of a search', 'local s = ("a"):rep(2000) while true do s:find("[" .. ("b"):rep(2000) .. "]") end'],
  ['a plain search', 'local s = ("a"):rep(2000) while true do s:find("ab", 1, true) end'],
  ['a replacement by captures', 'local s = ("a"):rep(500) while true do s:gsub(".+", "%1%1%1%1") end'],
  ['paths', 'while true do canvas.path("M0 0L10 10 20 20 30 30 40 40", { x = 1, y = 2 }) end'],
  ['verbs that refuse', 'while true do pcall(canvas.text) end'],
  ['predictions', 'while true do roll.predict(12, 1, 100) end'],
  ['lines of the log', 'while true do log.info("x") end'],
];
