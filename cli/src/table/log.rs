//! The log in words: what happened, as far as somebody may know it. Events that
//! belong together become one line.

use houserule_engine::game::{BOX_ZONE, Holders, Item, PieceId, SeatId, SpaceId, VarId};
use houserule_engine::package::manifest::VarType;
use houserule_engine::table::{Event, Eyes, KNOWN_TO_ALL};

use super::contents::{die, named};
use super::{Look, Names};
use crate::output::Ink;
use crate::text::indent_by;

/// Turns events into lines.
#[derive(Debug)]
pub struct Log<'a> {
    pub names: Names<'a>,
    pub eyes: Eyes,
    pub look: Look,
}

/// A line before it is wrapped.
struct Line {
    indent: usize,
    ink: Ink,
    text: String,
}

impl Line {
    fn new(indent: usize, text: impl Into<String>) -> Line {
        Line {
            indent,
            ink: Ink::Plain,
            text: text.into(),
        }
    }

    fn ink(mut self, ink: Ink) -> Line {
        self.ink = ink;
        self
    }
}

/// What happens in a turn stands under it.
const INNER: usize = 4;

impl Log<'_> {
    /// The events from the first round on; how the table was laid is better seen than read.
    pub fn without_setup<'e>(events: impl Iterator<Item = &'e Event>) -> Vec<&'e Event> {
        events
            .skip_while(|event| !matches!(event, Event::Round { .. }))
            .collect()
    }

    /// The lines of the events from this number on, wrapped, without a line end after them.
    pub fn render(&self, events: &[&Event], from: usize) -> String {
        let seen = |events: &[&Event]| -> Vec<Event> {
            let seen = events
                .iter()
                .filter_map(|event| self.eyes.event(self.names.game, event));
            seen.collect()
        };
        let (before, after) = events.split_at(from.min(events.len()));
        let mut events = seen(before);
        let from = events.len();
        events.extend(seen(after));
        let events: Vec<&Event> = events.iter().collect();
        let mut lines: Vec<Line> = Vec::new();
        let mut turn = turn_at(&events, from);
        let mut at = from;
        while at < events.len() {
            let told = events.get(at + 1).is_some_and(|next| tells_move(next, events[at]));
            if told || at > 0 && goes_without_saying(events[at - 1], events[at]) {
                at += 1;
                continue;
            }
            let (line, used) = self.line(&events[at..], &mut turn);
            lines.extend(line);
            at += used;
        }
        drop_bare_headings(&mut lines);
        let drawn = lines.iter().map(|line| {
            let text = indent_by(&line.text, line.indent, line.indent + 2, self.look.width);
            let painted = text.lines().map(|part| self.look.paint.ink(line.ink, part));
            painted.collect::<Vec<_>>().join("\n")
        });
        drawn.collect::<Vec<_>>().join("\n")
    }

    /// The line of the first event, and how many events are told by it.
    fn line(&self, events: &[&Event], turn: &mut Option<SeatId>) -> (Option<Line>, usize) {
        let names = &self.names;
        let inner = |text: String| Some(Line::new(INNER, text));
        let line = match events[0] {
            Event::Round { number } => {
                *turn = None;
                Some(Line::new(0, format!("Round {number}")).ink(Ink::Bold))
            }
            Event::Phase { phase } => {
                *turn = None;
                self.phase(*phase as usize)
            }
            Event::Turn { seat } => {
                *turn = Some(*seat);
                Some(Line::new(2, names.seat(*seat)).ink(Ink::Seat(seat.0)))
            }
            Event::Chose {
                seat,
                prompt,
                about,
                picks,
                known,
            } => {
                let prompt = names.prompt(names.words.text(*prompt), &about.map(|item| names.item(item)));
                inner(self.chose(*seat, *turn, &prompt, picks, *known))
            }
            Event::Rolled { .. } => return self.rolls(events),
            Event::Moved { .. } => return self.moves(events),
            Event::Turned { die: piece, face } => inner(format!("{} turned to {}", names.piece(*piece), die(*face))),
            Event::Gathered { from, to } => inner(format!("all{}", self.way(*from, *to))),
            Event::Shuffled { zone } => inner(format!("{} shuffled", names.place(*zone))),
            Event::Flipped { piece, up, known } => {
                let side = if *up { "face up" } else { "face down" };
                inner(format!("{} turned {side}", self.piece(*piece, *known)))
            }
            Event::Given {
                token,
                from,
                to,
                amount,
            } => inner(format!("{amount} {}{}", names.token(*token), self.way(*from, *to))),
            Event::Set { var, holder, value, .. } => self.set(*var, *holder, *value, *turn).and_then(inner),
            Event::Drawn { number, of } => inner(format!("a random number up to {of}: {number}")),
            Event::Note { word, items, known } => inner(self.note(names.words.text(*word), items, *known)),
            Event::Finished => None,
        };
        (line, 1)
    }

    fn phase(&self, phase: usize) -> Option<Line> {
        let game = self.names.game;
        // The only phase of a game goes without saying.
        let facts = game.phases.get(phase).filter(|_| game.phases.len() > 1)?;
        Some(Line::new(1, game.label(self.names.lang, "phase", &facts.id)).ink(Ink::Dim))
    }

    fn chose(&self, seat: SeatId, turn: Option<SeatId>, prompt: &str, picks: &[Item], known: u16) -> String {
        let names = &self.names;
        let picked: Vec<String> = match known == KNOWN_TO_ALL {
            true => picks.iter().map(|&pick| names.owned(pick, seat)).collect(),
            false => vec!["(unseen)".into()],
        };
        let picked = if picked.is_empty() {
            "none".into()
        } else {
            picked.join(", ")
        };
        match turn {
            Some(turn) if turn == seat => format!("{prompt} → {picked}"),
            _ => format!("{}: {prompt} → {picked}", names.seat(seat)),
        }
    }

    /// A piece by name, or by its kind if it is not seen.
    fn piece(&self, piece: PieceId, known: u16) -> String {
        match known == KNOWN_TO_ALL {
            true => self.names.piece(piece),
            false => {
                let kind = self.names.game.piece(piece).kind;
                format!("{} (unseen)", self.names.kind(&self.names.game.kinds[kind.index()].id))
            }
        }
    }

    /// `: from → to`, without the box it comes from.
    fn way(&self, from: SpaceId, to: SpaceId) -> String {
        let place = |space: SpaceId| match self.names.game.spaces[space.index()].zone {
            BOX_ZONE => self.names.the_box(),
            _ => self.names.space(space),
        };
        match self.names.game.spaces[from.index()].zone {
            BOX_ZONE => format!(" → {}", place(to)),
            _ => format!(": {} → {}", place(from), place(to)),
        }
    }

    /// Dice rolled one after the other, with where each was put at once.
    fn rolls(&self, events: &[&Event]) -> (Option<Line>, usize) {
        let mut told: Vec<(Option<SpaceId>, Vec<String>)> = Vec::new();
        let mut used = 0;
        while let Some(Event::Rolled { die: piece, face }) = events.get(used) {
            used += 1;
            let moved = match events.get(used) {
                Some(Event::Moved { piece: moved, to, .. }) if moved == piece => Some(*to),
                _ => None,
            };
            used += usize::from(moved.is_some());
            let shown = self.rolled(*piece, *face);
            match told.iter_mut().find(|(to, _)| *to == moved) {
                Some((_, dice)) => dice.push(shown),
                None => told.push((moved, vec![shown])),
            }
        }
        let parts = told.iter().map(|(to, dice)| match to {
            Some(to) => format!("{} → {}", dice.join(" "), self.names.space(*to)),
            None => dice.join(" "),
        });
        let text = format!("rolled {}", parts.collect::<Vec<_>>().join(", "));
        (Some(Line::new(INNER, text)), used)
    }

    /// A die by its face, and by its name if there are others.
    fn rolled(&self, piece: PieceId, face: u8) -> String {
        let game = self.names.game;
        let kind = game.piece(piece).kind;
        let several = game
            .components
            .iter()
            .filter(|component| component.kind == kind)
            .count()
            > 1;
        match several || game.piece(piece).owner.is_some() {
            true => format!("{} {}", self.names.piece(piece), die(face)),
            false => die(face),
        }
    }

    /// Pieces that went the same way one after the other.
    fn moves(&self, events: &[&Event]) -> (Option<Line>, usize) {
        let Event::Moved { from, to, .. } = events[0] else {
            return (None, 1);
        };
        let mut counted: Vec<(String, usize)> = Vec::new();
        let mut used = 0;
        while let Some(Event::Moved {
            piece,
            from: other_from,
            to: other_to,
            known,
        }) = events.get(used)
        {
            if (other_from, other_to) != (from, to) {
                break;
            }
            used += 1;
            let name = self.piece(*piece, *known);
            match counted.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => counted.push((name, 1)),
            }
        }
        let pieces = counted.into_iter().map(|(name, count)| match count {
            1 => name,
            count => format!("{count} × {name}"),
        });
        let text = format!("{}{}", pieces.collect::<Vec<_>>().join(", "), self.way(*from, *to));
        (Some(Line::new(INNER, text)), used)
    }

    fn set(&self, var: VarId, holder: Item, value: i32, turn: Option<SeatId>) -> Option<String> {
        let names = &self.names;
        let facts = &names.game.vars[var.index()];
        // What scripts only remember is no news to players.
        let remembered = !facts.told || facts.kind == VarType::Bool && matches!(facts.on, Holders::Pieces(_));
        let text = format!("{}: {}", names.var(&facts.id), names.value(facts.kind, value));
        match facts.on {
            _ if remembered => None,
            Holders::Table => Some(text),
            Holders::Seats if turn.map(Item::from) == Some(holder) => Some(text),
            _ => Some(format!("{}: {text}", names.item(holder))),
        }
    }

    /// A line of a script: its text with the things put in.
    fn note(&self, key: &str, items: &[Item], known: u16) -> String {
        let names = &self.names;
        let name = |&item: &Item| match item == Item::NOTHING && known != KNOWN_TO_ALL {
            true => "(unseen)".into(),
            false => names.item(item),
        };
        let items: Vec<String> = items.iter().map(name).collect();
        let Some(text) = names.game.text(names.lang, "log", key) else {
            return format!("{} {}", names.game.label(names.lang, "log", key), items.join(", "))
                .trim_end()
                .into();
        };
        named(text, &items)
    }
}

