//! What went wrong in a script, with the Lua lines it came through.

use thiserror::Error;

/// An error of a script.
#[derive(Debug, Clone, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ScriptError {
    pub message: String,
    /// The script's path, if the error has a line.
    pub path: Option<String>,
    pub line: Option<usize>,
    /// The calls that led there, innermost first: `function (path:line)`.
    pub calls: Vec<String>,
    /// What was going on: the phase, the seat, the effect.
    pub context: Vec<String>,
}

impl ScriptError {
    pub fn new(message: impl Into<String>) -> ScriptError {
        ScriptError {
            message: message.into(),
            path: None,
            line: None,
            calls: Vec::new(),
            context: Vec::new(),
        }
    }

    /// Takes `path:line: message` apart.
    pub fn from_lua(text: &str) -> ScriptError {
        let mut error = ScriptError::new(text);
        let mut parts = text.splitn(3, ':');
        if let (Some(path), Some(line), Some(message)) = (parts.next(), parts.next(), parts.next())
            && let Ok(line) = line.trim().parse()
            && path.ends_with(".lua")
        {
            error.path = Some(path.to_string());
            error.line = Some(line);
            error.message = message.trim().to_string();
        }
        error
    }
}
