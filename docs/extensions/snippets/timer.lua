manifest { name = "Timer", kind = "drill", about = "Putt before the time is up." }

local left, id = 10, nil

function ext.start()
  id = timer.every(1000, function()
    left = left - 1
    if left == 0 then timer.cancel(id) end
  end)
  timer.after(500, function() sound.play("click") end)
end

function ext.putt()
  if left > 0 then left = left + 5 end
end

function ext.draw()
  canvas.clear()
  canvas.text(left > 0 and left .. " s" or "Time is up", 240, 170, { size = 56, align = "center" })
end
