-- Paying, alone or together.
local payments = {}

--- The questions for a part of a common price.
local PROMPTS = table.freeze({
    ore = "pay_ore",
    gold = "pay_gold",
    crystal = "pay_crystal",
    atlantium = "pay_atlantium",
    energy = "pay_energy",
})

--- Some players pay tokens of one kind for a module together: each says its part, as far as the others leave a choice.
function payments.share(list, token, amount, module)
    local rest = list:total("reserve", token)
    for _, seat in list do
        if amount == 0 then
            return
        end
        local own = seat.reserve:count(token)
        rest -= own
        local part = seat:number(PROMPTS[token], math.max(0, amount - rest), math.min(own, amount), amount, module)
        take(token, seat.reserve, part)
        amount -= part
    end
end

--- How much a player may add to a common price of which so much is left, if the others have `rest`: nothing, or so much that
--- it can still be paid.
local function parts(own, left, rest, willing)
    local options = if willing and left > rest then {} else { 0 }
    for part = math.max(1, left - rest), math.min(own, left) do
        table.insert(options, part)
    end
    return options
end

--- Some players pay arcane energy for a purpose together if they want to: each says how much. If it is too little, nobody
--- pays. Who `proposes` it cannot refuse. Gives back whether it was paid.
function payments.together(list, amount, purpose, proposes)
    local rest, left, pledged = list:total("reserve", "energy"), amount, {}
    for i, seat in list do
        local own = seat.reserve:count("energy")
        rest -= own
        pledged[i] = if own > 0 and left > 0 and own + rest >= left
            then seat:choose("pay_energy", parts(own, left, rest, seat == proposes), left, purpose)
            else 0
        left -= pledged[i]
    end
    if left > 0 then
        log("not_paid", purpose)
        return false
    end
    for i, seat in list do
        take("energy", seat.reserve, pledged[i])
    end
    return true
end

--- A player pays tokens of any kind, one after the other.
function payments.any(seat, amount)
    for _ = 1, amount do
        take(seat:choose("pay_any", seat.reserve:tokens()), seat.reserve)
    end
end

return payments
