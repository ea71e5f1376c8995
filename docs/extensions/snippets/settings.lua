manifest {
  name = "Settings", kind = "drill",
  settings = {
    { key = "feet", label = "Distance", type = "int", min = 3, max = 30, default = 10, unit = "ft" },
    { key = "aim", label = "Aim", type = "enum", options = { "hole", "station" }, default = "hole" },
    { key = "loud", label = "Sounds", type = "bool", default = true },
  },
}

function ext.target() return { kind = settings.get("aim"), distance_ft = settings.get("feet") } end

function ext.putt(p)
  if settings.get("loud") then sound.play(p.verdict == "holed" and "holed" or "miss") end
end

function ext.draw()
  canvas.clear()
  local y = 60
  for key, value in pairs(settings.all()) do
    canvas.text(key .. ": " .. tostring(value), 40, y, { size = 24 })
    y = y + 40
  end
end
