//! Where text goes and how it looks there: colours only where they are wanted, and
//! a reader who has seen enough (`| head`) is no error.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use clap::ColorChoice;
use houserule_engine::package::manifest::Color;

static COLOR: OnceLock<ColorChoice> = OnceLock::new();

/// Columns when nobody says how many there are.
const WIDTH: usize = 80;
/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 120;

/// Says once when colours are used.
pub fn set_color(choice: ColorChoice) {
    // Only the first of two would count, and there is only one.
    let _ = COLOR.set(choice);
}

fn colored(terminal: bool) -> bool {
    match COLOR.get() {
        Some(ColorChoice::Always) => true,
        Some(ColorChoice::Never) => false,
        _ => {
            let no = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            terminal && !no && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// How text for the standard output is painted.
pub fn paint() -> Paint {
    Paint(colored(io::stdout().is_terminal()))
}

/// How text for the standard error is painted.
pub fn error_paint() -> Paint {
    Paint(colored(io::stderr().is_terminal()))
}

/// The columns a line may have.
pub fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    asked.or_else(terminal).unwrap_or(WIDTH).clamp(40, WIDEST)
}

/// Prints a line, or several. A pipe that is closed ends the program quietly, as it does for other tools.
pub fn say(text: impl Display) {
    write_out(&format!("{text}\n"));
}

/// Prints text without a line end after it.
pub fn write_out(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Prints a line for people while the standard output is read by a program.
pub fn tell(text: impl Display) {
    // Nobody is left to hear that nobody hears.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Prints a value as JSON.
pub fn say_json(value: &impl serde::Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => say(text),
        Err(error) => tell(format!("error: {error}")),
    }
}

/// A colour or weight of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    #[default]
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
    Accent,
    /// The colour of a seat.
    Seat(u8),
    /// The colour a piece is printed in.
    Printed(Color),
}

impl Ink {
    fn code(self) -> &'static str {
        /// Colours that can be told apart on light and dark grounds.
        const SEATS: [&str; 6] = ["36", "33", "35", "32", "34", "31"];
        match self {
            Ink::Plain => "",
            Ink::Bold => "1",
            Ink::Dim => "2",
            Ink::Good => "32",
            Ink::Bad => "31",
            Ink::Accent => "36",
            Ink::Printed(color) => match color {
                Color::Red => "31",
                Color::Green => "32",
                Color::Yellow => "33",
                Color::Blue => "34",
                Color::Magenta => "35",
                Color::Cyan => "36",
                Color::White => "97",
                Color::Grey => "90",
            },
            Ink::Seat(seat) => SEATS[usize::from(seat) % SEATS.len()],
        }
    }
}

/// Puts ink on text, or leaves it plain.
#[derive(Debug, Clone, Copy)]
pub struct Paint(pub bool);

impl Paint {
    pub fn ink(self, ink: Ink, text: impl Display) -> String {
        match ink.code() {
            code if self.0 && !code.is_empty() => format!("\x1b[{code}m{text}\x1b[0m"),
            _ => text.to_string(),
        }
    }

    pub fn bold(self, text: impl Display) -> String {
        self.ink(Ink::Bold, text)
    }

    pub fn dim(self, text: impl Display) -> String {
        self.ink(Ink::Dim, text)
    }
}
