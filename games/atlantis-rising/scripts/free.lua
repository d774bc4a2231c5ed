-- Free actions: cards, a barrier, a raised tile. They are options of the question who is next, and in windows.
local energy = require("energy")
local library = require("library")

local free = {}

--- The cards in all hands that would do something. Before a sinking only those that matter there: for all others the next moment is as
--- good.
local function playable(moment)
    local fitting = if moment == "sinking" then "sinking" else "anytime"
    return pieces.card:lying("hand"):where(fitting, true):filter(library.usable)
end

--- A list of options with what arcane energy can do at a moment: "placing", "acting", "fating" or "sinking".
local function with_energy(list, moment)
    local units = players:total("reserve", "energy")
    if units >= rules.barrier_price and (moment == "placing" or moment == "acting") and #energy.unprotected() > 0 then
        list = list:with("barrier")
    end
    if units >= rules.raise_price and #pieces.peninsula:having("sea") > 0 then
        list = list:with("raise")
    end
    return list
end

--- A list of options with all free actions of a moment.
function free.options(list, moment)
    return with_energy(list:with(playable(moment)), moment)
end

--- Carry out a free action; false if it is something else.
function free.use(pick)
    if pick == "barrier" then
        energy.buy_barrier()
    elseif pick == "raise" then
        energy.buy_tile()
    elseif pick.kind == "card" then
        library.play(pick)
    else
        return false
    end
    return true
end

--- A window outside the free phases, if somebody has something to use. It is open until nothing more is used.
function free.window(moment)
    local pick = vars.first:may(moment, with_energy(playable(moment), moment))
    while pick do
        free.use(pick)
        pick = vars.first:may(moment, with_energy(playable(moment), moment))
    end
end

return free
