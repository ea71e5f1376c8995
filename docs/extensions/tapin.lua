---@meta
-- For editors that read LuaLS annotations. Made by `npm run reference`.

---Who the extension is.
---@class Manifest
---@field name string at most 32 characters
---@field kind "drill" | "game" what it is
---@field version? integer from 1 (default: the store counts up)
---@field about? string at most 400 characters
---@field api? 1 of the runtime
---@field id? string ignored: the share code is the id
---@field players? integer[] least and most, {1, 4}
---@field settings? Setting[] at most 16
---@field trend? TrendFigure[] at most 4

---A row of the page that comes before the extension begins.
---@class Setting
---@field key string a-z, digits and _, at most 16
---@field label? string at most 24 characters
---@field type "int" | "enum" | "bool" what it may be
---@field default? integer | string | boolean before somebody sets it
---@field min? integer of an int, which must have it
---@field max? integer of an int, which must have it
---@field step? integer of an int, 1
---@field unit? string of an int, at most 8 characters
---@field options? string[] of an enum, which must have them

---A figure that is kept from session to session.
---@class TrendFigure
---@field key string a-z, digits and _, at most 16
---@field label? string at most 24 characters
---@field unit? string at most 8 characters
---@field better? "high" | "low" which way is better

---Where a putt is to go.
---@class Target
---@field kind? "hole" | "station" forwarded with a distance
---@field distance_ft? number feet; without it there is no verdict; 0.1 to 300
---@field hole? integer from 1; 0 for none; 0 to 99
---@field stroke? integer from 1; 0 for none; 0 to 99

---A strike, and what the ball does on this green.
---@class Putt
---@field player integer place of the player who putted; 1 to 4
---@field club_speed_mps number metres a second; 0.15 to 6
---@field ball_speed_mps number metres a second: club speed × impact ratio; 0.2 to 10.8
---@field impact_ratio number ball speed ÷ club speed, of this player; 1.4 to 1.8
---@field face_angle_deg number degrees at impact; -20 to 20; positive right
---@field face_rotation_deg_per_in number degrees an inch; -6 to 6; positive opening
---@field attack_angle_deg? number degrees; -15 to 15; positive upwards
---@field left_inner_proportion? number share of the left gate that the head covers; 0 to 1
---@field right_inner_proportion? number share of the right gate that the head covers; 0 to 1
---@field start_deg number direction of the ball, degrees; -17.4 to 17.4; positive right
---@field target_ft? number distance of the target, feet; nil without a distance; 0.1 to 300
---@field verdict "holed" | "lip" | "miss" | "short" | "" '' without a distance
---@field leave_ft? number feet from the ball to the hole, 0 if holed; nil without a distance; 0 or more
---@field distance_ft number feet that the ball rolls if no hole stops it; 0 or more
---@field x_ft number resting place from the start, feet; of a holed ball the hole; positive towards the hole
---@field y_ft number resting place beside the line to the hole, feet; positive right
---@field time_s number seconds that the ball rolls if no hole stops it; 0 or more

---What a putt would do.
---@class Prediction
---@field verdict "holed" | "lip" | "miss" | "short" what becomes of it
---@field leave_ft number feet from the ball to the hole, 0 if holed; 0 or more
---@field distance_ft number feet that the ball rolls if no hole stops it; 0 or more
---@field x_ft number resting place from the start, feet; of a holed ball the hole; positive towards the hole
---@field y_ft number resting place beside the line to the hole, feet; positive right
---@field time_s number seconds that the ball rolls if no hole stops it; 0 or more

---One of those who play.
---@class Player
---@field index integer place among the players; 1 to 4
---@field name string as on the page Players
---@field handicap integer strokes; 0 to 54

---Your callbacks. All are optional.
---@class Ext
---@field start? fun() Called once, after the top level.
---@field target? fun(player: integer): Target? Called before each putt with the place of the player on turn, from 1. Returns a Target or nil; a wrong field is an error.
---@field putt? fun(p: Putt) Called with each strike as a Putt, at once: the device shows no roll and waits for none. A strike while your script still shows the roll before it, p.time_s seconds, is another putt; ignore it there if your rules say so.
---@field key? fun(name: "up" | "down" | "left" | "right" | "ok", phase: "down" | "repeat" | "up") Called with a key, 'up', 'down', 'left', 'right' or 'ok', and its phase: 'down' when it is pressed, 'repeat' while an arrow is held (after 450 ms, every 110 ms), 'up' when it is released. A function without a second parameter is not called for 'up'. Back always leaves the extension.
---@field update? fun(dt: number) Called thirty times a second, with the time of one frame: 1/30 s.
---@field draw? fun() Called after every other callback and timer. The canvas has 480 × 320 pixels; x grows to the right and y downwards from its upper left corner.

