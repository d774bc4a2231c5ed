-- Building modules together, and the Power Core.
local t = require("tests/table")

test("2 gold + 1 gold + (1 crystal, 2 atlantium) of three players build the Soul Seal", { players = 4 }, function()
    t.bare()
    t.plan("soul-seal", "power-core")
    t.has(seats[1], { gold = 2 })
    t.has(seats[2], { gold = 1 })
    t.has(seats[3], { crystal = 1, atlantium = 2 })
    t.stand(t.get("site", "first-site"), t.archon(seats[1]), t.archon(seats[2]), t.archon(seats[3]))
    t.act({ "act: archon*1", "build: soul-seal" })
    expect(t.get("module", "soul-seal").zone, portal)
    for i = 1, 3 do
        expect(seats[i].reserve.total, 0)
    end
end)

test("a lone player short of a crystal pays nothing and goes home", { players = 4 }, function()
    t.bare()
    t.plan("soul-seal", "power-core")
    t.has(seats[1], { gold = 3, atlantium = 2 })
    t.stand(t.get("site", "first-site"), t.archon(seats[1]))
    t.act({ "act: archon" })
    expect(t.get("module", "soul-seal").zone, plans)
    expect(seats[1].reserve.total, 5)
    t.act({})
    expect(t.archon(seats[1]).zone, seats[1].reserve)
end)

test("each says its part of a common price", { players = 4 }, function()
    t.bare()
    t.plan("solar-matrix", "power-core")
    t.has(seats[1], { gold = 1, crystal = 2 })
    t.has(seats[2], { crystal = 2 })
    t.stand(t.get("site", "second-site"), t.archon(seats[1]), t.archon(seats[2]))
    t.act({ "act: archon*1", "build: solar-matrix", "pay_crystal: 0" })
    expect(t.count(seats[1], "crystal"), 2)
    expect(t.count(seats[2], "crystal"), 0)
end)

test("the Power Core needs every archon on one space and a unit of each player, and wins", { players = 4 }, function()
    t.bare()
    t.plan("power-core")
    local site = t.get("site", "first-site")
    for _, seat in seats do
        t.stand(site, t.archon(seat))
    end
    t.has(seats[1], { gold = 2 })
    t.has(seats[2], { ore = 1 })
    t.has(seats[3], { energy = 2 })
    t.has(seats[4], { atlantium = 2 })
    t.act({ "act: archon*1", "build: power-core" })
    step()
    expect(over(), true)
    expect(#winners(), 4)
end)

test("the Power Core cannot be built while a player has nothing to pay", { players = 4 }, function()
    t.bare()
    t.plan("power-core")
    for _, seat in seats do
        t.stand(t.get("site", "first-site"), t.archon(seat))
    end
    t.has(seats[1], { gold = 12 })
    t.act({ "act: archon*1" })
    expect(over(), false)
end)

test("the Power Core cannot be built before the others", { players = 4 }, function()
    t.bare()
    t.plan("solar-matrix", "power-core")
    for _, seat in seats do
        t.stand(t.get("site", "first-site"), t.archon(seat))
        t.has(seat, { atlantium = 3 })
    end
    t.act({ "act: archon*1" })
    expect(over(), false)
end)
