//! Where games are found: by path, in `./games`, and built into the program. What
//! lies in a folder comes before what is built in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use houserule_engine::package::{Files, LayerId, Node};
use include_dir::{Dir, include_dir};

use crate::failure::Failure;

static BUNDLED: Dir = include_dir!("$CARGO_MANIFEST_DIR/../games");

/// A game that was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// What it is called on the command line.
    pub name: String,
    pub files: Files,
    /// Its folder; `None` if it is built in.
    pub folder: Option<PathBuf>,
}

impl Found {
    fn folder(name: impl Into<String>, path: &Path) -> Found {
        Found {
            name: name.into(),
            files: Files::read_dir(path),
            folder: Some(path.to_path_buf()),
        }
    }

    /// The player counts of `game.toml`, as far as it can be read.
    pub fn players(&self) -> Vec<u32> {
        let node = head(&self.files, "game.toml");
        let counts = node.as_ref().and_then(|node| node.at(&["game", "players"]));
        let counts = counts.map_or(&[][..], Node::elements).iter().filter_map(Node::as_int);
        counts.filter_map(|count| u32::try_from(count).ok()).collect()
    }

    /// The number of people if nobody says otherwise: the least that is more than one.
    pub fn default_players(&self) -> u32 {
        let counts = self.players();
        let several = counts.iter().filter(|&&count| count >= 2).min();
        several.or(counts.iter().min()).copied().unwrap_or(2)
    }

    /// The id of `game.toml`, or the name of the folder.
    pub fn id(&self) -> String {
        let node = head(&self.files, "game.toml");
        let id = node
            .as_ref()
            .and_then(|node| node.at(&["game", "id"]))
            .and_then(Node::as_text);
        id.unwrap_or(self.files.name()).to_string()
    }
}

/// The tree of the file that makes a folder a game or a mod; what is wrong with it is reported elsewhere.
pub fn head(files: &Files, path: &str) -> Option<Node> {
    let (file, _) = files.by_path(path)?;
    Some(Node::parse(files, file, LayerId(0), &mut Vec::new()))
}

/// Every game there is: those of `./games`, and those built in.
pub fn all() -> Vec<Found> {
    let mut games: BTreeMap<String, Found> = bundled().map(|found| (found.name.clone(), found)).collect();
    for path in fs::read_dir("games")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
    {
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.filter(|_| is_game(&path)) {
            games.insert(name.to_string(), Found::folder(name, &path));
        }
    }
    games.into_values().collect()
}

fn bundled() -> impl Iterator<Item = Found> {
    BUNDLED.dirs().filter_map(|dir| {
        let name = dir.path().file_name()?.to_str()?;
        let mut pairs = Vec::new();
        collect(dir, dir.path(), &mut pairs);
        Some(Found {
            name: name.to_string(),
            files: Files::from_pairs(name, pairs),
            folder: None,
        })
    })
}

/// The files of a folder that is built in, under the same paths that reading the folder gives.
fn collect(dir: &'static Dir, root: &Path, pairs: &mut Vec<(String, &'static [u8])>) {
    for file in dir.files() {
        let parts = file.path().strip_prefix(root).unwrap_or(file.path()).components();
        let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
        if !parts.iter().any(|part| part.starts_with('.')) {
            pairs.push((parts.join("/"), file.contents()));
        }
    }
    for dir in dir.dirs() {
        collect(dir, root, pairs);
    }
}

fn is_game(path: &Path) -> bool {
    path.join("game.toml").is_file()
}

/// Whether a word of the command line can only be a path.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name == "." || name == ".."
}

/// Finds a game by path or name.
pub fn find(name: &str) -> Result<Found, Failure> {
    let path = Path::new(name);
    if path.ends_with("game.toml") && path.is_file() {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        return Ok(Found::folder(name, folder.unwrap_or(Path::new("."))));
    }
    if is_game(path) || (is_path(name) && path.is_dir()) {
        return Ok(Found::folder(name, path));
    }
    if is_path(name) {
        return Err(Failure::usage(format!("there is no folder `{name}`")));
    }
    let local = Path::new("games").join(name);
    if is_game(&local) {
        return Ok(Found::folder(name, &local));
    }
    bundled().find(|found| found.name == name).ok_or_else(|| {
        let known = all();
        let failure = Failure::unknown("game", name, known.iter().map(|found| found.name.as_str()));
        match failure {
            Failure::Usage { message, help } if path.is_dir() => Failure::Usage {
                message: format!("{message}; the folder has no `game.toml`"),
                help,
            },
            failure => failure,
        }
    })
}

/// The folder of a mod, if the word names one: a path, or a folder in `./mods`.
pub fn find_mod(name: &str) -> Option<PathBuf> {
    let places = [PathBuf::from(name), Path::new("mods").join(name)];
    places.into_iter().find(|path| path.join("mod.toml").is_file())
}

/// Whether `--with` means a mod by this word, though there may be none.
pub fn means_mod(name: &str) -> bool {
    is_path(name)
}
