-- One scenario for every module.
local t = require("tests/table")

--- Builds a module by the first seat with all it costs.
local function build(id)
    t.bare()
    t.plan(id, "power-core")
    local module = t.get("module", id)
    for _, token in { "gold", "crystal", "atlantium", "energy" } do
        put(token, seats[1].reserve, module[token] or 0)
    end
    t.stand(t.get("site", "first-site"), t.archon(seats[1]))
end

--- The first seat's archon acts on a built module, with a follower if it has a double space.
local function use(id, list)
    local module = t.built(id)
    t.stand(module, t.archon(seats[1]))
    if module.together then
        t.stand(module, t.follower(seats[1]))
    end
    table.insert(list, 1, "act: archon")
    t.act(list)
end

test("Solar Matrix: energy for all, once", { players = 4 }, function()
    build("solar-matrix")
    t.act({ "act: archon", "build: solar-matrix" })
    for _, seat in seats do
        expect(t.count(seat, "energy"), 2)
    end
end)

test("Tidal Anchor: a tile rises", { players = 4 }, function()
    build("tidal-anchor")
    t.sink("hills", 2)
    t.act({ "act: archon", "build: tidal-anchor" })
    expect(t.get("peninsula", "hills").coast.size, 5)
end)

test("Tide Gauge: the wrath marker goes back", { players = 4 }, function()
    build("tide-gauge")
    move(pieces.marker[1], wrath:space(3))
    t.act({ "act: archon", "build: tide-gauge" })
    expect(pieces.marker[1].place.index, 2)
end)

test("Entropy Drive: two tiles rise", { players = 4 }, function()
    build("entropy-drive")
    t.sink("hills", 3)
    t.act({ "act: archon", "build: entropy-drive" })
    expect(t.get("peninsula", "hills").coast.size, 5)
end)

test("Expansion Ark: give one, anybody gets two", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { ore = 1 })
    use("expansion-ark", { "give: ore", "receiver: 3", "resource: crystal" })
    expect(t.count(seats[1], "ore"), 0)
    expect(t.count(seats[3], "crystal"), 2)
end)

test("Expansion Ark: the giver may receive", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { ore = 1 })
    use("expansion-ark", { "give: ore", "receiver: 1", "resource: gold" })
    expect(t.count(seats[1], "gold"), 2)
end)

test("Forecast Module: removes a card of the top of the deck", { players = 4 }, function()
    t.bare()
    t.fate("maelstrom")
    t.fate("calm-seas")
    t.fate("hubris")
    use("forecast-module", { "remove: maelstrom" })
    expect(t.get("fate", "maelstrom").zone, gone)
    expect(fate_deck.top.id, "hubris")
end)

test("Forecast Module: or a card of the discards", { players = 4 }, function()
    t.bare()
    move(t.get("fate", "maelstrom"), fate_discard)
    move(t.get("fate", "hubris"), fate_discard)
    use("forecast-module", { "from_discard: yes", "remove: maelstrom" })
    expect(t.get("fate", "maelstrom").zone, gone)
end)

test("Calling Horn: two helpers, who work for a round", { players = 4 }, function()
    t.bare()
    use("calling-horn", {})
    local helpers = seats[1].reserve:pieces():where("id", "helper")
    expect(#helpers, 2)
    expect(helpers[1].colour, seats[1])
    t.stand(t.tile("hill-1"), helpers[1])
    t.act({ "act: done" })
    expect(#agora:pieces():where("id", "helper"), 7)
end)

test("Mystic Siphon: two energy", { players = 4 }, function()
    t.bare()
    use("mystic-siphon", {})
    expect(t.count(seats[1], "energy"), 2)
end)

test("Matter Converter: up to three of one kind become another", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { ore = 4 })
    t.stand(t.built("matter-converter"), t.archon(seats[1]))
    expect(t.ask("act", { "act: archon", "give: ore" }).options, { "1", "2", "3" })
    answers({ "how_many: 3", "resource: atlantium" })
    expect(step(), nil)
    expect(t.count(seats[1], "ore"), 1)
    expect(t.count(seats[1], "atlantium"), 3)
end)

test("what is changed becomes another resource", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { ore = 1 })
    t.stand(t.built("matter-converter"), t.archon(seats[1]))
    expect(t.ask("act", { "act: archon", "give: ore" }).options, { "gold", "crystal", "atlantium" })
end)

