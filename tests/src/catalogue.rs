//! The games that are tested: every folder of `games/`, the games of `fixtures/`,
//! and a folder that `HOUSERULE_GAME` names; each for every number of players, with
//! every variant that is asked for by name, and with every value of its options.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use houserule_engine::game::Game;
use houserule_engine::package::manifest::{Manifest, OptionDecl, Scalar};
use houserule_engine::package::{Files, Report, Request, link, resolve, schema};

/// A game as it is to be tested: with a number of players, and perhaps a variant and an option.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The folder of the game.
    pub folder: PathBuf,
    pub players: u32,
    pub variant: Option<String>,
    pub option: Option<(String, String)>,
    pub game: Arc<Game>,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.game.id, self.players)?;
        if let Some(variant) = &self.variant {
            write!(f, " with {variant}")?;
        }
        if let Some((name, value)) = &self.option {
            write!(f, ", {name}={value}")?;
        }
        Ok(())
    }
}

impl Subject {
    fn load(
        folder: &Path,
        files: Files,
        players: u32,
        variant: Option<&str>,
        option: Option<(&str, &str)>,
    ) -> Result<Subject, Report> {
        let resolved = resolve(Request {
            game: files,
            players,
            options: option
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            variants: variant.iter().map(ToString::to_string).collect(),
            mods: Vec::new(),
        })?;
        Ok(Subject {
            folder: folder.to_path_buf(),
            players,
            variant: variant.map(String::from),
            option: option.map(|(name, value)| (name.to_string(), value.to_string())),
            game: link(&resolved)?,
        })
    }

    /// A game with another text in one of its files.
    ///
    /// # Panics
    /// If the game cannot be loaded.
    pub fn changed(folder: &Path, players: u32, path: &str, text: &str) -> Subject {
        let files = Files::read_dir(folder);
        let texts = files.iter().map(|(_, file)| (file.path.as_str(), file.text.as_str()));
        let texts = texts.map(|(old, before)| (old, if old == path { text } else { before }));
        let files = Files::from_pairs(files.name(), texts);
        Subject::load(folder, files, players, None, None).unwrap_or_else(|report| panic!("{report}"))
    }

    /// What its golden playthrough is called, without the ending: `3`, `2-long-night`.
    pub fn name(&self) -> String {
        match &self.variant {
            Some(variant) => format!("{}-{variant}", self.players),
            None => self.players.to_string(),
        }
    }
}

/// The folders in `games/`, by name.
pub fn bundled() -> Vec<PathBuf> {
    folders(&crate::root().join("games"))
}

/// The folders of games that are only for tests, and the one that `HOUSERULE_GAME` names.
pub fn others() -> Vec<PathBuf> {
    let mut found = folders(&crate::root().join("tests/fixtures/games"));
    found.extend(std::env::var_os("HOUSERULE_GAME").map(PathBuf::from));
    found
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.join("game.toml").exists())
        .collect();
    found.sort();
    found
}

/// A game for every number of players, alone and with each of its named variants.
///
/// # Panics
/// If the game cannot be loaded; the message is its report.
pub fn subjects(folder: &Path) -> Vec<Subject> {
    let mut all = Vec::new();
    for players in player_counts(folder) {
        all.push(load(folder, players, None, None));
        for variant in named_variants(folder, players) {
            all.push(load(folder, players, Some(&variant), None));
        }
    }
    all
}

/// A game with every value of every option that is not its default, each by itself; numbers at both ends.
pub fn with_options(folder: &Path) -> Vec<Subject> {
    let mut all = Vec::new();
    for players in player_counts(folder) {
        for (name, decl) in manifest(folder, players).option {
            for value in other_values(&decl) {
                all.push(load(folder, players, None, Some((&name, &value))));
            }
        }
    }
    all
}

/// Every subject of every game.
pub fn all() -> Vec<Subject> {
    bundled()
        .iter()
        .chain(&others())
        .flat_map(|folder| subjects(folder))
        .collect()
}

fn load(folder: &Path, players: u32, variant: Option<&str>, option: Option<(&str, &str)>) -> Subject {
    let subject = Subject::load(folder, Files::read_dir(folder), players, variant, option);
    subject.unwrap_or_else(|report| panic!("{}:\n{report}", folder.display()))
}

/// The numbers of players a game says it is for.
///
/// # Panics
/// If the game can be read for none of them.
pub fn player_counts(folder: &Path) -> Vec<u32> {
    match (1..=12).find(|&players| resolve(request(folder, players)).is_ok()) {
        Some(players) => manifest(folder, players).game.players,
        None => match resolve(request(folder, 2)) {
            Err(report) => panic!("{}:\n{report}", folder.display()),
            Ok(_) => Vec::new(),
        },
    }
}

fn request(folder: &Path, players: u32) -> Request {
    Request {
        game: Files::read_dir(folder),
        players,
        ..Request::default()
    }
}

fn manifest(folder: &Path, players: u32) -> Manifest {
    let resolved = resolve(request(folder, players)).unwrap_or_else(|report| panic!("{report}"));
    schema::read(&resolved.merged.manifest, &mut Vec::new()).expect("a resolved game has a manifest")
}

fn named_variants(folder: &Path, players: u32) -> Vec<String> {
    let resolved = resolve(request(folder, players)).unwrap_or_else(|report| panic!("{report}"));
    resolved
        .variants
        .into_iter()
        .filter(|variant| variant.when.is_none() && variant.is_for(players))
        .map(|variant| variant.name)
        .collect()
}

fn other_values(decl: &OptionDecl) -> Vec<String> {
    match &decl.default {
        Scalar::Bool(default) => vec![(!default).to_string()],
        Scalar::Int(default) => {
            let ends = [decl.min, decl.max].into_iter().flatten();
            ends.filter(|end| end != default).map(|end| end.to_string()).collect()
        }
        Scalar::Text(default) => decl.values.iter().filter(|value| *value != default).cloned().collect(),
    }
}
