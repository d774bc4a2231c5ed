-- The abilities of archons. `card.figure` has the ability: the archon of the card's owner, or the hologram.
local fates = require("fates")
local library = require("library")
local rolling = require("rolling")

local archons = {}

--- Engineer. Before builders pay: with the archon among them, less.
--- @param units int
function archons.engineer(effect, event, card)
    if event.crew:has(card.figure) then
        event.units += effect.units
        log("cheaper", card, event.units)
    end
end

--- Scout. After one of the player's dice is cast: it shows more.
--- @param add int
--- @param most int
function archons.scout(effect, event, card)
    if event.seat == card.owner and event.face < effect.most then
        event.face = math.min(effect.most, event.face + effect.add)
        turn(event.die, event.face)
        log("scouted", card, event.face)
    end
end

--- Which dice of a failed test the Priest's player rolls again.
local function to_reroll(test, seat)
    if test.dice == 1 then
        return if seat:confirm("reroll", test.total, test.target) then { 1 } else {}
    end
    local dice = {}
    for i = 1, test.dice do
        dice[i] = i
    end
    return seat:choose_some("reroll_dice", dice, 0, test.dice, test.total, test.target)
end

--- Priest. After a failed roll of the player: may roll again, in a city one or both dice.
function archons.priest(_, test, card)
    local seat = card.owner
    local part = test.seat == seat or (test.payers ~= nil and test.payers:has(seat))
    if part and rolling.fails(test) then
        for _, i in to_reroll(test, seat) do
            log("rerolled", card, test.faces[i])
            rolling.cast(test, i)
        end
        rolling.add_up(test)
    end
end

--- Envoy. After places were found: more may join in a city.
--- @param more int
function archons.envoy(effect, event)
    for _, city in pieces.tile:lying("coast"):where("together", true) do
        local size = city.crew.size
        if size >= city.room and size < city.room + effect.more then
            event.places = event.places:with(city)
        end
    end
end

--- Sunken tiles with room are places too.
function archons.add_sunken(event)
    event.places = event.places:with(pieces.tile:lying("sea"):room("crew", "room"))
end

--- Aquanaut. After places were found for the archon: any sunken tile.
function archons.aquanaut(_, event, card)
    if event.figure == card.figure then
        archons.add_sunken(event)
    end
end

--- Sailor. After places were found for the archon or a follower: the sunken tile nearest the centre.
function archons.sailor(_, event, card)
    local figure = event.figure
    if figure ~= card.figure and (figure.id ~= "follower" or event.seat ~= card.owner) then
        return
    end
    for _, tile in pieces.tile:lying("sea"):room("crew", "room") do
        if tile.peninsula.sea.top == tile then
            event.places = event.places:with(tile)
        end
    end
end

--- Scholar. After he comes: of two artifacts with his symbol that are not in play he takes one.
--- @param draw int
function archons.scholar(effect, event, card)
    if event.card ~= card then
        return
    end
    local seat = card.owner
    shuffle(relics)
    for _, relic in relics:pieces():where("scholar", true):take(effect.draw) do
        move(relic, seat.desk)
    end
    local relic = seat:choose("relic", seat.desk:pieces("card"))
    if relic then
        card.relic = relic
        library.receive(seat, { relic })
    end
    for _, other in seat.desk:pieces("card") do
        move(other, relics)
    end
end

--- Scholar as hologram. Before he goes: the artifact goes back, wherever it is.
function archons.scholar_leaves(_, event, card)
    if event.card == card and card.relic then
        move(card.relic, relics)
        card.relic = nil
    end
end

--- Oracle. Before her player draws a fate card: of the top ones she says which comes next.
--- @param look int
function archons.oracle(effect, event, card)
    local seat = card.owner
    if event.seat == seat then
        fates.look(seat, effect.look)
        local next_card = seat:choose("oracle", seat.desk:pieces("fate"))
        for _, other in seat.desk:pieces("fate") do
            if other ~= next_card then
                fates.put_under(other)
            end
        end
        fates.put_back(seat)
    end
end

--- Merchant. Before the archon gains a resource by a roll: it may be another one.
--- @param kinds [token]
function archons.merchant(effect, event, card)
    if event.figure == card.figure and event.test then
        event.token = card.owner:choose("merchant", effect.kinds)
        log("traded", card, event.token)
    end
end

--- Warden. After a barrier was raised or a tile: arcane energy comes back.
--- @param energy int
function archons.warden(effect, _, card)
    put("energy", card.owner.reserve, effect.energy)
    log("more", card, effect.energy)
end

return archons
