-- What the tests share: laying out a table for a scenario. No tests here.
local shore = {}

--- Everything back into the box, the figures to Atlantis, no bridges, no cards.
function shore.bare()
    clear()
    for _, figure in pieces.figure do
        move(figure, figure.owner.atlantis)
    end
end

--- A tile of an object and value that is still in the box.
function shore.tile(object, value)
    return box:pieces("tile"):where("object", object):where("value", value)[1]
end

--- Lay a path: `{ [1] = "flag 5", [3] = "ring 7" }`, a list of them for a stack.
function shore.path(tiles)
    for at, stack in tiles do
        for _, name in if type(stack) == "table" then stack else { stack } do
            local object, value = unpack(string.split(name, " "))
            move(shore.tile(object, tonumber(value)), path:space(at))
        end
    end
end

--- Give a seat collected tiles, named in the same way.
function shore.collect(seat, names)
    for _, name in names do
        local object, value = unpack(string.split(name, " "))
        move(shore.tile(object, tonumber(value)), seat.collected)
    end
end

--- Deal cards of these objects to a seat.
function shore.deal(seat, objects)
    for _, object in objects do
        move(box:find(object), seat.hand)
    end
end

--- Put so many cards of an object on the draw pile.
function shore.stock(object, count)
    for _ = 1, count do
        move(box:find(object), deck)
    end
end

--- Stand a figure of a seat on a space of the path, or bring it ashore.
function shore.stand(seat, at)
    move(seat.atlantis.top, if at == "ashore" then seat.mainland else path:space(at))
end

--- Lay a seat's bridge on a space, or give it to the seat.
function shore.bridge(seat, at)
    local bridge = pieces.bridge:where("owner", seat)[1]
    move(bridge, if at then path:space(at) else seat.bridges)
end

--- The object and value of the tile that shows on a space: "flag 5", or nil for water.
function shore.shows(at)
    local tile = path:around(path:space(at + 1), "tile")
    return if tile and tile.position == at then `{tile.object} {tile.value}` else nil
end

--- The tiles a seat has, in the order they were collected.
function shore.tiles(seat)
    local names = {}
    for _, tile in seat.collected:pieces() do
        table.insert(names, `{tile.object} {tile.value}`)
    end
    return names
end

return shore
