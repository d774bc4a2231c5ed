-- The Areas of the city: finding them, and bringing tokens to them.
-- What a visitor does there is in `visits`, what their tiles do in `districts`.
local areas = {}

--- The Black Market.
function areas.market()
    return pieces.area[rules.market]
end

--- The Area a die number stands for: a depleted stack's is the Black Market.
function areas.of(number)
    local area = pieces.area[number]
    return if area.tiles.is_empty then areas.market() else area
end

--- The Districts still in the game.
function areas.districts()
    return board:pieces():except(areas.market())
end

--- Bring a token to an Area; a District that has held one can be emptied.
function areas.deliver(token, from, area)
    give(token, from, area.goods)
    if area.home then
        area.stocked = true
    end
end

return areas
