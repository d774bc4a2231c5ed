//! Lines that people type, or that come through a pipe.

use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::output;

/// A pipe that has nothing to say for so long belongs to a program that wants to hear the question first.
const PATIENCE: Duration = Duration::from_millis(300);

/// Where answers come from.
#[derive(Debug)]
pub struct Input {
    /// Lines read so far, of a pipe with their numbers.
    pub lines: usize,
    pipe: Option<Receiver<(usize, String)>>,
    /// A line that was read before anybody asked for it.
    early: Option<String>,
}

/// What a pipe has to say before it is asked.
#[derive(Debug, PartialEq, Eq)]
pub enum First {
    Line,
    /// Nothing, and nothing will come.
    End,
    /// Nothing yet.
    Later,
}

impl Input {
    pub fn new() -> Input {
        Input {
            lines: 0,
            pipe: (!io::stdin().is_terminal()).then(read_pipe),
            early: None,
        }
    }

    pub fn terminal(&self) -> bool {
        self.pipe.is_none()
    }

    /// Looks whether a pipe has anything to say at all.
    pub fn first(&mut self) -> First {
        let Some(pipe) = &self.pipe else {
            return First::Later;
        };
        match pipe.recv_timeout(PATIENCE) {
            Ok((number, line)) => {
                self.lines = number;
                self.early = Some(line);
                First::Line
            }
            Err(RecvTimeoutError::Disconnected) => First::End,
            Err(RecvTimeoutError::Timeout) => First::Later,
        }
    }

    /// Shows `prompt` and reads a line; `None` when there are no more. Lines of a pipe are shown, so that what is
    /// printed reads as if somebody had typed them.
    pub fn line(&mut self, prompt: &str) -> Option<String> {
        output::write_out(prompt);
        let line = match (self.early.take(), &self.pipe) {
            (Some(line), _) => Some(line),
            (None, None) => typed(),
            (None, Some(pipe)) => pipe.recv().ok().map(|(number, line)| {
                self.lines = number;
                line
            }),
        };
        match &line {
            Some(line) if !self.terminal() => output::say(line),
            Some(_) => {}
            None => output::say(""),
        }
        line
    }
}

fn typed() -> Option<String> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line.trim().to_string()),
    }
}

/// Reads the lines of a pipe from another thread; empty ones and comments are passed over.
fn read_pipe() -> Receiver<(usize, String)> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for (index, line) in io::stdin().lock().lines().enumerate() {
            let Ok(line) = line else { break };
            let line = line.trim();
            let passed = line.is_empty() || line.starts_with('#');
            if !passed && sender.send((index + 1, line.to_string())).is_err() {
                break;
            }
        }
    });
    receiver
}
