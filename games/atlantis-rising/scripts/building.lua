-- Building: all on one build space build one module together, and their players pay in any split.
local crews = require("crews")
local payments = require("payments")

local building = {}

--- Whether the players of a crew can pay a module, if so many units need not be paid.
local function affordable(module, builders, units)
    local missing = 0
    for _, token in rules.materials do
        local cost = if token == "ore" then 0 else module[token] or 0
        if cost > 0 then
            missing += math.max(0, cost - builders:total("reserve", token))
        end
    end
    return missing <= units
end

--- All that some players have, energy too.
local function wealth(list)
    local sum = 0
    for _, seat in list do
        sum += seat.reserve.total
    end
    return sum
end

--- What the Power Core costs: so much that each player can pay at least some units.
local function price_of_core(core)
    return math.max(core.units, rules.core_least * #players)
end

--- Whether every player's archon is there and the players can pay the Power Core: each at least some units.
local function core_ready(core, crew)
    if plans.size > 1 or #crew:where("id", "archon") < #players then
        return false
    end
    for _, seat in players do
        if seat.reserve.total < rules.core_least then
            return false
        end
    end
    return wealth(players) >= price_of_core(core)
end

--- What can be built by a crew.
function building.options(crew, builders, units)
    return plans:pieces():filter(function(module)
        if module.units then
            return core_ready(module, crew)
        end
        return affordable(module, builders, units)
    end)
end

--- What a module costs its builders: what they lack is left out first, then what the first player says.
local function price(module, builders, units)
    local costs, left = {}, {}
    for _, token in rules.materials do
        local cost = if token == "ore" then 0 else module[token] or 0
        local lacking = math.max(0, cost - builders:total("reserve", token))
        costs[token] = cost - lacking
        units -= lacking
    end
    for left_out = 1, units do
        left = {}
        for _, token in rules.materials do
            if costs[token] > 0 then
                table.insert(left, token)
            end
        end
        local token = vars.first:choose("leave_out", left, module, units - left_out + 1)
        if token then
            costs[token] -= 1
        end
    end
    return costs
end

--- The builders pay a module together.
local function pay(module, builders, units)
    local costs = price(module, builders, units)
    for _, token in rules.materials do
        payments.share(builders, token, costs[token], module)
    end
end

--- The players pay the Power Core: each at least some units of anything.
local function pay_core(core)
    local left = price_of_core(core)
    local others = players:from(vars.first)
    for _, seat in players:from(vars.first) do
        others = others:except(seat)
        local least = math.max(rules.core_least, left - wealth(others))
        local most = math.min(seat.reserve.total, left - #others * rules.core_least)
        local part = seat:number("pay_core", least, most, left)
        payments.any(seat, part)
        left -= part
    end
end

--- What the event "build" does.
local function build(event)
    local module = event.module
    if module.units then
        pay_core(module)
    else
        pay(module, event.builders, event.units)
    end
    move(module, portal)
    log("built", module)
    if module.built then
        apply(module.built, { seat = vars.first, place = module })
    end
end

--- How many units the builders need not pay; the Power Core has no discount.
local function discount(crew, builders)
    if plans.size == 1 then
        return 0
    end
    return happen("discount", { crew = crew, builders = builders, units = 0 }, function() end).units
end

--- What the event "meet" does: the builders build what the first player says, if they can pay for anything.
local function construct(event)
    local units = discount(event.crew, event.builders)
    local options = building.options(event.crew, event.builders, units)
    if #options == 0 then
        log("nothing_built", event.place)
    end
    local module = vars.first:may("build", options, event.place)
    if module then
        happen("build", { module = module, builders = event.builders, crew = event.crew, units = units }, build)
    end
end

--- All on one build space meet to build a module.
function building.act(_, act)
    happen("meet", { place = act.place, crew = act.crew, builders = crews.seats(act.crew) }, construct)
end

--- The Power Core is built: all have won.
function building.win()
    finish("won", "portal-open")
end

return building
