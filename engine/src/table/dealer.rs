//! The dealer carries out the verbs on a table: it changes the state, keeps the
//! log, and deals chance. Hooks are not its business; they are run by scripts
//! around it.

use super::{Chance, End, Event, KNOWN_TO_ALL, State, Stream};
use crate::game::{Game, Item, PieceId, SpaceId, Thing, TokenId, VarId, ZoneId};
use crate::package::manifest::VarType;

/// What came out of a step so far: its answers and its chance, in order. A step
/// that had to wait is run again from its start along its tape.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tape {
    entries: Vec<Entry>,
    /// Where chance stood at each of the answers.
    resumes: Vec<Resume>,
    /// How far it has been read.
    at: usize,
    /// How many of the answers have been read.
    answered: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// The option picked, by its place among the options.
    Pick(u32),
    /// Several options picked.
    Picks(Vec<u32>),
    Chance(u32),
}

impl Tape {
    pub fn rewind(&mut self) {
        self.at = 0;
        self.answered = 0;
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.resumes.clear();
        self.rewind();
    }

    /// The next entry that was recorded, if there is one left.
    pub fn read(&mut self) -> Option<&Entry> {
        let entry = self.entries.get(self.at)?;
        self.at += 1;
        self.answered += usize::from(!matches!(entry, Entry::Chance(_)));
        Some(entry)
    }

    /// Records what chance has just given.
    pub fn push_chance(&mut self, number: u32) {
        self.entries.push(Entry::Chance(number));
        self.at = self.entries.len();
    }

    /// Records an answer that has just been given, with where chance stood.
    pub fn push_answer(&mut self, entry: Entry, resume: Resume) {
        self.extend(entry, resume);
        self.at = self.entries.len();
        self.answered = self.resumes.len();
    }

    /// Adds an answer that the next run of the step will come to.
    pub fn extend(&mut self, entry: Entry, resume: Resume) {
        self.entries.push(entry);
        self.resumes.push(resume);
    }

    /// Where chance stood at the answer that was read or recorded last; the state does not say while a tape is read.
    pub fn resume(&self) -> Option<&Resume> {
        self.resumes.get(self.answered.checked_sub(1)?)
    }

    /// How many answers it holds.
    pub fn answers(&self) -> usize {
        self.entries
            .iter()
            .filter(|entry| !matches!(entry, Entry::Chance(_)))
            .count()
    }

    /// Keeps what came before the answer of this number, counted from 0.
    pub fn truncate_answers(&mut self, answers: usize) {
        let mut seen = 0;
        let end = self.entries.iter().position(|entry| {
            let answer = !matches!(entry, Entry::Chance(_));
            seen += usize::from(answer);
            answer && seen > answers
        });
        if let Some(end) = end {
            self.entries.truncate(end);
            self.resumes.truncate(answers);
        }
        self.rewind();
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Chance that is not left to the generator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forced {
    /// Faces of the next dice that are rolled, and of the next random numbers.
    pub rolls: Vec<u32>,
    /// Which of the things left comes next in a shuffle, counted from 1.
    pub picks: Vec<u32>,
}

/// How many of the forced rolls and picks have been used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ForcedUsed {
    pub rolls: u32,
    pub picks: u32,
}

/// Where the generator goes on when a tape is at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume {
    pub chance: Chance,
    pub forced: ForcedUsed,
}

/// A table with somebody who carries out what is done on it.
#[derive(Debug)]
pub struct Dealer {
    pub state: State,
    /// Events since the start, if anybody wants to know.
    pub log: Option<Vec<Event>>,
    pub tape: Tape,
    /// Whether answers and chance are recorded on the tape.
    pub recording: bool,
    pub resume: Option<Resume>,
    pub forced: Forced,
    /// Something that was forced and cannot be.
    pub misfit: Option<String>,
    /// Grows whenever something becomes known that was not: the end of what can be taken back.
    pub news: u32,
}

impl Dealer {
    pub fn new(state: State) -> Dealer {
        Dealer {
            state,
            log: None,
            tape: Tape::default(),
            recording: false,
            resume: None,
            forced: Forced::default(),
            misfit: None,
            news: 0,
        }
    }

    /// A fresh table with the chance of a seed for its setup.
    pub fn reset(&mut self, table: &State, seed: u64) {
        self.state.clone_from(table);
        self.state.chance = Chance::new(seed, Stream::Setup);
        self.tape.clear();
        self.resume = None;
        self.news = 0;
        if let Some(log) = &mut self.log {
            log.clear();
        }
    }

    #[inline]
    pub fn note(&mut self, event: impl FnOnce() -> Event) {
        if let Some(log) = &mut self.log {
            log.push(event());
        }
    }

    /// Where chance stands now.
    pub fn standing(&self) -> Resume {
        Resume {
            chance: self.state.chance.clone(),
            forced: self.state.cursor.forced,
        }
    }

    /// Once the tape is at its end, chance goes on where it was.
    #[inline]
    pub fn end_of_tape(&mut self) {
        if let Some(resume) = self.resume.take() {
            self.state.chance = resume.chance;
            self.state.cursor.forced = resume.forced;
        }
    }

