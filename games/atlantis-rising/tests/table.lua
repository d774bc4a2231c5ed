-- What the tests share: laying out a table for a scenario. No tests here.
local t = {}

--- Nobody has anything but figures, no archon has an ability, and the first seat begins.
function t.bare()
    vars.first = seats[1]
    for _, seat in seats do
        for _, token in seat.reserve:tokens() do
            take(token, seat.reserve, seat.reserve:count(token))
        end
        for _, card in seat.role:pieces() do
            move(card, archons)
        end
    end
end

--- The piece of a kind and an id.
function t.get(kind, id)
    return pieces[kind]:where("id", id)[1]
end

--- The tile of an id.
function t.tile(id)
    return t.get("tile", id)
end

--- A seat gets an archon's ability.
function t.role(seat, id)
    local card = t.get("archon", id)
    move(card, seat.role)
    card.figure = t.archon(seat)
    return card
end

--- The archon figure of a seat.
function t.archon(seat)
    return pieces.atlantean:where("owner", seat):where("id", "archon")[1]
end

--- A follower of a seat that is not in the Agora, by number.
function t.follower(seat, n)
    local own = pieces.atlantean:where("colour", seat):where("id", "follower")
    return own:filter(function(figure)
        return figure.zone ~= agora
    end)[n or 1]
end

--- A helper works for a seat.
function t.helper(seat)
    local helper = agora:pieces():where("id", "helper")[1]
    helper.colour = seat
    move(helper, seat.reserve)
    return helper
end

--- The automaton.
function t.automaton()
    return t.get("atlantean", "automaton")
end

--- Figures stand on a place.
function t.stand(place, ...)
    for _, figure in { ... } do
        move(figure, place.crew)
    end
end

--- Tiles of a peninsula lie in the sea, the outermost first.
function t.sink(id, amount)
    local peninsula = t.get("peninsula", id)
    for _ = 1, amount or 1 do
        move(peninsula.coast.top, peninsula.sea)
    end
    return peninsula
end

--- A fate card lies on top of the deck.
function t.fate(id)
    local card = t.get("fate", id)
    move(card, fate_deck)
    return card
end

--- A seat has a card.
function t.card(seat, id)
    local card = t.get("card", id)
    move(card, if card.artifact then seat.artifacts else seat.hand)
    return card
end

--- Cards lie on top of the library deck, and if so said no others.
function t.library(list, alone)
    for _, card in library_deck:pieces() do
        if alone then
            move(card, gone)
        end
    end
    for _, id in list do
        move(t.get("card", id), library_deck)
    end
end

--- A module is built already; its place.
function t.built(id)
    local module = t.get("module", id)
    move(module, portal)
    return module
end

--- Only these modules are still to be built.
function t.plan(...)
    for _, module in plans:pieces() do
        move(module, gone)
    end
    for _, id in { ... } do
        move(t.get("module", id), plans)
    end
end

--- Only Calm Seas are drawn.
function t.calm()
    for _, card in fate_deck:pieces() do
        if card.group ~= "calm" then
            move(card, gone)
        end
    end
end

--- The hologram will draw these two abilities.
function t.foresee(one, other)
    for _, card in visions:pieces() do
        move(card, archons)
    end
    move(t.get("archon", one), visions)
    move(t.get("archon", other), visions)
end

--- The hologram comes with one of two abilities: its figure.
function t.appear(one, other, chosen)
    t.bare()
    t.foresee(one, other)
    go("dawn")
    answers({ "vision: " .. chosen })
    step()
    return t.get("atlantean", "hologram")
end

--- A seat has tokens.
function t.has(seat, tokens)
    for token, amount in tokens do
        put(token, seat.reserve, amount)
    end
end

--- How many tokens of a type a seat has.
function t.count(seat, token)
    return seat.reserve:count(token)
end

--- Runs a step with these answers, after which nothing is asked.
local function run(list)
    answers(list or {})
    local question = step()
    expect(question and question.prompt, nil, "the question that waits")
end

--- The first seat lets somebody act, with these answers.
function t.act(list)
    go("act", seats[1])
    run(list)
end

--- A seat draws this fate card, with these answers.
function t.draw(seat, id, list)
    local card = t.fate(id)
    go("fate", seat)
    run(list)
    return card
end

--- Runs a step of a phase with these answers: the question that waits then, or nil.
--- The first player has the turn unless a seat is named.
function t.ask(phase, list, seat)
    go(phase, seat)
    answers(list or {})
    return step()
end

--- Whether a question has an option.
function t.offers(question, key)
    return table.find(question.options, key) ~= nil
end

--- Where an Atlantean may be placed: the question.
function t.where(key)
    return t.ask("place", { "place: " .. key })
end

--- Somebody is placed and nothing else is asked.
function t.place(key, place)
    go("place")
    run({ "place: " .. key, "where: " .. place })
end

--- A barrier protects a peninsula.
function t.protect(id)
    local peninsula = t.get("peninsula", id)
    move(barriers.top, peninsula.shore)
    return peninsula
end

return t
