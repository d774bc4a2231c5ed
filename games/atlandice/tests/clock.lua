-- The Clock: the last die, Surveys, Donations, and the hand moved by an Inn.
local city = require("tests/city")

--- The hand lands on an event: the last die lies at a District with three icons.
local function land_on(event)
    city.show("large-engineering-works")
    city.dice({ "engineering-works" })
    city.set_clock(1)
    city.print_event(event, 4)
    vars.first = seats[1]
    go("clock")
end

test("example: three icons move the hand three spaces onto a Donation, which happens", { players = 3 }, function()
    land_on("first-donation")
    city.hold(seats[2], "gem", 1)
    city.hold(seats[2], "book", 1)
    answers({ "donate: gem" })
    expect(step(), nil)
    expect(city.hour(), 4)
    expect(city.vp(seats[2]), 1)
    expect(seats[2].store.total, 0)
    expect(city.area("jewellers").goods:count("gem"), 8)
    expect(city.area("libraries").goods:count("book"), 8)
end)

test("only the space the hand lands on counts", { players = 3 }, function()
    land_on("weapon-survey")
    city.print_event("gem-survey", 3)
    city.hold(seats[1], "gem", 2)
    expect(step(), nil)
    expect(score(seats[1]), 0)
end)

test("the hand moves by the icons of the tile that is visible now", { players = 3 }, function()
    local area = city.show("small-engineering-works")
    city.dice({ area.id })
    city.set_clock(0)
    go("clock")
    expect(step(), nil)
    expect(city.hour(), 1)
end)

test("a last die at the Black Market moves the hand by the icons there", { players = 3 }, function()
    city.dice({ "black-market" })
    go("clock")
    expect(step(), nil)
    expect(city.hour(), city.area("black-market").hands)
end)

-- Gems of the seats, and their points after a Survey of gems.
for name, case in {
    ["the most"] = { { 2, 1, 0 }, { 1, 0, 0 } },
    ["everybody tied"] = { { 2, 2, 1 }, { 1, 1, 0 } },
    ["nobody with none"] = { { 0, 0, 0 }, { 0, 0, 0 } },
} do
    test(`a Survey gives a point to {name}, and tokens are kept`, { players = 3 }, function()
        city.bare()
        land_on("gem-survey")
        for i, n in case[1] do
            put("gem", seats[i].store, n)
        end
        city.hold(seats[3], "tool", 2)
        expect(step(), nil)
        for i, points in case[2] do
            expect(score(seats[i]), points, `points of {i}`)
            expect(seats[i].store:count("gem"), case[1][i], "gems kept")
        end
    end)
end

test("the last Survey counts all resources together, and no points", { players = 3 }, function()
    land_on("total-survey")
    city.hold(seats[1], "gem", 2)
    city.hold(seats[2], "tool", 1)
    city.hold(seats[2], "book", 1)
    city.hold(seats[2], "weapon", 1)
    put("vp", seats[3].points, 9)
    expect(step(), nil)
    expect(city.vp(seats[1]), 0)
    expect(city.vp(seats[2]), 1)
    expect(city.vp(seats[3]), 9)
end)

test("a Donation may be repeated, and stopped only between two", { players = 3 }, function()
    land_on("first-donation")
    city.hold(seats[1], "gem", 2)
    city.hold(seats[1], "tool", 2)
    city.hold(seats[1], "book", 1)
    answers({ "donate: gem", "donate_more: tool", "donate: gem", "donate_more: book" })
    expect(step(), nil)
    expect(city.vp(seats[1]), 2)
    expect(seats[1].store.total, 1)
    expect(city.area("engineering-works").goods:count("tool"), 8)
end)

test("after the first type of a Donation there is no stopping", { players = 3 }, function()
    land_on("first-donation")
    city.hold(seats[1], "gem", 2)
    city.hold(seats[1], "tool", 1)
    answers({ "donate: gem" })
    local question = step()
    expect(question.prompt, "donate_more")
    expect(#question.options, 2, "gem and tool, and no none")
end)

test("Donations are made in turn order from the first player, and may be declined", { players = 3 }, function()
    city.bare()
    land_on("first-donation")
    vars.first = seats[2]
    for _, seat in seats do
        city.hold(seat, "gem", if seat == seats[3] then 1 else 2)
    end
    local question = step()
    expect(question.seat, 2)
    answers({ "donate: none" })
    question = step()
    expect(question.seat, 1, "seat 3 has too little")
    answers({ "donate: none" })
    expect(step(), nil)
    expect(city.vp(seats[1]) + city.vp(seats[2]) + city.vp(seats[3]), 0)
end)

test("a Donation is tokens a new tile has held", { players = 3 }, function()
    city.bare()
    land_on("first-donation")
    city.hold(seats[1], "gem", 2)
    answers({ "donate: gem" })
    expect(step(), nil)
    expect(city.area("jewellers").goods:count("gem"), 2)
    expect(city.area("jewellers").stocked, true)
end)

test("an event on the last space happens before the game ends", { players = 3 }, function()
    city.dice({ "black-market" })
    city.set_clock(city.last() - 1)
    city.print_event("gem-survey", city.last())
    city.hold(seats[1], "gem", 1)
    go("clock")
    play()
    expect(over(), true)
    expect(score(seats[1]), 1 + 3)
end)

test("an Inn that moves the hand to the last space: the visits are finished, the Clock's step is skipped, the game ends", { players = 3 }, function()
    city.bare()
    city.show("late-inn")
    city.lay("inns", "provision", 2)
    city.dice({ "inns", "black-market", "black-market", "black-market", "black-market", "black-market", "black-market" })
    city.set_clock(city.last() - 1)
    city.print_event("gem-survey", city.last())
    city.hold(seats[2], "gem", 1)
    vars.first = seats[1]
    go("visit", seats[1])
    rolls({ 4 })
    answers({ "area: inns" })
    expect(step(), nil)
    expect(city.hour(), city.last())
    expect(over(), false)
    play()
    expect(over(), true)
    for _, seat in seats do
        expect(seat.dice.size, 2, "dice taken")
    end
    expect(score(seats[2]), 3, "no Survey any more")
end)

test("the hand is never moved past the last space by an Inn", { players = 3 }, function()
    city.bare()
    city.show("late-inn")
    city.lay("inns", "provision", 3)
    city.dice({ "inns", "inns" })
    city.set_clock(city.last())
    go("visit", seats[1])
    rolls({ 1 })
    expect(step(), nil)
    expect(city.hour(), city.last())
end)