/// How many events have been told when all of these are: headings at the end belong to what comes next.
pub fn told(events: &[&Event]) -> usize {
    let heading = |event: &&&Event| matches!(event, Event::Round { .. } | Event::Phase { .. } | Event::Turn { .. });
    events.len() - events.iter().rev().take_while(heading).count()
}

/// Whose turn it is before the event of this number.
fn turn_at(events: &[&Event], at: usize) -> Option<SeatId> {
    let marks = events[..at.min(events.len())].iter().rev();
    let mut marks =
        marks.filter(|event| matches!(event, Event::Round { .. } | Event::Phase { .. } | Event::Turn { .. }));
    match marks.next() {
        Some(Event::Turn { seat }) => Some(*seat),
        _ => None,
    }
}

/// A piece that comes to the space just chosen for it.
fn goes_without_saying(before: &Event, event: &Event) -> bool {
    match (before, event) {
        (Event::Chose { picks, .. }, Event::Moved { to, .. }) => picks[..] == [Item::from(*to)],
        _ => tells_move(before, event),
    }
}

/// A line of a script right before or after a move that names the piece: the script tells it better.
fn tells_move(line: &Event, moved: &Event) -> bool {
    match (line, moved) {
        (Event::Note { items, .. }, Event::Moved { piece, .. }) => items.contains(&Item::from(*piece)),
        _ => false,
    }
}

/// A phase or a turn in which nothing was to be told is left out.
fn drop_bare_headings(lines: &mut Vec<Line>) {
    let mut at = 0;
    while at + 1 < lines.len() {
        let heading = lines[at].indent < INNER && lines[at].indent > 0;
        match heading && lines[at + 1].indent <= lines[at].indent {
            // The heading before it may be bare now.
            true => {
                lines.remove(at);
                at = at.saturating_sub(1);
            }
            false => at += 1,
        }
    }
    while lines.last().is_some_and(|line| line.indent < INNER) {
        lines.pop();
    }
}
