-- Hole three putts from each distance to climb; a miss restarts the rung.
-- Based on the ladder drill that golf coaches teach: three in a row from 3, 4, 5, 6 … feet.

manifest {
  name = "Ladder",
  kind = "drill",
  about = "Hole three in a row from each distance and climb. A miss restarts the rung.",
  players = { 1, 4 },
  settings = {
    { key = "start", label = "First rung", type = "int", min = 2, max = 20, default = 3, unit = "ft" },
    { key = "rungs", label = "Rungs", type = "int", min = 2, max = 8, default = 5 },
    { key = "in_a_row", label = "In a row", type = "int", min = 1, max = 5, default = 3 },
  },
  trend = { { key = "putts", label = "Putts", better = "low" } },
}

local GREEN, GOLD, WHITE, MUTED, RED = "#6fdc9b", "#ffc84a", "#f3f8f5", "#a9c0b4", "#ff8a7a"
local start, rungs, in_a_row = settings.get("start"), settings.get("rungs"), settings.get("in_a_row")
local climbers = {}
local word = "Strike the ball"

for _, player in ipairs(players.list()) do
  climbers[player.index] = { name = player.name, rung = 0, made = 0, putts = 0, done = false }
end

local function climber() return climbers[players.current().index] end
local function distance(c) return start + c.rung end

local function everybody_is_up()
  for _, c in ipairs(climbers) do if not c.done then return false end end
  return true
end

local function next_player()
  if everybody_is_up() then return end
  repeat players.next() until not climber().done
  led.player(players.current().index)
end

function ext.start() led.player(players.current().index) end

function ext.target()
  if climber().done then return nil end
  return { kind = "station", distance_ft = distance(climber()) }
end

local function climb(c)
  c.rung, c.made = c.rung + 1, 0
  if c.rung < rungs then
    word = "Up to " .. distance(c) .. " feet"
    return
  end
  c.done = true
  trend.add("putts", c.putts)
  local best = store.get("best")
  if not best or c.putts < best then store.set("best", c.putts) end
  word = c.name .. " is up after " .. c.putts .. " putts"
  sound.play("done")
end

function ext.putt(p)
  local c = climber()
  if c.done then return end
  c.putts = c.putts + 1
  if p.verdict == "holed" then
    c.made = c.made + 1
    word = c.made .. " of " .. in_a_row
    sound.play("holed")
    if c.made >= in_a_row then climb(c) end
  else
    c.made = 0
    word = string.format("%s by %.1f ft: start again", p.verdict:gsub("^%l", string.upper), p.leave_ft)
    sound.play("miss")
    next_player()
  end
  if c.done then next_player() end
end

local function rung(c, index, x, y)
  local here = c.rung == index and not c.done
  local colour = index < c.rung and GREEN or here and GOLD or "#315043"
  canvas.line(x, y, x + 90, y, { color = colour, width = here and 6 or 4 })
  canvas.text(start + index .. " ft", x + 100, y + 5, { size = 14, color = here and WHITE or MUTED })
end

function ext.draw()
  canvas.clear()
  canvas.text("Ladder", 20, 32, { size = 22 })
  local best = store.get("best")
  if best then canvas.text("best " .. best .. " putts", 460, 32, { size = 15, align = "right", color = MUTED }) end
  local c = climber()
  canvas.line(40, 60, 40, 280, { color = MUTED, width = 3 })
  canvas.line(130, 60, 130, 280, { color = MUTED, width = 3 })
  for index = 0, rungs - 1 do rung(c, index, 40, 270 - index * (200 // math.max(1, rungs - 1))) end
  canvas.text(c.name, 240, 90, { size = 20, color = GOLD })
  canvas.text(c.done and "is up" or distance(c) .. " feet", 240, 140, { size = 40 })
  for i = 1, in_a_row do
    canvas.circle(222 + i * 34, 180, 12, { stroke = GREEN, width = 2, fill = i <= c.made and GREEN or nil })
  end
  canvas.text(c.putts .. " putts so far", 240, 222, { size = 15, color = MUTED })
  canvas.text(word, 240, 256, { size = 15, color = string.find(word, "start again", 1, true) and RED or WHITE })
  canvas.text("Back: menu", 240, 308, { size = 13, color = MUTED, align = "center" })
end
