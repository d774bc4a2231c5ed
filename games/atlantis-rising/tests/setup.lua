-- What lies on the table at the start, by level and number of players.
local t = require("tests/table")

test("the box has all pieces of the rulebook", { players = 4 }, function()
    expect(#pieces.tile, 37)
    expect(#pieces.archon, 10)
    expect(#pieces.module, 21)
    expect(#pieces.fate, 67)
    expect(#pieces.card, 33)
    expect(#pieces.card:where("artifact", true), 11)
    expect(#pieces.fate:where("group", "light"), 36)
    expect(#pieces.fate:where("group", "severe"), 13)
    expect(#pieces.barrier, 6)
    expect(#pieces.atlantean:where("id", "helper"), 8)
end)

test("four players: two followers each, two more in the Agora", { players = 4 }, function()
    for _, seat in seats do
        expect(seat.reserve.size, 3)
        expect(seat.role.size, 1)
        expect(t.count(seat, "energy"), 2)
    end
    expect(agora.size, 16)
    expect(library_deck.size, 26)
    expect(relics.size, 7)
    expect(fate_deck.size, 61)
    expect(plans.size, 10)
    expect(sites.size, 2)
end)

test("three players have three followers each, and three more", { players = 3 }, function()
    expect(seats[1].reserve.size, 4)
    expect(agora.size, 17)
end)

test("five players have a third build space", { players = 5 }, function()
    expect(sites.size, 3)
end)

test("the introductory game has its nine modules", { players = 4, with = { "introductory" } }, function()
    expect(plans.size, 10)
    expect(t.get("module", "entropy-drive").zone, plans)
    expect(t.get("module", "soul-seal").zone == plans, false)
end)

--- How a level deals modules, Calm Seas, Controlled Floods and energy.
local LEVELS = {
    { "level-1", "522", 9, 3, 2 },
    { "level-2", "333", 9, 6, 1 },
    { "level-3", "333", 6, 6, 1 },
    { "level-4", "333", 3, 9, 1 },
    { "level-5", "333", 3, 9, 1 },
}

for _, level in LEVELS do
    test("the table of " .. level[1], { players = 4, with = { level[1] } }, function()
        expect(plans.size, 10)
        expect(#fate_deck:pieces():where("group", "calm"), level[3])
        expect(#fate_deck:pieces():where("group", "flood"), level[4])
        expect(t.count(seats[1], "energy"), level[5])
    end)
end

test("level 5 has no module of letter A", { players = 4, with = { "level-5" } }, function()
    expect(#plans:pieces():where("letter", "A"), 0)
    expect(#plans:pieces():where("letter", "D"), 3)
end)

local listed = "soul-seal soul-terraformer star-forge chrono-lens fate-loom tide-gauge aegis-engine solar-matrix twin-furnace"
test("modules can be listed by an option", { players = 4, set = { modules = listed } }, function()
    expect(plans.size, 10)
    expect(t.get("module", "fate-loom").zone, plans)
end)

test("archons can be chosen by an option", { players = 4, set = { archons = "chosen" } }, function()
    vars.first = seats[1]
    expect(seats[1].role.size, 0)
    go("archons", seats[1])
    answers({ "archon: priest" })
    step()
    expect(seats[1].role.top.id, "priest")
    expect(seats[1].role.top.figure, t.archon(seats[1]))
end)
