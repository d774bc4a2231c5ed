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

--- Some players pay tokens of one kind together: each says its part, as far as the others leave a choice.
function payments.share(list, token, amount)
    local rest = list:total("reserve", token)
    for _, seat in list do
        if amount == 0 then
            return
        end
        local own = seat.reserve:count(token)
        rest -= own
        local part = seat:number(PROMPTS[token], math.max(0, amount - rest), math.min(own, amount))
        take(token, seat.reserve, part)
        amount -= part
    end
end

--- A player pays tokens of any kind, one after the other.
function payments.any(seat, amount)
    for _ = 1, amount do
        take(seat:choose("pay_any", seat.reserve:tokens()), seat.reserve)
    end
end

return payments