test("Soul Seal: a follower raises a barrier", { players = 4 }, function()
    t.bare()
    local seal = t.built("soul-seal")
    t.stand(seal, t.follower(seats[1]))
    t.act({ "act: follower", "shield: hills" })
    expect(t.get("peninsula", "hills").shore.size, 1)
end)

test("Soul Seal: only followers may use it, no archon and no helper", { players = 4 }, function()
    t.bare()
    t.built("soul-seal")
    local helper = t.get("atlantean", "helper")
    helper.colour = seats[1]
    move(helper, seats[1].reserve)
    for key, may in { ["archon*1"] = false, helper = false, ["follower*1"] = true } do
        go("place", seats[1])
        answers({ "place: " .. key })
        expect(table.find(step().options, "soul-seal") ~= nil, may, key)
        answers({ "where: source" })
        step()
    end
end)

test("Harvest Automata: two different resources", { players = 4 }, function()
    t.bare()
    use("harvest-automata", { "harvest: ore, crystal" })
    expect(t.count(seats[1], "ore"), 1)
    expect(t.count(seats[1], "crystal"), 1)
end)

test("Numinous Beacon: one fate card less", { players = 4 }, function()
    t.bare()
    use("numinous-beacon", {})
    local size = fate_deck.size
    go("fate", seats[1])
    step()
    expect(fate_deck.size, size)
    t.draw(seats[2], "calm-seas")
    expect(fate_discard.size, 1)
end)

test("Mnemonic Archive: draw three, keep two", { players = 4 }, function()
    t.bare()
    for _, id in { "masons-plan", "chant-of-rising", "ancient-atlas" } do
        move(t.get("card", id), library_deck)
    end
    use("mnemonic-archive", { "keep: masons-plan", "keep: ancient-atlas" })
    expect(seats[1].hand.size, 2)
    expect(library_deck.bottom.id, "chant-of-rising")
end)

test("Mnemonic Archive: two different cards are kept", { players = 4 }, function()
    t.bare()
    t.library({ "masons-plan", "chant-of-rising", "ancient-atlas" })
    t.stand(t.built("mnemonic-archive"), t.archon(seats[1]))
    local question = t.ask("act", { "act: archon", "keep: masons-plan" })
    expect(question.prompt, "keep")
    expect(#question.options, 2)
    expect(t.offers(question, "masons-plan"), false)
end)

test("Star Forge: two atlantium", { players = 4 }, function()
    t.bare()
    use("star-forge", {})
    expect(t.count(seats[1], "atlantium"), 2)
end)

test("Genesis Chamber: a follower for one energy", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 1 })
    use("genesis-chamber", { "recruit: yes" })
    expect(t.count(seats[1], "energy"), 0)
    expect(#seats[1].reserve:pieces():where("id", "follower"), 3)
end)

test("Genesis Chamber: nobody has to pay", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 1 })
    use("genesis-chamber", { "recruit: no" })
    expect(t.count(seats[1], "energy"), 1)
    expect(agora.size, 16)
end)

test("Genesis Chamber: without energy there is no follower", { players = 4 }, function()
    t.bare()
    use("genesis-chamber", {})
    expect(agora.size, 16)
end)

test("Genesis Chamber: without a follower in the Agora nothing is paid", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 1 })
    for _, figure in agora:pieces():where("colour", seats[1]) do
        move(figure, seats[1].reserve)
    end
    use("genesis-chamber", {})
    expect(t.count(seats[1], "energy"), 1)
end)

test("Expansion Ark: energy is no resource", { players = 4 }, function()
    t.bare()
    t.has(seats[1], { energy = 2, ore = 1 })
    t.stand(t.built("expansion-ark"), t.archon(seats[1]))
    expect(t.ask("act", { "act: archon" }).options, { "ore", "none" })
end)

test("Soul Terraformer: the follower of another player goes only if that player agrees", { players = 4 }, function()
    for i, answer in { "no", "yes" } do
        t.bare()
        t.sink("hills", if i == 1 then 4 else 0)
        local module = t.built("soul-terraformer")
        local other = t.follower(seats[2])
        t.stand(module, t.archon(seats[1]), other)
        t.archon(seats[1]).acted = false
        other.acted = false
        t.act({ "act: archon", "sacrifice: follower", "agree: " .. answer })
        expect(other.zone == gone, answer == "yes")
        expect(t.get("peninsula", "hills").coast.size, if answer == "yes" then 5 else 2)
        t.act({})
    end
end)

