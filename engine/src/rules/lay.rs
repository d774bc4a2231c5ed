//! Laying out a table: running the lowered steps of the setup.

use houserule_grammar::tree::Face;

use super::code::{Code, Value};
use super::run::{RuleError, Scope, spaces};
use super::setup::{Action, Members, Pieces, SetupStep, Source, What};
use crate::game::{BOX_SPACE, Game, Item, PieceId, SeatId, SpaceId, Thing, TokenId, VarId, ZoneId};
use crate::package::manifest::Visible;
use crate::table::{Dealer, End, KNOWN_TO_ALL};

/// Lays out the table: runs the steps of the setup from one on.
pub fn lay_out(game: &Game, dealer: &mut Dealer, from: usize) -> Result<(), RuleError> {
    for step in game.setup.iter().skip(from) {
        lay_step(game, dealer, step)?;
    }
    Ok(())
}

/// Runs one step of the setup.
pub fn lay_step(game: &Game, dealer: &mut Dealer, step: &SetupStep) -> Result<(), RuleError> {
    let mut run = Run {
        game,
        dealer,
        locals: Vec::new(),
        laid: Vec::new(),
    };
    run.block(&step.actions)
}

struct Run<'a> {
    game: &'a Game,
    dealer: &'a mut Dealer,
    locals: Vec<Value>,
    /// How far each zone has been laid in this step, gaps included.
    laid: Vec<(ZoneId, usize)>,
}

type Done = Result<(), RuleError>;

