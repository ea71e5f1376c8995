manifest { name = "Canvas", kind = "game" }

function ext.draw()
  local size = canvas.size()
  canvas.clear("#102a20")
  canvas.rect(20, 20, size.w - 40, size.h - 40, { stroke = "#f3c14b", width = 2, radius = 12 })
  canvas.circle(240, 130, 50, { stroke = "#f3f8f5", width = 3 })
  canvas.clip(240, 0, 240, 320)
  canvas.circle(240, 130, 50, { fill = "#f3f8f5" })
  canvas.clip()
  canvas.path("M-30 0 L0 -40 L30 0 Z", { fill = "#e2574c", x = 240, y = 60, scale = 0.8 })
  canvas.line(100, 210, 380, 210, { color = "#6fdc9b", width = 4 })
  local text = "measured"
  canvas.text(text, 240, 260, { size = 36, align = "center" })
  canvas.text(math.floor(canvas.measure(text, 36)) .. " pixels wide", 240, 288, { align = "center", color = "#a9c0b4" })
end
