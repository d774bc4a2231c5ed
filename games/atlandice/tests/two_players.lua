-- Two players and the neutral seat.
local city = require("tests/city")

local function neutral()
    return seats:where("automatic", true)[1]
end

--- A bare city with many dice at the Black Market and gems there; seat 1 is about to visit.
local function at_market()
    city.bare()
    city.lay("black-market", "gem", 6)
    city.dice({ "black-market", "black-market", "black-market", "black-market", "black-market", "black-market", "black-market" })
    vars.first = seats[1]
    go("visit", seats[1])
end

test("two people play with a third, automatic seat", { players = 2 }, function()
    expect(#players, 2)
    expect(#seats, 3)
    expect(neutral().automatic, true)
    expect(rules.visits, 3)
    expect(cup.size, 7)
end)

test("three people play without it", { players = 3 }, function()
    expect(#seats, 3)
    expect(neutral(), nil)
    expect(rules.visits, 2)
end)

test("the players alternate until each has taken three dice and given one of them", { players = 2 }, function()
    at_market()
    answers({ "give: no", "give: yes", "give: no" })
    for _ = 1, 3 do
        expect(step(), nil)
    end
    -- Seat 2 has given its die and keeps the others; seat 1 has kept two and must give the third.
    for _ = 1, 3 do
        expect(step(), nil)
    end
    for _, seat in seats do
        expect(seat.dice.size, 2)
        expect(seat.store:count("gem"), 2)
    end
    expect(city.area("black-market").gate.size, 1)
end)

test("whoever gives a die chooses the resource for the neutral seat", { players = 2 }, function()
    at_market()
    city.lay("black-market", "book", 1)
    answers({ "give: yes", "resource: book" })
    expect(step(), nil)
    expect(neutral().store:count("book"), 1)
    expect(neutral().dice.size, 1)
    expect(seats[1].store.total, 0)
end)

test("the neutral seat takes whatever it may", { players = 2 }, function()
    city.bare()
    city.show("lucky-forge")
    city.dive("blacksmiths")
    city.lay("blacksmiths", "weapon", 4)
    city.dice({ "blacksmiths" })
    go("visit", seats[1])
    rolls({ 2 })
    answers({ "give: yes" })
    expect(step(), nil)
    expect(neutral().store:count("weapon"), 3)
end)

test("the giver decides for the neutral seat, without a none", { players = 2 }, function()
    city.bare()
    city.show("lending-library")
    city.lay("libraries", "book", 2)
    city.lay("inns", "provision", 1)
    city.lay("jewellers", "gem", 2)
    city.dice({ "libraries" })
    go("visit", seats[2])
    rolls({ 6 })
    answers({ "give: yes" })
    local question = step()
    expect(question.seat, 2)
    expect(question.options, { "jewellers", "inns" })
    answers({ "extra_from: jewellers" })
    expect(step(), nil)
    expect(neutral().store:count("gem"), 1)
end)

test("the neutral seat has its part in majorities", { players = 2 }, function()
    city.bare()
    local inns = city.area("inns")
    local tile = inns.tiles.top
    inns.stocked = true
    city.hold(neutral(), "provision", 3)
    city.hold(seats[2], "provision", 1)
    city.dice({ "black-market", "black-market" })
    go("visit", seats[1])
    answers({ "give: no" })
    expect(step(), nil)
    expect(tile.holder, neutral())
    expect(city.vp(seats[2]), 1)
    expect(city.area("black-market").goods:count("provision"), 3)
    expect(inns.goods:count("provision"), 1)
end)

for active = 1, 2 do
    test(`a human tied with the neutral seat takes the tile: seat {active} is active`, { players = 2 }, function()
        city.bare()
        local inns = city.area("inns")
        local tile = inns.tiles.top
        inns.stocked = true
        city.hold(neutral(), "provision", 2)
        city.hold(seats[1], "provision", 2)
        city.dice({ "black-market", "black-market" })
        go("visit", seats[active])
        answers({ "give: yes" })
        expect(step(), nil)
        expect(tile.holder, seats[1])
        expect(city.vp(neutral()), 3)
    end)
end

test("the neutral seat gets points from a Survey and never donates", { players = 2 }, function()
    city.bare()
    city.show("large-engineering-works")
    city.dice({ "engineering-works" })
    city.set_clock(1)
    city.hold(neutral(), "gem", 4)
    city.print_event("gem-survey", 4)
    go("clock")
    expect(step(), nil)
    expect(city.vp(neutral()), 1)
    city.set_clock(1)
    city.print_event("first-donation", 4)
    go("clock")
    expect(step(), nil)
    expect(city.vp(neutral()), 1)
    expect(neutral().store:count("gem"), 4)
end)

test("the neutral seat never holds the marker", { players = 2 }, function()
    vars.first = seats[2]
    go("marker")
    step()
    expect(vars.first, seats[1])
end)

test("the neutral seat cannot win", { players = 2 }, function()
    put("vp", neutral().points, 20)
    put("vp", seats[2].points, 1)
    city.dice({ "black-market" })
    city.set_clock(city.last() - 1)
    go("clock")
    play()
    expect(over(), true)
    expect(score(neutral()), 20)
    expect(winners(), { seats[2] })
end)

--- Seat 1 visits the "second die" Library with its second die, having given away the first one.
local function second_pick()
    city.bare()
    city.show("evening-library")
    city.lay("libraries", "book", 4)
    city.dice({ "libraries", "black-market" })
    go("visit", seats[1])
    move(pieces.die[3], neutral().dice)
    seats[1].given = 1
end

test("the evening Library counts the dice of the seat that benefits", { players = 2 }, function()
    second_pick()
    answers({ "area: libraries" })
    expect(step(), nil)
    expect(seats[1].store:count("book"), 1)
end)

test("the evening Library counts the dice of the seat that picks, if so agreed", { players = 2, set = { second_die = "picker" } }, function()
    second_pick()
    answers({ "area: libraries", "extra: book" })
    expect(step(), nil)
    expect(seats[1].store:count("book"), 2)
end)

test("the neutral seat's second die counts at the evening Library", { players = 2 }, function()
    second_pick()
    seats[1].given = 0
    answers({ "give: yes", "area: libraries" })
    expect(step(), nil)
    expect(neutral().store:count("book"), 2)
end)
