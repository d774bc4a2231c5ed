-- Buying cards, and what the small box changes.
local shore = require("tests/shore")

--- Seat 1 has tiles and a ring to move with.
local function lay(tiles)
    shore.bare()
    shore.path({ [1] = "flag 1", [2] = "ring 1" })
    shore.collect(seats[1], tiles)
    shore.deal(seats[1], { "ring" })
    shore.stock("olives", 9)
    go("turn", seats[1])
end

test("a collected tile is given up for half its value in cards, rounded down", function()
    lay({ "statue 7" })
    answers({ "buy: statue-7-a", "card: ring" })
    expect(step(), nil)
    expect(seats[1].hand.size, 3 + rules.draws[1])
    expect(shore.tiles(seats[1]), { "flag 1" })
    expect(shore.tile("statue", 7) ~= nil, true)
end)

test("equal tiles are one option, tiles worth less than two are not offered", function()
    lay({ "statue 7", "statue 7", "helmet 2", "olives 1" })
    expect(step().options, { "statue-7-a", "helmet-2-a", "none" })
end)

test("of equal tiles the one collected first goes", function()
    lay({})
    local second, first = shore.tile("statue", 7), nil
    for _, tile in box:pieces("tile"):where("object", "statue"):where("value", 7) do
        first = tile
    end
    move(first, seats[1].collected)
    move(second, seats[1].collected)
    answers({ `buy: {first.id}`, "card: ring" })
    expect(step(), nil)
    expect(seats[1].collected.bottom, second)
end)

test("buying can be left out by an option", { set = { buy = false } }, function()
    lay({ "statue 7" })
    expect(step(), nil)
end)

test("in the full edition bought cards may pay for gaps", function()
    shore.bare()
    shore.path({ [1] = "flag 1", [3] = "ring 1" })
    shore.collect(seats[1], { "statue 2" })
    shore.deal(seats[1], { "ring" })
    shore.stock("olives", 9)
    go("turn", seats[1])
    answers({ "buy: statue-2-a", "card: ring" })
    expect(step(), nil)
    expect(path:space(3).top.owner, seats[1])
    expect(discards:tally("object").olives, 1)
end)

local duel = { with = { "duel" } }

test("in the duel only what was held when the turn began pays", duel, function()
    shore.bare()
    shore.path({ [1] = "flag 1", [3] = "crown 1" })
    shore.collect(seats[1], { "statue 5" })
    shore.stock("statue", 9)
    go("turn", seats[1])
    -- A bought statue leads ashore, but the other one may not pay for the gap.
    answers({ "buy: statue-5-a" })
    expect(step(), nil)
    expect(seats[1].hand.size, 2 + rules.stuck_draw)
    expect(seats[1].mainland.size, 0)
end)

test("in the duel of equal cards the bought ones are played first", duel, function()
    shore.bare()
    shore.path({ [1] = "flag 1", [3] = "crown 1" })
    shore.collect(seats[1], { "statue 3" })
    shore.deal(seats[1], { "crown" })
    shore.stock("flag", 5)
    shore.stock("crown", 1)
    go("turn", seats[1])
    answers({ "buy: statue-3-a" })
    expect(step(), nil)
    -- One of the two crowns was played, the other paid.
    expect(discards:tally("object").crown, 2)
    expect(path:space(3).top.owner, seats[1])
end)

test("the duel has its own numbers", duel, function()
    expect(path.length, 21)
    expect(#path:pieces("tile"), 30)
    expect(path:space(11).is_empty, true)
    expect(seats[1].hand.size, 4)
    expect(seats[2].hand.size, 5)
    expect(deck.size, 33 - 9)
    for _, object in { "flag", "statue", "crown" } do
        for _, half in { "a", "b" } do
            expect(#path:pieces("tile"):where("object", object):where("half", half), 5)
        end
    end
    expect(rules.draws, { 1, 1, 2 })
    expect(rules.last_draw, 3)
end)

test("the third figure ashore in the duel draws three", duel, function()
    shore.bare()
    shore.path({ [1] = "flag 1" })
    shore.stand(seats[1], "ashore")
    shore.stand(seats[1], "ashore")
    shore.deal(seats[1], { "crown" })
    shore.stock("flag", 9)
    go("turn", seats[1])
    play()
    expect(over(), true)
    expect(seats[1].hand.size, 3)
end)
