-- Rolls: targets, and the energy that is paid for what is missing.
local t = require("tests/table")

--- A peninsula's targets are lowered by so many Ancient Atlases.
local function lowered(id, amount)
    for i = 1, amount do
        local card = pieces.card:where("id", "ancient-atlas")[i]
        card.subject = t.get("peninsula", id)
        move(card, lasting)
    end
end

--- Rolls for gold: the tile, the roll, and whether it is enough.
local WILD = {
    { "hill-1", 5, false },
    { "hill-1", 6, true },
    { "hill-3", 4, false },
    { "hill-3", 5, true },
    { "hill-5", 3, false },
    { "hill-5", 4, true },
    { "hill-6", 2, false },
    { "hill-6", 3, true },
    { "hill-6", 6, true },
}

for _, case in WILD do
    test(`{case[1]} with a roll of {case[2]}`, { players = 4 }, function()
        t.bare()
        t.stand(t.tile(case[1]), t.archon(seats[1]))
        rolls({ case[2] })
        t.act({ "act: archon" })
        expect(t.count(seats[1], "gold"), if case[3] then 1 else 0)
        expect(seats[1].reserve.total, if case[3] then 1 else 0)
    end)
end

--- Wild peninsulas and what a roll gives there.
local GIVES = { { "mountain-6", "ore" }, { "hill-6", "gold" }, { "forest-6", "crystal" } }

for _, case in GIVES do
    test(`a roll on {case[1]} gives one {case[2]}`, { players = 4 }, function()
        t.bare()
        t.stand(t.tile(case[1]), t.follower(seats[2]))
        rolls({ 6 })
        t.act({ "act: follower" })
        expect(t.count(seats[2], case[2]), 1)
        expect(seats[2].reserve.total, 1)
    end)
end

test("a target of exactly 0 succeeds without a roll", { players = 4 }, function()
    t.bare()
    lowered("hills", 2)
    t.stand(t.tile("hill-5"), t.archon(seats[1]))
    t.act({ "act: archon" })
    expect(t.count(seats[1], "gold"), 1)
    expect(pieces.die[1].face, 0)
end)

test("a target of 1 is rolled for", { players = 4 }, function()
    t.bare()
    lowered("hills", 2)
    t.stand(t.tile("hill-3"), t.archon(seats[1]))
    rolls({ 1 })
    t.act({ "act: archon" })
    expect(t.count(seats[1], "gold"), 1)
    expect(pieces.die[1].face, 1)
end)

test("a target above 6 cannot be rolled, only reached with additions", { players = 4 }, function()
    t.bare()
    move(t.get("fate", "earthquake"), lasting)
    t.stand(t.tile("hill-3"), t.archon(seats[1]))
    t.stand(t.tile("forest-3"), t.archon(seats[2]))
    t.card(seats[2], "lucky-knuckle")
    rolls({ 6, 6 })
    t.act({ "act: archon*1" })
    expect(t.count(seats[1], "gold"), 0)
    t.act({ "act: archon" })
    expect(t.count(seats[2], "crystal"), 1)
end)

--- How much energy the acting player has, what the roll misses, and what is left after paying.
local PAID = { { 1, 1, 0 }, { 5, 1, 4 }, { 5, 2, 3 }, { 2, 2, 0 } }

for _, case in PAID do
    test(`of {case[1]} energy exactly the missing {case[2]} are paid`, { players = 4 }, function()
        t.bare()
        t.has(seats[1], { energy = case[1] })
        t.stand(t.tile("hill-1"), t.archon(seats[1]))
        rolls({ 6 - case[2] })
        t.act({ "act: archon", "energy: yes" })
        expect(t.count(seats[1], "gold"), 1)
        expect(t.count(seats[1], "energy"), case[3])
    end)
end

test("who does not pay what is missing keeps the energy and gains nothing", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 2 })
    t.stand(t.tile("hill-1"), t.archon(seats[1]))
    rolls({ 5 })
    t.act({ "act: archon", "energy: no" })
    expect(t.count(seats[1], "gold"), 0)
    expect(t.count(seats[1], "energy"), 2)
end)

test("too little energy is not asked for, and that of others does not count", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 1 })
    t.has(seats[2], { energy = 4 })
    t.stand(t.tile("hill-1"), t.archon(seats[1]), t.archon(seats[2]))
    rolls({ 4 })
    t.act({ "act: archon*1" })
    expect(t.count(seats[1], "gold"), 0)
    expect(t.count(seats[1], "energy"), 1)
    expect(t.count(seats[2], "energy"), 4)
end)

test("after a success no energy is asked for", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 4 })
    t.stand(t.tile("hill-5"), t.archon(seats[1]))
    rolls({ 4 })
    t.act({ "act: archon" })
    expect(t.count(seats[1], "energy"), 4)
end)

--- Rolls in a city of target 9 with the marker on a space of the wrath, and whether they are enough.
local CITY = {
    { 0, 4, 5, true },
    { 0, 4, 4, false },
    { 2, 4, 4, true },
    { 2, 3, 4, false },
    { 5, 3, 4, true },
    { 6, 3, 3, true },
    { 6, 2, 3, false },
}

for _, case in CITY do
    test(`a city of 9, marker on {case[1]}, rolls {case[2]} and {case[3]}`, { players = 4 }, function()
        t.bare()
        move(pieces.marker[1], wrath:space(case[1]))
        t.stand(t.tile("city-3"), t.archon(seats[1]), t.follower(seats[1]))
        rolls({ case[2], case[3] })
        t.act({ "act: archon" })
        expect(agora.size, if case[4] then 15 else 16)
    end)
end

test("in a city too little energy of those who take part is not asked for", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 1 })
    t.has(seats[2], { energy = 1 })
    t.has(seats[3], { energy = 9 })
    t.stand(t.tile("city-3"), t.archon(seats[1]), t.archon(seats[2]))
    rolls({ 3, 3 })
    t.act({ "act: archon*1" })
    expect(agora.size, 16)
    expect(t.count(seats[1], "energy"), 1)
    expect(t.count(seats[2], "energy"), 1)
end)

test("in a city exactly what is missing is paid, by both together", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 3 })
    t.has(seats[2], { energy = 3 })
    t.stand(t.tile("city-3"), t.archon(seats[1]), t.archon(seats[2]))
    rolls({ 3, 3 })
    local question = t.ask("act", { "act: archon*1" })
    expect(question.prompt, "pay_energy")
    expect(question.seat, 1)
    expect(question.options, { "0", "1", "2", "3" })
    answers({ "pay_energy: 1" })
    question = step()
    expect(question.seat, 2)
    expect(question.options, { "0", "2" })
    answers({ "pay_energy: 2", "colour: 1" })
    expect(step(), nil)
    expect(t.count(seats[1], "energy"), 2)
    expect(t.count(seats[2], "energy"), 1)
    expect(agora.size, 15)
end)

test("a forge without ore does nothing, whatever else there is", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { gold = 2, energy = 2 })
    t.has(seats[2], { ore = 2 })
    t.stand(t.tile("forge-5"), t.archon(seats[1]))
    t.act({ "act: archon" })
    expect(t.count(seats[1], "atlantium"), 0)
    expect(seats[1].reserve.total, 4)
    expect(t.count(seats[2], "ore"), 2)
end)

test("a forge takes one ore of several", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { ore = 3 })
    t.stand(t.tile("forge-5"), t.archon(seats[1]))
    t.act({ "act: archon" })
    expect(t.count(seats[1], "ore"), 2)
    expect(t.count(seats[1], "atlantium"), 3)
end)
