-- Atlanteans: whose they are, how they come home, how new ones are won.
-- A crew is the list of those who stand on one place.
local crews = {}

--- Whether an Atlantean is an archon; the hologram is its player's second one.
function crews.is_archon(figure)
    return figure.id == "archon" or figure.id == "hologram"
end

--- An Atlantean goes home: to its player's reserve, a helper to the Agora.
function crews.home(figure)
    if figure.id == "helper" then
        figure.colour = nil
        move(figure, agora)
    else
        move(figure, figure.colour.reserve)
    end
end

--- Everybody goes home.
function crews.all_home()
    for _, figure in pieces.atlantean:lying("crew") do
        -- The automaton goes with the last one it stands with.
        if figure.zone.id == "crew" then
            crews.home(figure)
        end
    end
end

--- Whether a double space has all its Atlanteans; every other place needs one only.
function crews.manned(act)
    if not act.crew or act.place.crew.size >= act.place.room then
        return true
    end
    log("needs_more", act.place, act.place.room)
    return false
end

--- The players who have somebody in a crew, from the first player on.
function crews.seats(crew)
    return players:from(vars.first):filter(function(seat)
        return #crew:where("colour", seat) > 0
    end)
end

--- Recruit helpers for a player, as many as there are.
function crews.recruit_helpers(seat, amount)
    local free = agora:pieces():where("id", "helper")
    for i = 1, math.min(amount, #free) do
        free[i].colour = seat
        move(free[i], seat.reserve)
    end
end

--- The followers of a player who wait in the Agora.
function crews.waiting(seat)
    return agora:pieces():where("colour", seat)
end

--- A follower of one of these players comes from the Agora; the first player settles whose.
function crews.recruit_follower(list)
    local able = list:filter(function(seat)
        return #crews.waiting(seat) > 0
    end)
    local seat = vars.first:choose("colour", able)
    if seat then
        log("new_follower", seat)
        move(crews.waiting(seat)[1], seat.reserve)
    end
end

return crews
