manifest { name = "Players", kind = "game", players = { 1, 4 } }

function ext.putt() players.next() end

function ext.key(name)
  if name == "up" then players.set(1) end
end

function ext.draw()
  canvas.clear()
  for _, player in ipairs(players.list()) do
    local on_turn = player.index == players.current().index
    local color = on_turn and "#f3c14b" or "#a9c0b4"
    canvas.text((on_turn and "to putt: " or "") .. player.name, 40, 60 * player.index, { size = 28, color = color })
  end
end
