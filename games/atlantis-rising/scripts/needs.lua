-- What the players still need for the portal; for the bot.
local needs = {}

--- How much of a token all modules of the plan cost.
local function cost_of_all(token)
    local sum = 0
    for _, module in plans:pieces() do
        if not module.units then
            sum += module[token] or 0
        end
    end
    return sum
end

--- How much of a token the players lack for all modules; less than 0 if they have more.
function needs.lacking(token)
    if token == "ore" then
        local atlantium = cost_of_all("atlantium") - players:total("reserve", "atlantium")
        return (atlantium + 1) // 2 - players:total("reserve", "ore")
    end
    return cost_of_all(token) - players:total("reserve", token)
end

--- Whether some players could pay a module.
function needs.affordable(module, list)
    for _, token in rules.materials do
        if token ~= "ore" and (module[token] or 0) > list:total("reserve", token) then
            return false
        end
    end
    return true
end

--- The cheapest modules that all players together could pay, one for each build space.
function needs.targets()
    local spent = { gold = 0, crystal = 0, atlantium = 0, energy = 0 }
    local found = {}
    for _, module in plans:pieces() do
        local pays = not module.units
        for token, used in spent do
            pays = pays and (module[token] or 0) + used <= players:total("reserve", token)
        end
        if pays and #found < sites.size then
            table.insert(found, module)
            for token in spent do
                spent[token] += module[token] or 0
            end
        end
    end
    return found
end

--- Whether a player has something that a crew lacks for a module.
function needs.helps(seat, crew, module)
    for _, token in rules.materials do
        local cost = if token == "ore" then 0 else module[token] or 0
        if cost > 0 and seat.reserve:count(token) > 0 then
            local there = 0
            for _, figure in crew:distinct("colour") do
                there += figure.colour.reserve:count(token)
            end
            if there < cost then
                return true
            end
        end
    end
    return false
end

return needs
