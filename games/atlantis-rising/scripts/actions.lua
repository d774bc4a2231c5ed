-- Phase 3: every placed Atlantean acts, in an order the first player settles. Then all go home.
local crews = require("crews")
local free = require("free")

local actions = {}

--- What the event "act" does: the action of the place.
local function perform(act)
    log("acts", act.seat, act.figure, act.place)
    apply(act.place.action, act)
end

--- Whether an Atlantean has a part in an action.
function actions.takes_part(act, figure)
    return act.figure == figure or (act.crew ~= nil and act.crew:has(figure))
end

--- The same action once more.
function actions.again(act)
    happen("act", { seat = act.seat, figure = act.figure, place = act.place, crew = act.crew, again = true }, perform)
end

--- Helpers have worked, and go back to the Agora.
local function dismiss_helpers(act)
    local workers = act.crew or act.place.crew:pieces():where("acted", true)
    for _, helper in workers:where("id", "helper") do
        if helper.holder == act.place then
            crews.home(helper)
        end
    end
end

--- An Atlantean acts; on a build space or a double space all who stand there.
function actions.act(figure)
    local place = figure.holder
    local act = { seat = figure.colour, figure = figure, place = place, again = false }
    figure.acted = true
    if place.together then
        act.crew = place.crew:pieces()
        for _, other in act.crew do
            other.acted = true
        end
    end
    happen("act", act, perform)
    dismiss_helpers(act)
end

--- The first player says who acts next, or uses something, or ends the phase.
function actions.turn(first)
    local waiting = pieces.atlantean:lying("crew"):where("acted", false)
    local pick = first:choose("act", free.options(waiting, "acting"):with("done"))
    if pick == "done" then
        crews.all_home()
        return false
    end
    if not free.use(pick) then
        actions.act(pick)
    end
    return true
end

return actions
