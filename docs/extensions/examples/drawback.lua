-- One putt scores 3, two score 1, more score -1. A missed ball moves back by the length of a putter, so that second putts are never
-- tap-ins. Based on the drawback game that golf coaches teach.

manifest {
  name = "Drawback",
  kind = "drill",
  about = "3 for one putt, 1 for two, -1 for more. A miss is drawn back a putter's length.",
  players = { 1, 4 },
  settings = {
    { key = "holes", label = "Holes", type = "int", min = 3, max = 18, step = 3, default = 9 },
    { key = "longest", label = "Longest", type = "int", min = 10, max = 50, step = 5, default = 25, unit = "ft" },
  },
  trend = { { key = "points", label = "Points", better = "high" } },
}

local PUTTER_FT, SHORTEST_FT, PUTTS_MAX = 35 / 12, 6, 5
local WHITE, MUTED, GOLD, GREEN, RED, BOX = "#f3f8f5", "#a9c0b4", "#ffc84a", "#6fdc9b", "#ff8a7a", "#315043"
local holes, longest = settings.get("holes"), settings.get("longest")
local cards, hole, way, word = {}, 1, {}, "Strike the ball"
local starts = {}

for _, player in ipairs(players.list()) do cards[player.index] = {} end

local function index() return players.current().index end
local function over() return #cards[#cards] >= holes end
local function total(card)
  local sum = 0
  for _, points in ipairs(card) do sum = sum + points end
  return sum
end

-- Every player starts the hole from the same distance.
local function tee_up()
  starts[hole] = starts[hole] or random.int(SHORTEST_FT, longest)
  way = { starts[hole] }
  led.player(index())
end

function ext.start() tee_up() end

function ext.target()
  if not over() then return { kind = "station", distance_ft = way[#way] } end
end

local function finish()
  local best = 1
  for i, card in ipairs(cards) do if total(card) > total(cards[best]) then best = i end end
  trend.add("points", total(cards[best]))
  sound.play("done")
end

local function close_hole(points)
  local card = cards[index()]
  card[#card + 1] = points
  players.next()
  if over() then return finish() end
  if index() == 1 then hole = hole + 1 end
  tee_up()
end

function ext.putt(p)
  if over() then return end
  if p.verdict == "holed" then
    local points = #way == 1 and 3 or #way == 2 and 1 or -1
    word = "Holed in " .. #way
    sound.play("holed")
    return close_hole(points)
  end
  sound.play("miss")
  if #way >= PUTTS_MAX then
    word = "Picked up after " .. PUTTS_MAX
    return close_hole(-1)
  end
  way[#way + 1] = p.leave_ft + PUTTER_FT
  word = string.format("Left %.1f feet, drawn back to %.1f", p.leave_ft, way[#way])
end

local function color_of(points) return points == 3 and GREEN or points == 1 and GOLD or RED end

local function card_row(card, y)
  local wide = 400 / holes
  for i = 1, holes do
    local points = card[i]
    canvas.rect(60 + (i - 1) * wide, y, wide - 3, 22, { radius = 4, fill = points and BOX or nil, stroke = BOX })
    if points then canvas.text(points, 60 + (i - 0.5) * wide - 1, y + 16, { size = 13, align = "center", color = color_of(points) }) end
  end
  canvas.text(total(card), 36, y + 17, { size = 16, align = "center" })
end

function ext.draw()
  canvas.clear()
  canvas.text("Drawback", 20, 32, { size = 22 })
  canvas.text(over() and "all holes" or "hole " .. hole .. " of " .. holes, 460, 32, { size = 15, align = "right", color = MUTED })
  local color = players.list()[2] and GOLD or MUTED
  canvas.text(over() and "The end" or players.current().name, 240, 68, { size = 17, align = "center", color = color })
  local feet = over() and "" or string.format("%g feet", math.floor(way[#way] * 10 + 0.5) / 10)
  canvas.text(feet, 240, 122, { size = 46, align = "center" })
  canvas.text(word, 240, 156, { size = 16, align = "center", color = WHITE })
  for i, card in ipairs(cards) do card_row(card, 176 + (i - 1) * 28) end
  canvas.text("Back: menu", 240, 311, { size = 13, align = "center", color = MUTED })
end
