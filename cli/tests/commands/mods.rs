//! Mods on the command line: their tests, what is checked of them, and what is said of them.

use std::path::{Path, PathBuf};

use super::run::houserule;

/// A mod for Pig with two tests, in a folder of its own.
fn pig_mod(folder: &Path) -> PathBuf {
    let path = folder.join("short");
    std::fs::create_dir_all(path.join("tests")).expect("a folder");
    std::fs::create_dir_all(path.join("playthroughs")).expect("a folder");
    let toml = "[mod]\nid = \"short\"\nfor = \"pig\"\n[set]\n\"rules.goal\" = 50\n";
    std::fs::write(path.join("mod.toml"), toml).expect("a file");
    let tests = "local goals = require(\"tests/goals\")\n\ntest(\"the goal is near\", function()\n    expect(rules.goal, goals.near)\nend)\n\n\
                 test(\"for three too\", { players = 3 }, function()\n    expect(#players, 3)\nend)\n";
    std::fs::write(path.join("tests/goal.lua"), tests).expect("a file");
    std::fs::write(path.join("tests/goals.lua"), "return { near = 50 }\n").expect("a file");
    path
}

#[test]
fn a_mod_has_tests_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = pig_mod(folder.path());
    let short = path.display().to_string();
    houserule(&["test", &short, "--verbose"])
        .run()
        .code(0)
        .shows("ok short/tests/goal.lua: the goal is near")
        .shows("ok short/tests/goal.lua: for three too")
        .shows("short: 2 tests");
    // The game's tests, which say what the mod changes, and the mod's.
    let both = houserule(&["test", "pig", "--with", &short]).run();
    assert!(both.stdout.contains("short: 2 tests"), "{}", both.stdout);
    assert!(both.stdout.contains("pig with "), "{}", both.stdout);
    let tests = std::fs::read_to_string(path.join("tests/goal.lua")).expect("a file");
    std::fs::write(path.join("tests/goal.lua"), tests.replace("goals.near", "51")).expect("a file");
    houserule(&["test", &short])
        .run()
        .code(1)
        .complains("expected 51, found 50")
        .complains("short/tests/goal.lua:4")
        .complains("1 of 2 tests");
}

#[test]
fn check_reads_tests_and_playthroughs_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = pig_mod(folder.path());
    std::fs::write(path.join("tests/goals.lua"), "return { near = }\n").expect("a file");
    std::fs::write(
        path.join("playthroughs/2.play"),
        "houserule playthrough 1\nplayers: many\n",
    )
    .expect("a file");
    houserule(&["check", &path.display().to_string()])
        .run()
        .code(1)
        .complains("short/tests/goals.lua:1")
        .complains("short/playthroughs/2.play:2");
}

#[test]
fn a_saved_game_says_that_its_mod_has_to_be_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let short = pig_mod(folder.path()).display().to_string();
    let save = folder.path().join("game.play").display().to_string();
    houserule(&[
        "play", "pig", "--with", &short, "--seed", "1", "--seat", "1=random", "--save", &save,
    ])
    .run()
    .code(0);
    houserule(&["replay", &save])
        .run()
        .code(2)
        .complains("the game was played with `short`, which is no variant of `pig`, and no mod in ./mods")
        .complains("--with ./short");
    houserule(&["replay", &save, "--verify", "--with", &short])
        .run()
        .code(0);
}

#[test]
fn an_error_of_the_game_names_the_mods_that_are_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = pig_mod(folder.path());
    let toml = std::fs::read_to_string(path.join("mod.toml")).expect("a file");
    std::fs::write(
        path.join("mod.toml"),
        toml.replace("[set]\n\"rules.goal\" = 50", "[remove]\npaths = [\"rules.goal\"]"),
    )
    .expect("a file");
    let run = houserule(&["sim", "pig", "-n", "5", "--with", &path.display().to_string()]).run();
    let run = run.code(1);
    assert!(run.stderr.contains(", with short"), "{}", run.stderr);
}

