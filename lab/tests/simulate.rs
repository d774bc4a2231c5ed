//! Simulations of a small game of dice: the same for any number of threads, cut
//! short where somebody says so, and stopped by the first game that breaks.

use std::sync::Arc;

use houserule_engine::game::Game;
use houserule_engine::package::{Files, Request, link, resolve};
use houserule_lab::{SimError, SimReport, SimRequest, agents_for, bench, game_seed, simulate};

const GAME: &str = r#"
[game]
id = "sample"
name = "Sample"
version = "1.0.0"
players = [2, 3]

[piece.cube]
faces = 6
[[components.cube]]
id = "cube"

[zone.tray]
kind = "pool"

[var.sum]
on = "seat"

[[phase]]
id = "throw"
turns = "clockwise"
run = "play.turn"

[end]
when = "round == 5"

[result]
score = "player.sum"
"#;

const PLAY: &str = r#"
local play = {}
function play.turn(seat)
    if seat:confirm("throw") then
        seat.sum += roll(tray.top)
    end
end
return play
"#;

/// Breaks when a six is thrown in the fifth round.
const BROKEN: &str = r#"
local play = {}
function play.turn(seat)
    if seat:confirm("throw") then
        local face = roll(tray.top)
        if face == 6 and vars.round == 5 then
            error("a six too late")
        end
        seat.sum += face
    end
end
return play
"#;

fn game(play: &str) -> Arc<Game> {
    let files = [
        ("game.toml", GAME),
        ("scripts/play.lua", play),
        ("setup.rules", "step tray { put cube on tray }\n"),
    ];
    let request = Request {
        game: Files::from_pairs("sample", files),
        players: 3,
        ..Request::default()
    };
    let resolved = resolve(request).unwrap_or_else(|report| panic!("{report}"));
    link(&resolved).unwrap_or_else(|report| panic!("{report}"))
}

fn request(games: u64, jobs: usize) -> SimRequest {
    SimRequest {
        games,
        seed: 7,
        jobs,
        agents: vec!["random".into()],
    }
}

/// A report without what depends on the clock and the threads.
fn timeless(report: &SimReport) -> serde_json::Value {
    let mut json = serde_json::to_value(report).unwrap();
    for key in ["jobs", "seconds", "games_per_second", "decisions_per_second"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json
}

#[test]
fn a_report_does_not_depend_on_the_number_of_threads() {
    let game = game(PLAY);
    let one = simulate(&game, &request(3000, 1), &|_| true).unwrap();
    assert_eq!(one.games, 3000);
    assert_eq!((one.rounds.mean, one.decisions.mean), (5.0, 15.0));
    for jobs in [2, 3, 8] {
        let other = simulate(&game, &request(3000, jobs), &|_| true).unwrap();
        assert_eq!(timeless(&one), timeless(&other), "{jobs} jobs");
    }
}

#[test]
fn shared_wins_count_in_parts_and_as_ties() {
    let report = simulate(&game(PLAY), &request(2000, 2), &|_| true).unwrap();
    let all: f64 = report.wins.iter().map(|wins| wins.rate).sum();
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    assert!(report.ties > 0 && report.ties < 1000, "{}", report.ties);
    assert!(
        report
            .wins
            .iter()
            .all(|wins| wins.lo < wins.rate && wins.rate < wins.hi)
    );
    assert_eq!(report.unwon, 0);
}

#[test]
fn a_simulation_that_is_stopped_reports_the_games_so_far() {
    let game = game(PLAY);
    let stopped = simulate(&game, &request(100_000, 2), &|played| played < 500).unwrap();
    assert!(stopped.games > 0 && stopped.games < 100_000, "{}", stopped.games);
    let whole = simulate(&game, &request(stopped.games, 1), &|_| true).unwrap();
    assert_eq!(stopped.digest, whole.digest);
}

#[test]
fn the_first_game_that_breaks_is_named_with_its_seed() {
    let game = game(BROKEN);
    let broken = |jobs: usize| match simulate(&game, &request(1000, jobs), &|_| true) {
        Err(SimError::Game { index, seed, error }) => (index, seed, error.to_string()),
        other => panic!("{other:?}"),
    };
    let (index, seed, message) = broken(1);
    assert_eq!(seed, game_seed(7, index));
    assert!(message.contains("a six too late"), "{message}");
    assert_eq!(broken(4), (index, seed, message));
}

#[test]
fn agents_are_named_once_or_for_each_player() {
    let game = game(PLAY);
    let names = |names: &[&str]| agents_for(&game, &names.iter().map(|name| name.to_string()).collect::<Vec<_>>());
    assert_eq!(names(&["random"]).unwrap().len(), 3);
    assert_eq!(names(&["random"; 3]).unwrap().len(), 3);
    assert!(matches!(
        names(&["random"; 2]),
        Err(SimError::AgentCount { given: 2, seats: 3 })
    ));
    assert!(matches!(names(&["nobody"]), Err(SimError::UnknownAgent(name)) if name == "nobody"));
}

#[test]
fn a_bench_measures_something() {
    let measured = bench(|| Ok::<_, ()>(game(PLAY)), 0.01).unwrap();
    assert!(measured.playouts_per_second > 0.0 && measured.clones_per_second > 0.0 && measured.cold_start_ms > 0.0);
    assert_eq!(measured.decisions_per_game.round(), 15.0);
}
