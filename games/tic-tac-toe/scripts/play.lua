local play = {}

--- Put a mark on an empty space. Three in a row win; a full board is a draw.
function play.turn(player)
    local space = player:choose("space", board:empty())
    move(player.marks.top, space)
    if board:line(space, rules.line) then
        finish(player)
    elseif board.size == 9 then
        finish({})
    end
end

return play
