//! A game, linked: everything that is fixed once package, layers, options and
//! number of players are known, with every name turned into an id. Nothing here
//! changes while a game is played; what changes is a [`State`](crate::table::State).

mod ids;
pub(crate) mod labels;
mod words;

pub use ids::*;
pub use words::Words;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::package::Files;
use crate::package::manifest::{Color, EndAt, Reset, Show, StatOn, Turns, VarType, Visible, Wins, ZoneKind};
use crate::rules::{Code, SetupStep};
use crate::table::{EventKind, EventName, State};

/// A resolved game for a number of players, immutable and shared between sessions.
#[derive(Debug)]
pub struct Game {
    pub id: String,
    pub name: String,
    pub version: String,
    pub hash: String,
    pub language: String,
    pub summary: String,
    /// The ids of the layers over the base, in order.
    pub layers: Vec<String>,
    pub options: Vec<(String, Fact)>,
    /// Layers that were asked for by name: what a playthrough must name.
    pub asked_layers: Vec<String>,
    /// Options that were set, as text.
    pub set_options: Vec<(String, String)>,
    /// The number of people.
    pub players: u32,
    pub cap: u32,
    pub seats: Vec<Seat>,
    pub tokens: Vec<TokenType>,
    pub kinds: Vec<Kind>,
    pub components: Vec<Component>,
    pub pieces: Vec<PieceFacts>,
    /// What each piece counts as in a line: its owner, or its component if it has none.
    pub sides: Vec<u16>,
    /// Whether there are several pieces of any component.
    pub has_copies: bool,
    pub families: Vec<Family>,
    pub zones: Vec<Zone>,
    pub spaces: Vec<Space>,
    pub vars: Vec<Var>,
    pub rules: Vec<(String, Fact)>,
    pub phases: Vec<Phase>,
    /// How many of `phases` make up a round; the rest are the final ones.
    pub round_phases: usize,
    pub end: Option<End>,
    pub result: ResultRule,
    /// What a simulation tells of a game, in the order they are written.
    pub stats: Vec<Stat>,
    /// Rates the options of a question: the agent `own`.
    pub bot: Option<Effect>,
    pub hooks: Vec<Hook>,
    /// Which of the hooks listen to which event.
    pub listeners: Listeners,
    /// Whether any hook listens to an event, by its kind.
    pub hooked: [bool; EventKind::COUNT],
    pub setup: Vec<SetupStep>,
    pub scripts: Vec<Script>,
    pub words: Words,
    /// What a word can mean, by its number.
    pub meanings: Vec<Meaning>,
    /// Labels by language, then by `section.id`.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
    /// Rows of the token table; a space with tokens has one.
    pub token_rows: usize,
    /// Whether any variable is set back at the start of a round, a phase, a turn.
    pub resets: [bool; 3],
    /// Slots of the variable table.
    pub var_slots: usize,
    /// The table before setup: everything in the box.
    pub initial: State,
    pub files: Arc<Files>,
}

/// A seat at the table.
#[derive(Debug, Clone)]
pub struct Seat {
    pub id: String,
    /// Nobody sits here; somebody else decides for it.
    pub automatic: bool,
    pub can_win: bool,
    pub team: u8,
}

#[derive(Debug, Clone)]
pub struct TokenType {
    pub id: String,
    /// `None`: as many as are needed.
    pub count: Option<u32>,
    pub symbol: Option<String>,
}

/// A kind of piece.
#[derive(Debug, Clone)]
pub struct Kind {
    pub id: String,
    /// A die has faces from 1 up.
    pub faces: Option<u32>,
    /// The field that tells backs apart.
    pub back: Option<String>,
    /// The fields its components may have.
    pub fields: Vec<String>,
    /// The variable that says for whom a piece works that belongs to nobody.
    pub side: Option<VarId>,
    pub pieces: Vec<PieceId>,
    /// The zone families its pieces carry.
    pub families: Vec<FamilyId>,
}

