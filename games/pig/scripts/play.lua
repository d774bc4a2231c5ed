local play = {}

--- Roll until you hold and keep the sum, or until a 1 takes it all.
function play.turn(player)
    local sum = 0
    repeat
        local face = roll(tray.top)
        if face == rules.bust then
            return
        end
        sum += face
    until player.points + sum >= rules.goal or not player:confirm("again")
    player.points += sum
    if player.points >= rules.goal then
        finish(player)
    end
end

return play
