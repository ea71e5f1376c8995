manifest {
  name = "Trend", kind = "drill", about = "Your face angles, as a trend.",
  trend = { { key = "face", label = "Face angle", unit = "°", better = "low" } },
}

function ext.putt(p) trend.add("face", math.abs(p.face_angle_deg)) end

function ext.draw()
  canvas.clear()
  for i, degrees in ipairs(trend.last("face", 8)) do
    canvas.rect(40 * i, 280 - 60 * degrees, 30, 60 * degrees, { fill = "#6fdc9b" })
    canvas.text(string.format("%.1f", degrees), 40 * i, 300, { size = 14 })
  end
end
