manifest { name = "Shot", kind = "drill", about = "Forwards each putt as one at a station." }

local putts = 0

function ext.putt()
  putts = putts + 1
  shot.send("station", 12)
end

function ext.draw()
  canvas.clear()
  canvas.text(putts .. " sent", 240, 160, { size = 48, align = "center" })
end
