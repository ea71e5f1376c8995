manifest { name = "Log", kind = "drill" }

function ext.putt(p)
  log.info(string.format("%.2f m/s, face %.1f degrees", p.ball_speed_mps, p.face_angle_deg))
  if math.abs(p.face_angle_deg) > 2 then log.warn("The face was far from square.") end
end

function ext.draw()
  canvas.clear()
  canvas.text("Each putt writes to the log", 240, 160, { size = 28, align = "center" })
end
