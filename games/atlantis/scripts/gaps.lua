-- The gaps of the path: runs of water between two tiles, what they cost, and the bridges over them.
-- Water next to Atlantis or the mainland is no gap: it closes up.
local gaps = {}

-- Positions on the way: Atlantis lies before the path, the mainland behind it.
gaps.ATLANTIS, gaps.MAINLAND = 0, path.length + 1

--- What it costs now to come from Atlantis to each position, the mainland included.
function gaps.tolls()
    local tolls, sum = table.create(gaps.MAINLAND, 0), 0
    local last = gaps.ATLANTIS
    for _, space in path:gaps("tile", "bridge") do
        local left, right = path:around(space, "tile")
        for position = last, left.position do
            tolls[position] = sum
        end
        last = right.position
        sum += math.min(left.value, right.value)
    end
    for position = last, gaps.MAINLAND do
        tolls[position] = sum
    end
    return tolls
end

--- Where a figure is.
function gaps.position(figure)
    if figure.zone == path then
        return figure.position
    end
    return if figure.zone == figure.owner.atlantis then gaps.ATLANTIS else gaps.MAINLAND
end

--- A seat that has a bridge may lay it over any gap that has none.
function gaps.lay_bridge(seat)
    local bridge = seat.bridges.top
    local space = if bridge then seat:may("bridge", path:gaps("tile", "bridge")) else nil
    if space then
        move(bridge, space)
    end
end

return gaps
