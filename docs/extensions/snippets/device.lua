manifest { name = "Device", kind = "game" }

function ext.update() end

function ext.draw()
  canvas.clear()
  canvas.text(device.name() .. ", version " .. device.api() .. " of the runtime", 40, 80)
  canvas.text("Shows " .. (device.units() == "metric" and "metres" or "feet"), 40, 120)
  canvas.text(string.format("%.1f s since the start", device.now_ms() / 1000), 40, 160)
end
