//! What lies in a zone, in words, and what things are called.

use houserule_engine::game::{Component, Game, Holder, Item, PieceId, SeatId, SpaceId, Thing, TokenId, Words, ZoneId};
use houserule_engine::package::manifest::{Show, VarType, ZoneKind};
use houserule_engine::table::{ViewPiece, ViewSpace};

use super::Picture;
use crate::output::Ink;
use crate::text::{Cell, Columns, TIED};

/// The names of things in a language.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    pub game: &'a Game,
    pub words: &'a Words,
    pub lang: &'a str,
}

impl Names<'_> {
    pub fn seat(&self, seat: SeatId) -> String {
        self.game.seat_label(self.lang, seat)
    }

    pub fn item(&self, item: Item) -> String {
        match item.thing() {
            Thing::Space(space) => self.space(space),
            Thing::Zone(zone) => self.place(zone),
            _ => self.game.item_label(self.lang, self.words, item),
        }
    }

    pub fn piece(&self, piece: PieceId) -> String {
        self.item(piece.into())
    }

    pub fn token(&self, token: TokenId) -> String {
        self.item(token.into())
    }

    pub fn kind(&self, id: &str) -> String {
        self.game.label(self.lang, "piece", id)
    }

    pub fn var(&self, id: &str) -> String {
        self.game.label(self.lang, "var", id)
    }

    /// The name of a zone without that of its holder.
    pub fn zone(&self, zone: ZoneId) -> String {
        self.game.label(self.lang, "zone", &self.game.family_of(zone).id)
    }

    pub fn the_box(&self) -> String {
        let text = self.game.text(self.lang, "zone", "box");
        text.unwrap_or("the box").to_string()
    }

    /// A zone with its holder: `Player 1 (hand)`.
    pub fn place(&self, zone: ZoneId) -> String {
        match self.game.zone(zone).holder {
            Holder::Table => self.zone(zone),
            Holder::Seat(seat) => format!("{} ({})", self.seat(seat), self.zone(zone)),
            // What carries one zone only is a place itself.
            Holder::Piece(piece) if self.game.piece(piece).zones.len() == 1 => self.piece(piece),
            Holder::Piece(piece) => format!("{} ({})", self.piece(piece), self.zone(zone)),
        }
    }

    /// A thing, and whose it is if it is not the seat's own: `Pawn (Player 2)`.
    pub fn owned(&self, item: Item, seat: SeatId) -> String {
        let owner = match item.thing() {
            Thing::Piece(piece) => self.game.piece(piece).owner,
            _ => None,
        };
        self.with_owner(self.item(item), owner, seat)
    }

    /// The name of a thing, with its owner if that is somebody else.
    pub fn with_owner(&self, name: String, owner: Option<SeatId>, seat: SeatId) -> String {
        match owner.filter(|&owner| owner != seat) {
            Some(owner) => format!("{name} ({})", self.seat(owner)),
            None => name,
        }
    }

    pub fn space(&self, space: SpaceId) -> String {
        let facts = &self.game.spaces[space.index()];
        let zone = self.game.zone(facts.zone);
        match zone.kind {
            _ if zone.spaces == 1 => self.place(facts.zone),
            ZoneKind::Grid => self.game.space_key(space),
            ZoneKind::Track => format!("{} {}", self.place(facts.zone), facts.index),
            _ => format!("{} {}", self.place(facts.zone), facts.index + 1),
        }
    }

    /// The prompt of a question, with the things it names.
    pub fn prompt(&self, key: &str, about: &[String]) -> String {
        named(&self.game.label(self.lang, "prompt", key), about)
    }

    /// The value of a variable.
    pub fn value(&self, kind: VarType, value: i32) -> String {
        match kind {
            VarType::Int => value.to_string(),
            VarType::Bool if value == 0 => "no".into(),
            VarType::Bool => "yes".into(),
            VarType::Seat | VarType::Piece | VarType::Space | VarType::Token => match Item::from_bits(value as u32) {
                Item::NOTHING => "–".into(),
                item => self.item(item),
            },
        }
    }
}

