// Template of a first drill or game that an author can play immediately and edit.

/** Returns the script of the template. `title`: without quotes and line breaks. */
export const firstText = (kind: 'drill' | 'game', title: string): string => `-- ${title}: describe it here in one line.

manifest {
  name = "${title}",
  kind = "${kind}",
  about = "Hole as many as you can.",
  settings = { { key = "feet", label = "Distance", type = "int", min = 3, max = 30, default = 6, unit = "ft" } },
}

local feet = settings.get("feet")
local putts, holed = 0, 0

-- Called before each putt: returns the target.
function ext.target()
  return { kind = "hole", distance_ft = feet }
end

-- Called for each putt, with its result.
function ext.putt(p)
  putts = putts + 1
  if p.verdict == "holed" then
    holed = holed + 1
    sound.play("holed")
  end
end

-- Draws the picture, 480 by 320 pixels.
function ext.draw()
  canvas.clear()
  canvas.text("${title}", 20, 32, { size = 22 })
  canvas.text(holed .. " of " .. putts, 240, 150, { size = 48, align = "center" })
  canvas.text(feet .. " feet", 240, 200, { size = 18, align = "center", color = "#a9c0b4" })
end
`;
