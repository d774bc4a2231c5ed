-- The table before the first round, and how a round begins and ends.
local city = require("tests/city")

local function laid_out(stock, dice)
    for i, area in pieces.area do
        expect(area.number, i, "areas are listed by die number")
        if area.home then
            expect(area.goods:count(area.home), stock, "home resources")
            expect(area.goods.total, stock, "nothing else")
            expect(area.tiles.size, 3, "tiles")
            expect(area.stocked, true)
            expect(city.area("black-market").goods:count(area.home), 3, "on the Black Market")
        end
    end
    expect(cup.size, dice, "dice")
    expect(city.hour(), 0)
    expect(pieces.submarine[1].holder, city.area("engineering-works"))
end

for people, numbers in { [2] = { 7, 7 }, [3] = { 7, 7 }, [4] = { 9, 9 } } do
    test(`the table is laid for {people} players`, { players = people }, function()
        laid_out(numbers[1], numbers[2])
    end)
end

test("each die goes beside the District of its number, a 6 to the Black Market", { players = 3 }, function()
    go("gates")
    rolls({ 1, 1, 2, 3, 4, 6, 6 })
    step()
    local sizes = { 2, 1, 1, 1, 0, 2 }
    for i, area in pieces.area do
        expect(area.gate.size, sizes[i], "dice")
    end
end)

test("all nine dice are rolled with four players", { players = 4 }, function()
    go("gates")
    rolls({ 5, 5, 5, 5, 5, 5, 5, 5, 5 })
    step()
    expect(city.area("blacksmiths").gate.size, 9)
end)

test("dice taken in the last round are rolled again", { players = 3 }, function()
    for i, die in cup:pieces() do
        move(die, if i == 1 then city.area("inns").gate else seats[1].dice)
    end
    go("gates")
    rolls({ 6, 6, 6, 6, 6, 6, 6 })
    step()
    expect(city.area("black-market").gate.size, 7)
    expect(seats[1].dice.size, 0)
end)

test("the number of a depleted stack is the Black Market's", { players = 3 }, function()
    local inns = city.only("late-inn")
    move(city.tile("late-inn"), sunk)
    move(inns, sunk)
    go("gates")
    rolls({ 3, 3, 1, 2, 4, 5, 6 })
    step()
    expect(inns.gate.size, 0)
    expect(city.area("black-market").gate.size, 3)
end)

test("the First Player marker goes to the left", { players = 3 }, function()
    vars.first = seats[3]
    go("marker")
    step()
    expect(vars.first, seats[1])
end)

test("with the German rule for the first player the first seat begins", { players = 4, set = { first_player = "last-diver" } }, function()
    expect(vars.first, seats[1])
end)
