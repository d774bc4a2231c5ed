-- Libraries: drawing, keeping, and the limit of cards.
local t = require("tests/table")

--- The first seat's archon studies in a library, with these answers.
local function study(id, list)
    t.stand(t.tile(id), t.archon(seats[1]))
    table.insert(list, 1, "act: archon")
    t.act(list)
end

--- The first seat has these cards.
local function holds(list)
    for _, id in list do
        t.card(seats[1], id)
    end
end

--- Where one of two is kept, and where the other goes.
local RESTS = {
    { "library-1", "discard" },
    { "library-2", "discard" },
    { "library-3", "under" },
    { "library-4", "under" },
}

for _, case in RESTS do
    test("one of two is kept, the other goes: " .. case[1], { players = 4 }, function()
        t.bare()
        t.library({ "masons-plan", "chant-of-rising" })
        local size = library_deck.size
        study(case[1], { "keep: masons-plan" })
        expect(seats[1].hand.size, 1)
        expect(seats[1].hand.top.id, "masons-plan")
        if case[2] == "discard" then
            expect(library_discard.top.id, "chant-of-rising")
            expect(library_deck.size, size - 2)
        else
            expect(library_deck.bottom.id, "chant-of-rising")
            expect(library_deck.size, size - 1)
        end
    end)

    test("both are kept for 1 energy: " .. case[1], { players = 4 }, function()
        t.bare()
        t.library({ "masons-plan", "chant-of-rising" })
        t.has(seats[1], { energy = 3 })
        study(case[1], { "keep_all: yes" })
        expect(seats[1].hand.size, 2)
        expect(t.count(seats[1], "energy"), 2)
    end)
end

for _, id in { "library-5", "library-6" } do
    test("both are kept without a question: " .. id, { players = 4 }, function()
        t.bare()
        t.library({ "masons-plan", "chant-of-rising" })
        t.has(seats[1], { energy = 3 })
        study(id, {})
        expect(seats[1].hand.size, 2)
        expect(t.count(seats[1], "energy"), 3)
    end)
end

test("energy of others does not keep the second card", { players = 4 }, function()
    t.bare()
    t.library({ "masons-plan", "chant-of-rising" })
    t.has(seats[2], { energy = 3 })
    study("library-1", { "keep: masons-plan" })
    expect(seats[1].hand.size, 1)
end)

test("who does not pay keeps one", { players = 4 }, function()
    t.bare()
    t.library({ "masons-plan", "chant-of-rising" })
    t.has(seats[1], { energy = 1 })
    study("library-1", { "keep_all: no", "keep: chant-of-rising" })
    expect(seats[1].hand.size, 1)
    expect(t.count(seats[1], "energy"), 1)
end)

test("a single card left in the deck is kept without a question and without energy", { players = 4 }, function()
    t.bare()
    t.library({ "masons-plan" }, true)
    t.has(seats[1], { energy = 1 })
    study("library-1", {})
    expect(seats[1].hand.size, 1)
    expect(t.count(seats[1], "energy"), 1)
    expect(library_deck.size, 0)
end)

for _, id in { "library-1", "library-3", "library-5" } do
    test("an empty deck gives nothing and is not shuffled anew: " .. id, { players = 4 }, function()
        t.bare()
        for _, card in library_deck:pieces() do
            move(card, library_discard)
        end
        t.has(seats[1], { energy = 1 })
        study(id, {})
        expect(seats[1].hand.size, 0)
        expect(library_deck.size, 0)
        expect(t.count(seats[1], "energy"), 1)
    end)
end

test("an artifact that is drawn lies open and works", { players = 4 }, function()
    t.bare()
    t.library({ "lucky-knuckle" }, true)
    study("library-1", {})
    expect(seats[1].artifacts.size, 1)
    expect(seats[1].hand.size, 0)
end)

