-- A turn of Pig, and how a game ends.

test("a player who holds keeps the sum of the rolls", function()
    rolls({ 5, 6 })
    answers({ "again: yes", "again: no" })
    step()
    expect(seats[1].points, 11)
end)

test("a 1 ends the turn, and the sum is lost", function()
    seats[1].points = 20
    rolls({ 6, 1 })
    answers({ "again: yes" })
    step()
    expect(seats[1].points, 20)
    expect(play().seat, 2)
end)

test("whoever reaches the goal holds unasked, and wins at once", { players = 3 }, function()
    seats[2].points = 95
    go("roll", seats[2])
    rolls({ 5 })
    play()
    expect(over(), true)
    expect(winners(), { seats[2] })
    expect(score(seats[2]), 100)
end)
