//! Reads playthroughs line by line and gathers what is wrong with any of them.
//! The grammar of a line is in `playthrough.pest`.

use std::ops::Range;
use std::str::FromStr;

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

use super::{Header, Line, LineKind, Playthrough};
use crate::build::unescape;
use crate::error::{SyntaxError, either};

#[derive(Debug, Parser)]
#[grammar = "playthrough.pest"]
struct LineParser;

/// The header's keys, in the order they are written, with an example; the first four cannot be left out.
const KEYS: [(&str, Rule, &str); 7] = [
    ("game", Rule::game, "game: sample 1.0.0 8f3a12"),
    ("players", Rule::players, "players: 2"),
    ("seats", Rule::seats, "seats: 1=human, 2=random"),
    ("seed", Rule::seed, "seed: 42"),
    ("layers", Rule::layers, "layers: long-game"),
    ("options", Rule::options, "options: extra=yes"),
    ("lang", Rule::lang, "lang: en"),
];
const REQUIRED: usize = 4;

const EVENTS: [(&str, Rule); 3] = [("roll", Rule::roll), ("pick", Rule::pick), ("result", Rule::result)];

pub(super) fn read(text: &str) -> Result<Playthrough, Vec<SyntaxError>> {
    let mut reader = Reader::default();
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let source = Source {
            text: line.strip_suffix('\n').unwrap_or(line),
            start,
            number: index + 1,
        };
        if !source.is_blank() {
            reader.line(&source);
        }
        start += line.len();
    }
    reader.finish(text.trim_end().len())
}

/// A line of the file.
struct Source<'t> {
    text: &'t str,
    start: usize,
    number: usize,
}

impl<'t> Source<'t> {
    fn trimmed(&self) -> &'t str {
        self.text
            .trim_start_matches([' ', '\t', '\r', '\u{FEFF}'])
            .trim_end_matches([' ', '\t', '\r'])
    }

    fn is_blank(&self) -> bool {
        self.trimmed().is_empty() || self.trimmed().starts_with('#')
    }

    /// What the line is about: the text up to the first space or sign.
    fn first_word(&self) -> &'t str {
        let text = self.trimmed();
        let end = text.find(|c: char| c.is_whitespace() || matches!(c, ':' | '#' | '"' | ','));
        &text[..end.unwrap_or(text.len())]
    }

    /// The line from its first to its last visible character.
    fn span(&self) -> Range<usize> {
        let before = self.text.len() - self.text.trim_start_matches([' ', '\t', '\r', '\u{FEFF}']).len();
        let start = self.start + before;
        start..start + self.trimmed().len()
    }

    fn word_span(&self) -> Range<usize> {
        let start = self.span().start;
        start..start + self.first_word().len()
    }

    fn begins_with_number(&self) -> bool {
        self.trimmed().starts_with(|c: char| c.is_ascii_digit())
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Title,
    Header,
    Game,
}

#[derive(Default)]
struct Reader {
    part: Part,
    header: Header,
    seen: Vec<&'static str>,
    lines: Vec<Line>,
    errors: Vec<SyntaxError>,
}

impl Reader {
    fn line(&mut self, source: &Source<'_>) {
        match self.part {
            Part::Title => {
                self.part = Part::Header;
                self.title(source);
            }
            Part::Header => self.header_line(source),
            Part::Game => self.event(source),
        }
    }

    fn title(&mut self, source: &Source<'_>) {
        let Ok(mut pairs) = LineParser::parse(Rule::title, source.text) else {
            let error = SyntaxError::new("expected `houserule playthrough 1` on the first line", source.span());
            self.errors.push(error);
            if header_key(source.first_word()).is_some() {
                self.header_line(source);
            }
            return;
        };
        let format = pairs.next().and_then(|title| title.into_inner().next());
        if let Some(format) = format.filter(|format| format.as_str() != "1") {
            let span = format.as_span();
            self.errors.push(SyntaxError::new(
                format!("this is format {} of playthroughs; only 1 is known", format.as_str()),
                source.start + span.start()..source.start + span.end(),
            ));
        }
    }

