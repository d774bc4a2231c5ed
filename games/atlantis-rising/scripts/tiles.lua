-- What Atlanteans do on the tiles. An `act` has the `seat`, the `figure`, the `place`, and the `crew` of a double space.
local anger = require("anger")
local crews = require("crews")
local gains = require("gains")
local library = require("library")
local rolling = require("rolling")

local tiles = {}

--- Arcane energy from the Source.
--- @param energy int
function tiles.source(effect, act)
    gains.gain(act, "energy", effect.energy)
end

--- A wild tile: a roll of at least the target gives a resource.
--- @param token token
--- @param target int
function tiles.wild(effect, act)
    local test = {
        seat = act.seat, figure = act.figure, place = act.place,
        target = effect.target, dice = rules.wild_dice, bonus = 0,
    }
    if rolling.test(test) then
        gains.gain(act, effect.token, rules.yield, test)
    end
end

--- A city: two Atlanteans roll for a new follower of one of them; the wrath of the gods helps.
--- @param target int
function tiles.city(effect, act)
    if not crews.manned(act) then
        return
    end
    local seats_here = crews.seats(act.crew)
    local test = {
        seat = act.seat, figure = act.figure, place = act.place, crew = act.crew, payers = seats_here,
        target = effect.target, dice = rules.city_dice, bonus = anger.value(),
    }
    if rolling.test(test) then
        crews.recruit_follower(seats_here)
    end
end

--- A library: draw cards, keep some.
--- @param draw int
--- @param keep int
--- @param rest text
function tiles.library(effect, act)
    library.study(act.seat, effect.draw, effect.keep, effect.rest)
end

--- A forge: ore becomes atlantium.
--- @param atlantium int
function tiles.forge(effect, act)
    if act.seat.reserve:count("ore") < rules.smelt then
        log("no_ore", act.place)
        return
    end
    take("ore", act.seat.reserve, rules.smelt)
    gains.gain(act, "atlantium", effect.atlantium)
end

return tiles
