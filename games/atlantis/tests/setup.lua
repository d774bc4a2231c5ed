-- How the table is laid.

test("the path of the full edition: stacks of two and single tiles around one gap", function()
    expect(path.length, 53)
    for index, space in path:spaces() do
        local height = if index == 27 then 0 elseif index <= 10 or index > 43 then 2 elseif index > 20 and index <= 33 then 2 else 1
        expect(space.size, height, `space {index}`)
        for _, tile in space:pieces() do
            expect(tile.half, if index < 27 then "a" else "b")
            expect(tile.up, tile == space.top)
        end
    end
end)

-- Starting hands in turn order.
for count, hands in { [2] = { 4, 5 }, [3] = { 4, 5, 6 }, [4] = { 4, 5, 6, 7 } } do
    test(`hands of {count} players`, { players = count }, function()
        local dealt = 0
        for index, seat in seats do
            expect(seat.hand.size, hands[index])
            expect(seat.atlantis.size, 3)
            expect(seat.bridges.size, 1)
            dealt += hands[index]
        end
        expect(deck.size, 105 - dealt)
    end)
end

test("a random first player begins, and has the smallest hand", { players = 4, set = { first_player = "random" }, seed = 5 }, function()
    local seat = vars.first
    for order = 0, 3 do
        expect(seat.hand.size, 4 + order)
        seat = seat.next
    end
    step()
    expect(vars.active, vars.first)
end)

test("every value occurs six times in a half, every object six times", function()
    for _, half in { "a", "b" } do
        local tiles = pieces.tile:where("half", half)
        for value = 1, 7 do
            expect(#tiles:where("value", value), 6)
        end
        for _, object in rules.objects do
            expect(#tiles:where("object", object), 6)
        end
    end
end)

test("covered tiles are unknown until they are uncovered", function()
    expect(path:space(1).bottom.up, false)
end)

test("an option leaves covered tiles open to all", { set = { open_tiles = true } }, function()
    expect(path:space(1).bottom.up, true)
end)
