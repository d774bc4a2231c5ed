-- The automaton of the game for one.
local automaton = {}

--- After places were found for it: only where somebody stands already.
function automaton.never_alone(_, event, piece)
    if event.figure == piece then
        event.places = event.places:having("crew")
    end
end

--- Before a roll on its tile: a bonus for the others.
--- @param add int
function automaton.help(effect, test, piece)
    if test.place == piece.holder then
        test.bonus += effect.add
        log("bonus", piece, effect.add)
    end
end

return automaton
