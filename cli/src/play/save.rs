//! Playthroughs on disk.

use std::fs;
use std::path::{Path, PathBuf};

use houserule_grammar::playthrough::Playthrough;

use crate::failure::{Failure, syntax_report};

/// Reads a playthrough; gives back its text too, for messages about its lines.
pub fn read_playthrough(path: &Path) -> Result<(Playthrough, String), Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match Playthrough::parse(&text) {
        Ok(playthrough) => Ok((playthrough, text)),
        Err(errors) => Err(syntax_report(&path.display().to_string(), &text, &errors).into()),
    }
}

pub fn write_playthrough(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}

/// Where a game goes that nobody said where to save.
pub fn autosave_path(game: &str, seed: u64) -> PathBuf {
    PathBuf::from(format!("{game}-{seed}.play"))
}

/// A path at which there is nothing yet: `game.play`, `game-2.play` …
pub fn unused(path: &Path) -> PathBuf {
    let stem = path.with_extension("").display().to_string();
    let others = (2..).map(|number: u32| PathBuf::from(format!("{stem}-{number}.play")));
    let mut paths = std::iter::once(path.to_path_buf()).chain(others);
    paths.find(|path| !path.exists()).unwrap_or_else(|| path.to_path_buf())
}

/// Whether a file can be written at a path, as far as can be told before: its folder is there, and it is no folder itself.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => Err(Failure::usage(format!(
            "cannot save to `{}`: it is a folder",
            path.display()
        ))),
        Some(folder) if !folder.is_dir() => {
            let message = format!(
                "cannot save to `{}`: there is no folder `{}`",
                path.display(),
                folder.display()
            );
            Err(Failure::usage(message))
        }
        _ => Ok(()),
    }
}

/// Writes to a path or, where that cannot be, to the folder for passing things; gives back where it is.
pub fn write_somewhere(path: &Path, text: &str) -> Result<PathBuf, Failure> {
    match write_playthrough(path, text) {
        Ok(()) => Ok(path.to_path_buf()),
        Err(failure) => {
            let name = path.file_name().ok_or(failure)?;
            let other = std::env::temp_dir().join(name);
            write_playthrough(&other, text)?;
            Ok(other)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_saved_over_another_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game-5.play");
        for name in ["game-5.play", "game-5-2.play", "game-5-3.play"] {
            let free = unused(&path);
            assert_eq!(free, folder.path().join(name));
            write_playthrough(&free, "text").expect("it is written");
        }
    }

    #[test]
    fn where_nothing_can_be_saved_is_said_before_the_game() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(check_writable(Path::new("game.play")).is_ok());
        assert!(check_writable(&folder.path().join("game.play")).is_ok());
        assert!(check_writable(folder.path()).is_err());
        assert!(check_writable(&folder.path().join("none/game.play")).is_err());
    }
}
