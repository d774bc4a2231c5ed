-- A barrier stands instead of a tile that sinks.
local hold = {}

--- Instead of a sinking: the barrier is removed. A flood takes the tile all the same.
function hold.hold(_, event, barrier)
    if event.peninsula ~= barrier.holder then
        return false
    end
    log(if event.flood then "barrier_flooded" else "barrier_holds", event.peninsula)
    move(barrier, barriers)
    return not event.flood
end

return hold