    fn header_line(&mut self, source: &Source<'_>) {
        if LineParser::parse(Rule::divider, source.text).is_ok() {
            self.begin_game(source.span());
            return;
        }
        let word = source.first_word();
        if source.begins_with_number() || EVENTS.iter().any(|(event, _)| *event == word) {
            let error = SyntaxError::new("expected `---` between the header and the game", source.span());
            self.errors.push(error);
            self.begin_game(source.span());
            self.event(source);
            return;
        }
        let Some((key, rule)) = header_key(word) else {
            let error = SyntaxError::new(format!("the header has no key `{word}`"), source.word_span());
            let keys = KEYS.iter().map(|(key, ..)| *key);
            self.errors.push(error.did_you_mean(word, keys));
            return;
        };
        if self.seen.contains(&key) {
            let error = SyntaxError::new(format!("`{key}` stands in the header twice"), source.word_span());
            self.errors.push(error);
            return;
        }
        self.seen.push(key);
        if let Some(mut values) = self.parse(rule, source) {
            self.set(rule, &mut values);
        }
    }

    fn set(&mut self, rule: Rule, values: &mut Values<'_, '_>) {
        let header = &mut self.header;
        match rule {
            Rule::game => {
                header.game = values.key();
                header.version = values.key();
                header.hash = values.key();
            }
            Rule::layers => header.layers = values.keys(),
            Rule::options => header.options = values.each(|option| (option.key(), option.key())),
            Rule::players => header.players = values.number(),
            Rule::seats => header.seats = values.each(|seat| (seat.number(), seat.key())),
            Rule::seed => header.seed = values.number(),
            _ => header.lang = Some(values.key()),
        }
        self.errors.append(&mut values.errors);
    }

    /// The header has ended; what it lacks is reported at the line that ends it.
    fn begin_game(&mut self, end: Range<usize>) {
        self.part = Part::Game;
        for (key, _, example) in &KEYS[..REQUIRED] {
            if !self.seen.contains(key) {
                self.errors.push(
                    SyntaxError::new(format!("the header has no `{key}`"), end.clone())
                        .help(format!("add a line such as `{example}`")),
                );
            }
        }
    }

    fn event(&mut self, source: &Source<'_>) {
        let word = source.first_word();
        let event = EVENTS.iter().find(|(event, _)| *event == word).map(|(_, rule)| *rule);
        let rule = match event {
            Some(rule) => rule,
            None if source.begins_with_number() => Rule::decision,
            None => {
                let error = SyntaxError::new(
                    "expected a decision such as `1 town: harbour`, or `roll`, `pick` or `result`",
                    source.word_span(),
                );
                let events = EVENTS.iter().map(|(event, _)| *event);
                self.errors.push(error.did_you_mean(word, events));
                return;
            }
        };
        let Some(mut values) = self.parse(rule, source) else {
            return;
        };
        let kind = match rule {
            Rule::roll => LineKind::Roll(values.numbers()),
            Rule::pick => LineKind::Pick(values.keys()),
            Rule::result => LineKind::Result(values.key()),
            _ => LineKind::Decision {
                seat: values.number(),
                prompt: values.key(),
                answer: values.keys(),
            },
        };
        self.errors.append(&mut values.errors);
        self.lines.push(Line {
            number: source.number,
            kind,
        });
    }

    fn parse<'t, 's>(&mut self, rule: Rule, source: &'s Source<'t>) -> Option<Values<'t, 's>> {
        match LineParser::parse(rule, source.text) {
            Ok(mut pairs) => pairs.next().map(|pair| Values::of(pair, source)),
            Err(error) => {
                self.errors.push(explain(&error, source));
                None
            }
        }
    }

    fn finish(mut self, end: usize) -> Result<Playthrough, Vec<SyntaxError>> {
        match self.part {
            Part::Title => {
                let message = "expected `houserule playthrough 1` on the first line";
                self.errors.push(SyntaxError::new(message, end..end));
            }
            Part::Header => {
                self.errors
                    .push(SyntaxError::new("expected `---` after the header", end..end));
                self.begin_game(end..end);
            }
            Part::Game => {}
        }
        if self.errors.is_empty() {
            Ok(Playthrough {
                header: self.header,
                lines: self.lines,
            })
        } else {
            Err(self.errors)
        }
    }
}

fn header_key(word: &str) -> Option<(&'static str, Rule)> {
    let found = KEYS.iter().find(|(key, ..)| *key == word);
    found.map(|(key, rule, _)| (*key, *rule))
}

/// The words of a line without its signs, taken from the left.
struct Values<'t, 's> {
    pairs: std::vec::IntoIter<Pair<'t, Rule>>,
    source: &'s Source<'t>,
    errors: Vec<SyntaxError>,
}

