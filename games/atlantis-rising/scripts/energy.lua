-- What arcane energy does for all: barriers, and tiles raised out of the sea.
local payments = require("payments")

local energy = {}

--- The peninsulas that a barrier can protect.
function energy.unprotected()
    if barriers.is_empty then
        return barriers:pieces()
    end
    return pieces.peninsula:having("coast"):lacking("shore")
end

--- What the event "shield" does.
local function shield(event)
    move(barriers.top, event.peninsula.shore)
    log("shielded", event.peninsula)
end

--- A barrier beside a peninsula of a player's choice.
function energy.shield(seat)
    local peninsula = seat:choose("shield", energy.unprotected())
    if peninsula then
        happen("shield", { peninsula = peninsula }, shield)
    end
end

--- What the event "raise" does: the tile nearest the centre comes back.
local function raise(event)
    log("raised", event.peninsula.sea.top)
    move(event.peninsula.sea.top, event.peninsula.coast)
end

--- A sunk tile of a player's choice rises, the nearest to the centre of its peninsula.
function energy.raise(seat)
    local peninsula = seat:choose("lift", pieces.peninsula:having("sea"))
    if peninsula then
        happen("raise", { peninsula = peninsula }, raise)
    end
end

--- The players pay for a barrier together, if they want to.
function energy.buy_barrier()
    if payments.together(players:from(vars.first), rules.barrier_price, "barrier", vars.first) then
        energy.shield(vars.first)
    end
end

--- The players pay for a tile together, if they want to.
function energy.buy_tile()
    if payments.together(players:from(vars.first), rules.raise_price, "raise", vars.first) then
        energy.raise(vars.first)
    end
end

return energy
