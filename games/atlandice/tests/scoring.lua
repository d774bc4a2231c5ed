-- Districts that are emptied, stacks that are depleted, and the end of the game.
local city = require("tests/city")

--- Let a seat make a visit that changes nothing, after which emptied Districts are scored.
local function idle_visit(seat)
    city.dice({ "black-market" })
    go("visit", seat)
    expect(step(), nil)
end

--- A bare city in which the Libraries have just been emptied, and seats hold so many books.
local function library_empty(books)
    city.bare()
    city.area("libraries").stocked = true
    for i, n in books do
        city.hold(seats[i], "book", n)
    end
    return city.area("libraries")
end

test("example: a tie for most books, and seven books return", { players = 4 }, function()
    city.bare()
    local libraries = city.show("lending-library")
    city.lay("libraries", "book", 1)
    city.lay("black-market", "book", 1)
    city.lay("inns", "book", 1)
    for i, n in { 2, 3, 1, 0 } do
        city.hold(seats[i], "book", n)
    end
    city.dice({ "libraries" })
    go("visit", seats[1])
    rolls({ 1 })
    expect(step(), nil)
    expect(city.tile("lending-library").holder, seats[1])
    expect(city.vp(seats[1]), 0)
    expect(score(seats[1]), 3)
    expect(score(seats[2]), 3)
    expect(score(seats[3]), 0)
    expect(score(seats[4]), 0)
    expect(city.area("black-market").goods:count("book"), 3)
    expect(libraries.goods:count("book"), 5)
    expect(city.area("inns").goods:count("book"), 1)
    expect(libraries.tiles.size, 2)
end)

-- Books of the seats, the active seat, who gets the tile, points of the seats without tiles.
for name, case in {
    ["most and second most"] = { { 3, 2, 1, 0 }, 4, 1, { 0, 1, 0, 0 } },
    ["a tie for second"] = { { 3, 1, 1, 0 }, 4, 1, { 0, 1, 1, 0 } },
    ["nobody is second with none"] = { { 0, 0, 2, 0 }, 1, 3, { 0, 0, 0, 0 } },
    ["the active player takes the tile of a tie"] = { { 2, 2, 2, 1 }, 3, 3, { 3, 3, 0, 0 } },
    ["else the next one clockwise takes it"] = { { 2, 2, 0, 1 }, 3, 1, { 0, 3, 0, 0 } },
    ["clockwise goes on from the active player"] = { { 2, 0, 0, 2 }, 2, 4, { 3, 0, 0, 0 } },
} do
    test(`an emptied District is scored: {name}`, { players = 4 }, function()
        local libraries = library_empty(case[1])
        local tile = libraries.tiles.top
        idle_visit(seats[case[2]])
        expect(tile.holder, seats[case[3]], "who has the tile")
        for i, points in case[4] do
            expect(city.vp(seats[i]), points, `points of {i}`)
        end
    end)
end

test("a Black Market with more than three keeps them and is not filled up", { players = 3 }, function()
    local libraries = library_empty({ 2 })
    city.lay("black-market", "book", 5)
    city.lay("black-market", "gem", 1)
    city.dice({ "black-market" })
    go("visit", seats[2])
    answers({ "resource: gem" })
    expect(step(), nil)
    expect(city.area("black-market").goods:count("book"), 5)
    expect(libraries.goods:count("book"), 2)
end)

test("with nobody holding the resource the tile leaves the game", { players = 3 }, function()
    local libraries = library_empty({})
    local tile = libraries.tiles.top
    idle_visit(seats[1])
    expect(tile.zone, sunk)
    expect(libraries.tiles.size, 2)
    for _, seat in seats do
        expect(score(seat), 0)
    end
end)

test("a third tile nobody wins depletes its stack all the same", { players = 3 }, function()
    local libraries = library_empty({})
    city.only(libraries.tiles.top.id)
    idle_visit(seats[1])
    expect(libraries.zone, sunk)
end)

test("a new tile that got no tokens is not scored until it has held some", { players = 3 }, function()
    local libraries = library_empty({ 2 })
    idle_visit(seats[1])
    expect(city.area("black-market").goods:count("book"), 2)
    expect(libraries.goods.total, 0)
    expect(libraries.tiles.size, 2)
    take("book", city.area("black-market").goods, 2)
    idle_visit(seats[1])
    expect(libraries.tiles.size, 2, "still there")
    city.lay("libraries", "gem", 1)
    city.hold(seats[2], "book", 1)
    idle_visit(seats[1])
    expect(libraries.tiles.size, 2, "it holds a token")
    take("gem", libraries.goods)
    idle_visit(seats[1])
    expect(libraries.tiles.size, 1, "now it was emptied")
    expect(score(seats[2]), 3)
end)