---Of canvas.line.
---@class CanvasLineOptions
---@field color? string | integer '#f3f8f5'
---@field width? number of the stroke, 1; a number from 0 to 512

---Of canvas.rect.
---@class CanvasRectOptions
---@field fill? string | integer inside, none
---@field stroke? string | integer edge, none
---@field width? number of the stroke, 1; a number from 0 to 512
---@field radius? number of the corners, 0; a number from 0 to 32767

---Of canvas.circle.
---@class CanvasCircleOptions
---@field fill? string | integer inside, none
---@field stroke? string | integer edge, none
---@field width? number of the stroke, 1; a number from 0 to 512

---Of canvas.text.
---@class CanvasTextOptions
---@field size? number of the letters, 18; a number from 6 to 120
---@field align? "left" | "center" | "right" 'left'
---@field color? string | integer '#f3f8f5'

---Of canvas.path.
---@class CanvasPathOptions
---@field fill? string | integer inside, none
---@field stroke? string | integer edge, none
---@field width? number of the stroke, 1; a number from 0 to 512
---@field opa? number how opaque, 0 to 255
---@field x? number moved to the right; a number from -32767 to 32767
---@field y? number moved downwards; a number from -32767 to 32767
---@field scale? number made larger, the stroke too, 1
---@field angle? number turned clockwise, degrees

---Describes the extension. Call it once, at the top level.
---@param t Manifest
function manifest(t) end

---@type Ext
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
---@param color? string | integer '#0c1511' if left out
function canvas.clear(color) end

---Draws a line.
---@param x1 number from, to the right; a number from -32767 to 32767
---@param y1 number from, downwards; a number from -32767 to 32767
---@param x2 number to; a number from -32767 to 32767
---@param y2 number to; a number from -32767 to 32767
---@param opts? CanvasLineOptions a table
function canvas.line(x1, y1, x2, y2, opts) end

---Draws a rectangle.
---@param x number left edge; a number from -32767 to 32767
---@param y number upper edge; a number from -32767 to 32767
---@param w number to the right; a number from 0 to 32767
---@param h number downwards; a number from 0 to 32767
---@param opts? CanvasRectOptions a table
function canvas.rect(x, y, w, h, opts) end

---Draws a circle.
---@param x number middle; a number from -32767 to 32767
---@param y number middle; a number from -32767 to 32767
---@param r number radius; a number from 0 to 32767
---@param opts? CanvasCircleOptions a table
function canvas.circle(x, y, r, opts) end

---Writes a line of text; it is also what a screen reader says.
---@param s string the text; text of at most 200 characters
---@param x number where it begins, or as align says; a number from -32767 to 32767
---@param y number of the line on which the letters stand; a number from -32767 to 32767
---@param opts? CanvasTextOptions a table
function canvas.text(s, x, y, opts) end

---How wide a text is.
---@param s string the text; text of at most 200 characters
---@param size? number of the letters, 18; a number from 6 to 120
---@return number
function canvas.measure(s, size) end

---How large the picture is: a table with w and h.
---@return {w: integer, h: integer}
function canvas.size() end

---What is drawn from here on shows only inside of a rectangle; called with nothing, or after canvas.clear, everywhere again.
---@param x? number left edge; a number from -32767 to 32767
---@param y? number upper edge; a number from -32767 to 32767
---@param w? number to the right; a number from 0 to 32767
---@param h? number downwards; a number from 0 to 32767
function canvas.clip(x, y, w, h) end

---Draws SVG path data (M L H V C S Q T A Z). Data that is wrong is drawn up to the error. At most 2048 points and 64 subpaths; numbers to ±1e9; no point beyond ±32767 pixels on the screen; width × scale at most 512.
---@param d string the path data
---@param opts? CanvasPathOptions a table
function canvas.path(d, opts) end