impl<'t, 's> Values<'t, 's> {
    fn of(pair: Pair<'t, Rule>, source: &'s Source<'t>) -> Self {
        let is_sign = |rule| matches!(rule, Rule::comma | Rule::colon | Rule::equals | Rule::EOI);
        let pairs: Vec<_> = pair.into_inner().filter(|pair| !is_sign(pair.as_rule())).collect();
        Self {
            pairs: pairs.into_iter(),
            source,
            errors: Vec::new(),
        }
    }

    /// The grammar has counted the words of the line: there is always one where one is asked for.
    fn next(&mut self) -> Pair<'t, Rule> {
        match self.pairs.next() {
            Some(pair) => pair,
            None => unreachable!("the grammar matched a line with too few words"),
        }
    }

    fn refuse(&mut self, message: &str, at: Range<usize>, help: Option<&str>) {
        let error = SyntaxError::new(message, self.source.start + at.start..self.source.start + at.end);
        self.errors.push(match help {
            Some(help) => error.help(help),
            None => error,
        });
    }

    fn number<T: FromStr + Default>(&mut self) -> T {
        let pair = self.next();
        pair.as_str().parse().unwrap_or_else(|_| {
            let span = pair.as_span();
            self.refuse("this number is too large", span.start()..span.end(), None);
            T::default()
        })
    }

    fn numbers(&mut self) -> Vec<i64> {
        let mut numbers = Vec::with_capacity(self.pairs.len());
        while self.pairs.len() > 0 {
            numbers.push(self.number());
        }
        numbers
    }

    fn key(&mut self) -> String {
        let pair = self.next();
        let text = pair.as_str();
        if !text.starts_with('"') {
            return text.to_owned();
        }
        unescape(text).unwrap_or_else(|at| {
            let start = pair.as_span().start() + at;
            let escaped = text[at + 1..].chars().next().map_or(0, char::len_utf8);
            let help = "a key knows `\\\"`, `\\\\` and `\\n`";
            self.refuse("this escape is unknown", start..start + 1 + escaped, Some(help));
            String::new()
        })
    }

    fn keys(&mut self) -> Vec<String> {
        let mut keys = Vec::with_capacity(self.pairs.len());
        while self.pairs.len() > 0 {
            keys.push(self.key());
        }
        keys
    }

    /// For words that consist of words: `1=human`.
    fn each<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut all = Vec::with_capacity(self.pairs.len());
        while self.pairs.len() > 0 {
            let mut inner = Self::of(self.next(), self.source);
            all.push(read(&mut inner));
            self.errors.append(&mut inner.errors);
        }
        all
    }
}

fn explain(error: &pest::error::Error<Rule>, source: &Source<'_>) -> SyntaxError {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rest = source.text[at..].trim_end_matches([' ', '\t', '\r']);
    let start = source.start + at;
    if rest.starts_with('"') {
        return SyntaxError::new("this `\"` is never closed", start..start + 1);
    }
    let mut expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.clone(),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    expected.sort_by_key(|rule| *rule == Rule::EOI);
    let titles: Vec<&str> = expected.iter().map(|rule| title(*rule)).collect();
    let message = match titles.as_slice() {
        [] => "this line cannot be read".to_owned(),
        titles => format!("expected {}", either(titles)),
    };
    let end = rest.find([' ', '\t', ',', '#']).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let error = SyntaxError::new(message, start..start + end.max(first));
    let strange = rest
        .chars()
        .next()
        .is_some_and(|c| !super::is_bare(c) && !",#".contains(c));
    if strange {
        error.help("a key with other signs than letters, digits and `_.@=+*/:[]-` stands in double quotes")
    } else {
        error
    }
}

/// What a rule is called in a message.
fn title(rule: Rule) -> &'static str {
    match rule {
        Rule::EOI => "the end of the line",
        Rule::game_id => "the game's id",
        Rule::game_version => "the game's version",
        Rule::game_hash => "the game's hash",
        Rule::option => "an option such as `extra=yes`",
        Rule::option_name => "an option's name",
        Rule::seat => "a seat and its agent such as `1=human`",
        Rule::prompt => "the prompt that is answered",
        Rule::number | Rule::format => "a number",
        Rule::face => "the number of a roll",
        Rule::key => "a key",
        Rule::comma => "`,`",
        Rule::colon => "`:`",
        Rule::equals => "`=`",
        _ => "a line of a playthrough",
    }
}
