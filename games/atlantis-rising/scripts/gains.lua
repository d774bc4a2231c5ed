-- What an action brings. Abilities and artifacts hook on "gain".
local gains = {}

--- What the event does in the end.
local function receive(event)
    put(event.token, event.seat.reserve, event.amount)
end

--- A player gains tokens by an action (`act`), perhaps after a roll (`test`).
function gains.gain(act, token, amount, test)
    happen("gain", {
        seat = act.seat,
        figure = act.figure,
        place = act.place,
        token = token,
        amount = amount,
        test = test,
    }, receive)
end

return gains
