-- Phase 2: fate cards. What severe ones do is in `severe`.
local free = require("free")
local sinking = require("sinking")

local fates = {}

--- What the event "omen" does: the card is carried out.
local function carry_out(event)
    apply(event.card.effect, event.seat, event.card)
end

--- What the event "fate" does: the top card is revealed, and is an omen.
local function reveal(event)
    local seat = event.seat
    if draw(fate_deck, fate_discard) > 0 then
        log("draws", seat, fate_discard.top)
        happen("omen", { seat = seat, card = fate_discard.top }, carry_out)
    end
end

--- A player draws one card, unless a module spares it.
function fates.draw(seat)
    if vars.spared > 0 then
        vars.spared -= 1
        log("spared", seat)
        return
    end
    free.window("fating")
    happen("fate", { seat = seat }, reveal)
end

--- A player's turn: one card after the other.
function fates.turn(seat)
    for _ = 1, rules.draws do
        fates.draw(seat)
    end
end

--- The first player draws more when the others have drawn.
function fates.more(first)
    for _ = 1, rules.more_draws do
        fates.draw(first)
    end
    return false
end

--- Some cards of the top of the deck, on a player's desk. The discards are shuffled for an empty deck only.
function fates.look(seat, amount)
    draw(fate_deck, seat.desk, if fate_deck.is_empty then amount else math.min(amount, fate_deck.size))
end

--- The cards on a player's desk go back on top as they were.
function fates.put_back(seat)
    local looked = seat.desk:pieces("fate")
    for i = #looked, 1, -1 do
        move(looked[i], fate_deck)
    end
end

--- A card that is looked at goes under the deck.
function fates.put_under(card)
    move(card, fate_deck, "bottom")
end

--- Light: a tile of a peninsula sinks.
--- @param at peninsula
function fates.light(effect, seat, card)
    sinking.window()
    sinking.strike(seat, effect.at, card)
end

--- Calm Seas: nothing happens.
function fates.calm() end

--- Controlled Flood: a tile sinks through a barrier.
function fates.flood(_, seat, card)
    sinking.window()
    sinking.anywhere(seat, card, true)
end

return fates
