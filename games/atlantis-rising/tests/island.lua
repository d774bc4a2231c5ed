-- What is printed on the tiles, the wrath track and the modules.
local t = require("tests/table")

--- Targets and room of the wild tiles, targets of the cities, cards kept, room and rest of the libraries, atlantium and
--- room of the forges: counted from the centre.
local WILD = { { 6, 3 }, { 6, 2 }, { 5, 2 }, { 5, 1 }, { 4, 1 }, { 3, 1 } }
local CITIES = { 10, 9, 9, 8, 8, 7 }
local LIBRARIES = {
    { 1, 2, "discarded" },
    { 1, 2, "discarded" },
    { 1, 1, "under-deck" },
    { 1, 1, "under-deck" },
    { 2, 1 },
    { 2, 1 },
}
local FORGES = { { 1, 2 }, { 1, 2 }, { 2, 2 }, { 2, 2 }, { 3, 1 }, { 3, 1 } }

for name, id in { mountain = "mountains", hill = "hills", forest = "forests" } do
    test("the tiles of the " .. id, { players = 4 }, function()
        for i, case in WILD do
            local tile = t.tile(name .. "-" .. i)
            expect(tile.action.target, case[1], tile.id)
            expect(tile.room, case[2], tile.id)
            expect(tile.together or false, false, tile.id)
        end
    end)
end

test("the tiles of the cities", { players = 4 }, function()
    for i, target in CITIES do
        local tile = t.tile("city-" .. i)
        expect(tile.action.target, target, tile.id)
        expect(tile.room, 2, tile.id)
        expect(tile.together, true, tile.id)
    end
end)

test("the tiles of the libraries", { players = 4 }, function()
    for i, case in LIBRARIES do
        local tile = t.tile("library-" .. i)
        expect(tile.action.draw, 2, tile.id)
        expect(tile.action.keep, case[1], tile.id)
        expect(tile.room, case[2], tile.id)
        if case[3] then
            expect(tile.action.rest, case[3], tile.id)
        end
    end
end)

test("the tiles of the forges", { players = 4 }, function()
    for i, case in FORGES do
        local tile = t.tile("forge-" .. i)
        expect(tile.action.atlantium, case[1], tile.id)
        expect(tile.room, case[2], tile.id)
    end
end)

test("the Source lies in the middle, with room for any number", { players = 4 }, function()
    expect(centre.size, 1)
    expect(centre.top, t.tile("source"))
    expect(t.tile("source").room, nil)
    expect(t.tile("source").action.energy, 1)
end)

test("each peninsula has its six tiles in order, the sixth outermost", { players = 4 }, function()
    for _, peninsula in pieces.peninsula do
        expect(peninsula.coast.size, 6)
        expect(peninsula.sea.size, 0)
        expect(peninsula.shore.size, 0)
        for i, tile in peninsula.coast:pieces() do
            expect(tile.number, i, tile.id)
            expect(tile.peninsula, peninsula, tile.id)
        end
    end
end)

--- The values of the wrath track.
local WRATH = { 0, 0, 1, 1, 2, 2, 3 }

for i, value in WRATH do
    test(`the wrath at space {i - 1} sinks {value}, and the marker goes on`, { players = 4 }, function()
        t.bare()
        expect(pieces.marker[1].place.index, 0)
        move(pieces.marker[1], wrath:space(i - 1))
        go("wrath")
        local list = {}
        for n = 1, value do
            list[n] = "sink: hills"
        end
        answers(list)
        for _ = 0, value do
            expect(step(), nil)
        end
        expect(t.get("peninsula", "hills").coast.size, 6 - value)
        expect(pieces.marker[1].place.index, math.min(i, 6))
    end)
end

test("the cost of the Soul Seal and the crystals of the Solar Matrix", { players = 4 }, function()
    local seal = t.get("module", "soul-seal")
    expect(seal.gold, 3)
    expect(seal.crystal, 1)
    expect(seal.atlantium, 2)
    expect(t.get("module", "solar-matrix").crystal, 2)
end)

test("five modules of each letter; those of letter D have double spaces", { players = 4 }, function()
    for _, letter in { "A", "B", "C", "D" } do
        expect(#pieces.module:where("letter", letter), 5, letter)
    end
    for _, module in pieces.module do
        expect(module.together or false, module.letter == "D", module.id)
        if module.letter == "D" then
            expect(module.room, 2, module.id)
        end
    end
end)

test("the Scholar's symbol is on six artifacts", { players = 4 }, function()
    expect(#pieces.card:where("scholar", true), 6)
    for _, card in pieces.card:where("scholar", true) do
        expect(card.artifact, true, card.id)
    end
end)
