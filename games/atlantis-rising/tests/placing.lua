-- Phase 1: who may stand where.
local t = require("tests/table")

--- Whether a figure may be placed somewhere.
local function may(key, place)
    return t.offers(t.where(key), place)
end

test("the first player says who is placed, its player says where", { players = 4 }, function()
    t.bare()
    go("place", seats[1])
    answers({ "place: archon*2", "where: hill-6" })
    step()
    expect(t.archon(seats[2]).holder, t.tile("hill-6"))
end)

test("a full tile is no place", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("hill-6"), t.archon(seats[3]))
    go("place", seats[1])
    answers({ "place: archon*1" })
    local question = step()
    expect(question.prompt, "where")
    expect(table.find(question.options, "hill-6") == nil, true)
    expect(table.find(question.options, "hill-5") ~= nil, true)
    expect(table.find(question.options, "first-site") ~= nil, true)
end)

test("a tile takes as many as it has room for", { players = 4 }, function()
    t.bare()
    for i, room in { 3, 2, 2, 1, 1, 1 } do
        local id = "hill-" .. i
        for _ = 1, room do
            expect(may("archon*1", id), true, id)
            t.stand(t.tile(id), agora:pieces():where("id", "helper")[1])
        end
        expect(may("archon*1", id), false, id)
        for _, figure in t.tile(id).crew:pieces() do
            move(figure, agora)
        end
    end
end)

--- Places that take any number of Atlanteans.
local ENDLESS = { { "tile", "source" }, { "site", "first-site" }, { "site", "second-site" } }

for _, case in ENDLESS do
    test("any number may stand on " .. case[2], { players = 4 }, function()
        t.bare()
        for _, helper in agora:pieces() do
            t.stand(t.get(case[1], case[2]), helper)
        end
        expect(may("archon*1", case[2]), true)
        t.place("archon*1", case[2])
        expect(t.get(case[1], case[2]).crew.size, 17)
    end)
end

test("with four players there is no third build space", { players = 4 }, function()
    t.bare()
    expect(may("archon*1", "third-site"), false)
end)

test("the third build space of five players takes builders", { players = 5 }, function()
    t.bare()
    t.plan("solar-matrix", "power-core")
    t.has(seats[1], { gold = 1, crystal = 2 })
    t.place("archon*1", "third-site")
    t.act({ "act: archon", "build: solar-matrix" })
    expect(t.get("module", "solar-matrix").zone, portal)
end)

test("a sunk tile is no place", { players = 4 }, function()
    t.bare()
    t.sink("hills", 2)
    for _, key in { "archon*1", "follower*1" } do
        expect(may(key, "hill-5"), false, key)
        expect(may(key, "hill-6"), false, key)
        expect(may(key, "hill-4"), true, key)
    end
end)

test("a module that is not built is no place, a built one is, until it is full", { players = 4 }, function()
    t.bare()
    t.plan("mystic-siphon", "power-core")
    expect(may("archon*1", "mystic-siphon"), false)
    local module = t.built("mystic-siphon")
    expect(may("archon*1", "mystic-siphon"), true)
    t.stand(module, t.archon(seats[2]))
    expect(may("archon*1", "mystic-siphon"), true)
    t.stand(module, t.archon(seats[3]))
    expect(may("archon*1", "mystic-siphon"), false)
end)

test("a module with a one-time effect is no place to stand", { players = 4 }, function()
    t.bare()
    for _, id in { "solar-matrix", "tidal-anchor", "tide-gauge", "entropy-drive", "power-core" } do
        t.built(id)
        expect(may("archon*1", id), false, id)
    end
end)

test("a double space takes two and no third", { players = 4 }, function()
    t.bare()
    local module = t.built("chrono-lens")
    t.stand(module, t.archon(seats[2]))
    expect(may("archon*1", "chrono-lens"), true)
    t.stand(module, t.archon(seats[3]))
    expect(may("archon*1", "chrono-lens"), false)
end)

test("nobody has to place everybody", { players = 4 }, function()
    t.bare()
    t.calm()
    t.place("archon*2", "source")
    go("place")
    answers({ "place: done" })
    step()
    expect(play().prompt, "act")
    expect(vars.phase, "act")
end)

test("who is placed is not offered again", { players = 4 }, function()
    t.bare()
    t.place("archon*2", "source")
    local question = t.ask("place")
    expect(t.offers(question, "archon*2"), false)
    expect(t.offers(question, "archon*1"), true)
end)
