//! Pictures of a table, made from what one seat sees and from the facts of its
//! game alone: grids as boards, tracks as lines, everything else as tables.

mod about;
mod contents;
mod grid;
mod holders;
mod log;
mod path;
mod result;
mod spread;
mod track;

use std::collections::BTreeMap;

use houserule_engine::game::{BOX_ZONE, Game, Holder, SeatId, SpaceId, Words, ZoneId};
use houserule_engine::package::manifest::{Show, Visible, ZoneKind};
use houserule_engine::table::{Stage, State, View, ViewSpace};

pub use about::about;
pub use contents::Names;
pub use log::{Log, told};
pub use result::final_result;

use crate::output::Paint;
use crate::text::indent_by;

/// How pictures are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub width: usize,
    pub paint: Paint,
}

/// A table as somebody sees it.
#[derive(Debug)]
pub struct Picture<'a> {
    names: Names<'a>,
    view: View,
    seat: Option<SeatId>,
    scores: Option<Vec<i64>>,
    over: bool,
    look: Look,
    /// What is written into empty spaces: the numbers of options.
    marks: BTreeMap<SpaceId, String>,
}

impl<'a> Picture<'a> {
    /// The table as a seat sees it, or as an onlooker does.
    pub fn of(names: Names<'a>, state: &State, seat: Option<SeatId>, look: Look) -> Picture<'a> {
        let game = names.game;
        let over = state.cursor.stage == Stage::Over;
        let scores = houserule_engine::flow::scores(game, state).ok().flatten();
        Picture {
            names,
            view: View::of(game, state, seat),
            seat,
            // A score could tell what is in a hidden hand.
            scores: scores.filter(|_| over || !has_secrets(game)),
            over,
            look,
            marks: BTreeMap::new(),
        }
    }

    /// Writes the numbers of options into the spaces they stand for.
    #[must_use]
    pub fn marked(mut self, marks: BTreeMap<SpaceId, String>) -> Picture<'a> {
        self.marks = marks;
        self
    }

    fn game(&self) -> &'a Game {
        self.names.game
    }

    /// What lies on a space.
    fn on(&self, space: SpaceId) -> Option<&ViewSpace> {
        self.view.spaces.iter().find(|seen| seen.space == Some(space))
    }

    /// The whole picture, without a line end after it.
    pub fn draw(&self) -> String {
        let mut parts = vec![self.heading()];
        let game = self.game();
        let zones = (0..game.zones.len() as u16).map(ZoneId);
        let zones = zones.filter(|&zone| zone != BOX_ZONE && game.zone(zone).holder == Holder::Table);
        let (counted, drawn): (Vec<ZoneId>, Vec<ZoneId>) =
            zones.partition(|&zone| game.family_of(zone).show == Show::Count);
        parts.extend(drawn.into_iter().filter_map(|zone| self.zone(zone)));
        parts.extend(self.counts(&counted));
        parts.extend(self.table_vars());
        parts.extend(self.seats());
        parts.join("\n")
    }

    /// The zones of which only the number of pieces is told, in one line.
    fn counts(&self, zones: &[ZoneId]) -> Option<String> {
        let told = |&zone: &ZoneId| {
            let count = self.contents(zone);
            (!count.is_empty()).then(|| format!("{}: {count}", self.names.zone(zone)))
        };
        let told: Vec<String> = zones.iter().filter_map(told).collect();
        (!told.is_empty()).then(|| indent_by(&told.join(" · "), 0, 2, self.look.width))
    }

    fn heading(&self) -> String {
        let names = &self.names;
        if self.over {
            return self.look.paint.bold("The end");
        }
        let mut words = vec![format!("Round {}", self.view.round)];
        if !self.view.phase.is_empty() {
            words.push(names.game.label(names.lang, "phase", &self.view.phase));
        }
        if let Some(active) = self.view.active {
            words.push(format!("turn of {}", names.seat(SeatId(active - 1))));
        }
        self.look.paint.bold(words.join(" · "))
    }

    /// A zone of the table, unless nothing lies there.
    fn zone(&self, zone: ZoneId) -> Option<String> {
        match self.game().zone(zone).kind {
            ZoneKind::Grid => Some(self.grid(zone)),
            ZoneKind::Path if self.has_symbols(zone) => Some(self.path(zone)),
            ZoneKind::Track | ZoneKind::Path => Some(self.track(zone)),
            ZoneKind::Pool | ZoneKind::Stack | ZoneKind::Row => self.plain_zone(zone),
        }
    }

    fn plain_zone(&self, zone: ZoneId) -> Option<String> {
        if self.game().family_of(zone).show == Show::Nothing {
            return None;
        }
        if let Some(table) = self.carriers(zone) {
            return Some(format!("{}\n{table}", self.title(zone)));
        }
        if let Some(lines) = self.explained(zone) {
            return Some(format!("{}\n{lines}", self.title(zone)));
        }
        let contents = self.contents(zone);
        let text = format!("{}: {contents}", self.names.zone(zone));
        (!contents.is_empty()).then(|| indent_by(&text, 0, 4, self.look.width))
    }

    /// The name of a zone above its picture.
    fn title(&self, zone: ZoneId) -> String {
        let name = self.names.zone(zone);
        let mut letters = name.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

/// Whether a seat sees anything that others do not see.
pub fn has_private(game: &Game) -> bool {
    let private = |visible: Visible| visible == Visible::Owner;
    game.families.iter().any(|family| private(family.visible)) || game.vars.iter().any(|var| private(var.visible))
}

/// Whether there is anything that somebody does not see.
fn has_secrets(game: &Game) -> bool {
    let hidden = |visible: Visible| matches!(visible, Visible::Owner | Visible::None);
    game.families.iter().any(|family| hidden(family.visible)) || game.vars.iter().any(|var| hidden(var.visible))
}

/// The words of a game in a language, with those that scripts added in play.
pub fn names<'a>(game: &'a Game, words: &'a Words, lang: &'a str) -> Names<'a> {
    Names { game, words, lang }
}
