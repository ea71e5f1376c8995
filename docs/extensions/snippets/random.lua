manifest { name = "Random", kind = "game" }

local order = random.shuffle({ 5, 10, 15, 20 })
local distance_ft = order[1]

function ext.target() return { kind = "station", distance_ft = distance_ft } end

function ext.putt()
  distance_ft = random.pick(order) + random.int(-2, 2)
  if random.float() < 0.1 then distance_ft = 30 end
end

function ext.draw()
  canvas.clear()
  canvas.text("Next: " .. distance_ft .. " ft", 240, 150, { size = 40, align = "center" })
  canvas.text("Order: " .. table.concat(order, ", "), 240, 200, { align = "center", color = "#a9c0b4" })
end
