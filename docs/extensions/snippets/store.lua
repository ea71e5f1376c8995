manifest { name = "Store", kind = "drill", about = "Counts your putts, also over a restart." }

function ext.putt() store.set("putts", store.get("putts", 0) + 1) end

function ext.key(name)
  if name == "ok" then store.clear() end
end

function ext.draw()
  canvas.clear()
  canvas.text(store.get("putts", 0) .. " putts", 240, 160, { size = 48, align = "center" })
  canvas.text("OK: start again", 240, 220, { align = "center", color = "#a9c0b4" })
end
