-- Putts across a slope that grows with each hole. The arrow keys move the aim; the ball follows the path that the device predicts on the
-- slope.

manifest {
  name = "Sidehill",
  kind = "drill",
  about = "Aim above the hole, and let the slope bring the ball back.",
  settings = {
    { key = "feet", label = "Distance", type = "int", min = 6, max = 20, step = 2, default = 10, unit = "ft" },
    { key = "putts", label = "Putts", type = "int", min = 4, max = 20, default = 8 },
  },
  trend = { { key = "holed", label = "Holed", better = "high" } },
}

local GREEN, LINE, CUP, MUTED, GOLD = "#14532f", "#3f9d6c", "#0c1511", "#a9c0b4", "#ffc84a"
local LEFT, MIDDLE, WIDTH = 50, 185, 370
local feet, putts = settings.get("feet"), settings.get("putts")
local scale = WIDTH / feet
local struck, holed, aim_in, ball, since = 0, 0, 0, nil, 0
local word = "← → aim, then strike the ball"

-- 0.5 % to the right, 1 % to the left, 1.5 % to the right …
local function slope()
  local number = math.min(struck + 1, putts)
  return math.min(3, number * 0.5) * (number % 2 == 1 and 1 or -1)
end

function ext.target()
  if struck < putts then return { kind = "hole", distance_ft = feet } end
end

function ext.key(name)
  if ball then return end
  if name == "left" then aim_in = math.max(aim_in - 1, -feet * 3) end
  if name == "right" then aim_in = math.min(aim_in + 1, feet * 3) end
end

function ext.putt(p)
  if ball or struck >= putts then return end
  local aim_deg = math.deg(math.atan(aim_in / 12, feet))
  ball = roll.predict(p.ball_speed_mps, aim_deg + p.start_deg, feet, { side_percent = slope() })
  since, word = 0, ""
end

local function finish()
  local low = ball.y_ft * slope() > 0
  struck = struck + 1
  if ball.verdict == "holed" then
    holed, word = holed + 1, "Holed!"
  else
    word = string.format("%s by %.1f ft, %s side", ball.verdict == "short" and "Short" or "Missed", ball.leave_ft, low and "low" or "high")
  end
  sound.play(ball.verdict == "holed" and "holed" or ball.leave_ft < 2 and "close" or "miss")
  ball, aim_in = nil, 0
  if struck < putts then return end
  trend.add("holed", holed)
  sound.play("done")
end

function ext.update(dt)
  if not ball then return end
  since = since + dt
  if since > ball.path[#ball.path].t_s + 1 then finish() end
end

local function place(x_ft, y_ft) return LEFT + x_ft * scale, MIDDLE + y_ft * scale end

-- Where the ball is now: between two points of its path.
local function now()
  local before = ball.path[1]
  for _, point in ipairs(ball.path) do
    if point.t_s > since then
      local part = (since - before.t_s) / (point.t_s - before.t_s)
      return before.x_ft + part * (point.x_ft - before.x_ft), before.y_ft + part * (point.y_ft - before.y_ft)
    end
    before = point
  end
  return before.x_ft, before.y_ft
end

local function arrows()
  local down = slope() > 0 and 1 or -1
  local size = 6 + 6 * math.abs(slope())
  for x = 90, 420, 66 do
    for y = 110, 260, 75 do
      canvas.path(string.format("M0 %g L0 %g M-5 %g L0 %g L5 %g", -size, size, size - 6, size, size - 6), { x = x, y = y, angle = down == 1 and 0 or 180, stroke = LINE, width = 2 })
    end
  end
end

function ext.draw()
  canvas.clear(GREEN)
  arrows()
  local x, y = place(feet, 0)
  canvas.circle(x, y, 10, { fill = CUP, stroke = "#f3f8f5", width = 2 })
  if ball then
    x, y = place(now())
  else
    local to_x, to_y = place(feet, aim_in / 12)
    canvas.line(LEFT, MIDDLE, to_x, to_y, { color = GOLD, width = 2 })
    x, y = LEFT, MIDDLE
  end
  canvas.circle(x, y, 7, { fill = "#ffffff" })
  canvas.text("Sidehill", 20, 34, { size = 24 })
  canvas.text(string.format("%d of %d", math.min(struck + 1, putts), putts), 460, 34, { size = 20, align = "right" })
  canvas.text(string.format("%g %% to the %s", math.abs(slope()), slope() > 0 and "right" or "left"), 20, 68, { size = 20, color = MUTED })
  canvas.text(aim_in == 0 and "at the hole" or string.format("%d in %s", math.abs(aim_in), aim_in < 0 and "left" or "right"), 460, 68, { size = 20, align = "right", color = GOLD })
  canvas.text(struck < putts and word or holed .. " of " .. putts .. " holed", 240, 300, { size = 20, align = "center" })
end