/// A mod in a folder of its own, with this `mod.toml`.
fn mod_of(folder: &Path, name: &str, toml: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(&path).expect("a folder");
    std::fs::write(path.join("mod.toml"), toml).expect("a file");
    path.display().to_string()
}

#[test]
fn a_mod_whose_head_cannot_be_read_is_reported_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, toml, message, line) in [
        (
            "syntax",
            "[mod\nid = \"x\"\nfor = \"pig\"\n",
            "unclosed table, expected `]`",
            1,
        ),
        ("key", "[mod]\nid = \"x\"\nfro = \"pig\"\n", "unknown key `fro`", 3),
        ("none", "[mod]\nid = \"x\"\n", "missing key `for`", 1),
    ] {
        let path = mod_of(folder.path(), name, toml);
        houserule(&["check", &path])
            .run()
            .code(1)
            .complains(message)
            .complains(&format!("{name}/mod.toml:{line}:"));
        let found = houserule(&["check", &path, "--json"]).run().code(1).json();
        assert_eq!(found[0]["ok"], false);
        assert_eq!(found[0]["problems"][0]["message"], message);
        assert_eq!(found[0]["problems"][0]["line"], line);
    }
}

#[test]
fn a_mod_that_does_not_apply_is_said_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let toml = "[mod]\nid = \"night\"\nfor = \"pig\"\nwhen = \"players == 4\"\n[set]\n\"rules.goal\" = 50\n";
    let path = mod_of(folder.path(), "night", toml);
    let note = "note: `night` does not apply: its `when` does not hold (players == 4)";
    for command in [
        &["show", "pig"][..],
        &["sim", "pig", "-n", "5"],
        &["play", "pig", "--seed", "1"],
    ] {
        let with = [command, &["--with", &path]].concat();
        houserule(&with).run().code(0).complains(note);
        let out = houserule(&[&with[..], &["--players", "4"]].concat()).run().code(0);
        assert!(!out.stderr.contains(note), "{}", out.stderr);
    }
    houserule(&["check", &path, "--games", "1"]).run().code(0).shows("ok");
    mod_of(folder.path(), "night", &toml.replace("== 4", "== 44"));
    houserule(&["check", &path])
        .run()
        .code(1)
        .complains("`night` never applies: its `when` never holds")
        .complains("night/mod.toml:4:8");
}

#[test]
fn a_mod_for_fewer_people_is_checked_with_them_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let toml = "[mod]\nid = \"duel\"\nfor = \"pig\"\n[set]\n\"game.players\" = [2]\n";
    let path = mod_of(folder.path(), "duel", toml);
    houserule(&["check", &path, "--games", "1"])
        .run()
        .code(0)
        .shows("2 players, ");
    mod_of(folder.path(), "duel", &toml.replace("[2]", "[13]"));
    houserule(&["check", &path])
        .run()
        .code(1)
        .complains("a game is for 1 to 12 players")
        .shows("1 problem ");
}

#[test]
fn steps_that_a_layer_touches_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = mod_of(folder.path(), "night", "[mod]\nid = \"night\"\nfor = \"atlandice\"\n");
    let rules = "remove step first-player\nstep gift after goods { for each player { put 1 vp in player.points } }\n";
    std::fs::write(Path::new(&path).join("setup.rules"), rules).expect("a file");
    let shown = houserule(&["show", "atlandice", "--with", &path]).run().code(0);
    let changes = shown.stdout.split("What layers change").nth(1).unwrap_or_default();
    assert!(
        changes.contains("step first-player") && changes.contains("step gift"),
        "{changes}"
    );
    let found = houserule(&["show", "atlandice", "--with", &path, "--json"])
        .run()
        .code(0)
        .json();
    let changes = found["changes"].as_array().expect("a list");
    let change = |path: &str| changes.iter().find(|change| change["path"] == path).expect("a change");
    assert!(change("step first-player")["after"].is_null());
    assert!(change("step first-player")["before"].is_string());
    assert!(change("step gift")["before"].is_null());
    assert_eq!(change("step gift")["line"], 2);
}
