//! One suite that every game goes through: each bundled one, the fixtures that stand
//! for a modder's, and the folder that `HOUSERULE_GAME` names, for every number of
//! players and every named variant.

use houserule_tests::catalogue::{self, Subject};
use houserule_tests::golden;
use houserule_tests::properties::{self, Property};

/// So many numbers of players and variants are many.
const MANY_WAYS: u64 = 12;

/// Every subject keeps a property with so many seeds.
fn keeps(property: Property, seeds: u64) {
    let subjects = catalogue::all();
    let ways = |subject: &Subject| subjects.iter().filter(|other| other.game.id == subject.game.id).count();
    let faults: Vec<String> = subjects
        .iter()
        .flat_map(|subject| {
            // A game that can be played in many ways is tried in all of them, with fewer seeds each.
            let seeds = seeds.div_ceil(1 + ways(subject) as u64 / MANY_WAYS);
            faults(subject, property, seeds)
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// The first fault of a subject; one is enough.
fn faults(subject: &Subject, property: Property, seeds: u64) -> Option<String> {
    (0..seeds).find_map(|seed| {
        let fault = property(subject, seed).err()?;
        Some(format!("{subject}, seed {seed}: {fault}"))
    })
}

#[test]
fn the_same_seed_gives_the_same_game_with_one_job_and_with_two() {
    keeps(properties::same_seed_same_game, 6);
}

#[test]
fn a_reloaded_playthrough_is_the_same_game() {
    keeps(properties::a_reloaded_playthrough_is_the_same_game, 12);
}

#[test]
fn a_clone_in_the_middle_of_a_decision_plays_on_identically() {
    keeps(properties::a_clone_plays_on_identically, 8);
}

#[test]
fn undo_restores_the_exact_state() {
    keeps(properties::undo_restores_the_exact_state, 12);
}

#[test]
fn the_keys_of_options_are_unique() {
    keeps(properties::option_keys_are_unique, 40);
}

#[test]
fn tokens_and_pieces_are_conserved() {
    keeps(properties::tokens_and_pieces_are_conserved, 20);
}

#[test]
fn hidden_facts_do_not_change_what_a_seat_sees() {
    keeps(properties::hidden_facts_do_not_show, 8);
}

#[test]
fn hidden_facts_change_neither_log_nor_questions_of_a_seat() {
    keeps(properties::hidden_facts_are_not_told, 6);
}

#[test]
fn every_random_game_ends() {
    keeps(properties::every_random_game_ends, 25);
}

#[test]
fn a_step_run_again_in_a_fresh_machine_gives_the_same() {
    keeps(properties::a_step_run_again_gives_the_same, 6);
}

#[test]
fn every_value_of_an_option_gives_games_that_end_and_conserve() {
    let folders = catalogue::bundled().into_iter().chain(catalogue::others());
    let subjects: Vec<Subject> = folders.flat_map(|folder| catalogue::with_options(&folder)).collect();
    let checks: [Property; 3] = [
        properties::every_random_game_ends,
        properties::tokens_and_pieces_are_conserved,
        properties::a_reloaded_playthrough_is_the_same_game,
    ];
    let faults: Vec<String> = subjects
        .iter()
        .flat_map(|subject| checks.iter().filter_map(|&check| faults(subject, check, 2)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn every_game_has_a_golden_playthrough_for_each_player_count_and_variant_and_all_replay() {
    let faults: Vec<String> = catalogue::all().iter().filter_map(golden::fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The suite would be worth little if the games asked nothing of it.
#[test]
fn the_fixture_has_something_to_hide_and_something_to_ask() {
    let folder = houserule_tests::root().join("tests/fixtures/games/caravan");
    let mut text = String::new();
    for subject in catalogue::subjects(&folder) {
        let changed = properties::redealt(&subject, 1).expect("the views stay the same");
        assert!(changed > 0, "{subject}: nothing could be dealt anew");
        let told = (0..6).map(|seed| properties::retold(&subject, seed).expect("nothing hidden is told"));
        assert!(
            told.sum::<usize>() > 10,
            "{subject}: hardly anything could be told anew"
        );
        for seed in 0..20 {
            let mut session = golden::random_session(&subject, seed).expect("it starts");
            session.advance().expect("it ends");
            text += &session.playthrough().to_string();
        }
    }
    let plain = [
        "play", "greet", "sell", "gift", "haggle", "pay", "swap", "stand", "keep", "shed", "camel", "load",
    ];
    for prompt in plain.into_iter().chain(["again", "shortcut"]) {
        assert!(text.contains(&format!(" {prompt}:")), "nobody is asked `{prompt}`");
    }
}

/// Scripts that keep something between steps are what most of these properties are there to find.
#[test]
fn a_script_that_remembers_does_not_pass() {
    let folder = houserule_tests::root().join("games/pig");
    let script = std::fs::read_to_string(folder.join("scripts/play.lua")).expect("the script is there");
    let script = script.replace("    repeat", "    turns += 1\n    vars.sum = turns\n    repeat");
    let script = script.replacen("local play = {}", "local play = {}\nlocal turns = 0", 1);
    let subject = Subject::changed(&folder, 2, "scripts/play.lua", &script);
    let suite: [Property; 3] = [
        properties::same_seed_same_game,
        properties::a_clone_plays_on_identically,
        properties::a_step_run_again_gives_the_same,
    ];
    for property in suite {
        assert!((0..4).any(|seed| property(&subject, seed).is_err()));
    }
}
