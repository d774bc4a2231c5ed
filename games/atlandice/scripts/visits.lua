-- Step 2 of a round: one seat takes a die and visits its Area.
-- A `visit` has the `seat` that decides, the seat `who` benefits (another one only if the die is given away),
-- the `area`, the `die`, and `chained` if an effect led there and no die was taken.
local scoring = require("scoring")

local visits = {}

--- For whom the next die is: for the seat itself, or for the neutral seat, which must get its share.
function visits.beneficiary(seat)
    if rules.gives == 0 or seat.given == rules.gives then
        return seat
    end
    local may_keep = seat.dice.size < rules.visits - rules.gives
    if may_keep and not seat:confirm("give") then
        return seat
    end
    seat.given += 1
    return seats:where("automatic", true)[1]
end

--- Take one token of the decider's choice from an Area, if any lies there.
function visits.take(visit, area, prompt)
    local token = visit.seat:choose(prompt, area.goods:tokens())
    if token then
        give(token, area.goods, visit.who.store)
    end
end

--- Choose one or none; an automatic seat takes whatever it may.
function visits.may_choose(visit, prompt, options)
    if visit.who.automatic then
        return visit.seat:choose(prompt, options)
    end
    return visit.seat:may(prompt, options)
end

--- Take one token from an Area, or none.
function visits.may_take(visit, area, prompt)
    local token = visits.may_choose(visit, prompt, area.goods:tokens())
    if token then
        give(token, area.goods, visit.who.store)
    end
end

--- What an Area gives to a visitor: a resource, the Submarine's extra one, its effect.
function visits.enter(visit)
    local area = visit.area
    visits.take(visit, area, "resource")
    if area.dock.size > 0 then
        local extra = if option.submarine_extra == "must" then visits.take else visits.may_take
        extra(visit, area, "submarine")
    end
    local tile = area.tiles.top
    if tile then
        apply(tile.effect, visit)
    end
end

--- A turn: choose an Area that has a die, take the die, visit; then emptied Districts are scored.
function visits.turn(seat)
    local who = visits.beneficiary(seat)
    local area = seat:choose("area", pieces.area:having("gate"))
    if not area then
        return
    end
    local die = area.gate.top
    move(die, who.dice)
    visits.enter({ seat = seat, who = who, area = area, die = die })
    scoring.check(seat)
end

return visits
