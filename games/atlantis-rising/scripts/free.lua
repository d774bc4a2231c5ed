-- Free actions: cards, a barrier, a raised tile. They are options of the question who is next, and in windows.
local energy = require("energy")
local library = require("library")

local free = {}

--- A list of options with the free actions of a moment: "placing", "acting", "fating" or "sinking".
function free.options(list, moment)
    local cards = pieces.card:lying("hand")
    if #cards > 0 then
        list = list:with(cards:where(moment, true))
    end
    local units = players:total("reserve", "energy")
    if units >= rules.barrier_price and (moment == "placing" or moment == "acting") and #energy.unprotected() > 0 then
        list = list:with("barrier")
    end
    if units >= rules.raise_price and #pieces.peninsula:having("sea") > 0 then
        list = list:with("raise")
    end
    return list
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

--- A window outside the free phases: offered once, and only if somebody has something to use.
function free.window(moment)
    local pick = vars.first:may(moment, free.options(tray:pieces("card"), moment))
    if pick then
        free.use(pick)
    end
end

return free
