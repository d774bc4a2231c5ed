local play = {}

--- Put a mark on an empty space. Three in a row win.
function play.turn(player)
    local space = player:choose("space", board:empty())
    draw(player.marks, space)
    if board:line(space, rules.line) then
        finish(player)
    end
end

return play
