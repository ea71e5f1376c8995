// Prelude that removes some parts of Lua and replaces others before a script is compiled (R118, R122). Lua source: runs
// with the full library and leaves nothing that compiles source, reaches outside, or runs long in one instruction.

/** Maximum bytes processed by one library call. */
const BYTES_MAX = 65_536;

export const CALLBACKS = ['start', 'target', 'putt', 'key', 'update', 'draw'] as const;
export type Callback = (typeof CALLBACKS)[number];

/** Keys passed to `ext.key`. The device handles Back itself. */
export const SCRIPT_KEYS = ['up', 'down', 'left', 'right', 'ok'] as const;
export const KEY_PHASES = ['down', 'repeat', 'up'] as const;
export type KeyPhase = (typeof KEY_PHASES)[number];

export const PRELUDE = `
local error, type, select, rawget, next, getmetatable = error, type, select, rawget, next, getmetatable
local tonumber, pcall = tonumber, pcall
local shown, real_setmetatable, find, gsub, gmatch = tostring, setmetatable, string.find, string.gsub, string.gmatch
local max, min, tointeger, ult, maxinteger = math.max, math.min, math.tointeger, math.ult, math.maxinteger
local concat = table.concat
local safe_max = (1 << 53) - 1
local bytes_max = ${BYTES_MAX}
for _, name in ipairs { "load", "loadfile", "dofile", "loadstring", "require", "collectgarbage", "xpcall", "warn" } do _G[name] = nil end
string.dump = nil

-- Charges n instructions for work that a library call does.
local function work(n) for _ = 1, n do end end
local function size(v) return type(v) == "string" and #v or 0 end

-- Raises an error at the line that called the function at a level, like error, but also for tail calls.
local line_of_call = line_of_call
_G.line_of_call = nil
local function fail(message, level) error(line_of_call(level) .. message, 0) end

-- Reports errors of the library at the line that called it.
local function through(name, ok, ...)
  if ok then return ... end
  local message = ...
  if type(message) ~= "string" or find(message, "^line:%d+: ") then error(message, 0) end
  message = gsub(message, "^prelude:%d+: ", "")
  message = gsub(message, "^(bad argument #%d+ to )'%?'", "%1'" .. name .. "'")
  fail(message, 2)
end

local function bad(place, name, what) error("bad argument #" .. place .. " to '" .. name .. "' (" .. what .. ")", 0) end
local function integer(place, name, v, default)
  if v == nil and default then return default end
  local number = tonumber(v)
  if number == nil then bad(place, name, "number expected, got " .. type(v)) end
  return tointeger(number) or bad(place, name, "number has no integer representation")
end

-- Charges for a call before it is made, and reports errors at the calling line.
local function guard(library, name, weigh)
  local real = library[name]
  library[name] = function(...)
    weigh(...)
    return through(name, pcall(real, ...))
  end
end

guard(_G, "setmetatable", function(_, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then fail("__gc is not available", 3) end
end)

-- Strips addresses, which differ from run to run.
local function cleaned(v, ok, text)
  if not ok then return through("tostring", ok, text) end
  if type(v) == "table" or type(v) == "function" or type(v) == "thread" then text = gsub(text, ": 0x%x+$", "") end
  return text
end
function tostring(...) return cleaned((...), pcall(shown, ...)) end
local tostring = tostring

-- Charges for the output of each directive; a string read as a number, by its bytes.
local format, pack, unpack = string.format, table.pack, table.unpack
local function formatted(s, ...)
  local values, place = pack(...), 0
  work(size(s) // 16)
  for flags, kind in gmatch(shown(s), "%%([-+#0 %d.]*)(.?)") do
    if kind ~= "%" or flags ~= "" then
      place = place + 1
      local v = values[place]
      if kind == "p" then error("string.format has no %p", 0) end
      if type(v) == "number" or kind ~= "s" and kind ~= "q" then
        work(40 + 4 * size(v))
      elseif kind == "s" and place <= values.n then
        values[place] = tostring(v)
      end
    end
  end
  return format(s, unpack(values, 1, values.n))
end
function string.format(...) return through("format", pcall(formatted, ...)) end

-- Closes only suspended coroutines: a failed one would run its __close uncounted (C171).
local create, resume, status, close = coroutine.create, coroutine.resume, coroutine.status, coroutine.close
local function made(name, f)
  if type(f) ~= "function" then bad(1, name, "function expected, got " .. type(f)) end
  return create(f)
end
local function passed(ok, ...)
  if ok then return ... end
  error((...), 0)
end
function coroutine.create(f) return through("create", pcall(made, "create", f)) end
local function wrapped(f)
  local co = made("wrap", f)
  return function(...) return passed(resume(co, ...)) end
end
function coroutine.wrap(f) return through("wrap", pcall(wrapped, f)) end
function coroutine.close(co)
  if type(co) == "thread" and status(co) == "dead" then return true end
  return through("close", pcall(close, co))
end

local rep = string.rep
local function written(v) return type(v) == "number" and #shown(v) or size(v) end
local function repeated(...)
  local s, n, sep = ...
  local bytes, times = written(s) + written(sep), tointeger(tonumber(n)) or 0
  if s == "" and bytes == 0 and times > 1 then return rep(s, 1, sep) end
  if times > bytes_max // max(bytes, 1) then error("string.rep makes at most " .. bytes_max .. " bytes", 0) end
  return rep(...)
end
function string.rep(...) return through("rep", pcall(repeated, ...)) end
guard(string, "byte", function(s, i, j)
  local last = tonumber(j) or 0
  work(max(0, (min(last < 0 and #shown(s) or last, #shown(s)) - max(tonumber(i) or 1, -#shown(s))) // 8))
end)
for _, name in ipairs { "pack", "unpack", "packsize" } do guard(string, name, function(s) work(size(s)) end) end

-- Simulates a search before it runs, and charges for its steps.
local weigh_search = weigh_search
_G.weigh_search = nil
local find_kind, match_kind, plain_kind, gmatch_kind, gsub_kind = 0, 1, 2, 3, 4
local function weighSearch(s, pattern, kind, init, most, by)
  if not weigh_search(s, pattern, kind, tonumber(init) or 1, tonumber(most) or maxinteger, by) then
    fail("this pattern may take too long on a string of " .. #shown(s) .. " bytes", 4)
  end
end
guard(string, "find", function(s, pattern, init, plain) weighSearch(s, pattern, plain and plain_kind or find_kind, init) end)
guard(string, "match", function(s, pattern, init) weighSearch(s, pattern, match_kind, init) end)
guard(string, "gmatch", function(s, pattern, init) weighSearch(s, pattern, gmatch_kind, init) end)
guard(string, "gsub", function(s, pattern, by, most) weighSearch(s, pattern, gsub_kind, 1, most, by) end)
-- A replacement table with a metatable is indexed in Lua, so that the lookup is counted.
local guarded_gsub = string.gsub
function string.gsub(s, pattern, by, ...)
  if type(by) ~= "table" or getmetatable(by) == nil then return guarded_gsub(s, pattern, by, ...) end
  return guarded_gsub(s, pattern, function(found) return by[found] end, ...)
end

getmetatable("").__metatable = false

local function weighRange(name, from, to, level)
  local count = (tonumber(to) or 0) - (tonumber(from) or 1)
  if count > bytes_max then fail("table." .. name .. " takes at most " .. bytes_max .. " entries", level) end
  work(max(0, count // 4))
end

-- Table functions for tables with a metatable (Lua 5.4 manual, section 6.6), in Lua so that each step is counted,
-- including __index, __newindex and __len.
local function length(t) return tointeger(#t) or error("object length is not an integer", 0) end
local own = {}
function own.insert(t, ...)
  local count, place, v = select("#", ...), ...
  local last = length(t) + 1
  if count == 1 then t[last] = place return end
  if count ~= 2 then error("wrong number of arguments to 'insert'", 0) end
  place = integer(2, "insert", place)
  if not ult(place - 1, last) then bad(2, "insert", "position out of bounds") end
  for i = last, place + 1, -1 do t[i] = t[i - 1] end
  t[place] = v
end
function own.remove(t, place)
  local last = length(t)
  local at = integer(2, "remove", place, last)
  if at ~= last and ult(last, at - 1) then bad(2, "remove", "position out of bounds") end
  local v = t[at]
  while at < last do
    t[at] = t[at + 1]
    at = at + 1
  end
  t[at] = nil
  return v
end
function own.concat(t, sep, i, j)
  local first, last = integer(3, "concat", i, 1), j
  if last == nil then last = length(t) else last = integer(4, "concat", last) end
  local texts, n = {}, 0
  for at = first, last do
    local v = t[at]
    if type(v) ~= "string" and type(v) ~= "number" then
      error("invalid value (" .. type(v) .. ") at index " .. at .. " in table for 'concat'", 0)
    end
    n = n + 1
    texts[n] = v
  end
  return concat(texts, sep, 1, n)
end
function own.unpack(t, i, j)
  local first, last = integer(2, "unpack", i, 1), j
  if last == nil then last = length(t) else last = integer(3, "unpack", last) end
  if first <= last and not ult(last - first, bytes_max) then error("too many results to unpack", 0) end
  local values, n = {}, 0
  for at = first, last do
    n = n + 1
    values[n] = t[at]
  end
  return unpack(values, 1, n)
end
function own.move(from, f, e, t, to)
  f, e, t = integer(2, "move", f), integer(3, "move", e), integer(4, "move", t)
  if to == nil then to = from end
  if type(to) ~= "table" then bad(5, "move", "table expected, got " .. type(to)) end
  if e < f then return to end
  if f <= 0 and e >= maxinteger + f then bad(3, "move", "too many elements to move") end
  if t > maxinteger - (e - f + 1) + 1 then bad(4, "move", "destination wrap around") end
  if t > e or t <= f or to ~= from then
    for i = 0, e - f do to[t + i] = from[f + i] end
  else
    for i = e - f, 0, -1 do to[t + i] = from[f + i] end
  end
  return to
end
local sort = table.sort
local function sorted(t, before)
  local less = before or function(a, b) return a < b end
  sort(t, function(a, b) return less(a, b) end)
end
function own.sort(t, before)
  local values, n = {}, length(t)
  for i = 1, n do values[i] = t[i] end
  if n > 1 then
    if before ~= nil and type(before) ~= "function" then bad(2, "sort", "function expected, got " .. type(before)) end
    sorted(values, before)
  end
  for i = 1, n do t[i] = values[i] end
end

local function guardTable(name, real, weigh)
  local stepwise = own[name]
  table[name] = function(t, ...)
    if type(t) == "table" then
      if getmetatable(t) ~= nil then return through(name, pcall(stepwise, t, ...)) end
      weigh(t, ...)
    end
    return through(name, pcall(real, t, ...))
  end
end
guardTable("insert", table.insert, function(t, ...)
  if select("#", ...) > 1 then work(#t // 4) end
end)
guardTable("remove", table.remove, function(t, place)
  if place ~= nil then work(#t // 4) end
end)
guardTable("concat", concat, function(t, _, i, j) weighRange("concat", i, j or #t, 4) end)
guardTable("sort", function(t, before)
  if type(t) ~= "table" or before ~= nil and type(before) ~= "function" then return sort(t, before) end
  return sorted(t, before)
end, function() end)
table.unpack = function(t, i, j)
  if type(t) == "table" and getmetatable(t) ~= nil then return through("unpack", pcall(own.unpack, t, i, j)) end
  weighRange("unpack", i, j or (type(t) == "table" or type(t) == "string") and #t, 3)
  return through("unpack", pcall(unpack, t, i, j))
end
local move = table.move
table.move = function(from, f, e, t, to)
  if type(from) == "table" and (getmetatable(from) ~= nil or type(to) == "table" and getmetatable(to) ~= nil) then
    return through("move", pcall(own.move, from, f, e, t, to))
  end
  weighRange("move", f, e, 3)
  return through("move", pcall(move, from, f, e, t, to))
end
for _, name in ipairs { "len", "codepoint", "offset", "codes" } do guard(utf8, name, function(s) work(size(s) // 8) end) end
-- The step to the next character skips continuation bytes.
local codes = utf8.codes
local function coded(...)
  local step, s, first = codes(...)
  return function(_, i)
    work((size(s) - i) // 16)
    return through("codes", pcall(step, s, i))
  end, s, first
end
function utf8.codes(...) return through("codes", pcall(coded, ...)) end

-- One draw for a range of up to 32 bits, two for a larger one.
local float, int = random.float, random.int
local int_max = 0x7fffffff
local function drawn(count, a, b)
  if count == 0 then return float() end
  if count > 2 then error("wrong number of arguments", 0) end
  local least, most = 1, integer(count, "random", b or a)
  if count == 2 then least = integer(1, "random", a) end
  local is_any = count == 1 and most == 0
  if least > most and not is_any then bad(1, "random", "interval is empty") end
  local span = most - least
  if is_any then span = -1 elseif not ult(int_max, span) then return least + int(0, span) end
  local mask = span
  for shift = 0, 5 do mask = mask | mask >> (1 << shift) end
  local bits
  repeat bits = (int(-int_max - 1, int_max) << 32 | int(-int_max - 1, int_max) & 0xffffffff) & mask until not ult(span, bits)
  return is_any and bits or least + bits
end
function math.random(...) return through("random", pcall(drawn, select("#", ...), ...)) end
math.randomseed = nil

-- Values are not copied, so a list may hold functions and tables.
local function listed(name, list, ...)
  if (...) ~= nil then error("random." .. name .. " takes 1 argument, not " .. 1 + select("#", ...), 0) end
  if type(list) ~= "table" then error("random." .. name .. ": list must be a list, not " .. type(list), 0) end
  local n = length(list)
  if n > bytes_max then error("random." .. name .. " takes at most " .. bytes_max .. " entries", 0) end
  return n
end
local function picked(list, ...)
  local n = listed("pick", list, ...)
  if n == 0 then return nil end
  return list[1 + int(0, n - 1)]
end
local function shuffled(list, ...)
  local values = {}
  for i = 1, listed("shuffle", list, ...) do values[i] = list[i] end
  for last = #values, 2, -1 do
    local at = 1 + int(0, last - 1)
    values[last], values[at] = values[at], values[last]
  end
  return values
end
function random.pick(...) return through("pick", pcall(picked, ...)) end
function random.shuffle(...) return through("shuffle", pcall(shuffled, ...)) end

-- Rejects values that JSON or a double cannot represent, so that every stored value is read back unchanged.
local kind_of, set_len = math.type, utf8.len
guard(store, "set", function(key, v)
  if type(key) == "string" and not set_len(key) then fail("store.set: key is not UTF-8: only text can be stored", 3) end
  if type(v) == "string" and not set_len(v) then fail("store.set: value is not UTF-8: only text can be stored", 3) end
  if kind_of(v) == "integer" and (v > safe_max or v < -safe_max) then
    fail("store.set: value is an integer beyond ±" .. safe_max .. ": store it as a string", 3)
  end
  if kind_of(v) == "float" and v - v ~= 0 then
    fail("store.set: value is " .. (v ~= v and "not a number" or "infinite") .. ": store a finite number", 3)
  end
end)

local info = log.info
function print(...)
  local texts = {}
  for i = 1, select("#", ...) do texts[i] = tostring((select(i, ...))) end
  info(concat(texts, " "))
end

local callbacks = { ${CALLBACKS.map((name) => `${name} = true`).join(', ')} }
local set = {}
ext = real_setmetatable({}, {
  __index = set,
  __newindex = function(_, name, value)
    if not callbacks[name] then error("ext." .. tostring(name) .. " is not a callback; allowed: ${CALLBACKS.join(', ')}", 2) end
    local kind, meta = type(value), getmetatable(value)
    if kind ~= "function" and value ~= nil and not (kind == "table" and type(meta) == "table" and rawget(meta, "__call")) then
      error("ext." .. name .. " must be a function, not " .. kind, 2)
    end
    set[name] = value
  end,
  __pairs = function() return function(_, name) return next(set, name) end end,
  __metatable = false,
})
`;
