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

--- With so many players: followers of each at the start, of each in the Agora, of each in all, and build spaces.
local PLAYERS = {
    { 1, 4, 3, 7, 2 },
    { 2, 4, 3, 7, 2 },
    { 3, 3, 3, 7, 2 },
    { 4, 2, 2, 4, 2 },
    { 5, 2, 2, 4, 3 },
    { 6, 2, 2, 4, 3 },
    { 7, 2, 2, 4, 3 },
}

for _, case in PLAYERS do
    test(`the table of {case[1]} players`, { players = case[1] }, function()
        for _, seat in seats do
            local reserve = seat.reserve:pieces()
            expect(#reserve:where("id", "follower"), case[2])
            expect(#reserve:where("id", "archon"), 1)
            expect(#reserve:where("colour", seat), if case[1] == 1 then case[2] + 2 else case[2] + 1)
            expect(#agora:pieces():where("id", "follower"):where("colour", seat), case[3])
            expect(#pieces.atlantean:where("owner", seat):where("id", "follower"), case[4])
            expect(seat.role.size, 1)
            expect(t.count(seat, "energy"), 2)
            expect(seat.reserve.total, 2)
        end
        expect(agora.size, 8 + case[1] * case[3])
        expect(#agora:pieces():where("id", "helper"), 8)
        expect(sites.size, case[5])
        expect(archons.size + visions.size, 10 - case[1])
        expect(t.automaton().zone == seats[1].reserve, case[1] == 1)
        expect(barriers.size, 6)
    end)
end

--- Modules marked 5+: their room with four players and fewer, and with five and more.
local MORE_ROOM = {
    ["mystic-siphon"] = { 2, 3 },
    ["calling-horn"] = { 1, 2 },
    ["harvest-automata"] = { 1, 2 },
    ["mnemonic-archive"] = { 1, 2 },
    ["star-forge"] = { 1, 1 },
    ["chrono-lens"] = { 2, 2 },
}

for count = 1, 7 do
    test(`the room of modules with {count} players`, { players = count }, function()
        for id, rooms in MORE_ROOM do
            expect(t.get("module", id).room, if count >= 5 then rooms[2] else rooms[1], id)
        end
    end)
end

test("the decks of the library and of fate", { players = 4 }, function()
    expect(library_deck.size, 26)
    expect(#library_deck:pieces():where("artifact", true), 4)
    expect(#library_deck:pieces():where("artifact", false), 22)
    expect(relics.size, 7)
    expect(#relics:pieces():where("artifact", true), 7)
    expect(#fate_deck:pieces():where("group", "light"), 36)
    expect(#fate_deck:pieces():where("group", "severe"), 13)
    for _, peninsula in pieces.peninsula do
        expect(#fate_deck:pieces():where("id", "waves-" .. peninsula.id), 6, peninsula.id)
    end
end)

test("the introductory game: its modules, and else level 1", { players = 4, with = { "introductory" } }, function()
    local names = {
        "solar-matrix", "expansion-ark", "forecast-module", "tidal-anchor", "calling-horn",
        "mystic-siphon", "matter-converter", "numinous-beacon", "entropy-drive", "power-core",
    }
    expect(plans.size, #names)
    for _, id in names do
        expect(t.get("module", id).zone, plans, id)
    end
    expect(fate_deck.size, 61)
    expect(t.count(seats[1], "energy"), 2)
end)

--- How a level deals modules of letters A to D, Calm Seas, Controlled Floods, fate cards in all, and energy.
local LEVELS = {
    { "level-1", { 5, 2, 2, 0 }, 9, 3, 61, 2 },
    { "level-2", { 3, 3, 3, 0 }, 9, 6, 64, 1 },
    { "level-3", { 3, 3, 0, 3 }, 6, 6, 61, 1 },
    { "level-4", { 3, 0, 3, 3 }, 3, 9, 61, 1 },
    { "level-5", { 0, 3, 3, 3 }, 3, 9, 61, 1 },
}

for _, level in LEVELS do
    for _, count in { 1, 4, 7 } do
        test(`the table of {level[1]} with {count} players`, { players = count, with = { level[1] } }, function()
            for i, letter in { "A", "B", "C", "D" } do
                expect(#plans:pieces():where("letter", letter), level[2][i], letter)
            end
            expect(plans.size, 10)
            expect(t.get("module", "power-core").zone, plans)
            expect(#fate_deck:pieces():where("group", "calm"), level[3])
            expect(#fate_deck:pieces():where("group", "flood"), level[4])
            expect(fate_deck.size, level[5])
            for _, seat in seats do
                expect(t.count(seat, "energy"), level[6])
            end
        end)
    end
end

test("without a level the game is level 1", { players = 4 }, function()
    for i, letter in { "A", "B", "C", "D" } do
        expect(#plans:pieces():where("letter", letter), LEVELS[1][2][i], letter)
    end
    expect(fate_deck.size, 61)
end)

local listed = "soul-seal soul-terraformer star-forge chrono-lens fate-loom "
    .. "tide-gauge aegis-engine solar-matrix twin-furnace"
test("modules can be listed by an option", { players = 4, set = { modules = listed } }, function()
    expect(plans.size, 10)
    for id in string.gmatch(listed, "%S+") do
        expect(t.get("module", id).zone, plans, id)
    end
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
