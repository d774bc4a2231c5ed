//! A question as people read it: the prompt, and the options with their numbers.

use std::collections::BTreeMap;

use houserule_engine::game::{Component, Holder, Item, SeatId, SpaceId, Thing};
use houserule_engine::script::Pending;
use houserule_engine::table::State;

use super::answer::{Choices, amount};
use crate::output::Ink;
use crate::table::{Look, Names};
use crate::text::{indent_by, pad, wide};

/// More options than this stand side by side, if they are short enough.
const ONE_A_LINE: usize = 12;
/// The space between options in a line, and between columns of them.
const GAP: usize = 3;
const COLUMN_GAP: usize = 2;

/// A question that waits.
#[derive(Debug)]
pub struct Asked<'a> {
    pub names: Names<'a>,
    pub pending: &'a Pending,
    pub choices: Choices,
    /// Which of the options the seat knows.
    known: Vec<bool>,
    /// What the prompt names.
    about: Vec<String>,
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
        let seat = pending.ask.seat;
        tell_apart(&names, state, seat, &pending.options, &mut labels);
        let knows = |item: &Item| match item.thing() {
            Thing::Piece(piece) => state.knows(seat, piece),
            _ => true,
        };
        let known = pending.options.iter().map(knows).collect();
        let about = pending.ask.about.iter().map(|item| match (knows(item), item.thing()) {
            (false, Thing::Piece(piece)) => names.kind(&names.game.kinds[names.game.piece(piece).kind.index()].id),
            (_, Thing::Piece(piece)) => names.with_owner(names.item(*item), state.side(names.game, piece), seat),
            _ => names.item(*item),
        });
        let about = about.collect();
        let number = |option: &Item| matches!(option.thing(), Thing::Number(_));
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
            known,
            about,
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
        let mut prompt = names.prompt(names.words.text(self.pending.ask.prompt), &self.about);
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
        let many = self.choices.keys.len() > ONE_A_LINE;
        let entries: Vec<(String, String)> = (0..self.choices.keys.len())
            .map(|pick| (format!("{:>digits$}", pick + 1), self.entry(pick, many)))
            .collect();
        if many {
            return self.in_columns(&entries, digits, look);
        }
        // A number, a space, the name, and a gap to the next.
        let steps = entries.iter().map(|(_, text)| digits + 1 + wide(text) + GAP);
        let room = look.width.saturating_sub(2);
        if steps.clone().sum::<usize>() <= room {
            return format!("  {}", self.side_by_side(&entries, 0, GAP, look));
        }
        self.one_a_line(&entries, digits, look)
    }

    fn one_a_line(&self, entries: &[(String, String)], digits: usize, look: Look) -> String {
        let lines = entries.iter().map(|(number, text)| {
            let text = indent_by(text, 0, digits + 5, look.width.saturating_sub(digits + 3));
            format!("  {} {text}", look.paint.ink(Ink::Accent, number))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Many options: side by side in columns, those that say what they do in lines of their own.
    fn in_columns(&self, entries: &[(String, String)], digits: usize, look: Look) -> String {
        let room = look.width.saturating_sub(2);
        let long = |pick: usize| self.explained(pick).is_some();
        let names = (0..entries.len()).filter(|&pick| !long(pick));
        let widest = names.map(|pick| wide(&entries[pick].1)).max().unwrap_or(0);
        let columns = ((room + COLUMN_GAP) / (digits + 1 + widest + COLUMN_GAP)).max(1);
        let mut lines = Vec::new();
        let mut pick = 0;
        while pick < entries.len() {
            let alike = (pick..entries.len()).take_while(|&other| long(other) == long(pick));
            let group = &entries[pick..pick + alike.count()];
            match long(pick) || columns == 1 {
                true => lines.push(self.one_a_line(group, digits, look)),
                false => lines.extend(
                    group
                        .chunks(columns)
                        .map(|row| format!("  {}", self.side_by_side(row, widest, COLUMN_GAP, look))),
                ),
            }
            pick += group.len();
        }
        lines.join("\n")
    }

    fn side_by_side(&self, entries: &[(String, String)], width: usize, gap: usize, look: Look) -> String {
        let entries = entries
            .iter()
            .map(|(number, text)| format!("{} {}", look.paint.ink(Ink::Accent, number), pad(text, width)));
        entries
            .collect::<Vec<_>>()
            .join(&" ".repeat(gap))
            .trim_end()
            .to_string()
    }

    /// The name of an option, with its key where several have that name, and with what it does. Of many, the short form if there
    /// is one.
    fn entry(&self, pick: usize, many: bool) -> String {
        let (key, label) = (&self.choices.keys[pick], &self.choices.labels[pick]);
        let alike = self.choices.labels.iter().filter(|other| *other == label).count();
        let name = match (label.is_empty(), alike) {
            (true, _) => key.clone(),
            (_, 1) => label.clone(),
            _ => format!("{label} ({key})"),
        };
        match self.detail(pick, many) {
            Some(detail) => format!("{name}: {detail}"),
            None => name,
        }
    }

    /// What an option does, if it is a piece that the seat knows.
    fn detail(&self, pick: usize, many: bool) -> Option<&str> {
        let component = self.component(pick)?;
        let (game, lang) = (self.names.game, self.names.lang);
        let (short, about) = (game.short(lang, component), game.about(lang, component));
        if many { short.or(about) } else { about.or(short) }
    }

    /// What an option does, if there is no short form of it.
    fn explained(&self, pick: usize) -> Option<&str> {
        let component = self.component(pick)?;
        let (game, lang) = (self.names.game, self.names.lang);
        game.about(lang, component)
            .filter(|_| game.short(lang, component).is_none())
    }

    /// The component of an option that is a piece, if the seat knows it.
    fn component(&self, pick: usize) -> Option<&'a Component> {
        match self.pending.options[pick].thing() {
            Thing::Piece(piece) if self.known[pick] => Some(self.names.game.component_of(piece)),
            _ => None,
        }
    }
}

/// Pieces are told apart by whose they are and where they lie. What belongs to others than the asked seat always says so.
fn tell_apart(names: &Names, state: &State, asked: SeatId, options: &[Item], labels: &mut [String]) {
    let before = labels.to_vec();
    let alone = names.game.seats.len() == 1;
    let alike = |index: usize| before.iter().filter(|label| **label == before[index]).count() > 1;
    for (index, option) in options.iter().enumerate() {
        let Thing::Piece(piece) = option.thing() else { continue };
        let space = state.piece(piece).space;
        let zone = names.game.spaces[space.index()].zone;
        let seat = state.side(names.game, piece).or(names.game.seat_of_zone(zone));
        // What carries nothing itself stands somewhere; what carries others is a place.
        let carries = !names.game.piece(piece).zones.is_empty();
        let on_piece = !carries && matches!(names.game.zone(zone).holder, Holder::Piece(_));
        let whose = seat.filter(|&seat| !alone && (seat != asked || alike(index) || on_piece));
        let at = on_piece || (seat.is_none() && alike(index));
        let more = [whose.map(|seat| names.seat(seat)), at.then(|| names.space(space))];
        let more: Vec<String> = more.into_iter().flatten().collect();
        if !more.is_empty() {
            labels[index] += &format!(" ({})", more.join(", "));
        }
    }
}
