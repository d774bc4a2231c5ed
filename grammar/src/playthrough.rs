//! The text of a saved game: what was played, and one line per decision. It is a
//! save, a replay and a test fixture at once, so people read and edit it. Whether
//! its decisions are legal is for the engine to say.

mod read;

use std::fmt;

use crate::error::SyntaxError;

/// A game as it was played.
///
/// ```
/// use houserule_grammar::playthrough::Playthrough;
///
/// let text = "\
/// houserule playthrough 1
/// game: sample 1.0.0 8f3a12
/// players: 2
/// seats: 1=human, 2=random
/// seed: 42
/// ---
/// 1 town: harbour
/// roll 6 1
/// 2 cards: a, b
/// ";
/// let playthrough = Playthrough::parse(text).unwrap();
/// assert_eq!(playthrough.lines.len(), 3);
/// assert_eq!(playthrough.to_string(), text);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playthrough {
    pub header: Header,
    pub lines: Vec<Line>,
}

/// What has to be set up before the first decision.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// The game's id.
    pub game: String,
    pub version: String,
    /// The hash of the resolved game.
    pub hash: String,
    /// Variants and mods, in the order they were named.
    pub layers: Vec<String>,
    /// Name and value of each option that was set.
    pub options: Vec<(String, String)>,
    pub players: u32,
    /// Which agent answers for which seat.
    pub seats: Vec<(u32, String)>,
    pub seed: u64,
    pub lang: Option<String>,
}

/// One thing that happened, and where it is written.
#[derive(Debug, Clone, Eq)]
pub struct Line {
    /// The line of the file, counted from 1.
    pub number: usize,
    pub kind: LineKind,
}

/// Two lines are equal if they say the same, wherever they stand.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineKind {
    /// `1 cards: a, b`: seat 1 answered the prompt with the keys of these options.
    Decision {
        seat: u32,
        prompt: String,
        answer: Vec<String>,
    },
    /// `roll 6 1`: forces the next rolls.
    Roll(Vec<i64>),
    /// `pick 3 card-a`: forces what the next shuffles and draws give, as numbers or keys.
    Pick(Vec<String>),
    /// `result 91fe`: the expected digest of the finished game.
    Result(String),
}

impl Playthrough {
    /// Reads a playthrough, or says everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<SyntaxError>> {
        read::read(text)
    }
}

impl fmt::Display for Playthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "houserule playthrough 1\n{}---", self.header)?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "game: {} {} {}",
            Key(&self.game),
            Key(&self.version),
            Key(&self.hash)
        )?;
        if !self.layers.is_empty() {
            writeln!(f, "layers: {}", Joined(&self.layers, ", "))?;
        }
        if !self.options.is_empty() {
            let options = self.options.iter();
            let options: Vec<_> = options
                .map(|(name, value)| format!("{}={}", KeyWithout('=', name), Key(value)))
                .collect();
            writeln!(f, "options: {}", options.join(", "))?;
        }
        writeln!(f, "players: {}", self.players)?;
        let seats = self.seats.iter();
        let seats: Vec<_> = seats.map(|(seat, agent)| format!("{seat}={}", Key(agent))).collect();
        writeln!(f, "{}", format!("seats: {}", seats.join(", ")).trim_end())?;
        writeln!(f, "seed: {}", self.seed)?;
        match &self.lang {
            Some(lang) => writeln!(f, "lang: {}", Key(lang)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            LineKind::Decision { seat, prompt, answer } => {
                write!(f, "{seat} {}:", KeyWithout(':', prompt))?;
                if answer.is_empty() {
                    return Ok(());
                }
                write!(f, " {}", Joined(answer, ", "))
            }
            LineKind::Roll(faces) => {
                write!(f, "roll")?;
                faces.iter().try_for_each(|face| write!(f, " {face}"))
            }
            LineKind::Pick(keys) => {
                write!(f, "pick")?;
                keys.iter().try_for_each(|key| write!(f, " {}", Key(key)))
            }
            LineKind::Result(digest) => write!(f, "result {}", Key(digest)),
        }
    }
}

/// A key, in quotes where the bare key could be taken for something else.
struct Key<'k>(&'k str);

/// A key in front of a sign that ends it.
struct KeyWithout<'k>(char, &'k str);

/// Keys with something between them.
struct Joined<'k>(&'k [String], &'static str);

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_key(f, self.0, is_bare)
    }
}

impl fmt::Display for KeyWithout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_key(f, self.1, |c| c != self.0 && is_bare(c))
    }
}

impl fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, key) in self.0.iter().enumerate() {
            let between = if index == 0 { "" } else { self.1 };
            write!(f, "{between}{}", Key(key))?;
        }
        Ok(())
    }
}

/// Characters of a key that needs no quotes; the same as `bare` of the grammar.
fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.@=+*/:[]-".contains(c)
}

fn write_key(f: &mut fmt::Formatter<'_>, key: &str, bare: impl Fn(char) -> bool) -> fmt::Result {
    if !key.is_empty() && key.chars().all(bare) {
        return f.write_str(key);
    }
    let escaped = key.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    write!(f, "\"{escaped}\"")
}
