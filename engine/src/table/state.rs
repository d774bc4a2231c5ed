//! The state of a table as flat lists, so that it clones, hashes and compares
//! cheaply, and the plain changes to it. Pieces on a space are a linked list
//! through the list of pieces, bottom to top.

use std::hash::Hash;

use super::{Chance, ForcedUsed};
use crate::game::{BOX_SPACE, Game, Holder, Holders, Item, PieceId, SeatId, SpaceId, Thing, TokenId, VarId, ZoneId};
use crate::package::manifest::Visible;

const NONE: u16 = u16::MAX;

/// Tokens without a count run out here all the same, so that no sum of them is too large.
const ENDLESS: i32 = 1_000_000;

/// A set of seats that know the front of a piece: everybody.
pub const KNOWN_TO_ALL: u16 = u16::MAX;

/// Where a piece is and what is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    pub space: SpaceId,
    above: u16,
    below: u16,
    /// A bit for each seat that knows its front.
    pub known: u16,
    /// The face of a die that is up; 0 for one not rolled yet.
    pub face: u8,
    /// When it came into its space, in moves since the start.
    pub since: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Heap {
    bottom: u16,
    top: u16,
    size: u16,
}

/// Where the game is in its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cursor {
    pub stage: Stage,
    /// The phase that runs, or will run next.
    pub phase: u16,
    /// Whether that phase has begun.
    pub begun: bool,
    /// The seat whose turn it is.
    pub active: Option<SeatId>,
    /// The seat that began this phase.
    pub first: SeatId,
    /// Turns given in this phase.
    pub turn: u16,
    /// Seats that have passed, or are out, in this phase.
    pub passed: u16,
    pub round: u32,
    pub decisions: u32,
    /// How much of what was forced has come.
    pub forced: ForcedUsed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    Setup,
    Rounds,
    Final,
    Over,
}

/// What a script said when it ended the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The result rule decides.
    Scored,
    /// These seats win.
    Winners(u16),
    /// All win together or lose together, and why.
    Together { won: bool, reason: String },
}

/// Which end of a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Top,
    Bottom,
}

/// Everything about a table that can change.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    pieces: Vec<Piece>,
    heaps: Vec<Heap>,
    tokens: Vec<i32>,
    vars: Vec<i32>,
    pub cursor: Cursor,
    pub chance: Chance,
    pub outcome: Option<Outcome>,
    /// Counts moves, so that pieces know who came first.
    moves: u32,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            pieces: self.pieces.clone(),
            heaps: self.heaps.clone(),
            tokens: self.tokens.clone(),
            vars: self.vars.clone(),
            cursor: self.cursor,
            chance: self.chance.clone(),
            outcome: self.outcome.clone(),
            moves: self.moves,
        }
    }

    /// Keeps the memory of the old state: simulations copy a table for every game.
    fn clone_from(&mut self, other: &State) {
        self.pieces.clone_from(&other.pieces);
        self.heaps.clone_from(&other.heaps);
        self.tokens.clone_from(&other.tokens);
        self.vars.clone_from(&other.vars);
        self.cursor = other.cursor;
        self.chance.clone_from(&other.chance);
        self.outcome.clone_from(&other.outcome);
        self.moves = other.moves;
    }
}

impl State {
    /// A table with `pieces` pieces in the box and nothing else.
    pub fn empty(pieces: usize, spaces: usize, tokens: usize, vars: usize) -> State {
        let mut state = State {
            pieces: vec![
                Piece {
                    space: BOX_SPACE,
                    above: NONE,
                    below: NONE,
                    known: KNOWN_TO_ALL,
                    face: 0,
                    since: 0
                };
                pieces
            ],
            heaps: vec![
                Heap {
                    bottom: NONE,
                    top: NONE,
                    size: 0
                };
                spaces
            ],
            tokens: vec![0; tokens],
            vars: vec![0; vars],
            cursor: Cursor {
                stage: Stage::Setup,
                phase: 0,
                begun: false,
                active: None,
                first: SeatId(0),
                turn: 0,
                passed: 0,
                round: 0,
                decisions: 0,
                forced: ForcedUsed::default(),
            },
            chance: Chance::new(0, super::Stream::Setup),
            outcome: None,
            moves: 0,
        };
        for index in 0..pieces {
            state.link(PieceId(index as u16), BOX_SPACE, End::Top);
        }
        state
    }

    #[inline]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// How many pieces lie on a space.
    #[inline]
    pub fn size(&self, space: SpaceId) -> usize {
        self.heaps[space.index()].size as usize
    }

