local play = {}

--- Roll until you hold and keep the sum, or until a 1 takes it all.
function play.turn(player)
    repeat
        local face = roll(tray.top)
        if face == rules.bust then
            return
        end
        vars.sum += face
    until player.points + vars.sum >= rules.goal or not player:confirm("again")
    player.points += vars.sum
    if player.points >= rules.goal then
        finish(player)
    end
end

return play
