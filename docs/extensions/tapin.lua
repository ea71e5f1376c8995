---@meta
-- For editors that read LuaLS annotations. Made by `npm run reference`.

---Says who the extension is; once, at the top level.
---@param t table
function manifest(t) end

---Your callbacks: start, target, putt, key, update, draw.
ext = {}

canvas = {}
roll = {}
settings = {}
store = {}
trend = {}
players = {}
shot = {}
sound = {}
led = {}
timer = {}
random = {}
device = {}
log = {}

---Wipes the picture and fills it with a colour.
---@param color? string|integer '#0c1511' if left out
function canvas.clear(color) end

---Draws a line.
---@param x1 number from, to the right
---@param y1 number from, downwards
---@param x2 number to
---@param y2 number to
---@param opts? table a table
function canvas.line(x1, y1, x2, y2, opts) end

---Draws a rectangle.
---@param x number left edge
---@param y number upper edge
---@param w number to the right
---@param h number downwards
---@param opts? table a table
function canvas.rect(x, y, w, h, opts) end

---Draws a circle.
---@param x number middle
---@param y number middle
---@param r number radius
---@param opts? table a table
function canvas.circle(x, y, r, opts) end

---Writes a line of text; it is also what a screen reader says.
---@param s string the text
---@param x number where it begins, or as align says
---@param y number of the line on which the letters stand
---@param opts? table a table
function canvas.text(s, x, y, opts) end

---How wide a text is.
---@param s string the text
---@param size? number of the letters, 18
---@return number
function canvas.measure(s, size) end

---How large the picture is: a table with w and h.
---@return {w: integer, h: integer}
function canvas.size() end

---What is drawn from here on shows only inside of a rectangle; called with nothing, or after canvas.clear, everywhere again.
---@param x? number left edge
---@param y? number upper edge
---@param w? number to the right
---@param h? number downwards
function canvas.clip(x, y, w, h) end

---Draws SVG path data (M L H V C S Q T A Z). Data that is wrong is drawn up to the error. At most 2048 points and 64 subpaths; numbers to ±1e9; no point beyond ±32767 pixels on the screen; width × scale at most 512.
---@param d string the path data
---@param opts? table a table
function canvas.path(d, opts) end

---Where a ball comes to rest on this green, and what the hole says: verdict, distance_ft, leave_ft, x_ft, y_ft, time_s.
---@param ball_mps number speed of the ball
---@param start_deg number its direction, positive right
---@param target_ft number to the hole
---@return table
function roll.predict(ball_mps, start_deg, target_ft) end

---Ball speed (m/s) that rolls so far on this green.
---@param distance_ft number how far
---@return number
function roll.speed_for(distance_ft) end

---How fast the green is, feet on the stimpmeter.
---@return number
function roll.stimp() end

---A setting of the manifest, as the player has set it.
---@param key string its name
---@return integer | string | boolean
function settings.get(key) end

---All settings by their keys.
---@return table
function settings.all() end

---What was kept under a key, also before the last switch-off; otherwise the default.
---@param key string its name
---@param default? number|string|boolean where nothing is kept
---@return number | string | boolean | nil
function store.get(key, default) end

---Keeps a value under a key: 32 keys and 4096 bytes at most.
---@param key string its name
---@param value number|string|boolean a number, a text or a flag
function store.set(key, value) end

---Forgets all that was kept.
function store.clear() end

---Adds a figure to a trend of the manifest.
---@param key string its name
---@param value number the figure
function trend.add(key, value) end

---The newest figures of a trend, oldest first.
---@param key string its name
---@param n? integer how many, 10
---@return number[]
function trend.last(key, n) end

---Everybody who plays: tables with index, name and handicap.
---@return table[]
function players.list() end

---Who is to putt: a table with index, name and handicap.
---@return table
function players.current() end

---The next one is to putt; after the last the first.
---@return table
function players.next() end

---This one is to putt.
---@param index integer from 1
function players.set(index) end

---In ext.putt: this putt is forwarded with this target, whatever ext.target said.
---@param kind string a hole or a station
---@param distance_ft number feet
---@param hole? integer from 1; 0 for none
---@param stroke? integer from 1; 0 for none
function shot.send(kind, distance_ft, hole, stroke) end

---Plays a sound: click, strike, holed, close, miss, done.
---@param name string which one
---@param volume? number per cent of what is set on the device
function sound.play(name, volume) end

---Lights an LED until it is set again; without a colour it is dark.
---@param index integer which one, from 1
---@param color? string|integer its colour
function led.set(index, color) end

---Lights an LED for a while.
---@param index integer which one, from 1
---@param color string|integer its colour
---@param ms integer milliseconds
function led.flash(index, color, ms) end

---Lights the LED of a player in their colour.
---@param index integer which one, from 1
function led.player(index) end

---Calls a function once, later.
---@param ms integer milliseconds
---@param fn function what is called
---@return integer
function timer.after(ms, fn) end

---Calls a function again and again.
---@param ms integer milliseconds
---@param fn function what is called
---@return integer
function timer.every(ms, fn) end

---Ends a timer.
---@param id integer as after or every gave it
function timer.cancel(id) end

---A whole number from a to b, each as likely. The same run with the same seed draws the same.
---@param a integer an end of the range
---@param b integer an end of the range
---@return integer
function random.int(a, b) end

---A number from 0 to below 1.
---@return number
function random.float() end

---One of a list (a copy); nil of an empty one.
---@param list table a list
---@return any
function random.pick(list) end

---The list in another order (a copy).
---@param list table a list
---@return table
function random.shuffle(list) end

---The name of the device.
---@return string
function device.name() end

---'imperial' or 'metric', as the device shows distances.
---@return string
function device.units() end

---Milliseconds since the extension started.
---@return integer
function device.now_ms() end

---Version of this runtime.
---@return integer
function device.api() end

---Writes a line into the log; print does it too.
---@param s string the line, 200 characters of it
function log.info(s) end

---Writes a warning into the log.
---@param s string the line, 200 characters of it
function log.warn(s) end