    /// How many pieces lie on a run of spaces.
    #[inline]
    pub fn size_of(&self, first: SpaceId, count: u16) -> usize {
        let heaps = &self.heaps[first.index()..first.index() + count as usize];
        heaps.iter().map(|heap| heap.size as usize).sum()
    }

    /// The spaces of a run of them on which no piece lies.
    #[inline]
    pub fn empty_spaces(&self, first: SpaceId, count: u16) -> impl Iterator<Item = SpaceId> + '_ {
        let heaps = &self.heaps[first.index()..first.index() + count as usize];
        let spaces = heaps.iter().zip(first.0..);
        spaces
            .filter(|(heap, _)| heap.size == 0)
            .map(|(_, space)| SpaceId(space))
    }

    #[inline]
    pub fn top(&self, space: SpaceId) -> Option<PieceId> {
        some(self.heaps[space.index()].top)
    }

    #[inline]
    pub fn bottom(&self, space: SpaceId) -> Option<PieceId> {
        some(self.heaps[space.index()].bottom)
    }

    /// The piece lying directly on this one.
    #[inline]
    pub fn above(&self, piece: PieceId) -> Option<PieceId> {
        some(self.piece(piece).above)
    }

    /// The piece lying directly under this one.
    #[inline]
    pub fn below(&self, piece: PieceId) -> Option<PieceId> {
        some(self.piece(piece).below)
    }

    /// The pieces of a space, bottom to top.
    pub fn pieces_on(&self, space: SpaceId) -> impl Iterator<Item = PieceId> + '_ {
        std::iter::successors(self.bottom(space), |&piece| self.above(piece))
    }

    /// The tokens of one type on a space.
    #[inline]
    pub fn tokens(&self, game: &Game, space: SpaceId, token: TokenId) -> i32 {
        match game.spaces[space.index()].token_row {
            Some(row) => self.tokens[row as usize * game.tokens.len() + token.index()],
            None => 0,
        }
    }

    /// All counts of a space, by token type.
    #[inline]
    pub fn token_row(&self, game: &Game, space: SpaceId) -> &[i32] {
        match game.spaces[space.index()].token_row {
            Some(row) => {
                let start = row as usize * game.tokens.len();
                &self.tokens[start..start + game.tokens.len()]
            }
            None => &[],
        }
    }

    /// Whether any piece or token lies on a space.
    #[inline]
    pub fn holds_anything(&self, game: &Game, space: SpaceId) -> bool {
        self.size(space) > 0 || self.token_row(game, space).iter().any(|&count| count > 0)
    }

    #[inline]
    pub fn var(&self, slot: usize) -> i32 {
        self.vars[slot]
    }

    /// The seat a piece belongs to or, if it belongs to none, works for.
    pub fn side(&self, game: &Game, piece: PieceId) -> Option<SeatId> {
        let facts = game.piece(piece);
        let works_for = || {
            let var = game.kinds[facts.kind.index()].side?;
            match Item::from_bits(self.var(game.piece_slot(var, piece)) as u32).thing() {
                Thing::Seat(seat) => Some(seat),
                _ => None,
            }
        };
        facts.owner.or_else(works_for)
    }

    #[inline]
    pub fn set_var(&mut self, slot: usize, value: i32) {
        self.vars[slot] = value;
    }

    /// The front of a piece becomes known, or unknown, to seats.
    pub fn set_known(&mut self, piece: PieceId, known: u16) {
        self.pieces[piece.index()].known = known;
    }

    pub fn set_face(&mut self, piece: PieceId, face: u8) {
        self.pieces[piece.index()].face = face;
    }

    /// Adds tokens to a space, or takes them away; the caller sees to it that the sum over the table stays.
    pub fn add_tokens(&mut self, game: &Game, space: SpaceId, token: TokenId, amount: i32) {
        if let Some(row) = game.spaces[space.index()].token_row {
            self.tokens[row as usize * game.tokens.len() + token.index()] += amount;
        }
    }

    /// Moves up to `amount` tokens and says how many. Tokens without a count never run out in the box.
    #[inline]
    pub fn give(&mut self, game: &Game, token: TokenId, from: SpaceId, to: SpaceId, amount: i32) -> i32 {
        let unlimited = from == BOX_SPACE && game.tokens[token.index()].count.is_none();
        let (Some(from), Some(to)) = (game.spaces[from.index()].token_row, game.spaces[to.index()].token_row) else {
            return 0;
        };
        let slot = |row: u16| row as usize * game.tokens.len() + token.index();
        let (from, to) = (slot(from), slot(to));
        let there = self.tokens[from] + if unlimited { ENDLESS } else { 0 };
        let amount = amount.clamp(0, there.max(0));
        self.tokens[from] -= amount;
        self.tokens[to] += amount;
        amount
    }

    /// Moves a piece, and lets everybody see what the zone it comes to shows.
    #[inline]
    pub fn move_piece(&mut self, game: &Game, piece: PieceId, to: SpaceId, end: End) {
        let from = self.piece(piece).space;
        self.unlink(piece);
        self.link(piece, to, end);
        self.show(game, piece, to);
        self.show_top(game, from);
    }

    /// Moves a piece without showing it to anybody.
    pub fn slip(&mut self, game: &Game, piece: PieceId, to: SpaceId) {
        let from = self.piece(piece).space;
        self.unlink(piece);
        self.link(piece, to, End::Top);
        self.show_top(game, from);
    }

    /// The front of a piece that has just come to a space becomes known to those who see it there.
    fn show(&mut self, game: &Game, piece: PieceId, space: SpaceId) {
        let zone = game.spaces[space.index()].zone;
        match game.zone(zone).visible {
            Visible::All => self.set_known(piece, KNOWN_TO_ALL),
            Visible::Top => self.show_top(game, space),
            Visible::Owner => {
                let owner = seat_bit(game.seat_of_zone(zone));
                self.set_known(piece, self.piece(piece).known | owner);
            }
            Visible::None => {}
        }
    }

    /// What lies on top of a heap that shows its top is known to all.
    pub fn show_top(&mut self, game: &Game, space: SpaceId) {
        let zone = game.zone(game.spaces[space.index()].zone);
        if zone.visible == Visible::Top
            && let Some(top) = self.top(space)
        {
            self.set_known(top, KNOWN_TO_ALL);
        }
    }

    /// Puts the pieces of a space into a new order, bottom to top. Nobody knows any longer which is which,
    /// unless the zone shows them.
    pub fn reorder(&mut self, game: &Game, space: SpaceId, order: &[PieceId]) {
        for &piece in order {
            self.unlink(piece);
        }
        let zone = game.spaces[space.index()].zone;
        let known = match game.zone(zone).visible {
            Visible::All => KNOWN_TO_ALL,
            Visible::Owner => seat_bit(game.seat_of_zone(zone)),
            Visible::Top | Visible::None => 0,
        };
        for &piece in order {
            self.link(piece, space, End::Top);
            self.set_known(piece, known);
        }
        self.show_top(game, space);
    }

    /// Two pieces change places; what is known of a place stays with the place.
    pub fn swap(&mut self, a: PieceId, b: PieceId) {
        if a == b {
            return;
        }
        let spaces = [self.piece(a).space, self.piece(b).space];
        let known = [self.piece(a).known, self.piece(b).known];
        let mut orders: Vec<Vec<PieceId>> = spaces.iter().map(|&space| self.pieces_on(space).collect()).collect();
        for order in &mut orders {
            for piece in order.iter_mut() {
                *piece = match *piece {
                    piece if piece == a => b,
                    piece if piece == b => a,
                    piece => piece,
                };
            }
        }
        let moves = self.moves;
        let since = [self.piece(a).since, self.piece(b).since];
        self.unlink(a);
        self.unlink(b);
        let touched = if spaces[0] == spaces[1] { 1 } else { 2 };
        for (&space, order) in spaces.iter().zip(&orders).take(touched) {
            for &piece in order {
                if piece != a && piece != b {
                    self.unlink(piece);
                }
            }
            for &piece in order {
                let entered = self.piece(piece).since;
                self.link(piece, space, End::Top);
                self.pieces[piece.index()].since = entered;
            }
        }
        self.moves = moves;
        self.pieces[a.index()].known = known[1];
        self.pieces[b.index()].known = known[0];
        self.pieces[a.index()].since = since[1];
        self.pieces[b.index()].since = since[0];
    }

    /// Becomes another table on which pieces have changed places: `places[p]` lies where `p` does there.
    pub(super) fn relabel(&mut self, other: &State, places: &[PieceId]) {
        let moved = |raw: u16| some(raw).map_or(NONE, |piece| places[piece.index()].0);
        for (piece, place) in other.pieces.iter().zip(places) {
            self.pieces[place.index()] = Piece {
                above: moved(piece.above),
                below: moved(piece.below),
                ..*piece
            };
        }
        for (heap, old) in self.heaps.iter_mut().zip(&other.heaps) {
            *heap = Heap {
                bottom: moved(old.bottom),
                top: moved(old.top),
                ..*old
            };
        }
    }

    #[inline]
    fn unlink(&mut self, piece: PieceId) {
        let Piece {
            space, above, below, ..
        } = *self.piece(piece);
        let heap = &mut self.heaps[space.index()];
        heap.size -= 1;
        match below {
            NONE => heap.bottom = above,
            _ => self.pieces[below as usize].above = above,
        }
        match above {
            NONE => heap.top = below,
            _ => self.pieces[above as usize].below = below,
        }
    }

    #[inline]
    fn link(&mut self, piece: PieceId, space: SpaceId, end: End) {
        self.moves += 1;
        let heap = &mut self.heaps[space.index()];
        heap.size += 1;
        let (above, below) = match end {
            End::Top => (NONE, heap.top),
            End::Bottom => (heap.bottom, NONE),
        };
        match end {
            End::Top => heap.top = piece.0,
            End::Bottom => heap.bottom = piece.0,
        }
        match (end, above, below) {
            (End::Top, _, NONE) => heap.bottom = piece.0,
            (End::Top, _, below) => self.pieces[below as usize].above = piece.0,
            (End::Bottom, NONE, _) => heap.top = piece.0,
            (End::Bottom, above, _) => self.pieces[above as usize].below = piece.0,
        }
        let entry = &mut self.pieces[piece.index()];
        entry.space = space;
        entry.above = above;
        entry.below = below;
        entry.since = self.moves;
    }

    /// A number that stands for the whole table, the same on every machine.
    pub fn digest(&self) -> u64 {
        let mut digest = 0;
        let mut add = |n: u64| digest = super::mix(digest, n);
        for piece in &self.pieces {
            add(u64::from(piece.space.0) << 32 | u64::from(piece.below) << 16 | u64::from(piece.face));
            add(u64::from(piece.known));
        }
        for &n in self.tokens.iter().chain(&self.vars) {
            add(n as u32 as u64);
        }
        add(u64::from(self.cursor.round) << 32 | u64::from(self.cursor.decisions));
        digest
    }

    /// How many of each token type there are on the whole table, the box included.
    pub fn token_sums(&self, game: &Game) -> Vec<i64> {
        let types = game.tokens.len();
        let mut sums = vec![0; types];
        for (index, &count) in self.tokens.iter().enumerate() {
            sums[index % types] += i64::from(count);
        }
        sums
    }

    /// The seat that a piece belongs to: its own, or that of the zone it lies in.
    pub fn owner(&self, game: &Game, piece: PieceId) -> Option<SeatId> {
        game.piece(piece)
            .owner
            .or_else(|| game.seat_of_zone(self.zone_of(game, piece)))
    }

    #[inline]
    pub fn zone_of(&self, game: &Game, piece: PieceId) -> ZoneId {
        game.spaces[self.piece(piece).space.index()].zone
    }

    /// Whether two things are the same, or pieces that differ in nothing.
    pub fn alike(&self, game: &Game, a: Item, b: Item) -> bool {
        if a == b {
            return true;
        }
        let (Thing::Piece(a), Thing::Piece(b)) = (a.thing(), b.thing()) else {
            return false;
        };
        let (printed, other) = (game.piece(a), game.piece(b));
        let (first, second) = (self.piece(a), self.piece(b));
        printed.component == other.component
            && printed.owner == other.owner
            && first.space == second.space
            && first.face == second.face
            && printed.zones.is_empty()
            && self.same_variables(game, a, b)
    }

    fn same_variables(&self, game: &Game, a: PieceId, b: PieceId) -> bool {
        let kind = game.piece(a).kind;
        (0..game.vars.len() as u16)
            .map(VarId)
            .filter(|var| game.vars[var.index()].on == Holders::Pieces(kind))
            .all(|var| self.var(game.piece_slot(var, a)) == self.var(game.piece_slot(var, b)))
    }

    /// The piece or seat that carries the zone a piece lies in.
    pub fn holder(&self, game: &Game, piece: PieceId) -> Holder {
        game.zone(self.zone_of(game, piece)).holder
    }

    /// Whether a seat knows the front of a piece.
    pub fn knows(&self, seat: SeatId, piece: PieceId) -> bool {
        self.piece(piece).known & (1 << seat.0.min(15)) != 0
    }
}

fn some(raw: u16) -> Option<PieceId> {
    (raw != NONE).then_some(PieceId(raw))
}

fn seat_bit(seat: Option<SeatId>) -> u16 {
    seat.map_or(0, |seat| 1 << seat.0.min(15))
}