test("with four cards nobody has too many", { players = 4 }, function()
    t.bare()
    holds({ "masons-plan", "codex", "trident" })
    t.library({ "chant-of-rising" }, true)
    study("library-1", {})
    expect(seats[1].hand.size + seats[1].artifacts.size, 4)
end)

test("with a fifth card one is played or discarded at once", { players = 4 }, function()
    t.bare()
    holds({ "masons-plan", "ancient-atlas", "rune-of-warding", "call-of-the-agora" })
    t.library({ "spark-of-the-source" }, true)
    study("library-1", { "too_many: spark-of-the-source", "play_it: yes" })
    expect(seats[1].hand.size, 4)
    expect(t.count(seats[1], "energy"), 3)
end)

test("a card too many that is not played has no effect", { players = 4 }, function()
    t.bare()
    holds({ "masons-plan", "ancient-atlas", "rune-of-warding", "call-of-the-agora" })
    t.library({ "spark-of-the-source" }, true)
    study("library-1", { "too_many: call-of-the-agora", "play_it: no" })
    expect(library_discard.top.id, "call-of-the-agora")
    expect(#seats[1].reserve:pieces():where("id", "helper"), 0)
end)

test("artifacts count for the limit of four, and may be the one that goes, unplayed", { players = 4 }, function()
    t.bare()
    holds({ "masons-plan", "horn-of-plenty", "trident", "lucky-knuckle" })
    t.library({ "spark-of-the-source" }, true)
    t.stand(t.tile("library-1"), t.archon(seats[1]))
    local question = t.ask("act", { "act: archon" })
    expect(question.prompt, "too_many")
    expect(question.options, { "masons-plan", "spark-of-the-source", "horn-of-plenty", "trident", "lucky-knuckle" })
    answers({ "too_many: trident" })
    expect(step(), nil)
    expect(t.get("card", "trident").zone, library_discard)
    expect(seats[1].hand.size, 2)
    expect(seats[1].artifacts.size, 2)
end)

test("with two kept and four in hand the two that go are chosen from all six", { players = 4 }, function()
    t.bare()
    holds({ "masons-plan", "ancient-atlas", "rune-of-warding", "trident" })
    t.library({ "spark-of-the-source", "chant-of-rising" })
    t.stand(t.tile("library-5"), t.archon(seats[1]))
    local question = t.ask("act", { "act: archon" })
    expect(question.prompt, "too_many")
    expect(#question.options, 6)
    answers({ "too_many: ancient-atlas", "play_it: no", "too_many: chant-of-rising" })
    expect(step(), nil)
    expect(library_discard.size, 2)
    expect(seats[1].hand.size, 3)
end)

test("a card too many that asks for something is played wholly", { players = 4 }, function()
    t.bare()
    holds({ "masons-plan", "ancient-atlas", "rune-of-warding", "trident" })
    t.library({ "spark-of-the-source" }, true)
    study("library-1", { "too_many: rune-of-warding", "play_it: yes", "shield: hills" })
    expect(t.get("peninsula", "hills").shore.size, 1)
end)

test("Mnemonic Archive: two of three are kept, for 1 energy all", { players = 4 }, function()
    t.bare()
    t.library({ "masons-plan", "chant-of-rising", "ancient-atlas" })
    t.has(seats[1], { energy = 1 })
    t.stand(t.built("mnemonic-archive"), t.archon(seats[1]))
    t.act({ "act: archon", "keep_all: yes" })
    expect(seats[1].hand.size, 3)
end)

test("Codex: works for its owner alone, and costs nothing", { players = 4 }, function()
    t.bare()
    t.card(seats[2], "codex")
    t.has(seats[2], { energy = 1 })
    t.library({ "masons-plan", "chant-of-rising", "ancient-atlas", "rune-of-warding" })
    study("library-1", { "keep: rune-of-warding" })
    t.stand(t.tile("library-2"), t.archon(seats[2]))
    t.act({ "act: archon" })
    expect(seats[2].hand.size, 2)
    expect(t.count(seats[2], "energy"), 1)
end)
