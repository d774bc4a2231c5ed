-- The end of the race: everybody takes the remaining figures across, and pays for every gap.
local gaps = require("gaps")
local payment = require("payment")

local crossing = {}

--- Take the remaining figures ashore; gives back what all their gaps cost together.
local function take_across(seat)
    local tolls, price = gaps.tolls(), 0
    for _, figure in pieces.figure:where("owner", seat) do
        if figure.zone ~= seat.mainland then
            price += tolls[#tolls] - tolls[gaps.position(figure)]
            move(figure, seat.mainland)
        end
    end
    return price
end

--- Give up everything; what is still missing counts against the seat.
local function give_everything(seat, missing)
    for _, tile in seat.collected:pieces() do
        move(tile, box)
    end
    draw(seat.hand, discards, seat.hand.size)
    seat.debt = missing
end

--- The final crossing of one seat, paid in one go.
function crossing.cross(seat)
    local price = take_across(seat)
    local worth = seat.collected:sum("value") + seat.hand.size * rules.card_worth
    if price > worth then
        give_everything(seat, price - worth)
    elseif price > 0 then
        draw(seat.hand, discards, payment.settle(seat, price, seat.hand.size))
    end
end

return crossing
