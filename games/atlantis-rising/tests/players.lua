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

test("alone: one energy every round", { players = 1 }, function()
    t.appear("aquanaut", "priest", "priest")
    expect(t.count(seats[1], "energy"), 1)
end)
