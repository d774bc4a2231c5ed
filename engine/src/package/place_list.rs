//! The list of places a package's files may lie in. A file anywhere else would
//! be read by nobody, and its writer would never know: it is a problem.

use std::ops::Range;

use super::files::{FileId, Files, stem};
use super::problem::{Place, Problem};

/// What a folder is: the places differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A folder with `game.toml`.
    Game,
    /// A folder with `mod.toml`.
    Mod,
}

/// The part of a set of files that is one package.
#[derive(Debug, Clone)]
pub struct Folder {
    /// The folder's name.
    pub name: String,
    pub role: Role,
    pub ids: Range<u16>,
}

impl Folder {
    /// The file with this path.
    pub fn file(&self, files: &Files, path: &str) -> Option<FileId> {
        let mut ids = self.ids.clone().map(FileId);
        ids.find(|id| files.get(*id).is_some_and(|file| file.path == path))
    }

    /// The files straight in `inside` that end in `.ending`, with the name before that ending.
    pub fn within(&self, files: &Files, inside: &str, ending: &str) -> Vec<(String, FileId)> {
        let named = |id: FileId| Some((stem(&files.get(id)?.path, inside, ending)?.to_string(), id));
        self.ids.clone().map(FileId).filter_map(named).collect()
    }
}

/// Folder, ending, and whether a mod may have it too.
const FOLDERS: [(&str, &str, bool); 7] = [
    ("components", "toml", true),
    ("scripts", "lua", true),
    ("text", "toml", true),
    ("tests", "lua", true),
    ("playthroughs", "play", true),
    ("variants", "toml", false),
    ("variants", "rules", false),
];

/// Below this likeness, from 0 to 1, a guess would puzzle more than help.
const LIKE: f64 = 0.6;

/// A problem for each file that nothing reads.
pub fn check_places(files: &Files, folder: &Folder) -> Vec<Problem> {
    let role = folder.role;
    let mine = files.iter().filter(|(id, _)| folder.ids.contains(&id.0));
    let unread = mine.filter(|(_, file)| !known(&file.path, role));
    unread
        .map(|(id, file)| {
            Problem::new("nothing reads this file")
                .at(Place::whole(id))
                .help(advice(&file.path, role))
        })
        .collect()
}

/// The file a package of this role must have.
pub fn head(role: Role) -> &'static str {
    match role {
        Role::Game => "game.toml",
        Role::Mod => "mod.toml",
    }
}

fn known(path: &str, role: Role) -> bool {
    path == head(role)
        || path == "setup.rules"
        || path.ends_with(".md")
        || (path.starts_with("LICENSE") && !path.contains('/'))
        || folders(role).any(|(folder, ending)| stem(path, folder, ending).is_some())
}

fn folders(role: Role) -> impl Iterator<Item = (&'static str, &'static str)> {
    let may = move |in_mod: bool| in_mod || role == Role::Game;
    let folders = FOLDERS.iter().filter(move |folder| may(folder.2));
    folders.map(|(folder, ending, _)| (*folder, *ending))
}

/// The known place whose path is most like this one.
fn advice(path: &str, role: Role) -> String {
    if path == "game.toml" || path == "mod.toml" {
        return "a game and a mod each have a folder of their own".to_string();
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let in_folders = folders(role).map(|(folder, ending)| format!("{folder}/{stem}.{ending}"));
    let best = [head(role).to_string(), "setup.rules".to_string()]
        .into_iter()
        .chain(in_folders)
        .map(|place| (strsim::normalized_levenshtein(path, &place), place))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((likeness, place)) if likeness >= LIKE => format!("did you mean `{place}`?"),
        _ => {
            let places = folders(role).map(|(folder, ending)| format!("`{folder}/*.{ending}`"));
            let places: Vec<_> = places.collect();
            format!(
                "files are read from `{}`, `setup.rules`, {}",
                head(role),
                places.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_places_depend_on_the_role() {
        for (path, game, modification) in [
            ("game.toml", true, false),
            ("mod.toml", false, true),
            ("setup.rules", true, true),
            ("components/cards.toml", true, true),
            ("components/more/cards.toml", false, false),
            ("scripts/cards.lua", true, true),
            ("scripts/.lua", false, false),
            ("variants/short.toml", true, false),
            ("variants/short.rules", true, false),
            ("text/en.toml", true, true),
            ("tests/all.lua", true, true),
            ("playthroughs/one.play", true, true),
            ("README.md", true, true),
            ("LICENSE-MIT", true, true),
            ("scripts/LICENSE", false, false),
        ] {
            assert_eq!(known(path, Role::Game), game, "{path} in a game");
            assert_eq!(known(path, Role::Mod), modification, "{path} in a mod");
        }
    }

    #[test]
    fn advice_names_the_nearest_place() {
        for (path, expected) in [
            ("component/cards.toml", "did you mean `components/cards.toml`?"),
            ("scripts/cards.luau", "did you mean `scripts/cards.lua`?"),
            ("Game.toml", "did you mean `game.toml`?"),
            ("setup.rule", "did you mean `setup.rules`?"),
        ] {
            assert_eq!(advice(path, Role::Game), expected);
        }
        assert!(advice("picture.png", Role::Game).starts_with("files are read from `game.toml`"));
    }
}
