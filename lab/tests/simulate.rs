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

/// All win together if the last die is high, and lose for one of two reasons; with a bot and statistics.
const TOGETHER: &str = r#"
[stat.sum]
value = "player.sum"
on = "seat"

[stat.high]
value = "count(cube in tray where cube.face > 3) == 1"

[bot]
run = "bot.rate"
"#;

const TOGETHER_PLAY: &str = r#"
local play = {}
function play.turn(seat)
    if seat:confirm("throw") then
        seat.sum += roll(tray.top)
    end
    if vars.round == 5 then
        local face = tray.top.face
        if face > 3 then
            finish("won", "high")
        else
            finish("lost", if face == 1 then "one" else "low")
        end
    end
end
return play
"#;

const BOT: &str =
    "local bot = {}\nfunction bot.rate(bot, seat, prompt, throw) return if throw then 1 else 0 end\nreturn bot\n";

fn together() -> Arc<Game> {
    let manifest = GAME.replace("score = \"player.sum\"", "wins = \"together\"") + TOGETHER;
    let files = Files::from_pairs(
        "sample",
        [
            ("game.toml", manifest.as_str()),
            ("setup.rules", "step lay { put cube in tray }"),
            ("scripts/play.lua", TOGETHER_PLAY),
            ("scripts/bot.lua", BOT),
        ],
    );
    let request = Request {
        game: files,
        players: 3,
        ..Request::default()
    };
    let resolved = resolve(request).unwrap_or_else(|report| panic!("{report}"));
    link(&resolved).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn games_for_all_together_tell_how_often_they_are_won_and_why_they_are_lost() {
    let game = together();
    let asked = |jobs: usize| SimRequest {
        agents: vec!["own".into()],
        ..request(3000, jobs)
    };
    let report = simulate(&game, &asked(1), &|_| true).unwrap();
    let won = report.together.as_ref().unwrap();
    assert!(won.share.lo < 0.5 && 0.5 < won.share.hi, "{won:?}");
    let reasons: Vec<(bool, &str)> = won.reasons.iter().map(|r| (r.won, r.reason.as_str())).collect();
    assert_eq!(reasons, [(true, "high"), (false, "low"), (false, "one")]);
    assert_eq!(won.reasons.iter().map(|reason| reason.games).sum::<u64>(), 3000);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["together"]["rate"], json["together"]["won"]["rate"]);

    let [sum, high] = report.stats.as_slice() else {
        panic!("{:?}", report.stats)
    };
    assert_eq!((sum.seats.len(), high.seats.len()), (3, 0));
    // The game ends in the middle of the fifth round, so the first seat has thrown once more.
    assert!((sum.seats[0].mean - 17.5).abs() < 0.5 && (sum.seats[1].mean - 14.0).abs() < 0.5);
    assert_eq!((high.all.min, high.all.max), (0.0, 1.0));
    assert!((high.all.mean - won.share.rate).abs() < 1e-9);
    assert_eq!((high.id.as_str(), high.label.as_str()), ("high", "High"));
    for jobs in [2, 5] {
        let other = simulate(&game, &asked(jobs), &|_| true).unwrap();
        assert_eq!(timeless(&report), timeless(&other), "{jobs} jobs");
    }
}

#[test]
fn a_game_without_a_bot_has_no_agent_of_its_own() {
    let names = ["own".to_string()];
    assert!(matches!(agents_for(&game(PLAY), &names), Err(SimError::NoBot)));
    assert_eq!(agents_for(&together(), &names).unwrap().len(), 3);
}
