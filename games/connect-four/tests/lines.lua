-- Discs fall, four in a row win, and a full column is closed.

--- The seats drop their discs into these columns in turn, each named by the lowest space that is free.
local function drop(list)
    for i, space in list do
        list[i] = "column: " .. space
    end
    answers(list)
    play()
end

--- Lines, with what the other player drops in between.
local LINES = {
    row = { "a6", "a5", "b6", "b5", "c6", "c5", "d6" },
    column = { "a6", "b6", "a5", "b5", "a4", "b4", "a3" },
    diagonal = { "a6", "b6", "b5", "c6", "c5", "d6", "c4", "d5", "d4", "g6", "d3" },
}

for name, list in LINES do
    test("four in a line win at once: " .. name, function()
        local discs = #list
        drop(list)
        expect(over(), true)
        expect(winners(), { seats[1] })
        expect(board.size, discs)
    end)
end

test("three are not enough", function()
    drop({ "a6", "a5", "b6", "b5", "c6" })
    expect(over(), false)
end)

test("a disc falls on the others, and a full column is closed", function()
    drop({ "a6", "a5", "a4", "a3", "a2" })
    expect(play().options[1], "a1")
    answers({ "column: a1" })
    expect(#play().options, 6)
end)
