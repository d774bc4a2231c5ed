-- Paying for gaps: tiles pay their value, cards a point each, and there is no change.
local moves = require("moves")

local payment = {}

--- What a seat can pay with: its tiles by value, and so many cards.
local function coins(seat, cards)
    local found = {}
    local tiles = seat.collected:tally("value")
    for _, value in rules.values do
        if tiles[value] then
            table.insert(found, { value = value, count = tiles[value], name = `tile-{value}` })
        end
    end
    table.insert(found, { value = rules.card_worth, count = cards, name = "card" })
    return found
end

--- Ask a seat how to pay, and let the tiles go: of equal ones the one collected first. Gives back how many cards go too.
function payment.settle(seat, price, cards)
    local purse = coins(seat, cards)
    local way = seat:pay("pay", price, purse)
    for index = 1, #purse - 1 do
        for _, tile in seat.collected:pieces():where("value", purse[index].value):take(way[index]) do
            move(tile, box)
        end
    end
    return way[#purse]
end

--- One card of each object that may pay.
local function options(plan)
    local found = {}
    for _, object in rules.objects do
        if moves.may_pay(plan, object) > 0 then
            table.insert(found, plan.seat.hand:find(object))
        end
    end
    return found
end

--- Discard so many cards, one by one; if all that may pay must go, nothing is asked.
local function discard(plan, count)
    local all = count == plan.cards
    for _ = 1, count do
        local cards = options(plan)
        local card = if all then cards[1] else plan.seat:choose("discard", cards)
        plan.left[card.object] -= 1
        plan.payable[card.object] -= 1
        move(card, discards)
    end
end

--- Pay for the gaps that a move has crossed.
function payment.pay(plan, price)
    if price > 0 then
        discard(plan, payment.settle(plan.seat, price, plan.cards))
    end
end

return payment