/// What is printed on a piece.
#[derive(Debug, Clone)]
pub struct Component {
    pub id: String,
    pub kind: KindId,
    /// How many pieces there are of it, over all seats.
    pub count: u32,
    pub symbol: Vec<String>,
    /// Its colour in pictures.
    pub color: Option<Color>,
    pub fields: Vec<(String, Fact)>,
    pub source: BTreeMap<String, String>,
}

/// A value that is fixed: of a component's field, a rule or an option.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    Bool(bool),
    Int(i64),
    Text(String),
    Token(TokenId),
    Zone(ZoneId),
    /// A reference to a component: its only, or its first, piece.
    Piece(PieceId),
    List(Vec<Fact>),
    Table(Vec<(String, Fact)>),
    /// A script function with its parameters.
    Effect(Effect),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// `module.function`
    pub run: FunctionName,
    pub parameters: Vec<(String, Fact)>,
}

/// A function of a script.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionName {
    pub module: String,
    pub function: String,
}

impl std::fmt::Display for FunctionName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.module, self.function)
    }
}

#[derive(Debug, Clone)]
pub struct PieceFacts {
    pub component: ComponentId,
    pub kind: KindId,
    /// The seat it belongs to, if each seat has its own.
    pub owner: Option<SeatId>,
    /// Pieces with equal backs cannot be told apart face down.
    pub back: u16,
    pub zones: Vec<ZoneId>,
}

/// A zone as declared; each holder has one.
#[derive(Debug, Clone)]
pub struct Family {
    pub id: String,
    pub kind: ZoneKind,
    pub on: Holders,
    pub visible: Visible,
    pub tokens: bool,
    pub capacity: Option<u32>,
    /// What stands for an empty space in pictures.
    pub symbol: Option<String>,
    pub show: Show,
    /// The field that says in which column of a picture a piece is drawn.
    pub columns: Option<String>,
    pub zones: Vec<ZoneId>,
}

/// What carries zones or variables of one declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holders {
    Table,
    Seats,
    Pieces(KindId),
}

#[derive(Debug, Clone)]
pub struct Zone {
    pub family: FamilyId,
    pub kind: ZoneKind,
    pub visible: Visible,
    pub holder: Holder,
    pub first_space: SpaceId,
    pub spaces: u16,
    pub width: u16,
    pub capacity: Option<u32>,
    /// The space whose pieces are shuffled in when a piece is drawn and none is left.
    pub refill: Option<SpaceId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Table,
    Seat(SeatId),
    Piece(PieceId),
}

#[derive(Debug, Clone)]
pub struct Space {
    pub zone: ZoneId,
    /// The family of its zone.
    pub family: FamilyId,
    /// From 0 within its zone.
    pub index: u16,
    pub token_row: Option<u16>,
}

#[derive(Debug, Clone)]
pub struct Var {
    pub id: String,
    pub kind: VarType,
    pub on: Holders,
    pub default: i32,
    pub reset: Option<Reset>,
    pub visible: Visible,
    /// Whether players are told of it.
    pub told: bool,
    /// Its first slot; a holder's slot is this plus the holder's number (a piece's place within its kind).
    pub first_slot: usize,
    pub slots: usize,
}

#[derive(Debug, Clone)]
pub struct Phase {
    pub id: String,
    pub run: FunctionName,
    pub turns: Option<Turns>,
    pub each: Code,
    pub from: Option<Code>,
    pub automatic: bool,
    pub when: Option<Code>,
    pub seat_when: Option<Code>,
}

#[derive(Debug, Clone)]
pub struct End {
    pub when: Code,
    pub at: EndAt,
    pub after: Option<usize>,
}

#[derive(Debug, Clone)]
pub struct ResultRule {
    pub score: Option<Code>,
    pub wins: Wins,
    pub tiebreak: Vec<Code>,
}

/// A value of the table at the end of a game.
#[derive(Debug, Clone)]
pub struct Stat {
    pub id: String,
    pub on: StatOn,
    pub value: Code,
}

