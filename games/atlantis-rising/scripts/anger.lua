-- Phase 4: the Wrath of the Gods.
local sinking = require("sinking")

local anger = {}

--- The wrath value where the marker stands.
function anger.value()
    return pieces.sign:where("space", pieces.marker[1].position)[1].value
end

--- One tile sinks after the other, as many as the value; then the marker goes on.
function anger.turn(first)
    local tiles = anger.value()
    if vars.washed < tiles then
        vars.washed += 1
        log("wrath", vars.washed, tiles)
        sinking.window()
        sinking.anywhere(first, "wrath")
        return true
    end
    advance(pieces.marker[1], rules.wrath_step)
    return false
end

return anger
