-- Severe fate cards. The drawer takes their choices.
local anger = require("anger")
local crews = require("crews")
local sinking = require("sinking")

local severe = {}

--- The card works until the end of the round, by its hook.
function severe.last(_, _, card)
    move(card, lasting)
end

--- Earthquake. Before a roll: the target rises.
--- @param add int
function severe.raise_targets(effect, test, card)
    test.target += effect.add
    log("target", card, test.target)
end

--- Hubris. Instead of building: nothing is paid, nothing is built.
function severe.forbid(_, event, card)
    log("forbidden", card, event.place)
    return true
end

--- Tsunami: tiles of different peninsulas sink.
--- @param tiles int
function severe.sink_different(effect, seat, card)
    local others = pieces.peninsula
    for _ = 1, effect.tiles do
        sinking.window()
        local peninsula = seat:choose("sink", others:having("coast"), card)
        if peninsula then
            others = others:except(peninsula)
            sinking.strike(seat, peninsula, card)
        else
            sinking.anywhere(seat, card)
        end
    end
end

--- The wild peninsulas lose tiles, of different ones.
--- @param tiles int
function severe.sink_wild(effect, seat, card)
    local left = pieces.peninsula:where("wild", true)
    for _ = 1, math.min(effect.tiles, #left) do
        sinking.window()
        local peninsula = seat:choose("sink", left, card)
        left = left:except(peninsula)
        sinking.strike(seat, peninsula, card)
    end
end

--- Maelstrom: tiles of a peninsula that has most of them left.
--- @param tiles int
function severe.sink_largest(effect, seat, card)
    sinking.window()
    local most_left = 0
    for _, peninsula in pieces.peninsula do
        most_left = math.max(most_left, peninsula.coast.size)
    end
    local largest = pieces.peninsula:filter(function(peninsula)
        return peninsula.coast.size == most_left
    end)
    local peninsula = seat:choose("sink_more", largest, card, effect.tiles)
    for i = 1, effect.tiles do
        if i > 1 then
            sinking.window()
        end
        sinking.strike(seat, peninsula, card)
    end
end

--- Aftershocks: a die says which peninsula, several times.
--- @param tiles int
function severe.roll_peninsulas(effect, seat, card)
    for _ = 1, effect.tiles do
        sinking.window()
        sinking.strike(seat, pieces.peninsula:where("number", roll(pieces.die[1]))[1], card)
    end
end

--- Poseidon's Anger: the wrath marker goes on.
--- @param spaces int
function severe.anger(effect)
    advance(pieces.marker[1], effect.spaces)
    log("wrath_now", anger.value())
end

--- Tidal Bore: everybody on one tile of a peninsula is washed away.
function severe.clear_tile(_, seat, card)
    local tile = seat:choose("clear", pieces.tile:having("crew"):except(centre.top), card)
    if tile then
        sinking.clear(tile)
    end
end

--- Storm Surge: all barriers are gone; without any, tiles sink.
--- @param tiles int
function severe.tear_barriers(effect, seat, card)
    local standing = pieces.barrier:lying("shore")
    for _, barrier in standing do
        move(barrier, barriers)
    end
    if #standing == 0 then
        for _ = 1, effect.tiles do
            sinking.window()
            sinking.anywhere(seat, card)
        end
    end
end

--- Homesickness: each player sends placed Atlanteans home.
--- @param atlanteans int
function severe.send_home(effect, seat, card)
    for _, player in players:from(seat) do
        for _ = 1, effect.atlanteans do
            local figure = player:choose("send_home", pieces.atlantean:lying("crew"):where("colour", player), card)
            if figure then
                crews.home(figure)
            end
        end
    end
end

--- A player loses resources of his choice; energy is none.
local function lose(player, amount, card)
    for _ = 1, amount do
        local token = player:choose("lose", player.reserve:tokens():except("energy"), card)
        if token then
            take(token, player.reserve)
        end
    end
end

--- Eclipse: each player loses energy, or without any so many resources.
--- @param energy int
--- @param resources int
function severe.drain(effect, seat, card)
    for _, player in players:from(seat) do
        if take("energy", player.reserve, effect.energy) == 0 then
            lose(player, effect.resources, card)
        end
    end
end

--- Looting: each player loses a resource.
--- @param resources int
function severe.loot(effect, seat, card)
    for _, player in players:from(seat) do
        lose(player, effect.resources, card)
    end
end

--- Lost Scrolls: each player discards a card, and the library deck loses some.
--- @param cards int
--- @param deck int
function severe.lose_scrolls(effect, seat, card)
    for _, player in players:from(seat) do
        for _ = 1, effect.cards do
            local card = player:choose("discard", player.hand:pieces():with(player.artifacts:pieces()), card)
            if card then
                move(card, library_discard)
            end
        end
    end
    draw(library_deck, library_discard, effect.deck)
end

return severe
