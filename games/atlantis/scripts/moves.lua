-- Moving a figure with cards, and looking ahead: only what can be brought to a legal end is offered.
-- A `plan` is what a seat has for its move: the `tolls` of the path (see `gaps`), the cards `left` by object, how many of
-- each object may pay at most (`payable`), how many cards may pay in all (`cards`), and the worth of its `tiles`.
local gaps = require("gaps")

local moves = {}

--- What the seat has for a move, after buying; `began` are the cards its turn began with, by object.
function moves.plan(seat, began)
    local plan = {
        seat = seat,
        tolls = gaps.tolls(),
        left = seat.hand:tally("object"),
        payable = if rules.pay_bought then seat.hand:tally("object") else began,
        cards = 0,
        tiles = seat.collected:sum("value"),
    }
    for object in plan.left do
        plan.cards += moves.may_pay(plan, object)
    end
    return plan
end

--- How many cards of an object may pay: of equal ones those that may not are played first.
function moves.may_pay(plan, object)
    return math.min(plan.left[object] or 0, plan.payable[object] or 0)
end

--- A card is played, or comes back when looking ahead has seen enough.
local function change(plan, object, by)
    plan.cards -= moves.may_pay(plan, object)
    plan.left[object] += by
    plan.cards += moves.may_pay(plan, object)
end

local can_go_on

--- Whether a card leads on to a legal end of the move from `start`: a free tile or the mainland, and all gaps paid.
local function fits(plan, start, from, object)
    local tile, occupied = path:next(from, "tile", "object", object)
    if occupied then
        change(plan, object, -1)
        local legal = can_go_on(plan, start, tile)
        change(plan, object, 1)
        return legal
    end
    local price = plan.tolls[if tile then tile.position else gaps.MAINLAND] - plan.tolls[start]
    local left = if plan.left[object] > (plan.payable[object] or 0) then plan.cards else plan.cards - 1
    return price <= plan.tiles + left * rules.card_worth
end

--- Whether any card does.
function can_go_on(plan, start, from)
    for object, count in plan.left do
        if count > 0 and fits(plan, start, from, object) then
            return true
        end
    end
    return false
end

--- The figures of the seat that have a legal move, one of each place.
function moves.figures(plan)
    local figures = pieces.figure:where("owner", plan.seat):distinct("place")
    return figures:filter(function(figure)
        return figure.zone ~= plan.seat.mainland and can_go_on(plan, gaps.position(figure), figure)
    end)
end

--- The cards that a move from `start` can go on with, one of each object.
local function cards(plan, start, from)
    local options = {}
    for _, object in rules.objects do
        if (plan.left[object] or 0) > 0 and fits(plan, start, from, object) then
            table.insert(options, plan.seat.hand:find(object))
        end
    end
    return options
end

--- Play a card, and go to the next tile that shows its object, or ashore. Gives back whether the move must go on.
local function play(plan, figure, card)
    local tile, occupied = path:next(figure, "tile", "object", card.object)
    change(plan, card.object, -1)
    move(card, discards)
    move(figure, if tile then tile.place else plan.seat.mainland)
    return occupied
end

--- Move a figure with one card, and further ones while the tile it reaches is occupied. Gives back the price.
function moves.make(plan, figure)
    local start = gaps.position(figure)
    local occupied = play(plan, figure, plan.seat:choose("card", cards(plan, start, figure)))
    while occupied do
        occupied = play(plan, figure, plan.seat:choose("next_card", cards(plan, start, figure)))
    end
    return plan.tolls[gaps.position(figure)] - plan.tolls[start]
end

return moves
