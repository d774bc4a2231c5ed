-- Cities and helpers: new followers, and who works for one round.
local t = require("tests/table")

--- The followers a seat has.
local function followers(seat)
    return #pieces.atlantean:where("colour", seat):where("id", "follower") - #agora:pieces():where("colour", seat)
end

--- The helpers that wait in the Agora.
local function waiting()
    return #agora:pieces():where("id", "helper")
end

--- No follower of a seat waits in the Agora.
local function exhaust(seat)
    for _, figure in agora:pieces():where("colour", seat) do
        move(figure, gone)
    end
end

test("without a follower in the Agora a city gives none", { players = 4 }, function()
    t.bare()
    exhaust(seats[1])
    exhaust(seats[2])
    t.stand(t.tile("city-6"), t.archon(seats[1]), t.archon(seats[2]))
    rolls({ 6, 6 })
    t.act({ "act: archon*1" })
    expect(agora.size, 12)
    expect(seats[1].reserve.size, 2)
    expect(seats[2].reserve.size, 2)
end)

test("without a follower of one colour in the Agora a city gives the other", { players = 4 }, function()
    t.bare()
    exhaust(seats[1])
    t.stand(t.tile("city-6"), t.archon(seats[1]), t.archon(seats[2]))
    rolls({ 6, 6 })
    t.act({ "act: archon*1" })
    expect(seats[2].reserve.size, 3)
end)

test("a new follower is active in the next round only", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("city-6"), t.archon(seats[1]), t.follower(seats[1]))
    rolls({ 6, 6 })
    t.act({ "act: archon" })
    expect(followers(seats[1]), 3)
    expect(t.ask("act"), nil)
    expect(#seats[1].reserve:pieces():where("id", "follower"), 3)
end)

test("in a city the colour of a helper can win the follower", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("city-6"), t.archon(seats[1]), t.helper(seats[3]))
    rolls({ 6, 6 })
    t.act({ "act: archon", "colour: 3" })
    expect(followers(seats[3]), 3)
    expect(waiting(), 8)
end)

test("two helpers of one player win a follower of that player", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("city-6"), t.helper(seats[3]), t.helper(seats[3]))
    rolls({ 6, 6 })
    t.act({ "act: helper" })
    expect(followers(seats[3]), 3)
end)

--- Where a helper works alone, and what its player has then.
local WORK = { { "source", "energy" }, { "hill-6", "gold" }, { "mountain-6", "ore" } }

for _, case in WORK do
    test("a helper works for its recruiter and goes back right after it: " .. case[1], { players = 4 }, function()
        t.bare()
        local helper = t.helper(seats[2])
        t.stand(t.tile(case[1]), helper, t.archon(seats[1]))
        rolls({ 6 })
        t.act({ "act: helper" })
        expect(t.count(seats[2], case[2]), 1)
        expect(helper.zone, agora)
        expect(helper.colour, nil)
        expect(t.archon(seats[1]).holder, t.tile(case[1]))
    end)
end

test("a helper that has not acted yet stays", { players = 4 }, function()
    t.bare()
    local first = t.helper(seats[1])
    local second = t.helper(seats[1])
    t.stand(t.tile("source"), first, second)
    t.act({ "act: helper" })
    expect(waiting(), 7)
    expect(t.tile("source").crew.size, 1)
    expect(t.tile("source").crew.top.colour, seats[1])
    t.act({ "act: helper" })
    expect(waiting(), 8)
    expect(t.count(seats[1], "energy"), 2)
end)

test("a helper helps to build with its recruiter's resources, and goes back at once", { players = 4 }, function()
    t.bare()
    t.plan("solar-matrix", "power-core")
    t.has(seats[1], { crystal = 2 })
    t.has(seats[2], { gold = 1 })
    local helper = t.helper(seats[2])
    t.stand(t.get("site", "first-site"), t.archon(seats[1]), helper)
    t.act({ "act: archon", "build: solar-matrix" })
    expect(t.get("module", "solar-matrix").zone, portal)
    expect(helper.zone, agora)
    expect(helper.colour, nil)
end)

test("a helper goes back from a build space where nothing is built too", { players = 4 }, function()
    t.bare()
    local helper = t.helper(seats[2])
    t.stand(t.get("site", "first-site"), t.archon(seats[1]), helper)
    t.act({ "act: archon" })
    expect(helper.zone, agora)
end)

