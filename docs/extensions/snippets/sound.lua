manifest { name = "Sound", kind = "game" }

local NAMES = { "click", "strike", "holed", "close", "miss", "done" }
local at = 1

function ext.key(name)
  if name == "up" then at = math.max(1, at - 1) end
  if name == "down" then at = math.min(#NAMES, at + 1) end
  if name == "ok" then sound.play(NAMES[at], 80) end
end

function ext.draw()
  canvas.clear()
  for i, name in ipairs(NAMES) do
    canvas.text((i == at and "> " or "") .. name, 160, 40 * i + 20, { size = 24 })
  end
end
