-- One scenario for every fate card.
local t = require("tests/table")

--- How many tiles of a peninsula are above the sea.
local function left(id)
    return t.get("peninsula", id).coast.size
end

test("Calm Seas: nothing", { players = 4 }, function()
    t.bare()
    t.draw(seats[1], "calm-seas")
    expect(#pieces.tile:lying("sea"), 0)
end)

for _, id in { "mountains", "hills", "forests", "cities", "libraries", "forges" } do
    test("light: " .. id, { players = 4 }, function()
        t.bare()
        t.draw(seats[1], "waves-" .. id)
        expect(left(id), 5)
        expect(#pieces.tile:lying("sea"), 1)
    end)
end

test("an empty fate deck is made of the discards", { players = 4 }, function()
    t.bare()
    for _, card in fate_deck:pieces() do
        move(card, if card.group == "calm" then fate_discard else gone)
    end
    go("fate", seats[1])
    step()
    expect(fate_deck.size, 8)
    expect(fate_discard.size, 1)
end)

test("Earthquake: targets rise until the end of the round, also above 6", { players = 4 }, function()
    t.bare()
    local card = t.draw(seats[1], "earthquake")
    expect(card.zone, lasting)
    t.has(seats[1], { energy = 2 })
    t.stand(t.tile("hill-1"), t.archon(seats[1]))
    rolls({ 6 })
    t.act({ "act: archon", "energy: yes" })
    expect(t.count(seats[1], "gold"), 1)
    expect(t.count(seats[1], "energy"), 0)
    go("dusk")
    step()
    expect(card.zone, fate_discard)
end)

test("Tsunami: tiles of two different peninsulas", { players = 4 }, function()
    t.bare()
    t.draw(seats[2], "tsunami", { "sink: hills", "sink: forges" })
    expect(left("hills"), 5)
    expect(left("forges"), 5)
end)

test("Tsunami: with one peninsula left both tiles are of it", { players = 4 }, function()
    t.bare()
    for _, peninsula in pieces.peninsula do
        if peninsula.id ~= "hills" then
            t.sink(peninsula.id, 6)
        end
    end
    t.draw(seats[2], "tsunami")
    expect(left("hills"), 4)
end)

test("Poseidon's Anger: the wrath marker goes on", { players = 4 }, function()
    t.bare()
    t.draw(seats[1], "poseidons-anger")
    expect(pieces.marker[1].place.index, 1)
end)

test("Maelstrom: two tiles of a largest peninsula", { players = 4 }, function()
    t.bare()
    for _, id in { "mountains", "hills", "forests", "cities", "libraries" } do
        t.sink(id, 1)
    end
    t.draw(seats[1], "maelstrom")
    expect(left("forges"), 4)
end)

test("Tidal Bore: everybody on one tile goes home", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]), t.archon(seats[2]))
    t.stand(t.tile("hill-2"), t.archon(seats[3]))
    t.draw(seats[1], "tidal-bore", { "clear: hill-1" })
    expect(t.archon(seats[1]).zone, seats[1].reserve)
    expect(t.archon(seats[2]).zone, seats[2].reserve)
    expect(t.archon(seats[3]).holder, t.tile("hill-2"))
end)

test("Storm Surge: all barriers are gone", { players = 4 }, function()
    t.bare()
    t.protect("hills")
    t.protect("cities")
    t.draw(seats[1], "storm-surge")
    expect(barriers.size, 6)
    expect(#pieces.tile:lying("sea"), 0)
end)

test("Storm Surge: without barriers a tile sinks", { players = 4 }, function()
    t.bare()
    t.draw(seats[1], "storm-surge", { "sink: hills" })
    expect(left("hills"), 5)
end)

test("Homesickness: each player sends one home", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.archon(seats[1]), t.archon(seats[2]))
    t.stand(t.tile("hill-2"), t.follower(seats[1]))
    t.draw(seats[1], "homesickness", { "send_home: follower" })
    expect(t.archon(seats[1]).holder, t.tile("hill-1"))
    expect(t.follower(seats[1]).zone, seats[1].reserve)
    expect(t.archon(seats[2]).zone, seats[2].reserve)
end)

test("Eclipse: each player loses energy, or a resource", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 2, gold = 1 })
    t.has(seats[2], { gold = 2 })
    t.draw(seats[1], "eclipse")
    expect(t.count(seats[1], "energy"), 1)
    expect(t.count(seats[1], "gold"), 1)
    expect(t.count(seats[2], "gold"), 1)
end)

test("Looting: each player loses a resource, never energy", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { ore = 1, gold = 1 })
    t.has(seats[2], { energy = 1 })
    t.draw(seats[1], "looting", { "lose: ore" })
    expect(t.count(seats[1], "gold"), 1)
    expect(t.count(seats[1], "ore"), 0)
    expect(t.count(seats[2], "energy"), 1)
end)

test("Lost Scrolls: each player discards a card, the deck two", { players = 4 }, function()
    t.bare()
    t.card(seats[2], "ancient-atlas")
    t.card(seats[3], "masons-plan")
    t.card(seats[3], "trident")
    local size = library_deck.size
    t.draw(seats[1], "lost-scrolls", { "fating: none", "discard: trident" })
    expect(seats[2].hand.size, 0)
    expect(seats[3].hand.size, 1)
    expect(seats[3].artifacts.size, 0)
    expect(library_deck.size, size - 2)
end)

