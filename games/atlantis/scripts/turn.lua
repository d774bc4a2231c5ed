-- A turn: buy, bridge, move, pay, collect, draw.
local gaps = require("gaps")
local moves = require("moves")
local payment = require("payment")

local turn = {}

--- A collected tile may be given up for half its value in cards.
local function buy(seat)
    local tiles = seat.collected:pieces():where("value", ">=", rules.buy_divisor)
    local tile = seat:may("buy", tiles:distinct("object", "value"))
    if tile then
        move(tile, box)
        draw(deck, seat.hand, tile.value // rules.buy_divisor)
    end
end

--- Take the first unoccupied tile behind a figure, only the top one of a stack.
local function collect(seat, figure)
    local tile, occupied = path:previous(figure, "tile")
    while occupied do
        tile, occupied = path:previous(tile, "tile")
    end
    if tile then
        move(tile, seat.collected)
    end
end

--- The race is over; all others cross, from the next seat on.
local function end_race(seat)
    vars.crossing = seat.next
    finish()
end

--- Draw, the more the more figures are ashore; with the last one ashore the race is over.
local function draw_up(seat)
    local amount = rules.draws[seat.mainland.size + 1]
    draw(deck, seat.hand, amount or rules.last_draw)
    if not amount then
        end_race(seat)
    end
end

--- No legal move: show the hand and draw. When nobody can do either any more, the race is over.
local function stuck(seat)
    for _, card in seat.hand:pieces():where("up", false) do
        flip(card, true)
    end
    log("stuck", seat)
    local drawn = draw(deck, seat.hand, rules.stuck_draw)
    vars.stuck = if drawn == 0 then vars.stuck + 1 else 0
    if vars.stuck == #players then
        end_race(seat)
    end
end

function turn.take(seat)
    local began = if rules.pay_bought then nil else seat.hand:tally("object")
    if option.buy then
        buy(seat)
    end
    gaps.lay_bridge(seat)
    local plan = moves.plan(seat, began)
    local figure = seat:choose("figure", moves.figures(plan))
    if not figure then
        stuck(seat)
        return
    end
    if vars.stuck > 0 then
        vars.stuck = 0
    end
    payment.pay(plan, moves.make(plan, figure))
    collect(seat, figure)
    draw_up(seat)
end

return turn
