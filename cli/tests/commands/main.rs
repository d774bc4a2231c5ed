//! The command line as a user meets it: what is typed, what is printed, what the exit code is.

mod mods;
mod run;

use std::path::{Path, PathBuf};

use run::houserule;
use serde_json::Value;

/// A small game in a folder of its own.
fn coin_game(folder: &Path, script: &str) -> PathBuf {
    let game = folder.join("coin");
    std::fs::create_dir_all(game.join("scripts")).expect("a folder");
    std::fs::create_dir_all(game.join("tests")).expect("a folder");
    let toml = "[game]\nid = \"coin\"\nname = \"Coin\"\nversion = \"1.0.0\"\nplayers = [2]\n\n[var.points]\non = \"seat\"\n\n\
                [[phase]]\nid = \"take\"\nturns = \"clockwise\"\nrun = \"play.turn\"\n\n[end]\nwhen = \"round == 3\"\n\n\
                [result]\nscore = \"player.points\"\n";
    std::fs::write(game.join("game.toml"), toml).expect("a file");
    std::fs::write(game.join("scripts/play.lua"), script).expect("a file");
    game
}

const TAKE: &str = "local play = {}\n\nfunction play.turn(player)\n    player.points += player:number(\"coins\", 1, 3)\nend\n\nreturn play\n";

#[test]
fn games_lists_what_is_bundled() {
    let games = houserule(&["games", "--json"]).run().code(0).json();
    let list = games
        .as_array()
        .cloned()
        .unwrap_or_else(|| games["games"].as_array().cloned().unwrap_or_default());
    let ids: Vec<&str> = list.iter().filter_map(|game| game["id"].as_str()).collect();
    for id in ["atlandice", "connect-four", "pig", "tic-tac-toe"] {
        assert!(ids.contains(&id), "{id} is not in {ids:?}");
    }
}

#[test]
fn bundled_games_are_found_outside_the_project() {
    let folder = tempfile::tempdir().expect("a folder");
    houserule(&["sim", "pig", "-n", "20"])
        .within(folder.path())
        .run()
        .code(0)
        .shows("pig 1.0.0");
}

#[test]
fn show_says_where_a_changed_value_comes_from() {
    houserule(&["show", "atlandice", "--players", "2"])
        .run()
        .code(0)
        .shows("two-players")
        .shows("rules.visits")
        .shows("variants/two-players.toml");
}

#[test]
fn without_a_terminal_and_answers_bots_play_and_the_log_is_printed() {
    let first = houserule(&["play", "tic-tac-toe", "--seed", "7"])
        .run()
        .code(0)
        .shows("Round 1");
    let again = houserule(&["play", "tic-tac-toe", "--seed", "7"]).run().code(0);
    assert_eq!(first.stdout, again.stdout);
}

#[test]
fn answers_come_from_a_pipe_and_a_saved_game_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("game.play");
    let save_text = save.display().to_string();
    let game = coin_game(folder.path(), TAKE);
    let game_text = game.display().to_string();
    houserule(&[
        "play", &game_text, "--seat", "1=human", "--seed", "5", "--save", &save_text,
    ])
    .input("3\n2\n1\n")
    .run()
    .code(0);
    let text = std::fs::read_to_string(&save).expect("the game was saved");
    assert!(
        text.contains("1 coins: 3") && text.contains("1 coins: 2") && text.contains("1 coins: 1"),
        "{text}"
    );
    houserule(&["replay", &save_text, "--game", &game_text, "--verify"])
        .run()
        .code(0);

    std::fs::write(&save, text.replace("1 coins: 2", "1 coins: 9")).expect("a file");
    houserule(&["replay", &save_text, "--game", &game_text, "--verify"])
        .run()
        .code(1)
        .complains("`9` is no option of `coins`");
}

#[test]
fn a_simulation_is_the_same_with_any_number_of_jobs() {
    let run = |jobs: &str| {
        let args = [
            "sim",
            "atlandice",
            "-n",
            "200",
            "--players",
            "3",
            "--seed",
            "4",
            "--jobs",
            jobs,
            "--json",
        ];
        houserule(&args).run().code(0).json()
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one["digest"], two["digest"]);
    assert_eq!(one["wins"], two["wins"]);
    for key in [
        "game", "version", "layers", "players", "seed", "games", "seats", "score", "ties", "seconds",
    ] {
        assert!(!one[key].is_null(), "`{key}` is missing in {one}");
    }
    assert!(one["rounds"]["mean"].is_number() && one["decisions"]["mean"].is_number());
    assert!(one["wins"][0]["rate"].is_number() && one["wins"][0]["lo"].is_number() && one["wins"][0]["hi"].is_number());
}

#[test]
fn check_reports_every_problem_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = coin_game(folder.path(), TAKE);
    let toml = std::fs::read_to_string(game.join("game.toml")).expect("a file");
    let broken = toml
        .replace("on = \"seat\"", "onn = \"seat\"")
        .replace("clockwise", "clockwize");
    std::fs::write(game.join("game.toml"), broken).expect("a file");
    houserule(&["check", &game.display().to_string()])
        .run()
        .code(1)
        .complains("unknown key `onn`")
        .complains("did you mean `clockwise`?")
        .complains("game.toml:8:1");
}