test("Aftershocks: a die names two peninsulas", { players = 4 }, function()
    t.bare()
    t.fate("aftershocks")
    go("fate", seats[1])
    rolls({ 2, 6 })
    step()
    expect(left("hills"), 5)
    expect(left("forges"), 5)
    expect(#pieces.tile:lying("sea"), 2)
end)

test("Landslide: two wild peninsulas lose a tile", { players = 4 }, function()
    t.bare()
    t.draw(seats[1], "landslide", { "sink: hills", "sink: mountains" })
    expect(left("hills"), 5)
    expect(left("mountains"), 5)
end)

test("Hubris: nothing is built this round, and nothing paid", { players = 4 }, function()
    t.bare()
    t.draw(seats[1], "hubris")
    t.plan("solar-matrix", "power-core")
    t.has(seats[1], { gold = 1, crystal = 2 })
    t.stand(t.get("site", "first-site"), t.archon(seats[1]))
    t.act({ "act: archon" })
    expect(t.get("module", "solar-matrix").zone, plans)
    expect(seats[1].reserve.total, 3)
end)

test("Landslide: only wild peninsulas, and two different ones", { players = 4 }, function()
    t.bare()
    t.fate("landslide")
    expect(t.ask("fate", {}, seats[2]).options, { "mountains", "hills", "forests" })
    answers({ "sink: hills" })
    expect(step().options, { "mountains", "forests" })
end)

test("Landslide: a wholly sunk wild peninsula costs two others", { players = 4 }, function()
    t.bare()
    t.sink("hills", 6)
    t.draw(seats[1], "landslide", { "sink: hills", "sink: cities", "sink: cities", "sink: forests" })
    expect(left("cities"), 4)
    expect(left("forests"), 5)
end)

test("Tsunami: the second peninsula is another one, and no sunk one is chosen", { players = 4 }, function()
    t.bare()
    t.sink("cities", 6)
    t.fate("tsunami")
    expect(t.ask("fate", {}, seats[2]).options, { "mountains", "hills", "forests", "libraries", "forges" })
    answers({ "sink: hills" })
    expect(step().options, { "mountains", "forests", "libraries", "forges" })
end)

test("Maelstrom: only the largest peninsulas can be chosen", { players = 4 }, function()
    t.bare()
    for _, id in { "mountains", "hills", "forests", "cities" } do
        t.sink(id, 1)
    end
    t.fate("maelstrom")
    expect(t.ask("fate", {}, seats[2]).options, { "libraries", "forges" })
end)

test("Tidal Bore: never the Source, and neither modules nor build spaces", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("source"), t.archon(seats[1]))
    t.stand(t.get("site", "first-site"), t.archon(seats[2]))
    t.stand(t.built("star-forge"), t.archon(seats[3]))
    t.draw(seats[1], "tidal-bore")
    expect(t.archon(seats[1]).holder, t.tile("source"))
    expect(t.archon(seats[2]).holder, t.get("site", "first-site"))
    expect(t.archon(seats[3]).holder, t.get("module", "star-forge"))
    t.stand(t.tile("hill-1"), t.archon(seats[4]))
    t.stand(t.tile("hill-2"), t.follower(seats[4]))
    t.fate("tidal-bore")
    expect(t.ask("fate", {}, seats[1]).options, { "hill-1", "hill-2" })
end)

test("Hubris: asks nothing, and holds for every build space until the end of the round", { players = 4 }, function()
    t.bare()
    local card = t.draw(seats[1], "hubris")
    t.plan("solar-matrix", "tidal-anchor", "power-core")
    t.role(seats[1], "engineer")
    for i, id in { "first-site", "second-site" } do
        t.has(seats[i], { gold = 2, crystal = 3 })
        t.stand(t.get("site", id), t.archon(seats[i]))
    end
    t.act({ "act: archon*1" })
    t.act({ "act: archon" })
    expect(plans.size, 3)
    go("dusk")
    step()
    expect(card.zone, fate_discard)
end)

--- Who looks at the top of the fate deck: how it begins, how many cards are seen, and how many may be moved.
local LOOKS = {
    ["scroll-of-the-skies"] = { 3, 1, function(id)
        local card = t.card(seats[1], id)
        return "act: " .. id, card.effect.under
    end },
    ["forecast-module"] = { 3, 1, function(id)
        local module = t.built(id)
        t.stand(module, t.archon(seats[1]))
        return "act: archon", module.action.remove
    end },
    ["fate-loom"] = { 5, 2, function(id)
        local module = t.built(id)
        t.stand(module, t.archon(seats[1]), t.archon(seats[2]))
        return "act: archon*1", module.action.remove
    end },
}

for id, case in LOOKS do
    test("how many fate cards are seen and moved: " .. id, { players = 4 }, function()
        t.bare()
        local seen = {}
        for _, name in { "maelstrom", "hubris", "tsunami", "eclipse", "looting", "landslide" } do
            t.fate(name)
            table.insert(seen, name)
        end
        local act, most = case[3](id)
        local question = t.ask("act", { act })
        expect(#question.options, case[1])
        for i = 1, case[1] do
            expect(t.offers(question, seen[#seen + 1 - i]), true)
        end
        expect(most, case[2])
    end)
end
