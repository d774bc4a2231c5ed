-- What is different with one, two and three players: fate cards, the hologram, the automaton.
local t = require("tests/table")

--- Only Calm Seas are drawn.
local function calm()
    for _, card in fate_deck:pieces() do
        if card.group ~= "calm" then
            move(card, gone)
        end
    end
end

--- How many fate cards each seat draws, and the first player once more.
local DRAWS = { { 1, 4, 0 }, { 2, 2, 0 }, { 3, 1, 1 }, { 4, 1, 0 }, { 7, 1, 0 } }

for _, case in DRAWS do
    test("fate cards with " .. case[1] .. " players", { players = case[1] }, function()
        t.bare()
        calm()
        go("fate", seats[1])
        step()
        expect(fate_discard.size, case[2])
        expect(rules.more_draws, case[3])
    end)
end

test("with three players the first player draws one more", { players = 3 }, function()
    t.bare()
    calm()
    go("more-fate", seats[1])
    step()
    expect(fate_discard.size, 1)
end)

--- The hologram of the first seat has one of two abilities.
local function appear(one, other, chosen)
    t.bare()
    for _, card in visions:pieces() do
        move(card, archons)
    end
    move(t.get("archon", one), visions)
    move(t.get("archon", other), visions)
    go("dawn")
    answers({ "vision: " .. chosen })
    step()
    return pieces.atlantean:where("id", "hologram")[1]
end

test("two players: the first player has the hologram with one of two abilities, for a round", { players = 2 }, function()
    local hologram = appear("aquanaut", "priest", "aquanaut")
    expect(hologram.zone, seats[1].reserve)
    expect(t.get("archon", "priest").zone, archons)
    t.sink("hills", 1)
    go("place", seats[1])
    answers({ "place: hologram", "where: hill-6" })
    step()
    rolls({ 6 })
    t.act({ "act: hologram" })
    expect(t.count(seats[1], "gold"), 1)
    t.act({})
    go("dusk")
    step()
    expect(t.get("archon", "aquanaut").zone, archons)
    expect(hologram.colour, nil)
    expect(vars.first, seats[2])
end)

test("the hologram's ability is not that of the archon", { players = 2 }, function()
    appear("aquanaut", "priest", "aquanaut")
    t.sink("hills", 1)
    go("place", seats[1])
    answers({ "place: archon*1" })
    expect(table.find(step().options, "hill-6") == nil, true)
end)

test("Scholar as hologram: uses one of two artifacts for the round and returns it", { players = 2 }, function()
    appear("scholar", "priest", "scholar")
    local question = step()
    expect(question.prompt, "relic")
    answers({ "relic: " .. question.options[1] })
    step()
    expect(seats[1].artifacts.size, 1)
    expect(relics.size, 6)
    go("dusk")
    step()
    expect(seats[1].artifacts.size, 0)
    expect(relics.size, 7)
end)

test("alone: one energy every round", { players = 1 }, function()
    appear("aquanaut", "priest", "priest")
    expect(t.count(seats[1], "energy"), 1)
end)

test("the automaton is never alone, and never acts", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]))
    go("place", seats[1])
    answers({ "place: automaton" })
    step()
    local automaton = pieces.atlantean:where("id", "automaton")[1]
    expect(automaton.holder, t.tile("hill-1"))
    go("act", seats[1])
    expect(step().options, { "archon", "done" })
    answers({ "act: done" })
    step()
end)

test("the automaton gives the others on its tile +2", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]), pieces.atlantean:where("id", "automaton")[1])
    pieces.atlantean:where("id", "automaton")[1].acted = true
    rolls({ 4 })
    t.act({ "act: archon" })
    expect(t.count(seats[1], "gold"), 1)
end)

test("the automaton is the second figure of a city and rolls a die without the +2", { players = 1 }, function()
    t.bare()
    local automaton = pieces.atlantean:where("id", "automaton")[1]
    t.stand(t.tile("city-6"), t.archon(seats[1]), automaton)
    automaton.acted = true
    local before = agora.size
    rolls({ 2, 3 })
    t.act({ "act: archon" })
    expect(agora.size, before - 1)
end)
