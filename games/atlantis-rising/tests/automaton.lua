-- The automaton of the game for one.
local t = require("tests/table")

test("the automaton is never alone, and never acts", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]))
    go("place", seats[1])
    answers({ "place: automaton" })
    step()
    local automaton = t.automaton()
    expect(automaton.holder, t.tile("hill-1"))
    go("act", seats[1])
    expect(step().options, { "archon", "done" })
    answers({ "act: done" })
    step()
end)

test("the automaton goes home when the last one leaves it", { players = 1 }, function()
    t.bare()
    t.calm()
    local automaton = t.automaton()
    t.stand(t.tile("hill-1"), t.archon(seats[1]), automaton)
    t.draw(seats[1], "homesickness", { "send_home: archon" })
    expect(automaton.zone, seats[1].reserve)
end)

test("the automaton is washed away with the others", { players = 1 }, function()
    t.bare()
    t.calm()
    local automaton = t.automaton()
    t.stand(t.tile("city-6"), t.archon(seats[1]), automaton)
    t.draw(seats[1], "waves-cities")
    expect(automaton.zone, seats[1].reserve)
    expect(t.archon(seats[1]).zone, seats[1].reserve)
end)

test("the automaton gives the others on its tile +2", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]), t.automaton())
    t.automaton().acted = true
    rolls({ 4 })
    t.act({ "act: archon" })
    expect(t.count(seats[1], "gold"), 1)
end)

test("the automaton is the second figure of a city and rolls a die without the +2", { players = 1 }, function()
    t.bare()
    local automaton = t.automaton()
    t.stand(t.tile("city-6"), t.archon(seats[1]), automaton)
    automaton.acted = true
    local before = agora.size
    rolls({ 2, 3 })
    t.act({ "act: archon" })
    expect(agora.size, before - 1)
end)

test("an automaton with nowhere to go is not offered until somebody stands somewhere", { players = 1 }, function()
    t.bare()
    local question = t.ask("place")
    expect(t.offers(question, "automaton"), false)
    expect(t.offers(question, "archon"), true)
    t.place("archon", "hill-1")
    expect(t.offers(t.ask("place"), "automaton"), true)
    expect(t.ask("place", { "place: automaton" }), nil)
    expect(t.automaton().holder, t.tile("hill-1"))
end)

test("the automaton stands only with somebody, and where there is room", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("hill-6"), t.archon(seats[1]))
    t.stand(t.tile("hill-1"), t.follower(seats[1]))
    t.stand(t.tile("city-1"), t.follower(seats[1], 2))
    expect(t.where("automaton").options, { "hill-1", "city-1" })
end)

test("the automaton helps only on its own tile", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]))
    t.stand(t.tile("hill-2"), t.follower(seats[1]), t.automaton())
    t.automaton().acted = true
    rolls({ 4, 4 })
    t.act({ "act: archon" })
    expect(t.count(seats[1], "gold"), 0)
    t.act({ "act: follower" })
    expect(t.count(seats[1], "gold"), 1)
end)

test("the automaton helps everybody on its tile by 2", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]), t.follower(seats[1]), t.automaton())
    t.automaton().acted = true
    rolls({ 4, 3 })
    t.act({ "act: archon" })
    expect(t.count(seats[1], "gold"), 1)
    t.act({ "act: follower" })
    expect(t.count(seats[1], "gold"), 1)
end)

test("in a city with the automaton only the other die has +2", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("city-6"), t.archon(seats[1]), t.automaton())
    t.automaton().acted = true
    local before = agora.size
    rolls({ 2, 2 })
    t.act({ "act: archon" })
    expect(agora.size, before)
end)

--- Rolls of two others in a city of target 10, and whether they are enough with the automaton as the third.
local THIRD = { { 3, 3, true }, { 3, 2, false } }

for _, case in THIRD do
    test(`the automaton as the third in a city: {case[1]} and {case[2]} with +2 each`, { players = 1 }, function()
        t.bare()
        t.role(seats[1], "envoy")
        t.stand(t.tile("city-1"), t.archon(seats[1]), t.follower(seats[1]))
        expect(t.ask("place", { "place: automaton" }), nil)
        expect(t.tile("city-1").crew.size, 3)
        local before = agora.size
        rolls({ case[1], case[2] })
        t.act({ "act: archon" })
        expect(agora.size, if case[3] then before - 1 else before)
    end)
end

--- Modules with a double space, what is answered, and what has changed then.
local DOUBLE = {
    ["chrono-lens"] = { {}, function()
        expect(pieces.marker[1].place.index, 3)
    end },
    ["twin-furnace"] = { {}, function()
        expect(t.count(seats[1], "atlantium"), 5)
    end },
    ["aegis-engine"] = { { "shield: hills", "shield: cities" }, function()
        expect(barriers.size, 4)
    end },
    ["soul-terraformer"] = { { "sacrifice: follower" }, function()
        expect(t.get("peninsula", "hills").coast.size, 5)
    end },
}

for id, case in DOUBLE do
    test("the automaton is the second figure of a double space: " .. id, { players = 1 }, function()
        t.bare()
        t.sink("hills", 4)
        move(pieces.marker[1], wrath:space(4))
        t.stand(t.built(id), t.follower(seats[1]))
        expect(t.ask("place", { "place: automaton" }), nil)
        local list = { "act: follower" }
        for _, answer in case[1] do
            table.insert(list, answer)
        end
        t.act(list)
        case[2]()
    end)
end

test("the automaton is not there to act, and no resource is its own", { players = 1 }, function()
    t.bare()
    t.stand(t.tile("source"), t.archon(seats[1]))
    expect(t.ask("place", { "place: automaton" }), nil)
    t.act({ "act: archon" })
    expect(t.count(seats[1], "energy"), 1)
    t.act({})
    expect(t.count(seats[1], "energy"), 1)
    expect(t.automaton().zone, seats[1].reserve)
end)

test("the automaton can be placed again in the next round", { players = 1 }, function()
    t.bare()
    t.calm()
    t.stand(t.tile("source"), t.archon(seats[1]))
    expect(t.ask("place", { "place: automaton" }), nil)
    t.act({ "act: archon" })
    t.act({})
    t.foresee("aquanaut", "priest")
    answers({ "vision: priest" })
    expect(play().prompt, "place")
    t.place("archon", "hill-1")
    expect(t.offers(t.ask("place"), "automaton"), true)
end)