test("a helper goes back after it has acted twice with an archon", { players = 4 }, function()
    t.bare()
    local card = t.get("card", "code-of-mastery")
    card.subject = t.archon(seats[1])
    move(card, lasting)
    local helper = t.helper(seats[1])
    t.stand(t.built("twin-furnace"), t.archon(seats[1]), helper)
    t.act({ "act: archon" })
    expect(t.count(seats[1], "atlantium"), 10)
    expect(helper.zone, agora)
end)

test("a helper that has acted can be recruited again in the same round", { players = 4 }, function()
    t.bare()
    for _ = 1, 7 do
        move(t.helper(seats[1]), gone)
    end
    t.stand(t.tile("source"), t.helper(seats[1]))
    t.act({ "act: helper" })
    t.card(seats[2], "call-of-the-agora")
    t.act({ "act: call-of-the-agora" })
    expect(#seats[2].reserve:pieces():where("id", "helper"), 1)
end)

test("a helper in the Agora is no follower that a city could give", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("source"), t.helper(seats[2]))
    t.act({ "act: helper" })
    expect(#pieces.atlantean:where("id", "helper"):where("colour", seats[2]), 0)
    t.stand(t.tile("city-6"), t.archon(seats[2]), t.follower(seats[2]))
    exhaust(seats[2])
    rolls({ 6, 6 })
    t.act({ "act: archon" })
    expect(seats[2].reserve.size, 1)
end)

test("helpers that were not placed go back when the placement ends", { players = 4 }, function()
    t.bare()
    t.helper(seats[1])
    t.helper(seats[3])
    local placed = t.helper(seats[2])
    t.stand(t.tile("source"), placed)
    go("place")
    answers({ "place: done" })
    step()
    expect(waiting(), 7)
    expect(#pieces.atlantean:where("id", "helper"):where("colour", seats[1]), 0)
    expect(placed.holder, t.tile("source"))
    expect(seats[1].reserve.size, 3)
end)

--- How helpers are recruited in the action phase.
local RECRUITING = {
    ["calling-horn"] = function()
        t.stand(t.built("calling-horn"), t.follower(seats[1]))
        return "act: follower"
    end,
    ["call-of-the-agora"] = function()
        t.card(seats[1], "call-of-the-agora")
        return "act: call-of-the-agora"
    end,
}

for id, lay in RECRUITING do
    test("helpers recruited in the action phase work in the next round: " .. id, { players = 4 }, function()
        t.bare()
        t.calm()
        t.stand(t.tile("source"), t.archon(seats[2]))
        t.act({ lay() })
        expect(#seats[1].reserve:pieces():where("id", "helper"), 2)
        expect(t.offers(t.ask("act"), "helper"), false)
        go("act")
        answers({ "act: done" })
        local question = play()
        expect(question.prompt, "place")
        expect(vars.round, 2)
        expect(t.offers(question, "helper"), true)
    end)
end

--- How many helpers there are in the Agora, and how many come for two that are called.
local SUPPLY = { { 1, 1 }, { 2, 2 }, { 8, 2 } }

for _, case in SUPPLY do
    test(`of {case[1]} helpers in the Agora {case[2]} are recruited`, { players = 4 }, function()
        t.bare()
        for _ = 1, 8 - case[1] do
            move(t.helper(seats[1]), gone)
        end
        t.card(seats[2], "call-of-the-agora")
        t.act({ "act: call-of-the-agora" })
        expect(#seats[2].reserve:pieces():where("id", "helper"), case[2])
        expect(#agora:pieces():where("id", "follower"), 8)
    end)
end

test("a helper is no follower for the Soul Terraformer", { players = 4 }, function()
    t.bare()
    t.sink("hills", 4)
    t.stand(t.built("soul-terraformer"), t.archon(seats[1]), t.helper(seats[1]))
    t.act({ "act: archon" })
    expect(t.get("peninsula", "hills").coast.size, 2)
    expect(waiting(), 8)
end)

test("a helper can be sent home by Homesickness, and goes to the Agora", { players = 4 }, function()
    t.bare()
    t.stand(t.tile("hill-1"), t.helper(seats[2]))
    t.draw(seats[1], "homesickness")
    expect(waiting(), 8)
end)
