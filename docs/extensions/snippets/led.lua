manifest { name = "LEDs", kind = "drill" }

function ext.start()
  led.player(1)
  led.set(2, "#3355ff")
end

function ext.target() return { kind = "hole", distance_ft = 8 } end

function ext.putt(p)
  for i = 1, 4 do led.flash(i, p.verdict == "holed" and "#6fdc9b" or "#ff8a7a", 800) end
end

function ext.draw()
  canvas.clear()
  canvas.text("Hole a putt of 8 feet", 240, 160, { size = 28, align = "center" })
end
