-- Sinking. A window opens, then the event "sink" happens, which barriers and others may replace.
local crews = require("crews")
local free = require("free")

local sinking = {}

--- What the event "washed" does: somebody loses the action and goes home.
local function wash(event)
    crews.home(event.figure)
end

--- Everybody on a tile goes home at once.
function sinking.clear(tile)
    -- The automaton first: it would go with the last one it stands with.
    local crew = tile.crew:pieces()
    for _, figure in crew:where("id", "automaton"):with(crew) do
        if figure.holder == tile then
            happen("washed", { figure = figure, seat = figure.colour, tile = tile }, wash)
        end
    end
end

--- What the event "sink" does: the outermost tile is turned over. Whoever stands on sunken tiles is hit too.
local function sink(event)
    local tile = event.peninsula.coast.top
    log("sinks", tile)
    move(tile, event.peninsula.sea)
    for _, sunken in event.peninsula.sea:pieces():having("crew") do
        sinking.clear(sunken)
    end
end

--- One tile of a peninsula that has one sinks.
local function sink_at(seat, peninsula, flood)
    happen("sink", { seat = seat, peninsula = peninsula, flood = flood }, sink)
end

--- A tile must sink where a player chooses; if there is none, the centre sinks and all is lost.
local function sink_anywhere(seat, flood)
    local peninsula = seat:choose("sink", pieces.peninsula:having("coast"))
    if not peninsula then
        log("centre_sinks")
        finish("lost", "centre-sunk")
    end
    sink_at(seat, peninsula, flood)
end

--- A tile must sink where a player chooses. Before that, something may be used: a tile raised may save the centre.
function sinking.anywhere(seat, flood)
    free.window("sinking")
    sink_anywhere(seat, flood or false)
end

--- A tile of a peninsula must sink; of a wholly sunk one, others where the player chooses.
function sinking.strike(seat, peninsula)
    free.window("sinking")
    if not peninsula.coast.is_empty then
        return sink_at(seat, peninsula, false)
    end
    log("wholly_sunk", peninsula)
    sink_anywhere(seat, false)
    for _ = 2, rules.instead_tiles do
        sinking.anywhere(seat)
    end
end

return sinking