/// A script function that runs around an event.
#[derive(Debug, Clone)]
pub struct Hook {
    pub event: EventName,
    pub timing: Timing,
    pub effect: Effect,
    /// The component that carries it; `None`: the game itself.
    pub component: Option<ComponentId>,
    /// The pieces of that component.
    pub pieces: Vec<PieceId>,
    /// The zones in which it works; none: anywhere but the box.
    pub within: Vec<FamilyId>,
    pub when: Option<Code>,
}

/// The hooks of every event that any listens to, by their numbers.
#[derive(Debug, Clone, Default)]
pub struct Listeners {
    events: Vec<(EventName, [Vec<u16>; 3])>,
}

impl Listeners {
    /// Notes that a hook listens to an event.
    pub fn add(&mut self, event: EventName, timing: Timing, hook: u16) {
        if self.of(event).is_none() {
            self.events.push((event, Default::default()));
        }
        for (_, hooks) in self.events.iter_mut().filter(|(known, _)| *known == event) {
            hooks[timing as usize].push(hook);
        }
    }

    /// The hooks of an event by their timing; `None` if nothing listens to it.
    #[inline]
    pub fn of(&self, event: EventName) -> Option<&[Vec<u16>; 3]> {
        self.events
            .iter()
            .find(|(known, _)| *known == event)
            .map(|(_, hooks)| hooks)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    Before,
    Instead,
    After,
}

#[derive(Debug, Clone)]
pub struct Script {
    pub module: String,
    pub path: String,
    pub source: String,
}

/// All a word can mean where a script uses it.
#[derive(Debug, Clone, Default)]
pub struct Meaning {
    pub token: Option<TokenId>,
    pub kind: Option<KindId>,
    pub property: Option<Property>,
    pub table_var: Option<VarId>,
    pub seat_var: Option<VarId>,
    /// Variables of kinds of pieces.
    pub piece_vars: Vec<(KindId, VarId)>,
    /// Zone families of that id: the one of seats, and those of kinds.
    pub families: Vec<FamilyId>,
    /// The field of that name of kinds of pieces, if it can be compared: its value on each piece, in their order.
    pub printed: Vec<(KindId, Box<[Item]>)>,
}

/// Changing facts of a thing that scripts read like fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    Place,
    Zone,
    Holder,
    Face,
    Up,
    Owner,
    Position,
    Size,
    Total,
    Top,
    Bottom,
    IsEmpty,
    Round,
    Active,
    Phase,
}

impl Property {
    /// Every property with the name scripts use.
    pub const ALL: [(&'static str, Property); 15] = [
        ("place", Property::Place),
        ("zone", Property::Zone),
        ("holder", Property::Holder),
        ("face", Property::Face),
        ("up", Property::Up),
        ("owner", Property::Owner),
        ("position", Property::Position),
        ("size", Property::Size),
        ("total", Property::Total),
        ("top", Property::Top),
        ("bottom", Property::Bottom),
        ("is_empty", Property::IsEmpty),
        ("round", Property::Round),
        ("active", Property::Active),
        ("phase", Property::Phase),
    ];
}

impl Game {
    pub fn zone(&self, id: ZoneId) -> &Zone {
        &self.zones[id.index()]
    }

    pub fn piece(&self, id: PieceId) -> &PieceFacts {
        &self.pieces[id.index()]
    }

    pub fn component_of(&self, id: PieceId) -> &Component {
        &self.components[self.piece(id).component.index()]
    }

    pub fn family_of(&self, id: ZoneId) -> &Family {
        &self.families[self.zone(id).family.index()]
    }

    /// The spaces of a zone, in order.
    pub fn spaces_of(&self, id: ZoneId) -> impl Iterator<Item = SpaceId> + use<> {
        let zone = self.zone(id);
        let first = zone.first_space.0;
        (first..first + zone.spaces).map(SpaceId)
    }

