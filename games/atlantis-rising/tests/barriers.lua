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

test("Rune of Warding without a barrier left is for nothing", { players = 4 }, function()
    t.bare()
    for _, barrier in barriers:pieces() do
        move(barrier, gone)
    end
    local card = t.card(seats[2], "rune-of-warding")
    t.act({ "act: rune-of-warding" })
    expect(card.zone, library_discard)
    expect(#pieces.barrier:lying("shore"), 0)
end)

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
