-- The library: drawing, keeping and playing cards. What cards do is in `cards` and `artifacts`.
local library = {}

--- A card goes where its player keeps it: artifacts lie open and work.
local function keep(seat, card)
    move(card, if card.artifact then seat.artifacts else seat.hand)
end

--- Whether a card would do something now.
function library.usable(card)
    return not card.usable or apply(card.usable, card.owner)
end

--- Play a card: it is discarded, unless its effect lasts.
function library.play(card)
    local seat = card.owner
    log("plays", seat, card)
    move(card, library_discard)
    apply(card.effect, seat, card)
end

--- One card too many: play or discard any.
local function reduce(seat)
    local card = seat:choose("too_many", seat.hand:pieces():with(seat.artifacts:pieces()))
    if card.effect and library.usable(card) and seat:confirm("play_it", card) then
        library.play(card)
    else
        move(card, library_discard)
    end
end

--- A player gets cards, and may have too many then.
function library.receive(seat, list)
    for _, card in list do
        keep(seat, card)
    end
    while seat.hand.size + seat.artifacts.size > math.max(0, rules.hand_limit) do
        reduce(seat)
    end
end

--- Cards that were drawn and not kept: discarded, or under the deck.
local function put_back(list, rest)
    for _, card in list do
        if rest == "under-deck" then
            move(card, library_deck, "bottom")
        else
            move(card, library_discard)
        end
    end
end

--- How many of the drawn cards a player keeps: all for some energy.
local function how_many(event)
    local seat = event.seat
    if event.keep >= event.drawn then
        return event.drawn
    end
    if seat.reserve:count("energy") >= rules.keep_price and seat:confirm("keep_all", rules.keep_price) then
        take("energy", seat.reserve, rules.keep_price)
        return event.drawn
    end
    return event.keep
end

--- The cards a player keeps of some.
local function kept_of(seat, list, amount)
    if amount >= #list then
        return list:array()
    end
    local kept = {}
    for i = 1, amount do
        kept[i] = seat:choose("keep", list)
        list = list:except(kept[i])
    end
    return kept
end

--- Draw cards and keep some of them; what the event "study" does.
local function study(event)
    local seat = event.seat
    event.drawn = draw(library_deck, seat.desk, event.draw)
    local left = seat.desk:pieces("card")
    local kept = kept_of(seat, left, how_many(event))
    for _, card in kept do
        left = left:except(card)
    end
    put_back(left, event.rest)
    library.receive(seat, kept)
end

--- A player studies: draws some cards and keeps some.
function library.study(seat, amount, kept, rest)
    happen("study", { seat = seat, draw = amount, keep = kept, rest = rest }, study)
end

return library
