-- What is different with one, two and three players: fate cards and energy.
local t = require("tests/table")

--- How many fate cards each seat draws, and the first player once more.
local DRAWS = { { 1, 4, 0 }, { 2, 2, 0 }, { 3, 1, 1 }, { 4, 1, 0 }, { 7, 1, 0 } }

for _, case in DRAWS do
    test("fate cards with " .. case[1] .. " players", { players = case[1] }, function()
        t.bare()
        t.calm()
        go("fate", seats[1])
        step()
        expect(fate_discard.size, case[2])
        expect(rules.more_draws, case[3])
    end)
end

test("with three players the first player draws one more", { players = 3 }, function()
    t.bare()
    t.calm()
    go("more-fate", seats[1])
    step()
    expect(fate_discard.size, 1)
end)

--- How often each player draws in a round, from the first player on.
local ROUNDS = {
    { 2, { 2, 2, 1, 1 } },
    { 3, { 2, 3, 1, 2 } },
    { 4, { 2, 3, 4, 1 } },
}

for _, case in ROUNDS do
    test(`the order of the draws with {case[1]} players`, { players = case[1] }, function()
        t.bare()
        vars.first = seats[2]
        t.calm()
        t.card(seats[1], "scroll-of-the-skies")
        go("fate")
        for _, seat in case[2] do
            local question = play()
            expect(question.prompt, "fating")
            expect(vars.active.index, seat)
            answers({ "fating: none" })
        end
        expect(play().prompt ~= "fating", true)
        expect(fate_discard.size, #case[2])
    end)
end

test("with two players nobody gets energy at the start of a round", { players = 2 }, function()
    t.appear("aquanaut", "priest", "priest")
    expect(t.count(seats[1], "energy"), 0)
end)

test("the first player's marker goes to the left", { players = 4 }, function()
    t.bare()
    for _, seat in { 2, 3, 4, 1 } do
        go("dusk")
        step()
        expect(vars.first, seats[seat])
    end
end)

test("alone: one energy every round", { players = 1 }, function()
    t.appear("aquanaut", "priest", "priest")
    expect(t.count(seats[1], "energy"), 1)
end)
