//! What scripts can ask of lists, by scenario tests of a small game: a table with two
//! crates on it, in which balls lie, and purses with coins.

use houserule_engine::flow::{Tests, run_tests};
use houserule_engine::package::Files;

const GAME: &str = r#"[game]
id = "crates"
name = "Crates"
version = "1.0.0"
players = [2]

[token.coin]

[piece.crate]
fields = { room = "int?" }

[piece.ball]

[[components.crate]]
id = "small"
room = 1

[[components.crate]]
id = "large"

[[components.ball]]
id = "ball"
count = 3

[zone.yard]
kind = "row"

[zone.shelf]
kind = "row"

[zone.inside]
kind = "pool"
on = "crate"

[zone.purse]
kind = "pool"
on = "seat"
tokens = true

[[phase]]
id = "rest"
run = "play.rest"

[end]
when = "round == 1"
"#;

const PLAY: &str = "local play = {}\n\nfunction play.rest() end\n\nreturn play\n";

const SETUP: &str = "step all {\n    put each crate on yard\n    put each ball on shelf\n}\n";

/// Runs scenario tests whose bodies these are; all must pass.
fn pass(bodies: &[&str]) {
    let tests = bodies
        .iter()
        .map(|body| format!("test([[{body}]], {{}}, function()\n{body}\nend)\n"));
    let files = Files::from_pairs(
        "crates",
        [
            ("game.toml", GAME.to_string()),
            ("setup.rules", SETUP.to_string()),
            ("scripts/play.lua", PLAY.to_string()),
            ("tests/all.lua", tests.collect()),
        ],
    );
    match run_tests(&Tests::of_game(&files)) {
        Ok(outcomes) => {
            assert_eq!(outcomes.len(), bodies.len());
            for outcome in outcomes {
                let failure = outcome.failure.map(|failure| failure.report);
                assert!(failure.is_none(), "{}\n{failure:?}", outcome.name);
            }
        }
        Err(report) => panic!("{report}"),
    }
}

#[test]
fn lying_finds_pieces_by_the_zone_they_are_in_whoever_carries_it() {
    pass(&[
        "expect(#pieces.ball:lying('shelf'), 3)",
        "move(shelf.top, pieces.crate[1].inside)
         move(shelf.top, pieces.crate[2].inside)
         expect(#pieces.ball:lying('inside'), 2)
         expect(#pieces.ball:lying('shelf'), 1)",
        "expect(#pieces.ball:lying('yard'), 0)",
        "expect(#players:lying('yard'), 0)",
    ]);
}

#[test]
fn room_leaves_out_what_is_full() {
    pass(&[
        "expect(#pieces.crate:room('inside', 'room'), 2)",
        "move(shelf.top, pieces.crate[1].inside)
         expect(pieces.crate:room('inside', 'room'), { pieces.crate[2] })",
        "move(shelf.top, pieces.crate[2].inside)
         move(shelf.top, pieces.crate[2].inside)
         expect(#pieces.crate:room('inside', 'room'), 2)",
    ]);
}

#[test]
fn total_counts_the_tokens_of_many() {
    pass(&[
        "expect(players:total('purse', 'coin'), 0)",
        "put('coin', seats[1].purse, 2)
         put('coin', seats[2].purse, 3)
         expect(players:total('purse', 'coin'), 5)
         expect(players:except(seats[1]):total('purse', 'coin'), 3)",
    ]);
}

#[test]
fn having_and_lacking_share_a_list_out() {
    pass(&[
        "move(shelf.top, pieces.crate[1].inside)
         expect(pieces.crate:having('inside'), { pieces.crate[1] })
         expect(pieces.crate:lacking('inside'), { pieces.crate[2] })",
        "put('coin', seats[2].purse)
         expect(players:having('purse', 'coin'), { seats[2] })
         expect(players:lacking('purse', 'coin'), { seats[1] })",
    ]);
}

#[test]
fn with_adds_items_and_lists_but_nothing_twice() {
    pass(&[
        "expect(players:with('none', seats[1]), { seats[1], seats[2], 'none' })",
        "expect(#yard:pieces():with(pieces.crate, pieces.ball), 5)",
        "expect(yard:pieces():take(1):with({ 1, 2, 1 }), { pieces.crate[1], 1, 2 })",
    ]);
}
