//! The examples of the docs work. A block whose first line is `# file: FOLDER/PATH` or
//! `-- file: FOLDER/PATH` is a whole file; a later one replaces an earlier one of the same
//! name. Each folder that comes out is a game or a mod, and is read, played and tested.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use houserule_engine::flow::{Tests, run_tests};
use houserule_engine::package::{Files, Request, resolve};
use houserule_tests::{catalogue, root, sample};

/// Files by path, by the folder they are in.
type Folders = BTreeMap<String, BTreeMap<String, String>>;

/// The languages of blocks that are files.
const LANGUAGES: [&str; 3] = ["toml", "lua", "rules"];

/// The folders that the marked blocks of a page make.
fn folders(page: &str) -> Folders {
    let mut found = Folders::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```").filter(|language| !language.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let marked = LANGUAGES
            .contains(&language)
            .then(|| block.first().copied())
            .flatten()
            .and_then(marked_path);
        if let Some((folder, path)) = marked {
            let text = block.join("\n") + "\n";
            found
                .entry(folder.to_string())
                .or_default()
                .insert(path.to_string(), text);
        }
    }
    found
}

/// `# file: my-game/game.toml`
fn marked_path(line: &str) -> Option<(&str, &str)> {
    let path = line
        .strip_prefix("# file: ")
        .or_else(|| line.strip_prefix("-- file: "))?;
    path.trim().trim_start_matches("games/").split_once('/')
}

/// The pages of the docs with what they make.
fn pages() -> Vec<(String, Folders)> {
    let entries = fs::read_dir(root().join("docs")).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let pages = paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let read = |path: PathBuf| Some((path.display().to_string(), folders(&fs::read_to_string(&path).ok()?)));
    pages.filter_map(read).collect()
}

/// Reads and plays what a request asks for, with every number of players that can be.
fn plays(page: &str, name: &str, request: &Request) {
    let counts = (1..=12)
        .map(|players| Request {
            players,
            ..request.clone()
        })
        .filter(|request| resolve(request.clone()).is_ok());
    let counts: Vec<Request> = counts.collect();
    if counts.is_empty() {
        let report = resolve(Request {
            players: 2,
            ..request.clone()
        })
        .err();
        panic!(
            "{page}, {name}:\n{}",
            report.map_or_else(String::new, |report| report.to_string())
        );
    }
    for request in counts {
        let players = request.players;
        if let Err(report) = sample::tried(request, 10) {
            panic!("{page}, {name} for {players}:\n{report}");
        }
    }
}

/// Plays a game alone and with each of its variants by name, and runs its tests.
fn game_works(page: &str, name: &str, files: &Files) {
    let request = Request {
        game: files.clone(),
        ..Request::default()
    };
    plays(page, name, &request);
    let stem = |path: &str| path.strip_prefix("variants/")?.strip_suffix(".toml").map(String::from);
    for variant in files.iter().filter_map(|(_, file)| stem(&file.path)) {
        plays(
            page,
            name,
            &Request {
                variants: vec![variant],
                ..request.clone()
            },
        );
    }
    tests_pass(page, name, &Tests::of_game(files));
}

fn tests_pass(page: &str, name: &str, tests: &Tests) {
    match run_tests(tests) {
        Ok(outcomes) => {
            for outcome in outcomes {
                let failure = outcome.failure.map(|failure| failure.report);
                assert!(failure.is_none(), "{page}, {name}: {}: {failure:?}", outcome.name);
            }
        }
        Err(report) => panic!("{page}, {name}:\n{report}"),
    }
}

/// Plays the game that a mod is for, with it.
fn mod_works(page: &str, name: &str, files: &Files) {
    let head = files.by_path("mod.toml").map_or("", |(_, file)| &file.text);
    let game = head
        .lines()
        .find_map(|line| line.strip_prefix("for = "))
        .unwrap_or_default()
        .trim_matches('"');
    let folder = catalogue::bundled().into_iter().find(|folder| folder.ends_with(game));
    let folder = folder.unwrap_or_else(|| panic!("{page}: {name} is for `{game}`, which is not bundled"));
    let request = Request {
        game: Files::read_dir(folder),
        mods: vec![files.clone()],
        ..Request::default()
    };
    plays(page, name, &request);
    let tests = Tests {
        mods: &request.mods,
        of: Some(files),
        ..Tests::of_game(&request.game)
    };
    tests_pass(page, name, &tests);
}

#[test]
fn every_game_and_mod_of_the_docs_works() {
    let mut tried = 0;
    for (page, folders) in pages() {
        for (name, texts) in folders {
            let files = Files::from_pairs(&name, &texts);
            match (texts.contains_key("game.toml"), texts.contains_key("mod.toml")) {
                (true, _) => game_works(&page, &name, &files),
                (_, true) => mod_works(&page, &name, &files),
                _ => panic!("{page}: the files of {name} make neither a game nor a mod"),
            }
            tried += 1;
        }
    }
    assert!(tried > 0, "no block of the docs is marked with its file");
}