---Predicts a putt on this green: verdict, distance_ft, leave_ft, x_ft (towards the hole), y_ft (to the right), time_s.
---@param ball_mps number speed of the ball; a number from 0 to 12
---@param start_deg number its direction, positive right; a number from -90 to 90
---@param target_ft number to the hole; a number from 0.1 to 300
---@return Prediction
function roll.predict(ball_mps, start_deg, target_ft) end

---Ball speed (m/s) that rolls so far on this green.
---@param distance_ft number how far; a number from 0.1 to 300
---@return number
function roll.speed_for(distance_ft) end

---How fast the green is, feet on the stimpmeter.
---@return number
function roll.stimp() end

---A setting of the manifest, as the player has set it; before the manifest nil while a store checks the text.
---@param key string its name; text of at most 32 characters
---@return integer | string | boolean
function settings.get(key) end

---All settings by their keys.
---@return table<string, integer | string | boolean>
function settings.all() end

---What was kept under a key, also before the last switch-off; otherwise the default.
---@param key string its name; text of at most 32 characters
---@param default? number | string | boolean where nothing is kept
---@return number | string | boolean | nil
function store.get(key, default) end

---Keeps a value under a key: 32 keys and 4096 bytes at most.
---@param key string its name; text of at most 32 characters
---@param value number | string | boolean a number, a text or a flag
function store.set(key, value) end

---Forgets all that was kept.
function store.clear() end

---Adds a figure of the player on turn to a trend of the manifest; the newest 200 of each are kept. The row Trend of its page shows it.
---@param key string its name; text of at most 32 characters
---@param value number the figure; a number from -1000000000 to 1000000000
function trend.add(key, value) end

---The newest figures of a trend, of all players, oldest first.
---@param key string its name; text of at most 32 characters
---@param n? integer how many, 10; a whole number from 1 to 200
---@return number[]
function trend.last(key, n) end

---Everybody who plays: tables with index, name and handicap.
---@return Player[]
function players.list() end

---Who is to putt: a table with index, name and handicap.
---@return Player
function players.current() end

---The next one is to putt; after the last the first.
---@return Player
function players.next() end

---This one is to putt.
---@param index integer from 1; a whole number from 1 to 4
function players.set(index) end

---In ext.putt: this putt is forwarded with this target, whatever ext.target said.
---@param kind "hole" | "station" a hole or a station
---@param distance_ft number feet; a number from 0.1 to 300
---@param hole? integer from 1; 0 for none; a whole number from 0 to 99
---@param stroke? integer from 1; 0 for none; a whole number from 0 to 99
function shot.send(kind, distance_ft, hole, stroke) end

---Plays a sound: click, strike, holed, close, miss, done.
---@param name "click" | "strike" | "holed" | "close" | "miss" | "done" which one
---@param volume? number per cent of what is set on the device; a number from 0 to 100
function sound.play(name, volume) end

---Lights an LED until it is set again; without a colour it is dark.
---@param index integer which one, from 1; a whole number from 1 to 4
---@param color? string | integer its colour
function led.set(index, color) end

---Lights an LED for a while.
---@param index integer which one, from 1; a whole number from 1 to 4
---@param color string | integer its colour
---@param ms integer milliseconds; a whole number from 1 to 10000
function led.flash(index, color, ms) end

---Lights the LED of a player in their colour.
---@param index integer which one, from 1; a whole number from 1 to 4
function led.player(index) end

---Calls a function once, later.
---@param ms integer milliseconds; a whole number from 1 to 3600000
---@param fn fun() what is called
---@return integer
function timer.after(ms, fn) end

---Calls a function again and again.
---@param ms integer milliseconds; a whole number from 33 to 3600000
---@param fn fun() what is called
---@return integer
function timer.every(ms, fn) end

---Ends a timer.
---@param id integer as after or every gave it; a whole number from 1
function timer.cancel(id) end

---A whole number from a to b, each as likely. The same run with the same seed draws the same.
---@param a integer an end of the range; a whole number from -2147483648 to 2147483648
---@param b integer an end of the range; a whole number from -2147483648 to 2147483648
---@return integer
function random.int(a, b) end

---A number from 0 to below 1.
---@return number
function random.float() end

---One entry of a list; nil of an empty one.
---@param list any[] a list
---@return any
function random.pick(list) end

---A new list with the entries in another order.
---@param list any[] a list
---@return any[]
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
