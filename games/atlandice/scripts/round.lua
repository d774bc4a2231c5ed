-- How a round begins and ends: the gates, and the First Player marker.
local areas = require("areas")

local round = {}

--- Roll all dice in play; each goes beside the Area of its number.
function round.open_gates()
    for _, die in pieces.die:where("in_play", true) do
        move(die, areas.of(roll(die)).gate)
    end
end

--- The First Player marker goes to the left.
function round.pass_marker()
    vars.first = vars.first.next
end

return round
