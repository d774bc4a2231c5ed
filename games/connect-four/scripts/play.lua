local play = {}

--- Drop a disc into a column that is not full. Four in a row win; a full board is a draw.
function play.turn(player)
    local space = player:choose("column", board:open_columns())
    draw(player.discs, space)
    if board:line(space, rules.line) then
        finish(player)
    end
end

return play
