-- Windows: when something may be used outside the free phases, and what.
local t = require("tests/table")

--- How often a window opens before the fate cards of one turn, with so many players.
local TURNS = { { 1, 4 }, { 2, 2 }, { 4, 1 } }

for _, case in TURNS do
    test(`a window before each fate card of a turn with {case[1]} players`, { players = case[1] }, function()
        t.bare()
        t.calm()
        t.card(seats[1], "scroll-of-the-skies")
        local list = {}
        for i = 1, case[2] do
            list[i] = "fating: none"
        end
        t.draw(seats[1], "calm-seas", list)
        expect(fate_discard.size, case[2])
    end)
end

test("between two fate cards of one player a card can be played", { players = 2 }, function()
    t.bare()
    t.fate("waves-hills")
    t.card(seats[2], "rune-of-warding")
    t.draw(seats[1], "calm-seas", { "fating: none", "fating: rune-of-warding", "shield: hills" })
    expect(t.get("peninsula", "hills").coast.size, 6)
end)

test("a window before the additional fate card of three players", { players = 3 }, function()
    t.bare()
    t.calm()
    t.card(seats[1], "scroll-of-the-skies")
    expect(t.ask("more-fate").prompt, "fating")
end)

test("no window for a fate card that is spared", { players = 4 }, function()
    t.bare()
    t.card(seats[1], "scroll-of-the-skies")
    vars.spared = 1
    expect(t.ask("fate", {}, seats[1]), nil)
end)

test("a window before the second of the two tiles for a wholly sunk peninsula", { players = 4 }, function()
    t.bare()
    t.sink("hills", 6)
    t.card(seats[4], "hymn-of-stillness")
    local list = { "sinking: none", "sink: forges", "sinking: hymn-of-stillness", "sink: forges" }
    t.draw(seats[2], "waves-hills", list)
    expect(t.get("peninsula", "forges").coast.size, 5)
end)

--- Severe cards that sink two tiles, and what is chosen for each after its window.
local TWO = {
    ["tsunami"] = { "sink: hills", "sink: forges" },
    ["landslide"] = { "sink: hills", "sink: forests" },
    ["maelstrom"] = { "sink_more: hills" },
    ["aftershocks"] = {},
}

for id, chosen in TWO do
    test("a window before each tile of " .. id .. ", before anything is chosen", { players = 4 }, function()
        t.bare()
        t.card(seats[4], "hymn-of-stillness")
        local list = {}
        for i = 1, 2 do
            table.insert(list, "sinking: none")
            table.insert(list, chosen[i])
        end
        rolls({ 1, 2 })
        t.draw(seats[2], id, list)
        expect(#pieces.tile:lying("sea"), 2)
    end)
end

test("a window before the tile of Storm Surge", { players = 4 }, function()
    t.bare()
    t.card(seats[4], "hymn-of-stillness")
    t.draw(seats[2], "storm-surge", { "sinking: none", "sink: hills" })
    expect(#pieces.tile:lying("sea"), 1)
end)

test("a window before each tile of the wrath", { players = 4 }, function()
    t.bare()
    move(pieces.marker[1], wrath:space(4))
    t.card(seats[4], "hymn-of-stillness")
    go("wrath")
    answers({ "sinking: none", "sink: hills", "sinking: hymn-of-stillness", "sink: hills" })
    step()
    step()
    step()
    expect(t.get("peninsula", "hills").coast.size, 5)
    expect(pieces.marker[1].place.index, 5)
end)

--- What is not enough to open a window.
local NOTHING = {
    ["nobody has anything"] = function() end,
    ["four energy and a sunk tile"] = function()
        t.sink("forges", 1)
        t.has(seats[1], { energy = 2 })
        t.has(seats[2], { energy = 2 })
    end,
    ["much energy and no sunk tile"] = function()
        t.has(seats[1], { energy = 9 })
    end,
    ["resources"] = function()
        t.sink("forges", 1)
        t.has(seats[1], { ore = 9, gold = 9, crystal = 9, atlantium = 9 })
    end,
    ["an artifact that works by itself"] = function()
        t.card(seats[1], "lucky-knuckle")
    end,
}

for name, lay in NOTHING do
    test("no window: " .. name, { players = 4 }, function()
        t.bare()
        lay()
        t.draw(seats[1], "waves-hills")
        expect(t.get("peninsula", "hills").coast.size, 5)
    end)
end

--- The cards that can be played before a fate card, and before a sinking.
local PLAYABLE = {
    ["ancient-atlas"] = { true, false },
    ["code-of-mastery"] = { true, false },
    ["secret-of-zeal"] = { true, false },
    ["hymn-of-stillness"] = { false, true },
    ["scroll-of-the-skies"] = { true, true },
    ["call-of-the-agora"] = { true, false },
    ["alchemists-notes"] = { true, false },
    ["spark-of-the-source"] = { true, true },
    ["masons-plan"] = { true, false },
    ["chant-of-rising"] = { true, true },
    ["rune-of-warding"] = { true, true },
}

--- A table on which every card does something: two archons are placed, a tile has sunk, the second seat has something.
local function lay()
    t.bare()
    t.stand(t.tile("source"), t.archon(seats[1]), t.archon(seats[2]))
    t.sink("forges", 1)
    t.has(seats[2], { ore = 1 })
end

for id, moments in PLAYABLE do
    test("the windows in which a card can be played: " .. id, { players = 4 }, function()
        lay()
        t.card(seats[2], id)
        local list = {}
        for i, prompt in { "fating", "sinking" } do
            if moments[i] then
                table.insert(list, prompt .. ": none")
            end
        end
        t.draw(seats[1], "waves-hills", list)
        expect(t.get("peninsula", "hills").coast.size, 5)
    end)

    test("whether a card can be played while placing and acting: " .. id, { players = 4 }, function()
        lay()
        t.card(seats[2], id)
        for _, moment in { "place", "act" } do
            expect(t.offers(t.ask(moment), id), moments[1], moment)
        end
    end)
end

--- Cards that would do nothing, and the table on which they would not.
local USELESS = {
    ["code-of-mastery"] = function()
        t.stand(t.tile("source"), t.archon(seats[1]))
    end,
    ["secret-of-zeal"] = function()
        t.stand(t.tile("source"), t.archon(seats[2]))
    end,
    ["call-of-the-agora"] = function()
        for _, helper in agora:pieces():where("id", "helper") do
            move(helper, gone)
        end
    end,
    ["alchemists-notes"] = function()
        t.has(seats[2], { energy = 3 })
        t.has(seats[1], { ore = 1 })
    end,
    ["chant-of-rising"] = function() end,
    ["rune-of-warding"] = function()
        for _, peninsula in pieces.peninsula do
            t.protect(peninsula.id)
        end
    end,
}

for id, without in USELESS do
    test("a card that would do nothing opens no window and is not offered: " .. id, { players = 4 }, function()
        t.bare()
        without()
        t.card(seats[2], id)
        t.stand(t.tile("source"), t.follower(seats[3]))
        expect(t.offers(t.ask("act"), id), false)
        t.draw(seats[1], "calm-seas")
        t.draw(seats[1], "waves-hills")
    end)
end
