-- Shuffleboard: balls score by how far along the table they stop, and must stay on it. A ball that stops beside another pushes it
-- farther.

manifest {
  name = "Shuffle",
  kind = "game",
  about = "Stop your balls far along the table, but on it. Push the others over the edge.",
  players = { 1, 4 },
  settings = { { key = "balls", label = "Balls each", type = "int", min = 2, max = 8, default = 4 } },
  trend = { { key = "points", label = "Points", better = "high" } },
}

-- Start of each zone in feet, and its points. The last zone ends at EDGE_FT.
local ZONES = { { 8, 1 }, { 14, 2 }, { 17, 3 }, { 19, 5 } }
local EDGE_FT, SIDE_FT, BALL_FT, PUSH_FT = 20, 1.8, 0.7, 1.5
local WHITE, MUTED, INK = "#f3f8f5", "#a9c0b4", "#0c1511"
local WOOD = { "#5a4630", "#6b5439", "#7d6343", "#94764f" }
local COLORS = { "#ffc84a", "#7cc8ff", "#ff9fc0", "#b7f07a" }
local LEFT, RIGHT, TOP, BOTTOM = 20, 460, 74, 210
local each = settings.get("balls")
local on_table, played, word = {}, 0, "Strike the ball"

local function count() return #players.list() end
local function over() return played >= each * count() end
local function across(ft) return LEFT + ft / EDGE_FT * (RIGHT - LEFT) end
local function down(ft) return (TOP + BOTTOM) / 2 + ft / SIDE_FT * (BOTTOM - TOP) / 2 end
local function is_on(ball) return ball.x <= EDGE_FT and math.abs(ball.y) <= SIDE_FT end

local function worth(ball)
  local points = 0
  for _, zone in ipairs(ZONES) do if ball.x >= zone[1] then points = zone[2] end end
  return points
end

local function points(i)
  local sum = 0
  for _, ball in ipairs(on_table) do if ball.player == i then sum = sum + worth(ball) end end
  return sum
end

function ext.start() led.player(players.current().index) end

-- A station without a distance: no hole stops the ball.
function ext.target() return { kind = "station" } end

local function push(ball)
  local pushed = 0
  for _, other in ipairs(on_table) do
    local dx, dy = other.x - ball.x, other.y - ball.y
    local apart = math.sqrt(dx * dx + dy * dy)
    if apart < BALL_FT then
      local nx, ny = apart > 0 and dx / apart or 1, apart > 0 and dy / apart or 0
      other.x, other.y, pushed = other.x + nx * PUSH_FT, other.y + ny * PUSH_FT, pushed + 1
    end
  end
  return pushed
end

local function clear_fallen()
  local kept = {}
  for _, ball in ipairs(on_table) do if is_on(ball) then kept[#kept + 1] = ball end end
  on_table = kept
end

local function finish()
  local best = 1
  for i = 2, count() do if points(i) > points(best) then best = i end end
  trend.add("points", points(best))
  word = count() > 1 and players.list()[best].name .. " has the most" or points(1) .. " points"
  sound.play("done")
end

function ext.putt(p)
  if over() then return end
  local ball = { player = players.current().index, x = p.x_ft, y = p.y_ft }
  played = played + 1
  if is_on(ball) then
    local pushed = push(ball)
    on_table[#on_table + 1] = ball
    word = pushed > 0 and "Pushed " .. pushed or worth(ball) > 0 and "Lies in the " .. worth(ball) or "Lies short of the zones"
    sound.play(worth(ball) > 0 and "close" or "miss")
  else
    word = ball.x > EDGE_FT and "Over the edge" or "Off the side"
    sound.play("miss")
  end
  clear_fallen()
  if over() then return finish() end
  players.next()
  led.player(players.current().index)
end

local function wood()
  canvas.rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, { fill = "#4a3a28" })
  for i, zone in ipairs(ZONES) do
    local x = across(zone[1])
    local stop = ZONES[i + 1] and across(ZONES[i + 1][1]) or RIGHT
    canvas.rect(x, TOP, stop - x, BOTTOM - TOP, { fill = WOOD[i] })
    canvas.line(x, TOP, x, BOTTOM, { color = INK, width = 1 })
    canvas.text(zone[2], (x + stop) / 2, TOP + 26, { size = 20, align = "center", color = WHITE })
    canvas.text(zone[1], x, BOTTOM + 18, { size = 12, align = "center", color = MUTED })
  end
  canvas.text(EDGE_FT, RIGHT, BOTTOM + 18, { size = 12, align = "center", color = MUTED })
  canvas.text("feet", LEFT, BOTTOM + 18, { size = 12, color = MUTED })
end

local function scores()
  local wide = 440 / count()
  for i, player in ipairs(players.list()) do
    local x = LEFT + (i - 1) * wide
    local here = i == players.current().index and not over()
    canvas.circle(x + 10, 268, 7, { fill = COLORS[i], stroke = here and WHITE or nil, width = 2 })
    canvas.clip(x, 250, wide - 8, 40)
    canvas.text(player.name .. "  " .. points(i), x + 24, 274, { size = 15, color = here and WHITE or MUTED })
    canvas.clip()
  end
end

function ext.draw()
  canvas.clear()
  canvas.text("Shuffle", 20, 32, { size = 22 })
  canvas.text(over() and "The end" or "ball " .. played // count() + 1 .. " of " .. each, 460, 32, { size = 15, align = "right", color = MUTED })
  canvas.text(word, 240, 60, { size = 16, align = "center" })
  wood()
  for _, ball in ipairs(on_table) do
    canvas.circle(across(ball.x), down(ball.y), 9, { fill = COLORS[ball.player], stroke = INK, width = 2 })
  end
  scores()
  canvas.text("Back: menu", 240, 311, { size = 13, align = "center", color = MUTED })
end