impl Run<'_> {
    fn scope(&self) -> Scope<'_> {
        Scope {
            game: self.game,
            state: &self.dealer.state,
            locals: &self.locals,
        }
    }

    fn block(&mut self, actions: &[Action]) -> Done {
        let depth = self.locals.len();
        for action in actions {
            self.action(action)?;
        }
        self.locals.truncate(depth);
        Ok(())
    }

    fn action(&mut self, action: &Action) -> Done {
        match action {
            Action::Tokens {
                amount,
                token,
                from,
                to,
            } => self.tokens(amount.as_ref(), token.as_ref(), from.as_ref(), to.as_ref()),
            Action::Pieces { which, from, to, face } => self.pieces(which, from.as_ref(), to.as_ref(), *face),
            Action::Shuffle(place) => {
                for space in spaces(self.game, place.item(&self.scope())?) {
                    self.dealer.shuffle(self.game, space);
                }
                Ok(())
            }
            Action::Deal { amount, from, to } => {
                let scope = self.scope();
                let amount = at_least_none(amount, &scope)?;
                let (from_space, to) = (from.space(&scope)?, to.space(&scope)?);
                for _ in 0..amount {
                    let Some(piece) = self.dealer.state.top(from_space) else {
                        return Err(from.error("there are not enough pieces here to deal"));
                    };
                    self.dealer.move_piece(self.game, piece, to, End::Top);
                }
                Ok(())
            }
            Action::Lay { zone, from, runs } => self.lay(zone, from, runs),
            Action::Flip(what, face) => self.flip(what, *face),
            Action::Set { var, holder, value } => self.set(*var, holder.as_ref(), value),
            Action::Let(source) => {
                let value = self.source(source)?;
                self.locals.push(value);
                Ok(())
            }
            Action::Choose { amount, set, body } => {
                let amount = match amount {
                    Some(amount) => at_least_none(amount, &self.scope())? as usize,
                    None => 1,
                };
                let mut members = self.members(set)?;
                if members.len() < amount {
                    return Err(set.span.error(format!(
                        "{amount} are to be chosen, but there are only {}",
                        members.len()
                    )));
                }
                // To choose among things that differ in nothing is no chance.
                let (game, state) = (self.game, &self.dealer.state);
                let alike = members.windows(2).all(|pair| state.alike(game, pair[0], pair[1]));
                for _ in 0..amount {
                    let pick = match alike {
                        true => 0,
                        false => self.dealer.below(members.len() as u32) as usize,
                    };
                    let member = members.remove(pick);
                    self.with(member, body)?;
                }
                Ok(())
            }
            Action::ForEach { set, body } => {
                for member in self.members(set)? {
                    self.with(member, body)?;
                }
                Ok(())
            }
            Action::When {
                condition,
                then,
                otherwise,
            } => {
                let chosen = if condition.bool(&self.scope())? {
                    then
                } else {
                    otherwise
                };
                self.block(chosen)
            }
        }
    }

    fn with(&mut self, member: Item, body: &[Action]) -> Done {
        self.locals.push(Value::Item(member));
        let done = self.block(body);
        self.locals.pop();
        done
    }

    fn tokens(&mut self, amount: Option<&Code>, token: Option<&Code>, from: Option<&Code>, to: Option<&Code>) -> Done {
        let scope = self.scope();
        let space = |place: Option<&Code>| place.map_or(Ok(BOX_SPACE), |place| place.space(&scope));
        let (source, target) = (space(from)?, space(to)?);
        let Some(token_code) = token else {
            return Ok(());
        };
        let token = token_code.token(&scope)?;
        if let Some(place) = to
            && self.game.spaces[target.index()].token_row.is_none()
        {
            return Err(place.error("no tokens can lie here: the zone lacks `tokens = true`"));
        }
        let wanted = match amount {
            Some(amount) => at_least_none(amount, &scope)?,
            None => self.dealer.state.tokens(self.game, source, token).max(0).into(),
        };
        // More than a place can hold is more than there is, and the same error.
        let most = i32::try_from(wanted).unwrap_or(i32::MAX);
        let moved = self.dealer.give(self.game, token, source, target, most);
        if i64::from(moved) < wanted {
            return Err(token_code.error(format!(
                "{wanted} `{}` are wanted, but only {moved} are left",
                self.game.tokens[token.index()].id
            )));
        }
        Ok(())
    }

    fn pieces(&mut self, which: &Pieces, from: Option<&Code>, to: Option<&Code>, face: Option<Face>) -> Done {
        let source = match from {
            Some(from) => Some(from.space(&self.scope())?),
            None => None,
        };
        let chosen = match which {
            Pieces::Each(set) => self.members(set)?,
            Pieces::One(piece) => vec![piece.item(&self.scope())?],
            Pieces::All => {
                let from = source.unwrap_or(BOX_SPACE);
                if let Some(to) = to {
                    self.all_tokens(from, to)?;
                }
                self.dealer.state.pieces_on(from).map(Item::from).collect()
            }
            Pieces::Some { amount, kind } => {
                let from = source.unwrap_or(BOX_SPACE);
                let wanted = at_least_none(amount, &self.scope())? as usize;
                let found: Vec<Item> = self
                    .dealer
                    .state
                    .pieces_on(from)
                    .filter(|&piece| self.game.piece(piece).kind == *kind)
                    .take(wanted)
                    .map(Item::from)
                    .collect();
                if found.len() < wanted {
                    return Err(amount.error(format!(
                        "{wanted} `{}` are wanted, but only {} are left",
                        self.game.kinds[kind.index()].id,
                        found.len()
                    )));
                }
                found
            }
        };
        for item in chosen {
            let Thing::Piece(piece) = item.thing() else {
                continue;
            };
            if source.is_some_and(|source| self.dealer.state.piece(piece).space != source) {
                continue;
            }
            // The place may depend on the piece: `put each tile on tile.home`.
            self.locals.push(Value::Item(item));
            let space = match to {
                Some(to) => to.space(&self.scope()),
                None => Ok(BOX_SPACE),
            };
            self.locals.pop();
            self.dealer.move_piece(self.game, piece, space?, End::Top);
            if let Some(face) = face {
                self.dealer.flip(piece, face == Face::Up);
            }
        }
        Ok(())
    }

    fn all_tokens(&mut self, from: SpaceId, to: &Code) -> Done {
        let to = to.space(&self.scope())?;
        for token in (0..self.game.tokens.len() as u8).map(TokenId) {
            let amount = self.dealer.state.tokens(self.game, from, token);
            self.dealer.give(self.game, token, from, to, amount);
        }
        Ok(())
    }

    fn lay(&mut self, zone: &Code, from: &Code, runs: &[(Code, Option<Code>)]) -> Done {
        let scope = self.scope();
        let Thing::Zone(id) = zone.item(&scope)?.thing() else {
            return Err(zone.error("only the spaces of a zone can be laid"));
        };
        let source = from.space(&scope)?;
        let all: Vec<SpaceId> = self.game.spaces_of(id).collect();
        // Goes on where this step stopped laying, or else behind the last space that holds something.
        let behind = all.iter().rposition(|&space| self.dealer.state.size(space) > 0);
        let laid = self.laid.iter().find(|(zone, _)| *zone == id);
        let mut next = behind.map_or(0, |last| last + 1).max(laid.map_or(0, |(_, end)| *end));
        for (count, height) in runs {
            let scope = self.scope();
            let count = at_least_none(count, &scope)?;
            let height = match height {
                Some(height) => at_least_none(height, &scope)?,
                None => 0,
            };
            for _ in 0..count {
                let Some(&space) = all.get(next) else {
                    return Err(zone.error(format!("there are only {} spaces to lay", all.len())));
                };
                for layer in 0..height {
                    let Some(piece) = self.dealer.state.top(source) else {
                        return Err(from.error("there are not enough pieces here to lay"));
                    };
                    // What comes to lie under another piece is never seen, unless all of the stack is.
                    if layer + 1 < height && self.game.zone(id).visible == Visible::Top {
                        self.dealer.state.slip(self.game, piece, space);
                    } else {
                        self.dealer.move_piece(self.game, piece, space, End::Top);
                    }
                }
                next += 1;
            }
        }
        self.laid.retain(|(zone, _)| *zone != id);
        self.laid.push((id, next));
        Ok(())
    }

    fn flip(&mut self, what: &Code, face: Option<Face>) -> Done {
        let item = what.item(&self.scope())?;
        let pieces: Vec<PieceId> = match item.thing() {
            Thing::Piece(piece) => vec![piece],
            _ => spaces(self.game, item)
                .flat_map(|space| self.dealer.state.pieces_on(space))
                .collect(),
        };
        for piece in pieces {
            let up = match face {
                Some(face) => face == Face::Up,
                None => self.dealer.state.piece(piece).known != KNOWN_TO_ALL,
            };
            self.dealer.flip(piece, up);
        }
        Ok(())
    }

    fn set(&mut self, var: VarId, holder: Option<&Code>, value: &Source) -> Done {
        let value = self.source(value)?;
        let facts = &self.game.vars[var.index()];
        let item = match holder {
            Some(holder) => holder.item(&self.scope())?,
            None => Item::NOTHING,
        };
        let slot = match item.thing() {
            Thing::Seat(seat) => facts.first_slot + seat.index(),
            Thing::Piece(piece) => self.game.piece_slot(var, piece),
            _ => facts.first_slot,
        };
        let raw = match value {
            Value::Int(n) => n.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            Value::Bool(b) => b.into(),
            Value::Item(item) => item.bits() as i32,
            Value::Text(_) | Value::List(_) => 0,
        };
        self.dealer.set(self.game, var, slot, item, raw);
        Ok(())
    }

    fn source(&mut self, source: &Source) -> Result<Value, RuleError> {
        match source {
            Source::Value(code) => code.run(&self.scope()),
            Source::Random(set) => {
                let members = self.members(set)?;
                if members.is_empty() {
                    return Err(set.span.error("there is nothing to choose from"));
                }
                let pick = self.dealer.below(members.len() as u32) as usize;
                Ok(Value::Item(members[pick]))
            }
        }
    }

    fn members(&mut self, set: &Members) -> Result<Vec<Item>, RuleError> {
        set.items(&self.scope())
    }
}

