-- Sinking. First a window opens. Then the event "sink" happens, which a barrier replaces; if none does, the event "submerge", which cards
-- may replace. So a barrier is always the first to go, and nobody can decline it.
local crews = require("crews")
local free = require("free")

local sinking = {}

--- What the event "washed" does: somebody loses the action and goes home.
local function wash(event)
    crews.home(event.figure)
end

--- Before anybody looks what sinks, something may be used: a tile raised may save a peninsula, or the centre.
--- Whoever makes a tile sink opens it first.
function sinking.window()
    free.window("sinking")
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

--- What the event "submerge" does: the outermost tile is turned over. Whoever stands on sunken tiles is hit too.
local function submerge(event)
    local tile = event.peninsula.coast.top
    log("sinks", tile)
    move(tile, event.peninsula.sea)
    for _, sunken in event.peninsula.sea:pieces():having("crew") do
        sinking.clear(sunken)
    end
end

--- What the event "sink" does where no barrier holds.
local function sink(event)
    happen("submerge", event, submerge)
end

--- One tile of a peninsula that has one sinks.
local function sink_at(seat, peninsula, flood)
    happen("sink", { seat = seat, peninsula = peninsula, flood = flood }, sink)
end

--- A tile must sink where a player chooses, because of a card or the wrath (`why`); if there is none, the centre sinks and all is lost.
function sinking.anywhere(seat, why, flood)
    local peninsula = seat:choose("sink", pieces.peninsula:having("coast"), why)
    if not peninsula then
        log("centre_sinks")
        finish("lost", "centre-sunk")
    end
    sink_at(seat, peninsula, flood or false)
end

--- A tile of a peninsula must sink; of a wholly sunk one, others where the player chooses.
function sinking.strike(seat, peninsula, why)
    if not peninsula.coast.is_empty then
        return sink_at(seat, peninsula, false)
    end
    log("wholly_sunk", peninsula)
    sinking.anywhere(seat, why)
    for _ = 2, rules.instead_tiles do
        sinking.window()
        sinking.anywhere(seat, why)
    end
end

return sinking
