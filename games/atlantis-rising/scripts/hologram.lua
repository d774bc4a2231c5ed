-- The hologram: each round the first player has it as a second archon, with an ability of an archon that nobody has.
local hologram = {}

--- The start of a round: draw archons, one ability is chosen.
function hologram.appear(seat)
    draw(visions, seat.desk, rules.visions)
    local card = seat:choose("vision", seat.desk:pieces("archon"))
    local figure = pieces.atlantean:where("id", "hologram")[1]
    figure.colour = seat
    move(figure, seat.reserve)
    card.figure = figure
    move(card, seat.role)
    log("vision", seat, card)
    for _, other in seat.desk:pieces("archon") do
        move(other, archons)
    end
    happen("arrive", { card = card, seat = seat }, function() end)
end

--- The end of a round: the ability goes, and the hologram with it.
function hologram.vanish()
    local figure = pieces.atlantean:where("id", "hologram")[1]
    for _, card in pieces.archon:lying("role"):where("figure", figure) do
        happen("depart", { card = card }, function() end)
        card.figure = nil
        move(card, archons)
    end
    figure.colour = nil
    move(figure, tray)
end

return hologram
