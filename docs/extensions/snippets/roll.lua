manifest { name = "Roll", kind = "drill", about = "Where a ball of this speed stops." }

local DISTANCE_FT = 15

function ext.target() return { kind = "hole", distance_ft = DISTANCE_FT } end

function ext.draw()
  local speed = roll.speed_for(DISTANCE_FT)
  local level = roll.predict(speed, 0, DISTANCE_FT)
  local sloped = roll.predict(speed, 0, DISTANCE_FT, { side_percent = 2 })
  canvas.clear()
  canvas.text(string.format("%.2f m/s rolls %d ft at stimp %.0f", speed, DISTANCE_FT, roll.stimp()), 20, 60)
  canvas.text("Level: " .. level.verdict, 20, 110)
  canvas.text(string.format("Across 2 %%: %.1f ft to the right", sloped.y_ft), 20, 140)
  for _, point in ipairs(sloped.path) do
    canvas.circle(20 + point.x_ft * 25, 220 + point.y_ft * 25, 3, { fill = "#f3c14b" })
  end
end