test("Soul Terraformer: a follower leaves the game, three tiles rise", { players = 4 }, function()
    t.bare()
    t.sink("hills", 4)
    use("soul-terraformer", { "sacrifice: follower" })
    expect(t.get("peninsula", "hills").coast.size, 5)
    expect(#gone:pieces("atlantean"), 1)
end)

test("Soul Terraformer: the one removed must be a follower", { players = 4 }, function()
    t.bare()
    t.sink("hills", 4)
    local module = t.built("soul-terraformer")
    t.stand(module, t.archon(seats[1]), t.archon(seats[2]))
    t.act({ "act: archon*1" })
    expect(t.get("peninsula", "hills").coast.size, 2)
end)

test("Aegis Engine: two barriers", { players = 4 }, function()
    t.bare()
    use("aegis-engine", { "shield: hills", "shield: cities" })
    expect(#pieces.barrier:lying("shore"), 2)
end)

--- What the modules with a double space would change.
local DOUBLE = {
    ["soul-terraformer"] = function()
        return t.get("peninsula", "hills").coast.size
    end,
    ["aegis-engine"] = function()
        return barriers.size
    end,
    ["chrono-lens"] = function()
        return pieces.marker[1].place.index
    end,
    ["twin-furnace"] = function()
        return t.count(seats[1], "atlantium")
    end,
    ["fate-loom"] = function()
        return fate_deck.size
    end,
}

for id, state in DOUBLE do
    test("a double space with one Atlantean does nothing: " .. id, { players = 4 }, function()
        t.bare()
        t.sink("hills", 4)
        move(pieces.marker[1], wrath:space(4))
        local before = state()
        t.stand(t.built(id), t.follower(seats[1]))
        t.act({ "act: follower" })
        expect(state(), before)
        expect(gone:pieces("atlantean"):first(), nil)
    end)
end

test("two on a double space act once, and both have acted", { players = 4 }, function()
    t.bare()
    t.stand(t.built("twin-furnace"), t.follower(seats[1]), t.archon(seats[2]))
    t.act({ "act: archon" })
    expect(t.count(seats[2], "atlantium"), 5)
    expect(t.count(seats[1], "atlantium"), 0)
    t.act({})
    expect(t.count(seats[1], "atlantium"), 0)
    expect(t.archon(seats[2]).zone, seats[2].reserve)
end)

test("Chrono Lens: the wrath marker goes back", { players = 4 }, function()
    t.bare()
    move(pieces.marker[1], wrath:space(4))
    use("chrono-lens", {})
    expect(pieces.marker[1].place.index, 3)
end)

test("Twin Furnace: five atlantium", { players = 4 }, function()
    t.bare()
    use("twin-furnace", {})
    expect(t.count(seats[1], "atlantium"), 5)
end)

test("Fate Loom: removes two of the top five fate cards", { players = 4 }, function()
    t.bare()
    for _, id in { "maelstrom", "hubris", "tsunami", "eclipse", "looting" } do
        t.fate(id)
    end
    use("fate-loom", { "remove: maelstrom, eclipse" })
    expect(#gone:pieces("fate"), 2)
    expect(fate_deck.top.id, "looting")
end)

--- The modules and the card that look at fate cards, and what is answered.
local LOOKS = {
    ["forecast-module"] = "from_discard: no",
    ["fate-loom"] = "from_discard: no",
}

for id, answer in LOOKS do
    test("a look at a deck that is nearly used up shuffles nothing: " .. id, { players = 4 }, function()
        t.bare()
        for _, card in fate_deck:pieces() do
            move(card, fate_discard)
        end
        t.fate("calm-seas")
        local module = t.built(id)
        t.stand(module, t.archon(seats[1]))
        if module.together then
            t.stand(module, t.follower(seats[1]))
        end
        local discarded = fate_discard.size
        local question = t.ask("act", { "act: archon", answer })
        expect(question.options, { "calm-seas" })
        expect(fate_discard.size, discarded)
    end)
end

test("what need not be paid is among what a module costs", { players = 4 }, function()
    t.bare()
    t.role(seats[1], "engineer")
    t.plan("expansion-ark", "power-core")
    t.has(seats[1], { gold = 2, crystal = 2, atlantium = 2, energy = 2 })
    t.stand(t.get("site", "first-site"), t.archon(seats[1]))
    expect(t.ask("act", { "act: archon", "build: expansion-ark" }).options, { "gold", "atlantium" })
end)
