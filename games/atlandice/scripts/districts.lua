-- The effects of the District tiles. Each gets its parameters from components/districts.toml and the visit (see `visits`).
-- Extra takes may be declined; moves and swaps happen as far as possible.
local areas = require("areas")
local visits = require("visits")

local districts = {}

--- Roll the die just taken: is it one of the faces?
local function lucky(effect, visit)
    return table.find(effect.faces, roll(visit.die)) ~= nil
end

--- The other Districts that have something.
local function elsewhere(visit)
    return areas.districts():except(visit.area):having("goods")
end

--- Move one token of the decider's choice from an Area to one of the targets.
local function carry(visit, from, targets)
    if #targets == 0 then
        return
    end
    local token = visit.seat:choose("move", from.goods:tokens())
    if token then
        areas.deliver(token, from.goods, visit.seat:choose("move_to", targets))
    end
end

--- Roll; on one of the faces, take one more from here.
--- @param faces [int]
function districts.lucky_take(effect, visit)
    if lucky(effect, visit) then
        visits.may_take(visit, visit.area, "extra")
    end
end

--- Roll; on one of the faces, take one from any other District.
--- @param faces [int]
function districts.lucky_take_elsewhere(effect, visit)
    if lucky(effect, visit) then
        local district = visits.may_choose(visit, "extra_from", elsewhere(visit))
        if district then
            visits.take(visit, district, "extra")
        end
    end
end

--- Roll; on one of the faces, take one from the Black Market.
--- @param faces [int]
function districts.lucky_take_from_market(effect, visit)
    if lucky(effect, visit) then
        visits.may_take(visit, areas.market(), "extra")
    end
end

--- If this is the die of that number in the round, take one more from here; an Area reached by a roll is no die.
--- @param die int
function districts.take_with_die(effect, visit)
    local picker = option.second_die == "picker"
    local dice = if picker then visit.seat.dice.size + visit.seat.given else visit.who.dice.size
    if dice == effect.die and not visit.chained then
        visits.may_take(visit, visit.area, "extra")
    end
end

--- Roll; on one of the faces, roll again and visit the Area of that number.
--- @param faces [int]
function districts.visit_again(effect, visit)
    if lucky(effect, visit) then
        local area = areas.of(roll(visit.die))
        visits.enter({ seat = visit.seat, who = visit.who, area = area, die = visit.die, chained = true })
    end
end

--- Swap a token here with one in another District.
function districts.swap(_, visit)
    local here, others = visit.area.goods, elsewhere(visit)
    if here.total > 0 and #others > 0 then
        local mine = visit.seat:choose("swap", here:tokens())
        local there = visit.seat:choose("swap_with", others).goods
        local theirs = visit.seat:choose("swap_for", there:tokens())
        give(mine, here, there)
        give(theirs, there, here)
    end
end

--- Move a token from here to the Black Market.
function districts.move_to_market(_, visit)
    carry(visit, visit.area, { areas.market() })
end

--- Move a token from the Black Market to any District but this.
function districts.move_from_market(_, visit)
    carry(visit, areas.market(), areas.districts():except(visit.area))
end

--- Move a token from here to any other District; in the German reading from the Black Market to any District.
function districts.forward(_, visit)
    if option.blacksmith_move == "market" then
        carry(visit, areas.market(), areas.districts())
    else
        carry(visit, visit.area, areas.districts():except(visit.area))
    end
end

--- Roll; on one of the faces, the Clock goes on, without the event of the new space.
--- @param faces [int]
--- @param hands int
function districts.lucky_clock(effect, visit)
    if lucky(effect, visit) then
        advance(pieces.hand[1], effect.hands)
    end
end

--- Turn a die that still lies beside an Area to one of the faces, and move it to the Area of that number.
--- @param faces [int]
function districts.turn_die(effect, visit)
    local area = visit.seat:choose("turn_die", pieces.area:having("gate"))
    if area then
        local die = area.gate.top
        local face = visit.seat:choose("turn_to", effect.faces)
        turn(die, face)
        move(die, areas.of(face).gate)
    end
end

--- Move the Submarine to another Area than where it is.
function districts.move_submarine(_, visit)
    local submarine = pieces.submarine[1]
    local area = visit.seat:choose("dock", board:pieces():except(submarine.holder))
    if area then
        move(submarine, area.dock)
    end
end

return districts
