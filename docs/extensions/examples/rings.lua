-- Darts with a putter: players count down to zero. The closer a ball stops to the hole, the more it subtracts; the last
-- putt must reach exactly zero.

manifest {
  name = "Rings",
  kind = "game",
  about = "Count down to exactly zero. The closer to the hole, the more points.",
  players = { 1, 4 },
  settings = {
    { key = "from", label = "Count from", type = "enum", options = { "31", "51", "101" }, default = "51" },
    { key = "feet", label = "Distance", type = "int", min = 6, max = 40, step = 2, default = 12, unit = "ft" },
  },
  trend = { { key = "putts", label = "Putts", better = "low" } },
}

local RINGS = { { 1, 10 }, { 2, 7 }, { 3, 5 }, { 4, 3 }, { 6, 1 } }
local HOLED = 20
local FILLS = { "#6fdc9b", "#3f9d6c", "#2f7552", "#26553f", "#1c3a2d" }
local WHITE, MUTED, GOLD, INK = "#f3f8f5", "#a9c0b4", "#ffc84a", "#0c1511"
local COLORS = { "#ffc84a", "#7cc8ff", "#ff9fc0", "#d9a6ff" }
local X, Y, SCALE = 150, 172, 19
local feet, from = settings.get("feet"), tonumber(settings.get("from"))
local left, putts, marks = {}, {}, {}
local winner, word = nil, "Strike the ball"

for _, player in ipairs(players.list()) do left[player.index], putts[player.index] = from, 0 end

local function index() return players.current().index end

function ext.start() led.player(index()) end

function ext.target()
  if not winner then return { kind = "station", distance_ft = feet } end
end

local function worth(p)
  if p.verdict == "holed" then return HOLED end
  for _, ring in ipairs(RINGS) do if p.leave_ft <= ring[1] then return ring[2] end end
  return 0
end

local function take_off(i, points)
  if points > left[i] then
    word = points .. " is more than the " .. left[i] .. " that are left"
    return sound.play("miss")
  end
  left[i] = left[i] - points
  word = points == 0 and "Outside of the rings" or points .. " off"
  sound.play(points == HOLED and "holed" or points > 0 and "close" or "miss")
  if left[i] > 0 then return end
  winner = players.current().name
  word = putts[i] .. " putts"
  trend.add("putts", putts[i])
  sound.play("done")
end

function ext.putt(p)
  if winner then return end
  local i = index()
  putts[i] = putts[i] + 1
  marks[i] = { x = p.x_ft - feet, y = p.y_ft }
  take_off(i, worth(p))
  if winner then return end
  players.next()
  led.player(index())
end

local function target()
  for i = #RINGS, 1, -1 do
    local radius = RINGS[i][1] * SCALE
    canvas.circle(X, Y, radius, { fill = FILLS[i], stroke = INK, width = 1 })
    if i > 1 then canvas.text(RINGS[i][2], X, Y - radius + 15, { size = 12, align = "center", color = WHITE }) end
  end
  canvas.circle(X, Y, 6, { fill = INK })
end

-- The player putts from the bottom of the screen.
local function mark(i)
  local m = marks[i]
  if not m then return end
  canvas.circle(X + m.y * SCALE, Y - m.x * SCALE, 6, { fill = COLORS[i], stroke = INK, width = 1.5 })
end

local function scores()
  for i, player in ipairs(players.list()) do
    local y = 74 + (i - 1) * 42
    if i == index() and not winner then canvas.rect(290, y - 26, 172, 36, { radius = 8, stroke = GOLD, width = 2 }) end
    canvas.circle(308, y - 8, 6, { fill = COLORS[i] })
    canvas.clip(322, y - 26, 90, 36)
    canvas.text(player.name, 322, y - 2, { size = 17 })
    canvas.clip()
    canvas.text(left[i], 450, y, { size = 24, align = "right" })
  end
end

function ext.draw()
  canvas.clear()
  canvas.clip(14, 48, 270, 248)
  target()
  for i = 1, #left do mark(i) end
  canvas.clip()
  canvas.text("Rings", 20, 32, { size = 22 })
  canvas.text(feet .. " feet", 460, 32, { size = 15, align = "right", color = MUTED })
  scores()
  canvas.text(winner and winner .. " is out" or "", 376, 252, { size = 20, align = "center", color = GOLD })
  canvas.text(word, 376, 278, { size = 14, align = "center" })
  canvas.text("Back: menu", 240, 314, { size = 13, align = "center", color = MUTED })
end
