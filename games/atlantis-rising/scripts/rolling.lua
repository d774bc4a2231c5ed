-- Rolls against a target. A `test` has the `seat` that acts, the `figure` and its `place`, in a city the `crew` and the seats that may
-- pay (`payers`), the `target`, the number of `dice` and a `bonus`; then the `faces` and the `total`.
-- Before "test" hooks change target and bonus, after it they may roll again; each die is an event "cast".
local payments = require("payments")

local rolling = {}

--- What the event "cast" does.
local function cast(event)
    event.face = roll(event.die)
end

--- Roll one of the dice of a test; in a city each die is rolled by one of the crew.
function rolling.cast(test, i)
    local figure = if test.crew then test.crew[i] else test.figure
    local event = { figure = figure, seat = figure.colour, die = pieces.die[i] }
    happen("cast", event, cast)
    test.faces[i] = event.face
end

--- Dice and bonus together.
function rolling.add_up(test)
    test.total = test.bonus
    for _, face in test.faces do
        test.total += face
    end
end

--- What the event "test" does: roll the dice, unless it succeeds by itself.
local function throw(test)
    if test.target <= 0 then
        return
    end
    for i = 1, test.dice do
        rolling.cast(test, i)
    end
    rolling.add_up(test)
end

--- Whether a test has failed so far.
function rolling.fails(test)
    return test.target > 0 and test.total < test.target
end

--- Pay what is missing, if the acting player wants to; in a city all who take part may.
local function pay(test, missing)
    if test.payers then
        return payments.together(test.payers, missing, test.place)
    end
    local reserve = test.seat.reserve
    if reserve:count("energy") < missing or not test.seat:confirm("energy", missing, test.place) then
        return false
    end
    take("energy", reserve, missing)
    return true
end

--- Roll against a target; afterwards what is missing may be paid.
function rolling.test(test)
    test.faces = {}
    test.total = 0
    happen("test", test, throw)
    local missing = if test.target > 0 then test.target - test.total else 0
    if missing > 0 then
        vars.missing = missing
        if pay(test, missing) then
            test.total += missing
            missing = 0
        end
        vars.missing = 0
    end
    log(if missing > 0 then "fails" else "succeeds", test.seat, test.place, test.total, test.target)
    return missing <= 0
end

return rolling
