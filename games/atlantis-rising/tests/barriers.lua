-- Barriers: where they can be raised, and what they guard.
local t = require("tests/table")

--- The moments in which a barrier can be bought.
local MOMENTS = { "place", "act" }

--- The peninsulas that a bought barrier can protect.
local function protectable(moment)
    return t.ask(moment, { moment .. ": barrier" }).options
end

for _, moment in MOMENTS do
    test("no barrier beside a wholly sunk peninsula, and no second at one: " .. moment, { players = 4 }, function()
        t.bare()
        t.has(seats[1], { energy = 4 })
        t.sink("hills", 6)
        t.sink("cities", 5)
        t.protect("forges")
        expect(protectable(moment), { "mountains", "forests", "cities", "libraries" })
    end)

    test("no barrier is offered for less than four energy: " .. moment, { players = 4 }, function()
        t.bare()
        t.has(seats[1], { energy = 1 })
        t.has(seats[2], { energy = 2 })
        t.stand(t.tile("source"), t.archon(seats[4]))
        expect(t.offers(t.ask(moment), "barrier"), false)
        t.has(seats[3], { energy = 1 })
        expect(t.offers(t.ask(moment), "barrier"), true)
    end)

    test("no barrier is offered when all six stand: " .. moment, { players = 4 }, function()
        t.bare()
        t.has(seats[1], { energy = 9 })
        t.stand(t.tile("source"), t.archon(seats[4]))
        for _, peninsula in pieces.peninsula do
            t.protect(peninsula.id)
        end
        expect(barriers.size, 0)
        expect(t.offers(t.ask(moment), "barrier"), false)
    end)

    test("no barrier is offered when there is none left: " .. moment, { players = 4 }, function()
        t.bare()
        t.has(seats[1], { energy = 9 })
        t.stand(t.tile("source"), t.archon(seats[4]))
        for _, barrier in barriers:pieces() do
            move(barrier, gone)
        end
        expect(t.offers(t.ask(moment), "barrier"), false)
    end)

    test("no barrier is offered when every peninsula is sunk or protected: " .. moment, { players = 4 }, function()
        t.bare()
        t.has(seats[1], { energy = 4 })
        t.stand(t.tile("source"), t.archon(seats[4]))
        for _, peninsula in pieces.peninsula do
            t.sink(peninsula.id, 6)
        end
        move(t.tile("hill-1"), t.get("peninsula", "hills").coast)
        expect(t.offers(t.ask(moment), "barrier"), true)
        t.protect("hills")
        expect(t.offers(t.ask(moment), "barrier"), false)
    end)
end

test("a barrier on the last tile of all is lost for the second of two tiles, and the centre stays", { players = 4 }, function()
    t.bare()
    for _, peninsula in pieces.peninsula do
        t.sink(peninsula.id, 6)
    end
    local forges = t.get("peninsula", "forges")
    move(t.tile("forge-1"), forges.coast)
    t.protect("forges")
    t.draw(seats[1], "waves-hills")
    step()
    expect(over(), false)
    expect(forges.shore.size, 0)
    expect(#pieces.tile:lying("coast"), 0)
end)

test("a controlled flood takes the last tile and its barrier", { players = 4 }, function()
    t.bare()
    local hills = t.sink("hills", 5)
    t.protect("hills")
    t.draw(seats[1], "controlled-flood", { "sink: hills" })
    expect(hills.coast.size, 0)
    expect(hills.shore.size, 0)
end)

--- What could save a tile before its barrier does, in the order in which it comes to the table.
local SAVERS = {
    ["a Hymn of Stillness that was there before"] = function()
        move(t.get("card", "hymn-of-stillness"), lasting)
        t.protect("hills")
    end,
    ["a Hymn of Stillness that came later"] = function()
        t.protect("hills")
        move(t.get("card", "hymn-of-stillness"), lasting)
    end,
    ["the Trident"] = function()
        t.protect("hills")
        t.card(seats[2], "trident")
        t.has(seats[2], { energy = 2 })
    end,
}

for name, lay in SAVERS do
    test("a barrier goes first, and cannot be declined: " .. name, { players = 4 }, function()
        t.bare()
        lay()
        local hills = t.get("peninsula", "hills")
        local kept = { lasting.size, t.count(seats[2], "energy") }
        t.draw(seats[1], "waves-hills")
        expect(hills.shore.size, 0)
        expect(hills.coast.size, 6)
        expect({ lasting.size, t.count(seats[2], "energy") }, kept)
    end)

    test("a controlled flood takes the barrier, and the tile is saved: " .. name, { players = 4 }, function()
        t.bare()
        lay()
        local hills = t.get("peninsula", "hills")
        t.draw(seats[1], "controlled-flood", if name == "the Trident" then { "sink: hills", "use_artifact: yes" } else { "sink: hills" })
        expect(hills.shore.size, 0)
        expect(hills.coast.size, 6)
        expect(lasting.size, 0)
        expect(t.count(seats[2], "energy"), 0)
    end)
end

test("a barrier guards only its own peninsula", { players = 4 }, function()
    t.bare()
    local hills = t.protect("hills")
    t.draw(seats[1], "waves-forests")
    expect(t.get("peninsula", "forests").coast.size, 5)
    expect(hills.shore.size, 1)
end)

test("a flood elsewhere leaves a barrier standing", { players = 4 }, function()
    t.bare()
    local hills = t.protect("hills")
    t.draw(seats[1], "controlled-flood", { "sink: forests" })
    expect(hills.shore.size, 1)
    expect(t.get("peninsula", "forests").coast.size, 5)
end)

test("a barrier that has held is back in the supply, and holds only once", { players = 4 }, function()
    t.bare()
    local hills = t.protect("hills")
    expect(barriers.size, 5)
    t.draw(seats[1], "waves-hills")
    expect(barriers.size, 6)
    t.draw(seats[2], "waves-hills")
    expect(hills.coast.size, 5)
end)

test("what stands behind a barrier stays where it is", { players = 4 }, function()
    t.bare()
    t.protect("hills")
    t.stand(t.tile("hill-6"), t.archon(seats[2]))
    t.draw(seats[1], "waves-hills")
    expect(t.archon(seats[2]).holder, t.tile("hill-6"))
end)
