local bot = {}

--- Roll again until the turn is worth enough.
--- @param hold int
function bot.rate(bot, seat, prompt, again)
    local wants = vars.sum < bot.hold
    return if again == wants then 1 else 0
end

return bot