    /// A number below `n`: from the tape, or from the generator.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.chance(n, false)
    }

    fn chance(&mut self, n: u32, roll: bool) -> u32 {
        // What came out is news however often the step is run again.
        self.news += 1;
        if let Some(Entry::Chance(number)) = self.tape.read() {
            return (*number).min(n.saturating_sub(1));
        }
        self.end_of_tape();
        let used = &mut self.state.cursor.forced;
        let (forced, used) = match roll {
            true => (&self.forced.rolls, &mut used.rolls),
            false => (&self.forced.picks, &mut used.picks),
        };
        let number = match forced.get(*used as usize) {
            Some(&wanted) => {
                *used += 1;
                if !(1..=n).contains(&wanted) {
                    self.misfit = Some(format!("{wanted} was forced where only 1 to {n} can come"));
                }
                wanted.clamp(1, n.max(1)) - 1
            }
            None => self.state.chance.below(n),
        };
        if self.recording {
            self.tape.push_chance(number);
        }
        number
    }

    /// Rolls a die and leaves it showing the face.
    #[inline]
    pub fn roll(&mut self, die: PieceId, faces: u32) -> u8 {
        let face = self.chance(faces, true) as u8 + 1;
        self.state.set_face(die, face);
        self.note(|| Event::Rolled { die, face });
        face
    }

    /// A random number from 1 to `of`.
    pub fn draw_number(&mut self, of: u32) -> i32 {
        let number = self.chance(of, true) as i32 + 1;
        self.note(|| Event::Drawn { number, of: of as i32 });
        number
    }

    pub fn turn(&mut self, die: PieceId, face: u8) {
        self.state.set_face(die, face);
        self.note(|| Event::Turned { die, face });
    }

    #[inline]
    pub fn move_piece(&mut self, game: &Game, piece: PieceId, to: SpaceId, end: End) {
        // Whoever plays without a record asks neither for the log nor for what is new.
        if !self.recording && self.log.is_none() {
            self.state.move_piece(game, piece, to, end);
            return;
        }
        let from = self.state.piece(piece).space;
        let known = self.state.piece(piece).known;
        let covered = self.state.below(piece).filter(|_| self.state.top(from) == Some(piece));
        let covered_known = covered.map(|piece| self.state.piece(piece).known);
        self.state.move_piece(game, piece, to, end);
        let seen = self.state.piece(piece).known;
        if seen != known || covered.map(|piece| self.state.piece(piece).known) != covered_known {
            self.news += 1;
        }
        self.note(|| Event::Moved {
            piece,
            from,
            to,
            known: known | seen,
        });
    }

    /// Moves tokens and says how many.
    #[inline]
    pub fn give(&mut self, game: &Game, token: TokenId, from: SpaceId, to: SpaceId, amount: i32) -> i32 {
        let amount = self.state.give(game, token, from, to, amount);
        if amount > 0 {
            self.note(|| Event::Given {
                token,
                from,
                to,
                amount,
            });
        }
        amount
    }

    /// Brings all pieces of a space to another face down, before they are shuffled there.
    pub fn gather(&mut self, game: &Game, from: SpaceId, to: SpaceId) {
        while let Some(piece) = self.state.bottom(from) {
            self.state.slip(game, piece, to);
        }
        self.note(|| Event::Gathered { from, to });
    }

    /// Shuffles the pieces of a space.
    pub fn shuffle(&mut self, game: &Game, space: SpaceId) {
        let mut order: Vec<PieceId> = self.state.pieces_on(space).collect();
        for last in (1..order.len()).rev() {
            let pick = self.below(last as u32 + 1) as usize;
            order.swap(last, pick);
        }
        self.state.reorder(game, space, &order);
        let zone: ZoneId = game.spaces[space.index()].zone;
        self.note(|| Event::Shuffled { zone });
    }

    /// Turns a piece face up for all, or face down for all.
    pub fn flip(&mut self, piece: PieceId, up: bool) {
        let before = self.state.piece(piece).known;
        let known = if up { KNOWN_TO_ALL } else { 0 };
        self.state.set_known(piece, known);
        if up && before != KNOWN_TO_ALL {
            self.news += 1;
        }
        self.note(|| Event::Flipped {
            piece,
            up,
            known: before | known,
        });
    }

    #[inline]
    pub fn set(&mut self, game: &Game, var: VarId, slot: usize, holder: Item, value: i32) {
        let before = self.state.var(slot);
        self.state.set_var(slot, value);
        if self.log.is_some() && before != value {
            let known = match game.vars[var.index()].kind {
                VarType::Piece => self.known_to_seats([Item::from_bits(value as u32)]),
                _ => KNOWN_TO_ALL,
            };
            self.note(|| Event::Set {
                var,
                holder,
                value,
                known,
            });
        }
    }

    /// The seats that know every piece among these things.
    pub fn known_to_seats(&self, items: impl IntoIterator<Item = Item>) -> u16 {
        let pieces = items.into_iter().filter_map(|item| match item.thing() {
            Thing::Piece(piece) => Some(self.state.piece(piece).known),
            _ => None,
        });
        pieces.fold(KNOWN_TO_ALL, |known, seats| known & seats)
    }
}
