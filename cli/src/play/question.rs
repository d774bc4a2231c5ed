//! A question as people read it: the prompt, and the options with their numbers.

use std::collections::BTreeMap;

use houserule_engine::game::{SpaceId, Thing};
use houserule_engine::script::Pending;
use houserule_engine::table::State;

use super::answer::{Choices, amount};
use crate::output::Ink;
use crate::table::{Look, Names};
use crate::text::{indent_by, pad, wide};

/// More options than this stand side by side, if they are short enough.
const ONE_A_LINE: usize = 12;
/// The space between options side by side.
const GAP: usize = 3;

/// A question that waits.
#[derive(Debug)]
pub struct Asked<'a> {
    pub names: Names<'a>,
    pub pending: &'a Pending,
    pub choices: Choices,
}

impl<'a> Asked<'a> {
    pub fn new(names: Names<'a>, pending: &'a Pending, state: &State, keys: Vec<String>) -> Asked<'a> {
        let labels = pending.options.iter().map(|&option| match option.thing() {
            Thing::Payment(way) => names.game.word_label(names.lang, &pending.payments.key(way as usize)),
            // What the seat does not know is told apart by its key.
            Thing::Piece(piece) if !state.knows(pending.ask.seat, piece) => {
                let kind = names.game.piece(piece).kind;
                names.kind(&names.game.kinds[kind.index()].id)
            }
            _ => names.item(option),
        });
        let mut labels: Vec<String> = labels.collect();
        tell_apart(&names, state, &pending.options, &mut labels);
        let number = |option: &houserule_engine::game::Item| matches!(option.thing(), Thing::Number(_));
        let choices = Choices {
            labels,
            keys,
            min: pending.ask.min as usize,
            max: pending.ask.max as usize,
            numbers: pending.options.iter().all(number),
        };
        Asked {
            names,
            pending,
            choices,
        }
    }

    /// The numbers of options that are spaces, to be written into the picture of the table.
    pub fn marks(&self) -> BTreeMap<SpaceId, String> {
        let options = self.pending.options.iter().enumerate();
        let spaces = options.filter_map(|(index, option)| match option.thing() {
            Thing::Space(space) => Some((space, (index + 1).to_string())),
            _ => None,
        });
        spaces.collect()
    }

    /// The prompt and the options, without a line end after them.
    pub fn draw(&self, look: Look) -> String {
        let names = &self.names;
        let mut prompt = names.prompt(names.words.text(self.pending.ask.prompt));
        let (min, max) = (self.choices.min, self.choices.max);
        if (min, max) != (1, 1) {
            prompt += &format!(" (choose {})", amount(min, max));
        }
        let seat = self.pending.ask.seat;
        let prompt = indent_by(&format!("{}: {prompt}", names.seat(seat)), 0, 2, look.width);
        let prompt = look.paint.ink(Ink::Accent, look.paint.bold(prompt));
        format!("{prompt}\n{}", self.options(look))
    }

    fn options(&self, look: Look) -> String {
        if self.choices.numbers {
            return indent_by(&self.choices.keys.join("  "), 2, 2, look.width);
        }
        let digits = self.choices.keys.len().to_string().len();
        let entries: Vec<(String, String)> = (0..self.choices.keys.len())
            .map(|pick| (format!("{:>digits$}", pick + 1), self.entry(pick)))
            .collect();
        // A number, a space, the name, and a gap to the next.
        let steps = entries.iter().map(|(_, text)| digits + 1 + wide(text) + GAP);
        let room = look.width.saturating_sub(2);
        if steps.clone().sum::<usize>() <= room {
            return format!("  {}", self.side_by_side(&entries, 0, look));
        }
        let widest = steps.max().unwrap_or(1);
        let columns = room / widest;
        if entries.len() > ONE_A_LINE && columns > 1 {
            let names = widest - GAP - digits - 1;
            let lines = entries
                .chunks(columns)
                .map(|row| format!("  {}", self.side_by_side(row, names, look)));
            return lines.collect::<Vec<_>>().join("\n");
        }
        let lines = entries.iter().map(|(number, text)| {
            let text = indent_by(text, 0, digits + 5, look.width.saturating_sub(digits + 3));
            format!("  {} {text}", look.paint.ink(Ink::Accent, number))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn side_by_side(&self, entries: &[(String, String)], width: usize, look: Look) -> String {
        let entries = entries
            .iter()
            .map(|(number, text)| format!("{} {}", look.paint.ink(Ink::Accent, number), pad(text, width)));
        entries
            .collect::<Vec<_>>()
            .join(&" ".repeat(GAP))
            .trim_end()
            .to_string()
    }

    /// The name of an option, with its key where it could not be guessed.
    fn entry(&self, pick: usize) -> String {
        let (key, label) = (&self.choices.keys[pick], &self.choices.labels[pick]);
        let guessed = label.to_lowercase().replace(' ', "-");
        match guessed == key.to_lowercase() || label.is_empty() {
            true if label.is_empty() => key.clone(),
            true => label.clone(),
            false => format!("{label} ({key})"),
        }
    }
}

/// Pieces of one name are told apart by where they lie.
fn tell_apart(names: &Names, state: &State, options: &[houserule_engine::game::Item], labels: &mut [String]) {
    let before = labels.to_vec();
    for (index, option) in options.iter().enumerate() {
        let Thing::Piece(piece) = option.thing() else { continue };
        if before.iter().filter(|label| **label == before[index]).count() > 1 {
            labels[index] += &format!(", {}", names.space(state.piece(piece).space));
        }
    }
}
