-- What modules do: `built` ones once, the others as an action of those who stand there.
local crews = require("crews")
local energy = require("energy")
local fates = require("fates")
local gains = require("gains")

local modules = {}

--- Every player gets energy.
--- @param energy int
function modules.charge(effect)
    for _, seat in players do
        put("energy", seat.reserve, effect.energy)
    end
end

--- Sunk tiles rise.
--- @param tiles int
function modules.lift(effect, act)
    for _ = 1, effect.tiles do
        energy.raise(act.seat)
    end
end

--- Give a resource; anybody receives more of another kind.
--- @param give int
--- @param get int
--- @param kinds [token]
function modules.expand(effect, act)
    local seat = act.seat
    local token = seat:may("give", seat.reserve:tokens():except("energy"))
    if token and seat.reserve:count(token) >= effect.give then
        take(token, seat.reserve, effect.give)
        local who = seat:choose("receiver", players)
        put(seat:choose("resource", effect.kinds), who.reserve, effect.get)
    end
end

--- Remove fate cards from the game: of the top ones of the deck, or of the discards.
--- @param look int
--- @param remove int
function modules.forecast(effect, act)
    if not crews.manned(act) then
        return
    end
    local seat = act.seat
    local from_discard = not fate_discard.is_empty and seat:confirm("from_discard")
    if not from_discard then
        fates.look(seat, effect.look)
    end
    local seen = if from_discard then fate_discard:pieces() else seat.desk:pieces("fate")
    for _, card in seat:choose_some("remove", seen, 0, effect.remove) do
        log("removed", card)
        move(card, gone)
    end
    fates.put_back(seat)
end

--- Recruit helpers.
--- @param helpers int
function modules.call(effect, act)
    crews.recruit_helpers(act.seat, effect.helpers)
end

--- All of some kinds but one.
local function others(kinds, kind)
    local list = {}
    for _, other in kinds do
        if other ~= kind then
            table.insert(list, other)
        end
    end
    return list
end

--- Change resources of one kind into another.
--- @param most int
--- @param kinds [token]
function modules.convert(effect, act)
    local seat = act.seat
    local token = seat:may("give", seat.reserve:tokens():except("energy"))
    if token then
        local amount = seat:amount("how_many", seat.reserve, token, 1, effect.most)
        take(token, seat.reserve, amount)
        put(seat:choose("resource", others(effect.kinds, token)), seat.reserve, amount)
    end
end

--- Raise barriers.
--- @param barriers int
function modules.shield(effect, act)
    if crews.manned(act) then
        for _ = 1, effect.barriers do
            energy.shield(act.seat)
        end
    end
end

--- Where only followers may stand: nobody else is offered it.
function modules.followers_only(_, event, module)
    if event.figure.id ~= "follower" then
        event.places = event.places:except(module)
    end
end

--- The wrath marker goes back.
--- @param spaces int
function modules.appease(effect, act)
    if crews.manned(act) then
        advance(pieces.marker[1], -effect.spaces)
    end
end

--- Gain so many different resources, `each` of every one.
--- @param amount int
--- @param each int
--- @param kinds [token]
function modules.harvest(effect, act)
    local kinds = act.seat:choose_some("harvest", effect.kinds, effect.amount, effect.amount)
    for _, token in kinds do
        gains.gain(act, token, effect.each)
    end
end

--- Fewer fate cards are drawn.
--- @param cards int
function modules.spare(effect)
    vars.spared += effect.cards
end

--- Gain a resource.
--- @param token token
--- @param amount int
function modules.yield(effect, act)
    if crews.manned(act) then
        gains.gain(act, effect.token, effect.amount)
    end
end

--- A new follower for energy.
--- @param energy int
function modules.grow(effect, act)
    local seat = act.seat
    local able = seat.reserve:count("energy") >= effect.energy and #crews.waiting(seat) > 0
    if able and seat:confirm("recruit", effect.energy) then
        take("energy", seat.reserve, effect.energy)
        crews.recruit_follower(players:where("index", seat.index))
    end
end

--- One of the two, who must be a follower, leaves the game, and tiles rise.
--- @param tiles int
function modules.terraform(effect, act)
    local follower = crews.manned(act) and act.seat:may("sacrifice", act.place.crew:pieces():where("id", "follower"))
    if follower and (follower.colour == act.seat or follower.colour:confirm("agree", follower)) then
        move(follower, gone)
        for _ = 1, effect.tiles do
            energy.raise(act.seat)
        end
    end
end

return modules
