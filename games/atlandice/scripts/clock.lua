-- Step 3 of a round: the Clock, and the Surveys and Donations on its spaces.
local areas = require("areas")
local scoring = require("scoring")

local clock = {}

--- The hand goes on by the icons where the last die lies; only the space it lands on counts.
function clock.tick()
    local area = pieces.area:having("gate")[1]
    if not area then
        return
    end
    local printed = area.tiles.top or area
    local space = advance(pieces.hand[1], printed.hands)
    for _, event in space:pieces("event") do
        apply(event.effect)
    end
end

--- Everybody with the most of a resource gets points; without one, the most of all together.
--- @param of token?
function clock.survey(effect)
    local first = most(seats, "store", effect.of)
    scoring.pay(first, rules.survey_points)
end

--- Pay one resource of a seat back to its home District.
local function pay_back(seat, token)
    areas.deliver(token, seat.store, pieces.area:where("home", token)[1])
end

--- One seat may pay for points, as often as it likes.
local function donate(seat)
    while seat.store.total >= rules.donation_price do
        local token = seat:may("donate", seat.store:tokens())
        if not token then
            return
        end
        pay_back(seat, token)
        for _ = 2, rules.donation_price do
            pay_back(seat, seat:choose("donate_more", seat.store:tokens()))
        end
        put("vp", seat.points, rules.donation_points)
    end
end

--- In turn order from the first player, each may pay resources for points; automatic seats never do.
function clock.donation()
    for _, seat in players:from(vars.first) do
        donate(seat)
    end
end

return clock