/// A text with `{1}`, `{2}` … replaced.
pub(super) fn named(text: &str, items: &[String]) -> String {
    let numbered = items.iter().enumerate();
    numbered.fold(text.to_string(), |text, (index, item)| {
        text.replace(&format!("{{{}}}", index + 1), item)
    })
}

/// The one or two characters that stand for a piece, if it has some: each seat may have its own.
pub(super) fn symbol(component: &Component, owner: Option<u8>) -> Option<&str> {
    let seat = owner.map_or(0, |owner| usize::from(owner.saturating_sub(1)));
    let count = component.symbol.len().max(1);
    component.symbol.get(seat % count).map(String::as_str)
}

impl Picture<'_> {
    /// Everything in a zone: `[3] [5], 2 × card, 3 coin`; empty if nothing is there, or if it is not shown.
    pub(super) fn contents(&self, zone: ZoneId) -> String {
        match self.game().family_of(zone).show {
            Show::Nothing => return String::new(),
            Show::Count => return self.count(zone),
            Show::Symbols => return self.symbols(zone).join(&TIED.to_string()),
            Show::Full | Show::Names => {}
        }
        let spaces = self.game().spaces_of(zone);
        let seen: Vec<String> = spaces
            .filter_map(|space| self.on(space))
            .map(|space| self.of_space(zone, space))
            .collect();
        seen.join(" | ")
    }

    /// The symbols of the pieces in a zone.
    pub(super) fn symbols(&self, zone: ZoneId) -> Vec<String> {
        let spaces = self.game().spaces_of(zone).filter_map(|space| self.on(space));
        spaces
            .flat_map(|space| space.pieces.iter().map(|piece| self.short(zone, piece)))
            .collect()
    }

    fn count(&self, zone: ZoneId) -> String {
        let spaces = self.game().spaces_of(zone).filter_map(|space| self.on(space));
        match spaces.map(|space| space.pieces.len()).sum() {
            0 => String::new(),
            count => usize::to_string(&count),
        }
    }

    /// The pieces of a zone in lines, each with what it does; nothing if none of them says so.
    pub(super) fn explained(&self, zone: ZoneId) -> Option<String> {
        let game = self.game();
        if game.family_of(zone).show != Show::Full || game.zone(zone).kind == ZoneKind::Stack {
            return None;
        }
        let pieces = game.spaces_of(zone).filter_map(|space| self.on(space));
        let mut lines: Vec<(String, usize, String)> = Vec::new();
        for piece in pieces.flat_map(|space| &space.pieces) {
            let name = self.piece_name(zone, piece);
            match lines.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, count, _)) => *count += 1,
                None => lines.push((name, 1, self.about(piece).unwrap_or_default().to_string())),
            }
        }
        if lines.iter().all(|(.., about)| about.is_empty()) {
            return None;
        }
        let mut table = Columns::bare().indent(2);
        for (name, count, about) in lines {
            table.row([Cell::new(times((name, count))), Cell::inked(about, Ink::Dim)]);
        }
        Some(table.render(self.look.width, self.look.paint))
    }

    /// What a piece does.
    pub(super) fn about(&self, piece: &ViewPiece) -> Option<&str> {
        self.game().about(self.names.lang, self.component(piece)?)
    }

    /// What stands behind the row of a piece: its legend, or what it does.
    pub(super) fn legend(&self, piece: &ViewPiece) -> Option<&str> {
        let legend = self.game().legend(self.names.lang, self.component(piece)?);
        legend.or(self.about(piece))
    }

    fn component(&self, piece: &ViewPiece) -> Option<&Component> {
        match piece {
            ViewPiece::Hidden { .. } => None,
            ViewPiece::Known { component, .. } => Some(&self.game().components[component.index()]),
        }
    }

    fn of_space(&self, zone: ZoneId, space: &ViewSpace) -> String {
        let game = self.game();
        let mut words = match game.zone(zone).kind {
            ZoneKind::Stack => self.stack(zone, &space.pieces),
            _ => self.pool(zone, &space.pieces),
        };
        // What a piece does may have commas of its own.
        let explains =
            game.family_of(zone).show == Show::Full && space.pieces.iter().any(|piece| self.about(piece).is_some());
        for (token, count) in &space.tokens {
            words.push(format!("{count}{TIED}{}", game.label(self.names.lang, "token", token)));
        }
        words.join(if explains { " · " } else { ", " })
    }

    /// Pieces side by side; equal ones are counted, dice shown by their faces.
    fn pool(&self, zone: ZoneId, pieces: &[ViewPiece]) -> Vec<String> {
        let mut counted: Vec<(String, usize)> = Vec::new();
        let mut faces: Vec<u8> = Vec::new();
        for piece in pieces {
            if let Some(face) = self.plain_face(piece) {
                faces.push(face);
                continue;
            }
            let mut name = self.piece_text(zone, piece);
            if let Some(carried) = self.carried(piece) {
                name += &format!("{TIED}{carried}");
            }
            match counted.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counted.push((name, 1)),
            }
        }
        faces.sort_unstable();
        let dice: Vec<String> = faces.into_iter().map(die).collect();
        let dice = (!dice.is_empty()).then(|| dice.join(" "));
        dice.into_iter().chain(counted.into_iter().map(times)).collect()
    }

    /// The top of a stack, and how much lies under it.
    fn stack(&self, zone: ZoneId, pieces: &[ViewPiece]) -> Vec<String> {
        let Some((top, under)) = pieces.split_last() else {
            return Vec::new();
        };
        if matches!(top, ViewPiece::Hidden { .. }) {
            return self.pool(zone, pieces);
        }
        let mut name = self.piece_text(zone, top);
        if !under.is_empty() {
            name += &format!("{TIED}(+{})", under.len());
        }
        vec![name]
    }

    /// The face of a die that is like all others of its kind: nothing else need be said.
    fn plain_face(&self, piece: &ViewPiece) -> Option<u8> {
        let ViewPiece::Known {
            component, face, owner, ..
        } = piece
        else {
            return None;
        };
        let game = self.game();
        let kind = game.components[component.index()].kind;
        let alike = game.components.iter().filter(|other| other.kind == kind).count() == 1;
        face.filter(|_| alike && owner.is_none())
    }

    /// What a piece in a zone is called, and what it does if the zone shows that.
    fn piece_text(&self, zone: ZoneId, piece: &ViewPiece) -> String {
        let name = self.piece_name(zone, piece);
        match self
            .about(piece)
            .filter(|_| self.game().family_of(zone).show == Show::Full)
        {
            Some(about) => format!("{name}: {about}"),
            None => name,
        }
    }

    /// What a piece in a zone is called.
    pub(super) fn piece_name(&self, zone: ZoneId, piece: &ViewPiece) -> String {
        let (game, lang) = (self.game(), self.names.lang);
        match piece {
            ViewPiece::Hidden { kind, .. } => {
                format!("{} face down", self.names.kind(&game.kinds[kind.index()].id))
            }
            ViewPiece::Known {
                component,
                face,
                owner,
                side,
                ..
            } => {
                let component = &game.components[component.index()];
                let mut name = game.component_label(lang, component);
                if let Some(symbol) = symbol(component, *owner) {
                    name = format!("{symbol}{TIED}{name}");
                }
                if let Some(face) = face {
                    name += &format!(" {}", die(*face));
                }
                match owner.or(*side).map(|seat| SeatId(seat - 1)) {
                    Some(owner) if game.seat_of_zone(zone) != Some(owner) => {
                        format!("{name} ({})", self.names.seat(owner))
                    }
                    _ => name,
                }
            }
        }
    }
}

/// A die with the face that is up.
pub(super) fn die(face: u8) -> String {
    match face {
        0 => "[ ]".into(),
        face => format!("[{face}]"),
    }
}

fn times((name, count): (String, usize)) -> String {
    match count {
        1 => name,
        count => format!("{count}{TIED}×{TIED}{name}"),
    }
}
