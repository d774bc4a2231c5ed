-- Majorities: Districts that are emptied, stacks that are depleted, and the end of the game.
local areas = require("areas")

local scoring = {}

--- Give victory points to each of some seats.
function scoring.pay(list, points)
    for _, seat in list do
        put("vp", seat.points, points)
    end
end

--- All seats in the order that settles ties: people clockwise from the active one, then automatic seats.
local function tie_order(active)
    local order = players:from(active)
    for _, seat in seats:where("automatic", true) do
        order = order:with(seat)
    end
    return order
end

--- The visible tile goes to the seat with the most of its resource, points to the others tied or second.
local function award(area, active)
    local first, second = most(tie_order(active), "store", area.home)
    local winner = first[1]
    log(if winner then "won" else "unclaimed", area, winner)
    move(area.tiles.top, if winner then winner.won else sunk)
    if winner then
        scoring.pay(first:except(winner), rules.tie_points)
    end
    if #first == 1 then
        scoring.pay(second, rules.second_points)
    end
end

--- All seats return the resource: the Black Market is filled up first, the rest lies on the next tile.
local function restock(area)
    local token, market = area.home, areas.market().goods
    for _, seat in seats do
        local room = math.max(0, rules.market_fill - market:count(token))
        give(token, seat.store, market, room)
        give(token, seat.store, area.goods, seat.store:count(token))
    end
end

--- The stack is used up: its resource leaves the game, its dice go to the Black Market.
local function deplete(area)
    local token, gate = area.home, areas.market().gate
    for _, other in pieces.area do
        take(token, other.goods, other.goods:count(token))
    end
    for _, seat in seats do
        take(token, seat.store, seat.store:count(token))
    end
    for _, die in area.gate:pieces() do
        move(die, gate)
    end
    move(area, sunk)
    log("depleted", area)
end

--- Score one emptied District and lay out its next tile, if there is one.
local function score(area, active)
    award(area, active)
    if area.tiles.is_empty then
        deplete(area)
    else
        restock(area)
    end
    area.stocked = area.goods.total > 0
end

--- Score every District that has held tokens and holds none; again, if that empties another one.
function scoring.check(active)
    local emptied = pieces.area:lacking("goods"):where("stocked", true)
    while #emptied > 0 do
        for _, area in emptied do
            score(area, active)
        end
        emptied = pieces.area:lacking("goods"):where("stocked", true)
    end
end

--- The end of the game: most and second most of every resource still in it.
function scoring.final()
    for _, area in areas.districts() do
        local first, second = most(seats, "store", area.home)
        scoring.pay(first, rules.final_points)
        if #first == 1 then
            scoring.pay(second, rules.final_second_points)
        end
    end
end

return scoring
