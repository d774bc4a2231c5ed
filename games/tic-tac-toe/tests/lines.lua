-- Three in a row, and a full board.

--- The seats put their marks on these spaces in turn.
local function put_marks(list)
    for i, space in list do
        list[i] = "space: " .. space
    end
    answers(list)
    play()
end

--- Lines, with what the other player puts in between.
local LINES = {
    row = { "a1", "a2", "b1", "b2", "c1" },
    column = { "a1", "b1", "a2", "b2", "a3" },
    ["diagonal down"] = { "a1", "b1", "b2", "c1", "c3" },
    ["diagonal up"] = { "a3", "b1", "b2", "c2", "c1" },
}

for name, list in LINES do
    test("three in a line win at once: " .. name, function()
        put_marks(list)
        expect(over(), true)
        expect(winners(), { seats[1] })
        expect(board.size, 5)
    end)
end

test("a full board without a line is a draw", function()
    put_marks({ "a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3" })
    expect(over(), true)
    expect(board.size, 9)
    expect(winners(), {})
end)

test("a space is taken only once", function()
    put_marks({ "b2" })
    local question = play()
    expect(question.seat, 2)
    expect(#question.options, 8)
    expect(table.find(question.options, "b2"), nil)
end)
