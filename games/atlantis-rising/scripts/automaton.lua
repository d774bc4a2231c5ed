-- The automaton of the game for one.
local crews = require("crews")

local automaton = {}

--- After places were found for it: only where somebody stands already.
function automaton.never_alone(_, event, piece)
    if event.figure == piece then
        event.places = event.places:having("crew")
    end
end

--- After somebody left its place: alone it goes home too.
function automaton.never_left(_, _, piece)
    if piece.zone.size == 1 then
        crews.home(piece)
    end
end

--- How many dice of a test others roll.
local function dice_of_others(test, piece)
    local own = if test.crew then test.crew:take(test.dice):has(piece) else false
    return if own then test.dice - 1 else test.dice
end

--- Before a roll on its tile: a bonus for each of the others.
--- @param add int
function automaton.help(effect, test, piece)
    if test.place == piece.holder then
        local add = effect.add * dice_of_others(test, piece)
        test.bonus += add
        log("bonus", piece, add)
    end
end

return automaton
