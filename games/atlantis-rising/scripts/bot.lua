-- The game's own bot: says what each option is worth, in hundredths of a resource that is needed.
local anger = require("anger")
local needs = require("needs")

local bot = {}

--- What one more of a token is worth.
local function token_worth(with, token)
    if token == "energy" then
        return with.energy
    end
    local lacking = needs.lacking(token)
    if lacking <= 0 then
        return with.unneeded
    end
    return if token == "atlantium" then with.atlantium else with.needed + with.scarce * math.min(lacking, with.many)
end

--- The chance of a die to reach a target, in hundredths.
local function chance(target)
    return math.clamp(7 - target, 0, 6) * 100 // 6
end

--- The chance of two dice to reach a target, in hundredths.
local function chance_of_two(target)
    local ways = 0
    for first = 1, 6 do
        ways += math.clamp(7 - (target - first), 0, 6)
    end
    return ways * 100 // 36
end

--- What is left of a tile's worth if it may sink before it is used.
local function in_danger(with, tile, worth)
    local peninsula = tile.peninsula
    if vars.phase ~= "place" or not peninsula or not peninsula.shore.is_empty then
        return worth
    end
    local behind = peninsula.coast.size - tile.number
    local left = with.danger[behind + 1]
    return if behind < 0 then worth * with.sunken // 100 elseif left then worth * left // 100 else worth
end

--- A wild tile: some energy may make up for a low roll.
local function wild_worth(with, seat, tile)
    local help = math.min(with.pay, seat.reserve:count("energy"))
    local worth = token_worth(with, tile.action.token)
    local lucky = chance(tile.action.target)
    local paid = chance(tile.action.target - help) - lucky
    return (lucky * worth + paid * math.max(0, worth - help * with.energy)) // 100
end

--- A city: half of a follower for each of two.
local function city_worth(with, seat, tile)
    if #agora:pieces():where("colour", seat) == 0 or vars.round > with.young then
        return 0
    end
    local value = anger.value()
    local worth = chance_of_two(tile.action.target - value) * with.follower // 200
    return if tile.crew.size == 1 then 2 * worth else worth
end

--- A forge: worth something to who has ore to spare.
local function forge_worth(with, seat, tile)
    local here = #pieces.atlantean:lying("crew"):where("colour", seat):filter(function(figure)
        return figure.holder.kind == "tile" and figure.holder.peninsula == tile.peninsula
    end)
    if seat.reserve:count("ore") <= here then
        return 0
    end
    return math.min(tile.action.atlantium, math.max(1, needs.lacking("atlantium"))) * token_worth(with, "atlantium") - with.ore
end

--- The worth of a tile for a player.
local function tile_worth(with, seat, tile)
    local peninsula = tile.peninsula
    if not peninsula then
        return with.energy
    elseif peninsula.wild then
        return wild_worth(with, seat, tile)
    elseif peninsula.id == "cities" then
        return city_worth(with, seat, tile)
    elseif peninsula.id == "libraries" then
        return if library_deck.is_empty then 0 else with.card * tile.action.keep
    end
    return forge_worth(with, seat, tile)
end

--- A build space: worth much to who has what those there lack, and at the end to every archon, who are placed first.
local function site_worth(with, seat, site)
    local own = site.crew:pieces():where("colour", seat)
    if #own > 0 then
        return 0
    elseif plans.size == 1 then
        return if site.number == 1 then with.meet else 0
    end
    local module = needs.targets()[site.number]
    return if module and needs.helps(seat, site.crew:pieces(), module) then with.meet else 0
end

--- A module's space.
local function module_worth(with, module)
    if not module.together then
        return with.module
    end
    return if module.crew.size == 1 then with.module else with.module * 2 // 3
end

--- Where to place somebody.
local function place_worth(with, seat, place)
    if place.kind == "site" then
        return site_worth(with, seat, place)
    elseif place.kind == "module" then
        return module_worth(with, place)
    end
    return in_danger(with, place, tile_worth(with, seat, place))
end

--- What the tiles of a peninsula are needed for.
local function need_of(with, peninsula)
    if peninsula.wild then
        local tile = peninsula.coast.top or peninsula.sea.top
        return token_worth(with, tile.action.token)
    elseif peninsula.id == "forges" then
        return token_worth(with, "atlantium")
    elseif peninsula.id == "cities" then
        return if vars.round > with.young then with.old_city else with.young_city
    end
    return with.card
end

--- Which peninsula should rather lose a tile: one that is needed least, and has many left.
local function sink_worth(with, peninsula)
    local coast = peninsula.coast
    if coast.is_empty then
        return -with.meet
    end
    local worth = with.spare_tile * coast.size - need_of(with, peninsula) // 2
    if not peninsula.shore.is_empty then
        worth += with.held
    end
    if coast.size == 1 then
        worth -= with.last_tile
    end
    if not coast.top.crew.is_empty then
        worth -= with.crew
    end
    return worth
end

--- Which peninsula should have a barrier: one that is needed, while it has something to lose.
local function shield_worth(with, peninsula)
    return need_of(with, peninsula) - with.safe_tile * peninsula.coast.size