/// A number of things, which may be none but not fewer.
fn at_least_none(amount: &Code, scope: &Scope) -> Result<i64, RuleError> {
    match amount.int(scope)? {
        few @ ..0 => Err(amount.error(format!("expected a number of at least 0, found {few}"))),
        number => Ok(number),
    }
}

impl Members {
    /// The members of the set on a table.
    pub(super) fn items(&self, scope: &Scope) -> Result<Vec<Item>, RuleError> {
        let (game, state) = (scope.game, scope.state);
        let within = match &self.within {
            Some(place) => Some(spaces(game, place.item(scope)?).collect::<Vec<_>>()),
            None => None,
        };
        let all: Vec<Item> = match self.what {
            What::People => game.people().map(Item::from).collect(),
            What::Seats => (0..game.seats.len() as u8).map(|seat| SeatId(seat).into()).collect(),
            What::Tokens => (0..game.tokens.len() as u8)
                .map(TokenId)
                .filter(|&token| match &within {
                    Some(spaces) => spaces.iter().any(|&space| state.tokens(game, space, token) > 0),
                    None => true,
                })
                .map(Item::from)
                .collect(),
            What::Spaces => within.unwrap_or_default().into_iter().map(Item::from).collect(),
            What::Pieces(kind) => match within {
                Some(spaces) => spaces
                    .into_iter()
                    .flat_map(|space| state.pieces_on(space))
                    .filter(|&piece| kind.is_none_or(|kind| game.piece(piece).kind == kind))
                    .map(Item::from)
                    .collect(),
                None => (0..game.pieces.len() as u16)
                    .map(PieceId)
                    .filter(|&piece| kind.is_none_or(|kind| game.piece(piece).kind == kind))
                    .map(Item::from)
                    .collect(),
            },
        };
        let Some(filter) = &self.filter else {
            return Ok(all);
        };
        let mut kept = Vec::new();
        let mut locals = scope.locals.to_vec();
        for item in all {
            locals.push(Value::Item(item));
            if filter.bool(&Scope {
                locals: &locals,
                ..*scope
            })? {
                kept.push(item);
            }
            locals.pop();
        }
        Ok(kept)
    }
}