#[test]
fn a_script_error_shows_its_line_and_how_to_get_back_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = coin_game(folder.path(), &TAKE.replace("player.points +=", "player.pionts +="));
    houserule(&["check", &game.display().to_string()])
        .run()
        .code(1)
        .complains("scripts/play.lua:4")
        .complains("did you mean `points`?")
        .complains("houserule play")
        .complains("--seed");
}

#[test]
fn check_stops_when_the_same_error_comes_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = coin_game(
        folder.path(),
        &TAKE.replace("player.points +=", "while true do end player.points +="),
    );
    let toml = std::fs::read_to_string(game.join("game.toml")).expect("a file");
    let many = toml.replace("players = [2]", "players = [2, 3, 4, 5]");
    std::fs::write(game.join("game.toml"), many).expect("a file");
    let path = game.display().to_string();
    houserule(&["check", &path])
        .run()
        .code(1)
        .complains("the script ran too long: is there an endless loop?")
        .complains("--players 3`; no other way to play was tried")
        .complains("1 problem (2–5 players, 0 variants, 2 ways to play, 0 random games)");
    let json = houserule(&["check", &path, "--json"]).run().code(1).json();
    assert!(
        json[0]["left_off"]
            .as_str()
            .is_some_and(|words| words.ends_with("--players 3"))
    );
}

#[test]
fn scenario_tests_pass_and_fail() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = coin_game(folder.path(), TAKE);
    let write = |expected: &str| {
        let test = format!(
            "test(\"coins are points\", function()\n    answers {{ \"coins: 2\" }}\n    step()\n    expect(seats[1].points, {expected}, \"points\")\nend)\n"
        );
        std::fs::write(game.join("tests/coins.lua"), test).expect("a file");
    };
    let path = game.display().to_string();
    write("2");
    houserule(&["test", &path]).run().code(0);
    write("3");
    houserule(&["test", &path])
        .run()
        .code(1)
        .complains("points: expected 3, found 2");
}

#[test]
fn a_test_with_a_bad_head_leaves_the_others_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = coin_game(folder.path(), TAKE);
    let tests = "test(\"a\", { palyers = 2 }, function() end)\ntest(\"b\", { players = 9 }, function() end)\n\
                 test(\"c\", { with = { \"nothing\" } }, function() end)\ntest(\"d\", function() end)\n";
    std::fs::write(game.join("tests/heads.lua"), tests).expect("a file");
    std::fs::write(
        game.join("tests/broken.lua"),
        "test(\"e\", function() end)\nnothing()\n",
    )
    .expect("a file");
    houserule(&["test", &game.display().to_string(), "--verbose"])
        .run()
        .code(1)
        .complains("a test has no option `palyers` of this kind; did you mean `players`?")
        .complains("tests/heads.lua:1:1")
        .complains("tests/heads.lua:2:1")
        .complains("tests/heads.lua:3:1")
        .complains("tests/broken.lua:2:1")
        .shows("ok tests/heads.lua: d")
        .shows("ok tests/broken.lua: e")
        .shows("4 of 6 tests");
}

#[test]
fn a_word_that_selects_no_test_is_an_error() {
    houserule(&["test", "pig", "--only", "zzz"])
        .run()
        .code(2)
        .complains("no test has `zzz` in its name");
}

#[test]
fn what_is_wrong_is_json_if_json_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = coin_game(folder.path(), &TAKE.replace("player.points +=", "player.pionts +="));
    let path = game.display().to_string();
    let stopped = houserule(&["sim", &path, "-n", "1", "--json"]).run().code(1).json();
    assert_eq!(stopped["problems"][0]["line"], 4);
    assert!(
        stopped["again"]
            .as_str()
            .is_some_and(|again| again.contains("houserule play"))
    );
    let toml = std::fs::read_to_string(game.join("game.toml")).expect("a file");
    std::fs::write(game.join("game.toml"), toml.replace("on = \"seat\"", "onn = \"seat\"")).expect("a file");
    for command in ["show", "sim", "bench"] {
        let json = houserule(&[command, &path, "--json"]).run().code(1).json();
        assert_eq!(json["ok"], false);
        assert_eq!(json["problems"][0]["file"], "game.toml");
    }
    let unknown = houserule(&["show", "no-such-game", "--json"]).run().code(2).json();
    assert!(
        unknown["problems"][0]["message"]
            .as_str()
            .is_some_and(|text| text.contains("no-such-game"))
    );
}

#[test]
fn the_lua_reference_is_what_the_program_prints() {
    let printed = houserule(&["api"]).run().code(0).stdout;
    let page = include_str!("../../../docs/lua.md");
    assert_eq!(
        page.trim(),
        printed.trim(),
        "write it anew: houserule api > docs/lua.md"
    );
    assert!(houserule(&["api", "--json"]).run().code(0).json().is_object());
}

