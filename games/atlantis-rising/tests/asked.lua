-- Who is asked: the drawer, the first player, or the figure's own player.
local t = require("tests/table")

--- A question is this one, and asked of this seat.
local function asks(question, seat, prompt)
    expect(question and question.prompt, prompt)
    expect(question.seat, seat.index, "the seat that is asked")
end

--- A fate card is on top, and this seat draws it: the question.
local function drawn(seat, id, list)
    t.fate(id)
    return t.ask("fate", list, seat)
end

--- Fate cards whose choice is the drawer's, and the question.
local DRAWN = {
    { "controlled-flood", "sink" },
    { "maelstrom", "sink_more" },
    { "tsunami", "sink" },
    { "landslide", "sink" },
    { "storm-surge", "sink" },
    { "tidal-bore", "clear" },
}

for _, case in DRAWN do
    test("the drawer takes the choice of " .. case[1], { players = 4 }, function()
        t.bare()
        t.stand(t.tile("hill-1"), t.archon(seats[1]))
        t.stand(t.tile("hill-2"), t.archon(seats[2]))
        asks(drawn(seats[3], case[1]), seats[3], case[2])
    end)
end

test("the drawer chooses both tiles for a wholly sunk peninsula", { players = 4 }, function()
    t.bare()
    t.sink("hills", 6)
    asks(drawn(seats[3], "waves-hills"), seats[3], "sink")
    answers({ "sink: forges" })
    asks(step(), seats[3], "sink")
end)

test("the drawer chooses the second tile of the Tsunami too", { players = 4 }, function()
    t.bare()
    asks(drawn(seats[2], "tsunami", { "sink: hills" }), seats[2], "sink")
end)

--- Fate cards that ask each player, from the drawer on.
local EACH = { { "homesickness", "send_home" }, { "looting", "lose" }, { "eclipse", "lose" } }

for _, case in EACH do
    test("each player is asked, from the drawer on: " .. case[1], { players = 4 }, function()
        t.bare()
        for _, seat in seats do
            t.has(seat, { ore = 1, gold = 1 })
        end
        for i = 1, 4 do
            t.stand(t.tile("source"), t.archon(seats[i]))
            t.stand(t.tile("hill-" .. i), t.follower(seats[i]))
        end
        local question = drawn(seats[3], case[1])
        for _, i in { 3, 4, 1, 2 } do
            asks(question, seats[i], case[2])
            answers({ case[2] .. ": " .. question.options[1] })
            question = step()
        end
        expect(question and question.prompt, nil)
    end)
end

test("the first player chooses what the wrath sinks", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    move(pieces.marker[1], wrath:space(2))
    asks(t.ask("wrath"), seats[3], "sink")
end)

test("the first player chooses what the wrath sinks, tile for tile", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    move(pieces.marker[1], wrath:space(4))
    expect(t.ask("wrath", { "sink: hills" }), nil)
    asks(step(), seats[3], "sink")
end)

test("the first player settles who is placed, the figure's own player where", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    asks(t.ask("place"), seats[3], "place")
    for _, key in { "archon*2", "follower*2" } do
        asks(t.where(key), seats[2], "where")
    end
end)

test("where a helper goes its recruiter says", { players = 4 }, function()
    t.bare()
    t.helper(seats[4])
    asks(t.where("helper"), seats[4], "where")
end)

test("the first player settles who acts", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    t.stand(t.tile("source"), t.archon(seats[1]))
    asks(t.ask("act"), seats[3], "act")
end)

test("the first player settles the colour of a new follower", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    t.stand(t.tile("city-6"), t.archon(seats[1]), t.archon(seats[2]))
    rolls({ 6, 6 })
    local question = t.ask("act", { "act: archon*1" })
    asks(question, seats[3], "colour")
    expect(question.options, { "1", "2" })
end)

test("the first player says what is built and what is left out, the builders pay", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    t.role(seats[1], "engineer")
    t.plan("solar-matrix", "power-core")
    t.has(seats[1], { gold = 1, crystal = 2 })
    t.has(seats[2], { gold = 1, crystal = 2 })
    t.stand(t.get("site", "first-site"), t.archon(seats[1]), t.archon(seats[2]))
    asks(t.ask("act", { "act: archon*1" }), seats[3], "build")
    answers({ "build: solar-matrix" })
    asks(step(), seats[3], "leave_out")
    answers({ "leave_out: gold" })
    asks(step(), seats[1], "pay_crystal")
end)

test("the first player has the choices of a module that is built", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    t.plan("tidal-anchor", "power-core")
    t.sink("hills", 1)
    t.sink("cities", 1)
    t.has(seats[1], { gold = 1, crystal = 1 })
    t.stand(t.get("site", "first-site"), t.archon(seats[1]))
    asks(t.ask("act", { "act: archon", "build: tidal-anchor" }), seats[3], "lift")
end)

test("the first player is asked in the windows, whoever draws and whoever has something", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    t.card(seats[2], "spark-of-the-source")
    asks(drawn(seats[1], "waves-hills"), seats[3], "fating")
    answers({ "fating: none" })
    asks(step(), seats[3], "sinking")
end)

test("who owns a card that is played has its choices", { players = 4 }, function()
    t.bare()
    for id, prompt in { ["ancient-atlas"] = "atlas", ["rune-of-warding"] = "shield" } do
        t.card(seats[4], id)
        asks(t.ask("act", { "act: " .. id }), seats[4], prompt)
    end
end)

test("the first player says where a bought barrier stands, and which tile rises", { players = 4 }, function()
    t.bare()
    vars.first = seats[3]
    t.sink("hills", 1)
    t.sink("cities", 1)
    t.has(seats[2], { energy = 5 })
    asks(t.ask("place", { "place: barrier" }), seats[2], "pay_energy")
    answers({ "pay_energy: 4" })
    asks(step(), seats[3], "shield")
    asks(t.ask("place", { "place: raise", "pay_energy: 5" }), seats[3], "lift")
end)

test("the acting player is asked on a tile", { players = 4 }, function()
    t.bare()
    t.has(seats[2], { energy = 5 })
    t.stand(t.tile("hill-1"), t.archon(seats[2]))
    rolls({ 3 })
    asks(t.ask("act", { "act: archon" }), seats[2], "energy")
    t.stand(t.tile("library-1"), t.archon(seats[2]))
    asks(t.ask("act", { "act: archon" }), seats[2], "keep_all")
    answers({ "keep_all: no" })
    asks(step(), seats[2], "keep")
end)

test("the first player chooses the vision of the hologram", { players = 2 }, function()
    t.bare()
    for _, seat in seats do
        vars.first = seat
        asks(t.ask("dawn"), seat, "vision")
    end
end)
