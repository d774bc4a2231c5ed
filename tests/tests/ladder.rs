//! The levels of the cooperative game are as hard as they say: one and the same bot wins
//! fewer games of a higher level, by more than chance explains.

use std::sync::Arc;

use houserule_engine::game::Game;
use houserule_engine::package::{Files, Request, load};
use houserule_lab::{Interval, SimRequest, simulate};
use houserule_tests::root;

const GAMES: u64 = 400;

fn level(name: &str) -> Arc<Game> {
    let request = Request {
        game: Files::read_dir(root().join("games/atlantis-rising")),
        players: 4,
        variants: vec![name.to_string()],
        ..Request::default()
    };
    load(request).unwrap_or_else(|report| panic!("{report}")).1
}

/// How many games of a level an agent wins.
fn won(name: &str, agent: &str) -> Interval {
    let request = SimRequest {
        games: GAMES,
        seed: 1,
        jobs: 0,
        agents: vec![agent.to_string()],
    };
    let report = simulate(&level(name), &request, &|_| true).expect("it plays");
    report.together.expect("all play together").won
}

#[test]
fn each_level_is_harder_than_the_one_two_below() {
    let [first, third, fifth] = ["level-1", "level-3", "level-5"].map(|name| won(name, "own"));
    assert!(first.lo > third.hi, "level 1: {first:?}, level 3: {third:?}");
    assert!(third.lo > fifth.hi, "level 3: {third:?}, level 5: {fifth:?}");
    assert!((0.35..=0.8).contains(&first.rate), "level 1: {first:?}");
    assert!(fifth.rate < 0.2, "level 5: {fifth:?}");
}

#[test]
fn without_a_plan_the_portal_is_hardly_ever_built() {
    let random = won("level-1", "random");
    assert!(random.rate < 0.02, "{random:?}");
}
