-- Phase 1: Atlanteans are placed, in an order the first player settles.
local crews = require("crews")
local free = require("free")

local placing = {}

--- Nothing: the event only asks hooks for their say.
local function nothing() end

--- The places with room above the sea, on built modules, on build spaces and at the Source.
local function open_places()
    local tiles = pieces.tile:lying("coast"):room("crew", "room")
    local modules = portal:pieces():room("crew", "room")
    return tiles:with(centre:pieces(), sites:pieces(), modules)
end

--- Where an Atlantean may be placed. Abilities hook on "places" and change `event.places`.
function placing.places(figure)
    local event = { figure = figure, seat = figure.colour, places = open_places() }
    happen("places", event, nothing)
    return event.places
end

--- Those who can be placed now: all in the reserves, but the automaton only if there is a place for it. All others can always stand
--- at the Source.
local function waiting()
    local list = pieces.atlantean:lying("reserve")
    local automaton = if rules.automaton then list:where("id", "automaton")[1] else nil
    if automaton and #placing.places(automaton) == 0 then
        return list:except(automaton)
    end
    return list
end

--- Place an Atlantean where its player says.
local function place(figure)
    local choice = figure.colour:choose("where", placing.places(figure), figure)
    move(figure, choice.crew)
    figure.acted = figure.id == "automaton"
end

--- Helpers who were not placed have had their round, and go back to the Agora.
local function dismiss_helpers()
    for _, helper in pieces.atlantean:lying("reserve"):where("id", "helper") do
        crews.home(helper)
    end
end

--- The first player says who is placed next, or uses something, or ends the phase.
function placing.turn(first)
    local pick = first:choose("place", free.options(waiting(), "placing"):with("done"))
    if pick == "done" then
        dismiss_helpers()
        return false
    end
    if not free.use(pick) then
        place(pick)
    end
    return true
end

return placing
