-- How the game and each round begin and end.
local hologram = require("hologram")

local round = {}

--- In the first round: each player has an archon, or chooses one.
function round.choose_archon(seat)
    if seat.role.is_empty then
        move(seat:choose("archon", archons:pieces()), seat.role)
    end
    local card = seat.role.top
    card.figure = seat.reserve:pieces():where("id", "archon")[1]
    happen("arrive", { card = card, seat = seat }, function() end)
end

--- The start of a round.
function round.dawn()
    if rules.dawn_energy > 0 then
        for _, seat in players do
            put("energy", seat.reserve, rules.dawn_energy)
        end
    end
    if rules.hologram then
        hologram.appear(vars.first)
    end
end

--- What lasted until now is discarded.
local function clear_lasting()
    for _, card in lasting:pieces() do
        if card.kind == "card" then
            card.subject = nil
        end
        move(card, if card.kind == "card" then library_discard else fate_discard)
    end
end

--- The end of a round: the marker of the first player goes to the left.
function round.dusk()
    clear_lasting()
    if rules.hologram then
        hologram.vanish()
    end
    vars.first = vars.first.next
end

return round
