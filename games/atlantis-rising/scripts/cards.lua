-- What library cards do when they are played. Those that last work by their hooks until the end of the round.
local actions = require("actions")
local crews = require("crews")
local energy = require("energy")
local fates = require("fates")
local modules = require("modules")

local cards = {}

--- The card works until the end of the round, by its hook.
function cards.last(_, _, card)
    move(card, lasting)
end

--- Ancient Atlas: a peninsula whose tiles have targets.
function cards.atlas(_, seat, card)
    card.subject = seat:choose("atlas", pieces.peninsula:where("tested", true))
    log("lowers", card, card.subject)
    move(card, lasting)
end

--- Ancient Atlas. Before a roll there: the target is lower.
--- @param lower int
function cards.lower_target(effect, test, card)
    if test.place.peninsula == card.subject then
        test.target -= effect.lower
        log("target", card, test.target)
    end
end

--- The archons who may still act this round.
local function archons()
    local ready = pieces.atlantean:lying("crew")
    if vars.phase == "place" then
        ready = ready:with(pieces.atlantean:lying("reserve"))
    end
    return ready:where("acted", false):filter(crews.is_archon)
end

--- A player's own archons who may still act.
local function own_archons(seat)
    return archons():where("colour", seat)
end

--- Other players' archons who may still act; who is alone takes his own.
local function other_archons(seat)
    return archons():filter(function(figure)
        return figure.colour ~= seat or #players == 1
    end)
end

--- Usable: an archon of one's own may still act.
function cards.own_archon(_, seat)
    return #own_archons(seat) > 0
end

--- Usable: another player's archon may still act.
function cards.other_archon(_, seat)
    return #other_archons(seat) > 0
end

--- An archon will act twice.
local function double(card, figure)
    card.subject = figure
    log("doubled", card, figure, figure.colour)
    move(card, lasting)
end

--- Code of Mastery: one's own archon will act twice.
function cards.double_own(_, seat, card)
    double(card, seat:choose("double", own_archons(seat)))
end

--- Secret of Zeal: another player's archon will act twice.
function cards.double_other(_, seat, card)
    double(card, seat:choose("double", other_archons(seat)))
end

--- After the archon's action: the same again, on a double space for the other one too.
function cards.act_again(_, act, card)
    if not act.again and actions.takes_part(act, card.subject) then
        log("again", card, act.figure)
        move(card, library_discard)
        actions.again(act)
    end
end

--- Usable: a tile can sink; nothing saves the centre.
function cards.dry_land()
    return #pieces.tile:lying("coast") > 0
end

--- Hymn of Stillness. Instead of the next tile going down: nothing.
function cards.still(_, event, card)
    log("stilled", card, event.peninsula)
    move(card, library_discard)
    return true
end

--- Look at the next fate cards; some may go under the deck.
--- @param look int
--- @param under int
function cards.look_ahead(effect, seat)
    fates.look(seat, effect.look)
    for _, card in seat:choose_some("under", seat.desk:pieces("fate"), 0, effect.under) do
        fates.put_under(card)
    end
    fates.put_back(seat)
end

--- Usable: a helper waits in the Agora.
function cards.helper_waits()
    return #agora:pieces():where("id", "helper") > 0
end

--- Recruit helpers.
--- @param helpers int
function cards.call(effect, seat)
    crews.recruit_helpers(seat, effect.helpers)
end

--- Usable: the player has a resource.
function cards.has_resource(_, seat)
    return #seat.reserve:tokens():except("energy") > 0
end

--- Change resources of one kind into another.
--- @param most int
--- @param kinds [token]
function cards.convert(effect, seat)
    modules.convert(effect, { seat = seat })
end

--- Arcane energy.
--- @param energy int
function cards.charge(effect, seat)
    put("energy", seat.reserve, effect.energy)
end

--- Mason's Plan. Before builders pay: so many units less.
--- @param units int
function cards.cheaper(effect, event, card)
    event.units += effect.units
    log("cheaper", card, event.units)
end

--- Usable: a tile has sunk.
function cards.sunken()
    return #pieces.tile:lying("sea") > 0
end

--- A sunk tile rises.
--- @param tiles int
function cards.lift(effect, seat)
    for _ = 1, effect.tiles do
        energy.raise(seat)
    end
end

--- Usable: a barrier can be raised.
function cards.unprotected()
    return #energy.unprotected() > 0
end

--- A barrier.
--- @param barriers int
function cards.shield(effect, seat)
    for _ = 1, effect.barriers do
        energy.shield(seat)
    end
end

return cards
