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
