-- A game drawn only with paths: the ball is a comet that should stop on the glowing orbit. Each orbit is a distance; the closer the
-- comet stops, the more light it earns.

manifest {
  name = "Comet",
  kind = "game",
  about = "Bring your comet to rest on the orbit that glows. Seven comets, and the sky is yours.",
  settings = { { key = "comets", label = "Comets", type = "int", min = 3, max = 15, default = 7 } },
  trend = { { key = "light", label = "Light", better = "high" } },
}

local SKY, STAR, SUN, GLOW, PALE, TAIL = "#0a1020", "#8ea0c8", "#ffc84a", "#7cc8ff", "#4a5a80", "#ff9fc0"
local CENTER_X, CENTER_Y, SCALE = 60, 170, 9.5
local comets = settings.get("comets")
local orbits = { 6, 12, 18, 24, 30, 36 }
local stars, thrown, light, target, comet = {}, 0, 0, 1, nil
local pulse = 0

local function star(size) return string.format("M0 -%g L%g %g L-%g %g Z", size, size * 0.9, size * 0.6, size * 0.9, size * 0.6) end
local function circle(r) return string.format("M-%g 0 A%g %g 0 1 1 %g 0 A%g %g 0 1 1 -%g 0 Z", r, r, r, r, r, r, r) end
local function arc(r)
  local a = 0.62
  local x, y = r * math.cos(a), r * math.sin(a)
  return string.format("M%.1f %.1f A%.1f %.1f 0 0 1 %.1f %.1f", x, -y, r, r, x, y)
end

function ext.start()
  for i = 1, 40 do stars[i] = { x = random.int(0, 479), y = random.int(0, 319), s = 0.6 + random.float() * 1.4 } end
  target = random.int(1, #orbits)
end

function ext.target()
  if thrown < comets then return { kind = "station", distance_ft = orbits[target] } end
end

function ext.putt(p)
  if thrown >= comets then return end
  thrown = thrown + 1
  local off = math.abs(p.distance_ft - orbits[target])
  local gained = math.max(0, math.floor(10 - off * 10 / 3 + 0.5))
  light = light + gained
  comet = { ft = p.distance_ft, deg = p.start_deg, gained = gained }
  sound.play(gained >= 8 and "holed" or gained > 0 and "close" or "miss")
  if thrown == comets then
    trend.add("light", light)
    local best = store.get("best", 0)
    if light > best then store.set("best", light) end
    sound.play("done")
  else
    target = random.int(1, #orbits)
  end
end

function ext.update(dt) pulse = (pulse + dt) % 2 end

local function sky()
  canvas.clear(SKY)
  for _, s in ipairs(stars) do canvas.path(star(1), { fill = STAR, x = s.x, y = s.y, scale = s.s, opa = 150 }) end
  canvas.path(circle(22), { fill = SUN, x = CENTER_X, y = CENTER_Y })
  canvas.path(circle(30), { stroke = SUN, x = CENTER_X, y = CENTER_Y, width = 1, opa = 90 })
end

local function rings()
  for i, ft in ipairs(orbits) do
    local here = i == target and thrown < comets
    local width = here and 3 + 2 * math.abs(1 - pulse) or 1.5
    canvas.path(arc(ft * SCALE + 24), { stroke = here and GLOW or PALE, width = width, x = CENTER_X, y = CENTER_Y })
  end
end

local function tail()
  if not comet then return end
  local r = math.min(400, comet.ft * SCALE + 24)
  canvas.path(string.format("M30 0 Q%.1f -14 %.1f 0 Q%.1f 14 30 0 Z", r * 0.8, r, r * 0.8),
    { fill = TAIL, opa = 110, x = CENTER_X, y = CENTER_Y, angle = comet.deg })
  canvas.path(circle(6), { fill = TAIL, x = CENTER_X + r * math.cos(math.rad(comet.deg)), y = CENTER_Y + r * math.sin(math.rad(comet.deg)) })
end

function ext.draw()
  sky()
  rings()
  tail()
  canvas.text("Comet", 20, 32, { size = 22 })
  canvas.text("light " .. light, 460, 32, { size = 18, align = "right", color = SUN })
  local over = thrown >= comets
  local word = over and "The sky is yours: best " .. store.get("best", 0) or orbits[target] .. " feet, comet " .. thrown + 1 .. " of " .. comets
  canvas.text(word, 230, 32, { size = 15, align = "center" })
  if comet and not over then canvas.text("+" .. comet.gained, 460, 58, { size = 16, align = "right", color = TAIL }) end
end
