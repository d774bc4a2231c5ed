-- Artifacts work for their owner, by their hooks, while they lie before him.
local archons = require("archons")
local crews = require("crews")

local artifacts = {}

--- Whether the owner of a card has a part in a test.
local function tests(test, seat)
    return test.seat == seat or (test.payers ~= nil and test.payers:has(seat))
end

--- Before a roll with so many dice: a bonus.
--- @param dice int
--- @param add int
function artifacts.steady(effect, test, card)
    if test.dice == effect.dice and tests(test, card.owner) then
        test.bonus += effect.add
        log("bonus", card, effect.add)
    end
end

--- Before a gain by a roll of this face: more of it.
--- @param face int
--- @param more int
function artifacts.plenty(effect, event, card)
    if event.seat == card.owner and event.test and event.test.faces[1] == effect.face then
        event.amount += effect.more
        log("more", card, effect.more)
    end
end

--- After one's Atlantean was washed away: arcane energy.
--- @param energy int
function artifacts.mirror(effect, event, card)
    if event.seat == card.owner then
        put("energy", card.owner.reserve, effect.energy)
        log("more", card, effect.energy)
    end
end

--- After places were found for one's archon: sunken tiles too.
function artifacts.compass(_, event, card)
    if crews.is_archon(event.figure) and event.seat == card.owner then
        archons.add_sunken(event)
    end
end

--- Before a gain on a peninsula: more of it.
--- @param at peninsula
--- @param more int
function artifacts.more_from(effect, event, card)
    if event.seat == card.owner and event.place.kind == "tile" and event.place.peninsula == effect.at then
        event.amount += effect.more
        log("more", card, effect.more)
    end
end

--- Before one's archon gains energy: more of it.
--- @param more int
function artifacts.lens(effect, event, card)
    if event.token == "energy" and crews.is_archon(event.figure) and event.seat == card.owner then
        event.amount += effect.more
        log("more", card, effect.more)
    end
end

--- Whether the owner pays energy for a card, once a round.
local function pays(card, price)
    local seat = card.owner
    if card.used or seat.reserve:count("energy") < price or not seat:confirm("use_artifact", card, price) then
        return false
    end
    card.used = true
    take("energy", seat.reserve, price)
    log("uses", seat, card)
    return true
end

--- Instead of a tile going down, for energy: nothing.
--- @param price int
function artifacts.trident(effect, _, card)
    return pays(card, effect.price)
end

--- Instead of a card of a group that one has drawn, for energy: nothing.
--- @param group text
--- @param price int
function artifacts.amulet(effect, event, card)
    return event.card.group == effect.group and event.seat == card.owner and pays(card, effect.price)
end

--- Before studying: all cards that are drawn are kept.
function artifacts.codex(_, event, card)
    if event.seat == card.owner then
        event.keep = event.draw
        log("keeps_all", card)
    end
end

--- Before builders pay: one of them with this pays less.
--- @param units int
function artifacts.square(effect, event, card)
    if event.builders:has(card.owner) then
        event.units += effect.units
        log("cheaper", card, event.units)
    end
end

return artifacts