    /// The seat a zone belongs to: directly, or through the piece that carries it.
    pub fn seat_of_zone(&self, id: ZoneId) -> Option<SeatId> {
        match self.zone(id).holder {
            Holder::Seat(seat) => Some(seat),
            Holder::Piece(piece) => self.piece(piece).owner,
            Holder::Table => None,
        }
    }

    /// The zone of a family on a piece or a seat.
    #[inline]
    pub fn zone_on(&self, holder: Item, word: &Meaning) -> Option<ZoneId> {
        let thing = holder.thing();
        word.families.iter().find_map(|&family| {
            let family = &self.families[family.index()];
            match (family.on, thing) {
                (Holders::Seats, Thing::Seat(seat)) => family.zones.get(seat.index()).copied(),
                (Holders::Pieces(kind), Thing::Piece(piece)) if self.piece(piece).kind == kind => {
                    let first = self.kinds[kind.index()].pieces.first()?;
                    family.zones.get(piece.index() - first.index()).copied()
                }
                _ => None,
            }
        })
    }

    /// The slot of a variable for the piece that holds it.
    pub fn piece_slot(&self, var: VarId, piece: PieceId) -> usize {
        let first = self.kinds[self.piece(piece).kind.index()].pieces[0];
        self.vars[var.index()].first_slot + piece.index() - first.index()
    }

    /// What a word means; a word that scripts made up means nothing.
    #[inline]
    pub fn meaning(&self, word: Word) -> Option<&Meaning> {
        self.meanings.get(word.index())
    }

    /// The pieces of a kind, which lie side by side in the list of all.
    #[inline]
    pub fn pieces_of(&self, kind: KindId) -> Range<u16> {
        let pieces = &self.kinds[kind.index()].pieces;
        let first = pieces.first().map_or(0, |piece| piece.0);
        first..first + pieces.len() as u16
    }

    /// What is printed on each piece of a kind in a field.
    #[inline]
    pub fn printed(&self, kind: KindId, field: Word) -> Option<&[Item]> {
        let printed = &self.meaning(field)?.printed;
        printed.iter().find(|(of, _)| *of == kind).map(|(_, values)| &**values)
    }

    /// What the back of a piece shows: its kind, and the field that tells backs apart.
    pub fn back_name(&self, piece: PieceId) -> String {
        let component = self.component_of(piece);
        let kind = &self.kinds[component.kind.index()];
        let detail = kind
            .back
            .as_ref()
            .and_then(|field| Game::fact(&component.fields, field));
        match detail {
            Some(Fact::Text(text)) => format!("{} {text}", kind.id),
            Some(Fact::Int(n)) => format!("{} {n}", kind.id),
            _ => kind.id.clone(),
        }
    }

    /// The seats of people, in order.
    pub fn people(&self) -> impl Iterator<Item = SeatId> + '_ {
        (0..self.seats.len() as u8)
            .map(SeatId)
            .filter(|seat| !self.seats[seat.index()].automatic)
    }

    /// The next seat clockwise that a person sits at.
    pub fn next_seat(&self, seat: SeatId) -> SeatId {
        let count = self.seats.len() as u8;
        (1..=count)
            .map(|step| SeatId((seat.0 + step) % count))
            .find(|seat| !self.seats[seat.index()].automatic)
            .unwrap_or(seat)
    }

    /// Pieces of a kind lie side by side in the list of pieces.
    pub fn kind_named(&self, id: &str) -> Option<KindId> {
        self.kinds
            .iter()
            .position(|kind| kind.id == id)
            .map(|index| KindId(index as u8))
    }

    pub fn phase_named(&self, id: &str) -> Option<usize> {
        self.phases.iter().position(|phase| phase.id == id)
    }

    pub fn fact<'a>(fields: &'a [(String, Fact)], name: &str) -> Option<&'a Fact> {
        fields.iter().find(|(field, _)| field == name).map(|(_, fact)| fact)
    }
}