#[test]
fn wrong_usage_is_told_from_problems_found() {
    houserule(&["sim", "pig", "-n", "0"])
        .run()
        .code(2)
        .complains("0 is not in");
    houserule(&["play"]).run().code(2);
    houserule(&["sim", "pig", "-n", "many"]).run().code(2);
    houserule(&["play", "no-such-game"]).run().complains("no-such-game");
}

#[test]
fn what_is_exported_for_a_seat_has_nothing_that_is_hidden_from_it() {
    let file = "games/atlantis/playthroughs/3.play";
    let seen = |seat: &str| {
        let out = houserule(&["replay", file, "--to", "0", "--seat", seat, "--json"]).run();
        assert_eq!(out.code, 0, "{}", out.stderr);
        let json: Value = serde_json::from_str(&out.stdout).expect("JSON");
        assert!(json.get("seed").is_none());
        let spaces = json["table"]["spaces"].as_array().expect("spaces").clone();
        let known = |key: &str| {
            let pieces = spaces.iter().find(|space| space["key"] == key).expect("a hand");
            let pieces = pieces["pieces"].as_array().expect("pieces").iter();
            let known = pieces.clone().filter(|piece| piece.get("known").is_some()).count();
            (known, pieces.count())
        };
        (known("1.hand"), known("2.hand"), known("deck"))
    };
    assert_eq!(seen("1"), ((4, 4), (0, 5), (0, 90)));
    assert_eq!(seen("2"), ((0, 4), (5, 5), (0, 90)));
    let log = houserule(&["replay", file, "--seat", "2"]).run();
    assert!(log.stdout.contains("card (unseen): Draw pile → Player 1 (hand)"));
    let nobody = houserule(&["replay", file, "--seat", "9"]).run();
    assert_eq!(nobody.code, 2);
    assert!(nobody.stderr.contains("there is no seat 9"), "{}", nobody.stderr);
}

#[test]
fn the_island_is_drawn_in_columns_and_the_modules_with_what_they_do() {
    houserule(&[
        "play",
        "atlantis-rising",
        "--players",
        "4",
        "--seed",
        "1",
        "--with",
        "introductory",
    ])
    .input("? soul\n? nobody\nquit\n")
    .run()
    .code(0)
    .shows("Player 1: human · Player 2: own · Player 3: own · Player 4: own · with introductory")
    .shows("Peninsula     1     2     3     4     5     6")
    .shows("Mo Mountains  6+/3  6+/2  5+/2  5+/1  4+/1  3+/1  ore: target / room")
    .shows("Solar Matrix      1 gold, 2 crystal · when built: 2 energy for every player")
    .shows("Barriers: 6 · Fate: 61 · Library: 26 · Artifacts not in play: 6")
    .shows("Archon (Player 2)")
    .shows("Soul Terraformer  Module: 2 gold, 2 crystal, 2 atlantium · action of two")
    .shows("there is no `nobody`");
}

#[test]
fn a_price_that_a_house_rule_changes_is_shown_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let cheap = folder.path().join("cheap");
    std::fs::create_dir_all(&cheap).expect("a folder");
    let text = "[mod]\nid = \"cheap\"\nfor = \"atlantis-rising\"\n[set]\n\"module.solar-matrix.gold\" = 0\n\
                \"module.solar-matrix.energy\" = 3\n\"rules.barrier_price\" = 2\n";
    std::fs::write(cheap.join("mod.toml"), text).expect("a file");
    let cheap = cheap.display().to_string();
    houserule(&[
        "play",
        "atlantis-rising",
        "--with",
        "introductory",
        "--with",
        &cheap,
        "--seed",
        "1",
        "--players",
        "4",
    ])
    .input("quit\n")
    .run()
    .code(0)
    .shows("Solar Matrix      2 crystal, 3 energy")
    .shows("raise a barrier (2 energy)");
}

#[test]
fn a_list_of_modules_is_checked() {
    houserule(&["sim", "atlantis-rising", "-n", "1", "--set", "modules=solar-matrx"])
        .run()
        .code(2)
        .complains("there is no `solar-matrx`")
        .complains("did you mean `solar-matrix`?");
    houserule(&["sim", "atlantis-rising", "-n", "1", "--set", "modules=solar-matrix"])
        .run()
        .code(2)
        .complains("1 are listed, and the least is 9");
}

#[test]
fn games_won_together_are_told_in_one_line_with_their_reasons() {
    let report = houserule(&[
        "sim",
        "atlantis-rising",
        "-n",
        "5",
        "--players",
        "2",
        "--agents",
        "random",
    ])
    .run()
    .code(0)
    .shows("won together")
    .shows("lost: the centre has sunk")
    .shows("agents     random, random");
    assert!(!report.stdout.contains("Player 1"), "{}", report.stdout);
}

#[test]
fn sources_of_variants_are_counted_too() {
    houserule(&["show", "atlantis-rising", "--sources"])
        .run()
        .code(0)
        .shows("level-3: rules.calm_seas")
        .shows("solo: module.power-core.units");
}
