-- Sinking. A tile is struck, a window opens, and then the event "sink" happens, which barriers and others may replace.
local crews = require("crews")
local free = require("free")

local sinking = {}

--- What the event "washed" does: somebody loses the action and goes home.
local function wash(event)
    crews.home(event.figure)
end

--- Everybody on a tile goes home at once.
function sinking.clear(tile)
    for _, figure in tile.crew:pieces() do
        happen("washed", { figure = figure, seat = figure.colour, tile = tile }, wash)
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

--- A tile of a peninsula must sink; of a wholly sunk one, two others.
function sinking.strike(seat, peninsula, flood)
    if peninsula.coast.is_empty then
        log("wholly_sunk", peninsula)
        for _ = 1, rules.instead_tiles do
            sinking.anywhere(seat)
        end
        return
    end
    free.window("sinking")
    happen("sink", { seat = seat, peninsula = peninsula, flood = flood or false }, sink)
end

--- A tile must sink where a player chooses; if there is none, the centre sinks and all is lost.
function sinking.anywhere(seat, flood)
    local peninsula = seat:choose("sink", pieces.peninsula:having("coast"))
    if not peninsula then
        log("centre_sinks")
        finish("lost", "centre-sunk")
    end
    sinking.strike(seat, peninsula, flood)
end

return sinking
