-- Score nine points in as few putts as possible: 2 for a holed putt, 1 if the ball stops at most three feet past the hole,
-- 0 if it stops farther past, -1 if short. Based on the nine-point lag game that golf coaches teach.

manifest {
  name = "Nine",
  kind = "drill",
  about = "Score nine points in as few putts as possible. A short putt costs a point.",
  settings = {
    { key = "shortest", label = "Shortest", type = "int", min = 10, max = 40, step = 5, default = 20, unit = "ft" },
    { key = "longest", label = "Longest", type = "int", min = 15, max = 60, step = 5, default = 40, unit = "ft" },
  },
  trend = { { key = "putts", label = "Putts", better = "low" } },
}

local WANTED, BOX_FT = 9, 3
local WHITE, MUTED, GOLD, GREEN, RED = "#f3f8f5", "#a9c0b4", "#ffc84a", "#6fdc9b", "#ff8a7a"
local shortest, longest = settings.get("shortest"), settings.get("longest")
local points, putts, distance, last = {}, {}, 0, nil

for _, player in ipairs(players.list()) do points[player.index], putts[player.index] = 0, 0 end

local function index() return players.current().index end
local function done(i) return points[i] >= WANTED end
local function draw_distance() distance = random.int(math.min(shortest, longest), math.max(shortest, longest)) end

function ext.start() draw_distance() end

function ext.target()
  if not done(index()) then return { kind = "station", distance_ft = distance } end
end

local function worth(p)
  if p.verdict == "holed" then return 2, "Holed", GREEN end
  if p.x_ft < distance then return -1, string.format("Short by %.1f feet", p.leave_ft), RED end
  if p.leave_ft <= BOX_FT then return 1, string.format("In the box, %.1f feet past", p.leave_ft), GREEN end
  return 0, string.format("Long by %.1f feet", p.leave_ft), WHITE
end

local function next_player()
  for _ = 1, #points do
    players.next()
    if not done(index()) then return end
  end
end

function ext.putt(p)
  local i = index()
  if done(i) then return end
  local gained, text, color = worth(p)
  points[i], putts[i] = math.max(0, points[i] + gained), putts[i] + 1
  last = { text = text, color = color, gained = gained }
  sound.play(gained == 2 and "holed" or gained == 1 and "close" or "miss")
  if done(i) then
    trend.add("putts", putts[i])
    sound.play("done")
  end
  draw_distance()
  next_player()
end

local function meter(x, y, filled)
  for i = 1, WANTED do
    canvas.rect(x + (i - 1) * 30, y, 24, 24, { radius = 6, stroke = GOLD, width = 1.5, fill = i <= filled and GOLD or nil })
  end
end

function ext.draw()
  local i = index()
  canvas.clear()
  canvas.text("Nine", 20, 32, { size = 22 })
  canvas.text(putts[i] .. " putts", 460, 32, { size = 15, align = "right", color = MUTED })
  canvas.text(players.current().name, 240, 76, { size = 18, align = "center", color = GOLD })
  canvas.text(done(i) and "Nine points" or distance .. " feet", 240, 138, { size = 52, align = "center" })
  meter(108, 164, points[i])
  if last then
    local sign = last.gained > 0 and "+" or ""
    canvas.text(last.text .. " (" .. sign .. last.gained .. ")", 240, 228, { size = 18, align = "center", color = last.color })
  end
  local others = {}
  for k, player in ipairs(players.list()) do others[k] = player.name .. " " .. points[k] end
  if #others > 1 then canvas.text(table.concat(others, "   "), 240, 266, { size = 14, align = "center", color = MUTED }) end
  canvas.text("Back: menu", 240, 308, { size = 13, align = "center", color = MUTED })
end
