//! The crates that serve every game name none of them: the ids and names of all
//! bundled games are looked for in their sources, and only ordinary words may be found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use houserule_tests::catalogue::{self, Subject};

/// Words that some game has for an id or a name and that general code may use all the same, with the reason.
const ORDINARY: &[(&str, &[&str])] = &[
    (
        "a word of the engine's own vocabulary or of its verbs",
        &[
            "bot", "die", "dice", "effect", "event", "give", "given", "gives", "move", "move_to", "place", "play",
            "in play", "roll", "round", "space", "stack", "line", "won", "number", "player", "path", "moves",
            "payment", "turn", "draws", "gaps", "pay", "the box",
        ],
    ),
    (
        "a plain word of English or of Rust",
        &[
            "drop",
            "first",
            "flag",
            "missing",
            "needs",
            "none",
            "sign",
            "object",
            "objects",
            "pad",
            "value",
            "values",
            "half",
            "collected",
            "store",
            "swap",
            "libraries",
            "clock",
            "mark",
            "marks",
            "points",
            "extra",
            "book",
            "visit",
            "sum",
        ],
    ),
    (
        "what many games have, and so the usual example of a setup or a table",
        &[
            "board", "card", "deck", "discard", "discards", "figure", "hand", "hands", "home", "market", "neutral",
            "stock", "tile", "tiles", "tray",
        ],
    ),
    (
        "a word of Rust, of Lua or of the engine's own parts",
        &[
            "action",
            "build",
            "clear",
            "drawn",
            "draws",
            "from discard",
            "group",
            "letter",
            "library",
            "module",
            "modules",
            "none",
            "payments",
            "receiver",
            "remove",
            "source",
            "together",
            "too_many",
            "where",
            "yield",
        ],
    ),
    (
        "a plain word of English, in comments and messages",
        &[
            "about",
            "act",
            "actions",
            "barrier",
            "built",
            "colour",
            "done",
            "double",
            "free",
            "gone",
            "how many",
            "keep",
            "leave out",
            "lose",
            "missing",
            "needs",
            "sign",
            "value",
            "no",
            "nothing",
            "raise",
            "reserve",
            "role",
            "room",
            "subject",
            "tested",
            "the box",
            "too many",
            "under",
            "used",
            "wild",
            "yes",
        ],
    ),
    (
        "what cards and tiles are in the examples of any game",
        &["card", "cards", "discard", "tile"],
    ),
];

/// Every id and name of a game's data, in lower case.
fn words_of(subject: &Subject) -> BTreeSet<String> {
    let game = &subject.game;
    let mut words: BTreeSet<String> = [game.id.clone(), game.name.clone()].into();
    words.extend(game.components.iter().map(|component| component.id.clone()));
    words.extend(game.tokens.iter().map(|token| token.id.clone()));
    words.extend(game.families.iter().skip(1).map(|family| family.id.clone()));
    words.extend(game.kinds.iter().map(|kind| kind.id.clone()));
    words.extend(game.kinds.iter().flat_map(|kind| kind.fields.clone()));
    words.extend(game.phases.iter().map(|phase| phase.id.clone()));
    words.extend(game.vars.iter().map(|var| var.id.clone()));
    words.extend(game.rules.iter().chain(&game.options).map(|(name, _)| name.clone()));
    words.extend(
        game.seats
            .iter()
            .filter(|seat| seat.automatic)
            .map(|seat| seat.id.clone()),
    );
    words.extend(game.layers.iter().cloned());
    words.extend(game.scripts.iter().map(|script| script.module.clone()));
    for texts in game.texts.values() {
        words.extend(
            texts
                .keys()
                .filter_map(|key| key.strip_prefix("prompt."))
                .map(String::from),
        );
        // A long label is a sentence, not a name.
        words.extend(
            texts
                .values()
                .filter(|text| text.split_whitespace().count() <= 3)
                .cloned(),
        );
    }
    words
        .into_iter()
        .map(|word| word.to_lowercase())
        .filter(|word| word.chars().count() > 1)
        .collect()
}

fn all_words() -> BTreeSet<String> {
    let folders = catalogue::bundled();
    assert!(!folders.is_empty());
    let subjects = folders.iter().flat_map(|folder| catalogue::subjects(folder));
    let mut words: BTreeSet<String> = subjects.flat_map(|subject| words_of(&subject)).collect();
    // An id is a name in Lua and in Rust with other signs between its parts.
    let spelled: Vec<String> = words
        .iter()
        .flat_map(|word| [word.replace('-', "_"), word.replace(['-', '_'], " ")])
        .collect();
    words.extend(spelled);
    words
}

/// Whether a text has a word by itself, not as a part of another one.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word)
        .any(|(at, _)| !part(text[..at].chars().next_back()) && !part(text[at + word.len()..].chars().next()))
}

/// The sources of a crate, tests included.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_source = |path: &PathBuf| {
        path.extension()
            .is_some_and(|ending| ending == "rs" || ending == "pest")
    };
    let inside = folders.iter().flat_map(|folder| sources(folder));
    files.into_iter().filter(is_source).chain(inside).collect()
}

/// Where words stand in crates, by word; lines that `allowed` lets pass are left out.
fn found(crates: &[&str], allowed: fn(&str) -> bool) -> BTreeMap<String, Vec<String>> {
    let words: Vec<String> = all_words()
        .into_iter()
        .filter(|word| !ORDINARY.iter().any(|(_, known)| known.contains(&word.as_str())))
        .collect();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in crates
        .iter()
        .flat_map(|name| sources(&houserule_tests::root().join(name)))
    {
        let text = fs::read_to_string(&path).unwrap_or_default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !allowed(line)) {
            let lower = line.to_lowercase();
            for word in words.iter().filter(|word| has_word(&lower, word)) {
                let place = path.strip_prefix(houserule_tests::root()).unwrap_or(&path).display();
                found
                    .entry(word.clone())
                    .or_default()
                    .push(format!("  {place}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    found
}

fn listed(found: &BTreeMap<String, Vec<String>>) -> String {
    let listed = found
        .iter()
        .map(|(word, places)| format!("`{word}` of a game is in\n{}", places[..places.len().min(4)].join("\n")));
    listed.collect::<Vec<_>>().join("\n")
}

#[test]
fn no_word_of_a_game_is_in_a_general_crate() {
    let found = found(&["engine", "grammar", "agents", "lab"], |_| false);
    assert!(found.is_empty(), "{}", listed(&found));
}

#[test]
fn the_command_line_names_games_only_in_examples() {
    let found = found(&["cli/src"], |line| line.contains("houserule "));
    assert!(found.is_empty(), "{}", listed(&found));
}

/// An exception that no game needs any more would hide the next mistake.
#[test]
fn every_exception_is_a_word_of_a_game() {
    let words = all_words();
    let idle: Vec<&str> = ORDINARY
        .iter()
        .flat_map(|(_, known)| known.iter().copied())
        .filter(|known| !words.contains(*known))
        .collect();
    assert!(idle.is_empty(), "no game has {idle:?}");
}