test("a District is emptied only when no token of any type lies there", { players = 3 }, function()
    local libraries = library_empty({ 2 })
    city.lay("libraries", "gem", 1)
    idle_visit(seats[1])
    expect(libraries.tiles.size, 3)
    expect(score(seats[1]), 0)
end)

test("the third tile depletes the stack: its tokens leave the game, its dice and nothing else go to the Black Market", { players = 3 }, function()
    city.bare()
    city.show("lucky-jeweller")
    local jewellers = city.only("lucky-jeweller")
    local market = city.area("black-market")
    city.dive("jewellers")
    city.lay("jewellers", "gem", 1)
    city.lay("black-market", "gem", 2)
    city.lay("inns", "gem", 1)
    city.lay("inns", "provision", 1)
    city.hold(seats[2], "gem", 3)
    city.hold(seats[2], "tool", 1)
    city.dice({ "jewellers", "jewellers" })
    go("visit", seats[1])
    rolls({ 2 })
    expect(step(), nil)
    expect(score(seats[2]), 3)
    expect(score(seats[1]), 1)
    expect(seats[1].store.total, 0)
    expect(seats[2].store.total, 1)
    expect(market.goods.total, 0)
    expect(city.area("inns").goods.total, 1)
    expect(jewellers.zone, sunk)
    expect(jewellers.gate.size, 0)
    expect(market.gate.size, 1)
    expect(pieces.submarine[1].holder, jewellers)
end)

test("a removal that empties another District has it scored too", { players = 3 }, function()
    city.bare()
    local blacksmiths = city.only("smuggling-forge")
    blacksmiths.stocked = true
    city.lay("jewellers", "weapon", 2)
    city.hold(seats[3], "gem", 2)
    city.hold(seats[1], "weapon", 1)
    idle_visit(seats[2])
    expect(city.tile("smuggling-forge").holder, seats[1])
    expect(city.area("jewellers").tiles.size, 2)
    expect(score(seats[3]), 3)
    expect(city.area("black-market").goods:count("gem"), 2)
end)

test("two Districts emptied at once are both scored", { players = 3 }, function()
    city.bare()
    city.area("jewellers").stocked = true
    city.area("inns").stocked = true
    city.hold(seats[1], "gem", 4)
    city.hold(seats[2], "provision", 5)
    idle_visit(seats[3])
    expect(score(seats[1]), 3)
    expect(score(seats[2]), 3)
    expect(city.area("jewellers").goods:count("gem"), 1)
    expect(city.area("inns").goods:count("provision"), 2)
end)

-- The end

--- The last die moves the hand onto the last space.
local function sink()
    city.dice({ "black-market" })
    city.set_clock(city.last() - 1)
    go("clock")
    play()
    expect(over(), true)
    expect(city.hour(), city.last(), "never past the last space")
end

test("at the end the most of every type counts three and the second most one", { players = 3 }, function()
    city.bare()
    city.hold(seats[1], "gem", 2)
    city.hold(seats[2], "gem", 1)
    city.hold(seats[3], "gem", 1)
    sink()
    expect(score(seats[1]), 3)
    expect(score(seats[2]), 1)
    expect(score(seats[3]), 1)
    expect(winners(), { seats[1] })
end)

test("at the end all tied for most get three, and there is no second place", { players = 3 }, function()
    city.bare()
    city.hold(seats[1], "gem", 2)
    city.hold(seats[2], "gem", 2)
    city.hold(seats[3], "gem", 1)
    sink()
    expect(score(seats[1]), 3)
    expect(score(seats[2]), 3)
    expect(score(seats[3]), 0)
    expect(winners(), { seats[1], seats[2] })
end)

test("tiles are worth three points each at the end", { players = 3 }, function()
    move(city.tile("late-inn"), seats[2].won)
    move(city.tile("lucky-forge"), seats[2].won)
    put("vp", seats[1].points, 5)
    sink()
    expect(score(seats[2]), 6)
    expect(winners(), { seats[2] })
end)
