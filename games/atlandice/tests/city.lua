-- What the tests share: laying out a table for a scenario. No tests here.
local city = {}

--- The Area of an id, depleted or not.
function city.area(id)
    return pieces.area:where("id", id)[1]
end

--- The District tile of an id.
function city.tile(id)
    return pieces.district:where("id", id)[1]
end

--- Lay a tile on top of its stack.
function city.show(id)
    local tile = city.tile(id)
    move(tile, tile.stack.tiles)
    return tile.stack
end

--- Leave only this tile in its stack.
function city.only(id)
    local tile = city.tile(id)
    for _, other in tile.stack.tiles:pieces() do
        if other ~= tile then
            move(other, sunk)
        end
    end
    return tile.stack
end

--- Take all resources off the Areas; no District counts as having held any.
function city.bare()
    for _, area in pieces.area do
        for _, token in area.goods:tokens() do
            take(token, area.goods, area.goods:count(token))
        end
        area.stocked = false
    end
end

--- Lay resources on an Area.
function city.lay(id, token, n)
    local area = city.area(id)
    put(token, area.goods, n)
    if area.home then
        area.stocked = true
    end
end

--- Give a seat resources.
function city.hold(seat, token, n)
    put(token, seat.store, n)
end

--- Lay one die beside each of these Areas, named as often as they have dice.
function city.dice(ids)
    for i, id in ids do
        move(pieces.die[i], city.area(id).gate)
    end
end

--- Bring the Submarine to an Area.
function city.dive(id)
    move(pieces.submarine[1], city.area(id).dock)
end

--- The number of the Clock's last space.
function city.last()
    return #clock:spaces() - 1
end

--- Set the Clock's hand on a space.
function city.set_clock(index)
    move(pieces.hand[1], clock:space(index))
end

--- The space the Clock's hand is on.
function city.hour()
    return pieces.hand[1].place.index
end

--- Print an event on a space of the Clock, and nothing else there.
function city.print_event(id, index)
    for _, event in clock:space(index):pieces("event") do
        move(event, sunk)
    end
    move(pieces.event:where("id", id)[1], clock:space(index))
end

--- How many victory points a seat has in its hand, without tiles.
function city.vp(seat)
    return seat.points:count("vp")
end

return city