end

--- Which peninsula should get a tile back: one that is needed and has few.
local function raise_worth(with, peninsula)
    return need_of(with, peninsula) - with.dry_tile * peninsula.coast.size
end

--- How welcome a fate card is.
local GROUPS = table.freeze({ calm = 30, light = 10, flood = 5, severe = 0 })

--- Cards that are kept for a window; all others are played at once.
local function card_worth(card, moment)
    if moment == "sinking" then
        return if card.id == "hymn-of-stillness" or card.id == "rune-of-warding" then 50 else -1
    end
    if card.id == "alchemists-notes" or card.id == "rune-of-warding" or card.id == "masons-plan" and moment == "place" then
        return -1
    end
    if card.id == "chant-of-rising" then
        return if #pieces.tile:lying("sea") > 0 then 50 else -1
    end
    if card.id == "scroll-of-the-skies" then
        return if moment == "fating" then 50 else -1
    end
    return 50
end

--- What is raised by energy, if there is enough of it.
local function free_worth(with, word)
    local units = players:total("reserve", "energy")
    if word == "barrier" then
        return if units >= with.barrier then 40 else -1
    elseif word == "raise" then
        local dry = pieces.peninsula:having("sea"):filter(function(peninsula)
            return raise_worth(with, peninsula) >= with.dry
        end)
        return if #dry > 0 or units >= with.raise then 45 else -1
    end
    return 0
end

--- Who acts first: those who roll, then forges, then builders.
local function turn_worth(figure)
    local place = figure.holder
    if place.kind == "site" then
        return 1
    elseif place.kind == "tile" and place.peninsula and place.peninsula.id == "forges" then
        return 2
    end
    return 3
end

--- The question who is next, and windows.
local function next_worth(with, prompt, option)
    if option == nil then
        return 0
    elseif type(option) == "string" then
        return free_worth(with, option)
    elseif option.kind == "card" then
        return card_worth(option, prompt)
    end
    if prompt == "act" then
        return turn_worth(option)
    end
    return if option.id == "archon" and plans.size == 1 then 2 else 1
end

--- Questions with a rule of their own.
local ASKED = table.freeze({
    sink = function(with, _, peninsula)
        return sink_worth(with, peninsula)
    end,
    sink_more = function(with, _, peninsula)
        return sink_worth(with, peninsula)
    end,
    shield = function(with, _, peninsula)
        return shield_worth(with, peninsula)
    end,
    lift = function(with, _, peninsula)
        return raise_worth(with, peninsula)
    end,
    energy = function(with, _, yes)
        return if yes == (vars.missing <= with.pay) then 1 else 0
    end,
    pay_energy = function(with, _, amount)
        return if vars.missing > with.pay then -amount else amount
    end,
    oracle = function(_, _, card)
        return GROUPS[card.group]
    end,
    under = function(_, _, card)
        return 8 - GROUPS[card.group]
    end,
    remove = function(_, _, card)
        return 20 - GROUPS[card.group]
    end,
    reroll = function(_, _, yes)
        return if yes then 1 else 0
    end,
    reroll_dice = function(_, _, i)
        return 4 - pieces.die[i].face
    end,
    build = function(_, _, module)
        return if module then 1 else 0
    end,
    use_artifact = function(_, _, yes)
        return if yes then 1 else 0
    end,
    from_discard = function(_, _, yes)
        return if yes then 0 else 1
    end,
    keep_all = function(with, seat, yes)
        return if yes == (seat.reserve:count("energy") > with.pay) then 1 else 0
    end,
    sacrifice = function(with, _, figure)
        return if (figure ~= nil) == (#pieces.tile:lying("sea") > with.flooded) then 1 else 0
    end,
})

--- Questions for a token: one that is welcome, or one that is not.
local WELCOME = table.freeze({ merchant = 1, resource = 1, harvest = 1, leave_out = 1, give = -1, lose = -1, pay_any = -1 })

--- What an option is worth.
--- @param energy int
--- @param atlantium int
--- @param needed int
--- @param scarce int
--- @param many int
--- @param unneeded int
--- @param card int
--- @param module int
--- @param follower int
--- @param young int
--- @param young_city int
--- @param old_city int
--- @param ore int
--- @param meet int
--- @param danger [int]
--- @param sunken int
--- @param spare_tile int
--- @param last_tile int
--- @param crew int
--- @param held int
--- @param safe_tile int
--- @param dry_tile int
--- @param pay int
--- @param barrier int
--- @param raise int
--- @param dry int
--- @param flooded int
function bot.rate(with, seat, prompt, option)
    if prompt == "where" then
        return place_worth(with, seat, option)
    elseif prompt == "place" or prompt == "act" or prompt == "fating" or prompt == "sinking" then
        return next_worth(with, prompt, option)
    end
    local asked = ASKED[prompt]
    if asked then
        return asked(with, seat, option)
    end
    local sign = WELCOME[prompt]
    if sign then
        return if option == nil then -60 else sign * token_worth(with, option)
    end
    return if type(option) == "number" then option else 1
end

return bot
