-- The Power Core: who must be there, when, and what it costs.
local t = require("tests/table")

--- Only the Power Core is left to build, and these archons stand on the first build space; all if none are named.
local function gather(list)
    t.bare()
    t.plan("power-core")
    for _, seat in list or seats do
        t.stand(t.get("site", "first-site"), t.archon(seat))
    end
end

--- Each seat has so much gold.
local function shares(...)
    for i, amount in { ... } do
        t.has(seats[i], { gold = amount })
    end
end

--- Who acts for all on the build space.
local function builder()
    return if #players > 1 then "act: archon*1" else "act: archon"
end

--- The Power Core cannot be built; the archons may try again.
local function refused()
    t.act({ builder() })
    expect(t.get("module", "power-core").zone, plans)
    expect(over(), false)
    for _, seat in seats do
        t.archon(seat).acted = false
    end
end

test("the Power Core needs every archon on one space and a unit of each player, and wins", { players = 4 }, function()
    gather()
    t.has(seats[1], { gold = 2 })
    t.has(seats[2], { ore = 1 })
    t.has(seats[3], { energy = 2 })
    t.has(seats[4], { atlantium = 2 })
    t.act({ "act: archon*1", "build: power-core" })
    step()
    expect(over(), true)
    expect(#winners(), 4)
end)

test("the Power Core is not built if one archon is on another build space", { players = 4 }, function()
    gather({ seats[1], seats[2], seats[3] })
    t.stand(t.get("site", "second-site"), t.archon(seats[4]))
    shares(3, 3, 3, 3)
    refused()
end)

test("no follower stands in for an archon at the Power Core", { players = 4 }, function()
    gather({ seats[1], seats[2], seats[3] })
    t.stand(t.get("site", "first-site"), t.follower(seats[4]), t.follower(seats[4], 2))
    shares(3, 3, 3, 3)
    refused()
end)

test("no hologram stands in for an archon at the Power Core", { players = 2 }, function()
    local hologram = t.appear("warden", "priest", "warden")
    t.plan("power-core")
    t.stand(t.get("site", "first-site"), t.archon(seats[1]), hologram, t.follower(seats[2]))
    shares(4, 4)
    t.act({ "act: archon" })
    expect(t.get("module", "power-core").zone, plans)
end)

--- How many units the Power Core costs with so many players.
local UNITS = { 5, 5, 5, 7, 7, 7, 7 }

for count, units in UNITS do
    test(`the Power Core costs {units} units with {count} players, and not one less`, { players = count }, function()
        gather()
        for _, seat in seats do
            t.has(seat, { gold = 1 })
        end
        if units > count then
            t.has(seats[1], { gold = units - count - 1 })
            refused()
            t.has(seats[count], { gold = 1 })
        end
        t.act({ builder(), "build: power-core" })
        for _, seat in seats do
            expect(seat.reserve.total, 0)
        end
        step()
        expect(over(), true)
    end)
end

test("what is too much for the Power Core stays with the players", { players = 4 }, function()
    gather()
    shares(9, 9, 9, 9)
    t.act({ "act: archon*1", "build: power-core", "pay_core: 1", "pay_core: 3", "pay_core: 2" })
    for i, left in { 8, 6, 7, 8 } do
        expect(t.count(seats[i], "gold"), left)
    end
end)

test("each player pays at least one unit of the Power Core", { players = 4 }, function()
    gather()
    shares(9, 9, 9, 9)
    local question = t.ask("act", { "act: archon*1", "build: power-core" })
    expect(question.prompt, "pay_core")
    expect(question.seat, 1)
    expect(question.options, { "1", "2", "3", "4" })
    answers({ "pay_core: 2" })
    question = step()
    expect(question.seat, 2)
    expect(question.options, { "1", "2", "3" })
end)

test("a player pays as much of the Power Core as the others lack", { players = 4 }, function()
    gather()
    shares(9, 1, 1, 1)
    t.act({ "act: archon*1", "build: power-core" })
    expect(t.count(seats[1], "gold"), 5)
end)

test("the Power Core is paid in any kinds, also energy and ore", { players = 4 }, function()
    gather()
    t.has(seats[1], { ore = 1, energy = 1 })
    shares(0, 6, 1, 1)
    local question = t.ask("act", { "act: archon*1", "build: power-core", "pay_core: 1" })
    expect(question.prompt, "pay_any")
    expect(question.seat, 1)
    expect(question.options, { "ore", "energy" })
end)

test("the Power Core cannot be built while one player has nothing to pay", { players = 4 }, function()
    gather()
    shares(9, 9, 0, 9)
    refused()
end)

--- What else is in the plan, and what each player has: too little for it, or enough.
local OTHERS = { { "solar-matrix", "atlantium" }, { "twin-furnace", "gold" } }

for _, case in OTHERS do
    test("the Power Core cannot be built before the " .. case[1], { players = 4 }, function()
        gather()
        t.plan(case[1], "power-core")
        for _, seat in seats do
            t.has(seat, { [case[2]] = 3 })
        end
        refused()
    end)
end

test("with another module left only that one is offered", { players = 4 }, function()
    gather()
    t.plan("solar-matrix", "power-core")
    for _, seat in seats do
        t.has(seat, { gold = 3, crystal = 3 })
    end
    expect(t.ask("act", { "act: archon*1" }).options, { "solar-matrix", "none" })
end)

test("with the automaton on the build space one player builds it alone", { players = 1 }, function()
    t.bare()
    t.plan("power-core")
    t.stand(t.get("site", "first-site"), t.archon(seats[1]), t.automaton())
    t.automaton().acted = true
    t.has(seats[1], { gold = 5 })
    t.act({ "act: archon", "build: power-core" })
    step()
    expect(over(), true)
    expect(#winners(), 1)
end)

--- What makes other modules cheaper.
local CHEAPER = {
    engineer = function()
        t.role(seats[1], "engineer")
    end,
    ["builders-square"] = function()
        t.card(seats[1], "builders-square")
    end,
    ["masons-plan"] = function()
        move(t.get("card", "masons-plan"), lasting)
    end,
}

for id, cheaper in CHEAPER do
    test("the Power Core is not cheaper: " .. id, { players = 4 }, function()
        gather()
        cheaper()
        shares(3, 1, 1, 1)
        refused()
        shares(1)
        t.act({ "act: archon*1", "build: power-core" })
        expect(seats[1].reserve.total, 0)
    end)
end
