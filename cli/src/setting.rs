//! How a game is to be played: the number of people, variants and mods, options.
//! The same flags serve every command, and the same words bring a game back.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use houserule_engine::game::Game;
use houserule_engine::package::{
    Files, LayerKind, Report, Request, Resolved, game_of_mod, load, player_counts, resolve,
};

use crate::failure::Failure;
use crate::library::{self, Found};
use crate::output::tell;
use crate::play::usual_bot;

/// The flags that say how a game is played.
#[derive(Debug, Clone, Default, Args)]
pub struct TableArgs {
    /// How many people play
    #[arg(short, long, value_name = "N")]
    pub players: Option<u32>,
    /// A variant by name, or a mod by its folder; may be given several times
    #[arg(short, long = "with", value_name = "LAYER")]
    pub with: Vec<String>,
    /// An option of the game; may be given several times
    #[arg(short, long = "set", value_name = "OPTION=VALUE", value_parser = pair)]
    pub set: Vec<(String, String)>,
}

/// Takes `name=value` apart.
pub fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err("expected NAME=VALUE".into()),
    }
}

/// A game and how it is to be played.
#[derive(Debug, Clone)]
pub struct Setting {
    pub found: Found,
    pub players: u32,
    pub variants: Vec<String>,
    /// Mods, with the words that named them.
    pub mods: Vec<(String, Files)>,
    pub options: Vec<(String, String)>,
}

impl Setting {
    /// Finds the game and its layers.
    pub fn of(name: &str, args: &TableArgs) -> Result<Setting, Failure> {
        Setting::with(library::find(name)?, args)
    }

    pub fn with(found: Found, args: &TableArgs) -> Result<Setting, Failure> {
        let mut variants = Vec::new();
        let mut mods = Vec::new();
        for layer in &args.with {
            match library::find_mod(layer) {
                Some(path) => mods.push((layer.clone(), Files::read_dir(path))),
                None if library::means_mod(layer) => {
                    return Err(Failure::usage(format!("`{layer}` is no mod: it has no `mod.toml`")));
                }
                None => variants.push(layer.clone()),
            }
        }
        Ok(Setting {
            players: args.players.unwrap_or_else(|| found.default_players()),
            found,
            variants,
            mods,
            options: args.set.clone(),
        })
    }

    /// The game of a path or name; for a mod the game it is for, with it.
    pub fn of_package(path: &str, args: &TableArgs) -> Result<Setting, Failure> {
        if !is_mod(path) {
            return Setting::of(path, args);
        }
        let game = game_of_mod(&Files::read_dir(path))?;
        let mut args = args.clone();
        args.with.push(path.to_string());
        Setting::of(&game, &args)
    }

    /// Whether the game has a variant of this name, as far as its files say.
    pub fn has_variant(&self, name: &str) -> bool {
        self.found.files.by_path(&format!("variants/{name}.toml")).is_some()
    }

    /// The files of the game and of its mods.
    pub fn all_files(&self) -> Files {
        let mut files = self.found.files.clone();
        for (_, more) in &self.mods {
            // What does not fit any more is said where the game is loaded.
            let _ = files.append(more.clone());
        }
        files
    }

    fn request(&self) -> Request {
        Request {
            game: self.found.files.clone(),
            players: self.players,
            options: self.options.clone(),
            variants: self.variants.clone(),
            mods: self.mods.iter().map(|(_, files)| files.clone()).collect(),
        }
    }

    /// The game with its layers, whether or not it can be played.
    pub fn resolve(&self) -> Result<Resolved, Report> {
        resolve(self.request())
    }

    /// The numbers of people this can be played with, as far as it can be read.
    pub fn counts(&self) -> Vec<u32> {
        player_counts(self.request())
    }

    /// The game with its layers, ready to be played; says so if a mod that was asked for does not apply.
    pub fn load_for_people(&self) -> Result<(Resolved, Arc<Game>), Report> {
        let (resolved, game) = self.load_all()?;
        let mods = resolved.dropped.iter().filter(|dropped| dropped.kind == LayerKind::Mod);
        for dropped in mods {
            let (name, when) = (&dropped.name, &dropped.when);
            tell(format!(
                "note: `{name}` does not apply: its `when` does not hold ({when})"
            ));
        }
        Ok((resolved, game))
    }

    /// The game with its layers, and ready to be played.
    pub fn load_all(&self) -> Result<(Resolved, Arc<Game>), Report> {
        load(self.request())
    }

    /// The game, ready to be played.
    pub fn load(&self) -> Result<Arc<Game>, Report> {
        self.load_all().map(|(_, game)| game)
    }

    /// The words that ask for the same game: `sample --players 2`.
    pub fn words(&self) -> String {
        let mut words = vec![quoted(&self.found.name), format!("--players {}", self.players)];
        let layers = self.variants.iter().chain(self.mods.iter().map(|(name, _)| name));
        words.extend(layers.map(|layer| format!("--with {}", quoted(layer))));
        let options = self.options.iter();
        words.extend(options.map(|(name, value)| format!("--set {}", quoted(&format!("{name}={value}")))));
        words.join(" ")
    }

    /// The command that plays a game of bots again.
    pub fn play_again(&self, game: &Game, agents: &[String], seed: u64) -> String {
        let mut words = format!("houserule play {}", self.words());
        for (seat, agent) in agents.iter().take(self.players as usize).enumerate() {
            // Without a word about it, seat 1 would be a person's and the others those of the usual bot.
            if seat == 0 || agent != usual_bot(game) {
                words += &format!(" --seat {}={}", seat + 1, quoted(agent));
            }
        }
        format!("{words} --seed {seed}")
    }
}

/// Whether a mod lies at a path, and no game.
pub fn is_mod(path: &str) -> bool {
    let has = |file: &str| Path::new(path).join(file).is_file();
    has("mod.toml") && !has("game.toml")
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:@+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_where_a_shell_would_break_it() {
        for (word, expected) in [("a-b", "a-b"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'")] {
            assert_eq!(quoted(word), expected);
        }
    }

    #[test]
    fn an_option_is_a_name_and_a_value() {
        assert_eq!(pair("a = b=c"), Ok(("a".into(), "b=c".into())));
        assert!(pair("a").is_err());
        assert!(pair("=b").is_err());
    }
}
