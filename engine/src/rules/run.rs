//! Running lowered expressions on a table.

use houserule_grammar::tree::Operator;
use thiserror::Error;

use super::code::{Code, CodeKind, Function, Match, Value};
use super::lower::{fact_value, first_number};
use crate::game::{Game, Item, PieceId, Property, SeatId, SpaceId, Thing, TokenId, VarId};
use crate::package::Place;
use crate::package::manifest::VarType;
use crate::table::State;

/// What can go wrong while an expression or a setup step runs.
#[derive(Debug, Clone, Error, PartialEq)]
#[error("{message}")]
pub struct RuleError {
    pub message: String,
    pub place: Place,
}

/// The table an expression runs on, and the variables of its loops.
#[derive(Debug)]
pub struct Scope<'a> {
    pub game: &'a Game,
    pub state: &'a State,
    pub locals: &'a [Value],
}

type Outcome = Result<Value, RuleError>;

impl Code {
    /// A number that does not depend on anything.
    pub fn constant(n: i64) -> Code {
        Code {
            kind: CodeKind::Constant(Value::Int(n)),
            file: crate::package::FileId(0),
            span: 0..0,
        }
    }

    pub(super) fn error(&self, message: impl Into<String>) -> RuleError {
        RuleError {
            message: message.into(),
            place: Place {
                file: self.file,
                span: self.span.clone(),
            },
        }
    }

    /// The value as a number.
    #[inline]
    pub fn int(&self, scope: &Scope) -> Result<i64, RuleError> {
        match &self.kind {
            CodeKind::Constant(Value::Int(n)) => Ok(*n),
            CodeKind::Property(Property::Size, Some(of)) => Ok(count_pieces(scope, of.item(scope)?)),
            _ => match self.run(scope)? {
                Value::Int(n) => Ok(n),
                Value::Bool(b) => Ok(b.into()),
                other => Err(self.error(format!("expected a number, found {}", describe(&other)))),
            },
        }
    }

    pub fn bool(&self, scope: &Scope) -> Result<bool, RuleError> {
        if let CodeKind::SameNumber(wanted, left, right) = &self.kind {
            return Ok((left.int(scope)? == right.int(scope)?) == *wanted);
        }
        match self.run(scope)? {
            Value::Bool(b) => Ok(b),
            other => Err(self.error(format!("expected true or false, found {}", describe(&other)))),
        }
    }

    pub fn item(&self, scope: &Scope) -> Result<Item, RuleError> {
        if let CodeKind::Constant(Value::Item(item)) = &self.kind {
            return Ok(*item);
        }
        match self.run(scope)? {
            Value::Item(item) => Ok(item),
            other => Err(self.error(format!("expected a piece or a place, found {}", describe(&other)))),
        }
    }

    /// The value as a space: of a zone with one space, that one.
    pub fn space(&self, scope: &Scope) -> Result<SpaceId, RuleError> {
        let item = self.item(scope)?;
        match item.thing() {
            Thing::Space(space) => Ok(space),
            Thing::Zone(zone) if scope.game.zone(zone).spaces == 1 => Ok(scope.game.zone(zone).first_space),
            Thing::Zone(_) => Err(self.error("this zone has many spaces: say which, as `zone[1]`")),
            _ => Err(self.error("expected a place")),
        }
    }

    pub fn seat(&self, scope: &Scope) -> Result<Option<SeatId>, RuleError> {
        match self.item(scope)?.thing() {
            Thing::Seat(seat) => Ok(Some(seat)),
            Thing::Nothing => Ok(None),
            _ => Err(self.error("expected a seat")),
        }
    }

    pub fn token(&self, scope: &Scope) -> Result<TokenId, RuleError> {
        match self.item(scope)?.thing() {
            Thing::Token(token) => Ok(token),
            _ => Err(self.error("expected a token type")),
        }
    }

    fn piece(&self, scope: &Scope) -> Result<PieceId, RuleError> {
        match self.item(scope)?.thing() {
            Thing::Piece(piece) => Ok(piece),
            _ => Err(self.error("expected a piece, found nothing")),
        }
    }

    pub fn run(&self, scope: &Scope) -> Outcome {
        let game = scope.game;
        Ok(match &self.kind {
            CodeKind::Constant(value) => value.clone(),
            CodeKind::Local(index) => match scope.locals.get(*index) {
                Some(value) => value.clone(),
                None => return Err(self.error("this name has no value here")),
            },
            CodeKind::TableVar(var) => var_value(game, *var, scope.state.var(game.vars[var.index()].first_slot)),
            CodeKind::HolderVar(vars, of) => self.holder_var(vars, of, scope)?,
            CodeKind::ZoneOn(families, of) => {
                let holder = of.item(scope)?;
                let meaning = crate::game::Meaning {
                    families: families.clone(),
                    ..Default::default()
                };
                match game.zone_on(holder, &meaning) {
                    Some(zone) => Value::Item(zone.into()),
                    None => return Err(self.error("there is no such zone here")),
                }
            }
            CodeKind::Field(name, of) => {
                let component = game.component_of(of.piece(scope)?);
                match Game::fact(&component.fields, name) {
                    Some(fact) => fact_value(fact).0,
                    None if name == "id" => Value::Text(component.id.clone()),
                    None => return Err(self.error(format!("`{}` has no `{name}`", component.id))),
                }
            }
            CodeKind::CountSet(set) => Value::Int(set.items(scope)?.len() as i64),
            CodeKind::Tokens(place, token) => Value::Int(count_tokens(scope, place.item(scope)?, *token)),
            CodeKind::Property(property, of) => self.property(*property, of.as_deref(), scope)?,
            CodeKind::TurnOrder(seat) => match seat.seat(scope)? {
                Some(seat) => Value::Int(turn_order(game, scope.state, seat)),
                None => return Err(self.error("there is no such seat")),
            },
            CodeKind::SeatNumber(seat) => match seat.seat(scope)? {
                Some(seat) => Value::Int(i64::from(seat.0) + 1),
                None => return Err(self.error("there is no such seat")),
            },
            CodeKind::Index(zone, index) => self.index(zone, index, scope)?,
            CodeKind::Call(function, args) => self.call(*function, args, scope)?,
            CodeKind::List(entries) => {
                Value::List(entries.iter().map(|entry| entry.run(scope)).collect::<Result<_, _>>()?)
            }
            CodeKind::Not(inner) => Value::Bool(!inner.bool(scope)?),
            CodeKind::Negate(inner) => Value::Int(inner.int(scope)?.wrapping_neg()),
            CodeKind::Binary(operator, left, right) => self.binary(*operator, left, right, scope)?,
            CodeKind::SameNumber(..) => Value::Bool(self.bool(scope)?),
            CodeKind::By(subject, arms) => {
                let subject = subject.run(scope)?;
                let arm = arms.iter().find(|(pattern, _)| match (pattern, &subject) {
                    (Match::Range(low, high), Value::Int(n)) => (low..=high).contains(&n),
                    (Match::Value(value), subject) => value == subject,
                    (Match::Else, _) => true,
                    (Match::Range(..), _) => false,
                });
                match arm {
                    Some((_, value)) => value.run(scope)?,
                    None => return Err(self.error(format!("no case for {}", describe(&subject)))),
                }
            }
        })
    }

    fn holder_var(&self, vars: &[VarId], of: &Code, scope: &Scope) -> Outcome {
        let game = scope.game;
        let holder = of.item(scope)?;
        for &var in vars {
            let slot = match (holder.thing(), game.vars[var.index()].on) {
                (Thing::Seat(seat), crate::game::Holders::Seats) => game.vars[var.index()].first_slot + seat.index(),
                (Thing::Piece(piece), crate::game::Holders::Pieces(kind)) if game.piece(piece).kind == kind => {
                    game.piece_slot(var, piece)
                }
                _ => continue,
            };
            return Ok(var_value(game, var, scope.state.var(slot)));
        }
        Err(self.error("there is nothing here that has this variable"))
    }

    fn property(&self, property: Property, of: Option<&Code>, scope: &Scope) -> Outcome {
        let (game, state) = (scope.game, scope.state);
        let cursor = &state.cursor;
        let Some(of) = of else {
            return Ok(match property {
                Property::Round => Value::Int(cursor.round.into()),
                _ => Value::Item(cursor.active.map_or(Item::NOTHING, Item::from)),
            });
        };
        let nothing = |piece: Option<PieceId>| Value::Item(piece.map_or(Item::NOTHING, Item::from));
        Ok(match property {
            Property::Top => nothing(state.top(of.space(scope)?)),
            Property::Bottom => nothing(state.bottom(of.space(scope)?)),
            Property::Size => Value::Int(count_pieces(scope, of.item(scope)?)),
            Property::Total => {
                let place = of.item(scope)?;
                let types = 0..game.tokens.len() as u8;
                Value::Int(types.map(|token| count_tokens(scope, place, TokenId(token))).sum())
            }
            Property::Face => Value::Int(state.piece(of.piece(scope)?).face.into()),
            Property::Place => Value::Item(state.piece(of.piece(scope)?).space.into()),
            Property::Owner => {
                let owner = state.owner(game, of.piece(scope)?);
                Value::Item(owner.map_or(Item::NOTHING, Item::from))
            }
            _ => return Err(self.error("this cannot be asked here")),
        })
    }

    fn index(&self, zone: &Code, index: &Code, scope: &Scope) -> Outcome {
        let Thing::Zone(id) = zone.item(scope)?.thing() else {
            return Err(self.error("only a zone has spaces"));
        };
        let facts = scope.game.zone(id);
        let first = first_number(facts.kind);
        let number = index.int(scope)?;
        if !(first..first + i64::from(facts.spaces)).contains(&number) {
            return Err(self.error(format!(
                "there is no space {number}: they go from {first} to {}",
                first + i64::from(facts.spaces) - 1
            )));
        }
        Ok(Value::Item(
            SpaceId(facts.first_space.0 + (number - first) as u16).into(),
        ))
    }

    fn call(&self, function: Function, args: &[Code], scope: &Scope) -> Outcome {
        let game = scope.game;
        Ok(Value::Int(match function {
            Function::Count => match args.get(1) {
                Some(token) => count_tokens(scope, args[0].item(scope)?, token.token(scope)?),
                None => count_pieces(scope, args[0].item(scope)?),
            },
            Function::Min => args[0].int(scope)?.min(args[1].int(scope)?),
            Function::Max => args[0].int(scope)?.max(args[1].int(scope)?),
            Function::Sum => {
                let Value::Text(field) = args[1].run(scope)? else {
                    return Err(self.error("expected the name of a field"));
                };
                let mut sum = 0;
                for space in spaces(game, args[0].item(scope)?) {
                    for piece in scope.state.pieces_on(space) {
                        if let Some(crate::game::Fact::Int(n)) = Game::fact(&game.component_of(piece).fields, &field) {
                            sum += n;
                        }
                    }
                }
                sum
            }
            Function::Position => {
                let space = scope.state.piece(args[0].piece(scope)?).space;
                let facts = &game.spaces[space.index()];
                i64::from(facts.index) + first_number(game.zone(facts.zone).kind)
            }
            Function::Last => match args[0].item(scope)?.thing() {
                Thing::Zone(zone) => {
                    let zone = game.zone(zone);
                    i64::from(zone.spaces) - 1 + first_number(zone.kind)
                }
                _ => return Err(self.error("expected a zone")),
            },
            Function::Empty => {
                let place = args[0].item(scope)?;
                let tokens = (0..game.tokens.len() as u8)
                    .map(|token| count_tokens(scope, place, TokenId(token)))
                    .sum::<i64>();
                return Ok(Value::Bool(count_pieces(scope, place) == 0 && tokens == 0));
            }
            Function::Names => {
                let (Value::Text(text), Value::Text(word)) = (args[0].run(scope)?, args[1].run(scope)?) else {
                    return Err(self.error("expected two texts"));
                };
                return Ok(Value::Bool(text.split_whitespace().any(|named| named == word)));
            }
        }))
    }

    fn binary(&self, operator: Operator, left: &Code, right: &Code, scope: &Scope) -> Outcome {
        use Operator::{
            Add, And, Divide, Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, Multiply, NotEqual, Or, Remainder,
            Subtract,
        };
        match operator {
            And => return Ok(Value::Bool(left.bool(scope)? && right.bool(scope)?)),
            Or => return Ok(Value::Bool(left.bool(scope)? || right.bool(scope)?)),
            Equal => {
                return Ok(Value::Bool(same(scope.game, &left.run(scope)?, &right.run(scope)?)));
            }
            NotEqual => {
                return Ok(Value::Bool(!same(scope.game, &left.run(scope)?, &right.run(scope)?)));
            }
            In => {
                let value = left.run(scope)?;
                let Value::List(entries) = right.run(scope)? else {
                    return Err(right.error("expected a list"));
                };
                return Ok(Value::Bool(entries.iter().any(|entry| same(scope.game, entry, &value))));
            }
            _ => {}
        }
        let (a, b) = (left.int(scope)?, right.int(scope)?);
        Ok(match operator {
            Add => Value::Int(a.saturating_add(b)),
            Subtract => Value::Int(a.saturating_sub(b)),
            Multiply => Value::Int(a.saturating_mul(b)),
            Divide | Remainder if b == 0 => return Err(right.error("division by zero")),
            Divide => Value::Int(a.wrapping_div_euclid(b)),
            Remainder => Value::Int(a.wrapping_rem_euclid(b)),
            Less => Value::Bool(a < b),
            LessOrEqual => Value::Bool(a <= b),
            Greater => Value::Bool(a > b),
            GreaterOrEqual => Value::Bool(a >= b),
            And | Or | Equal | NotEqual | In => return Err(self.error("not a number")),
        })
    }
}

/// Equal values; a word is equal to the component or token type of that id.
fn same(game: &Game, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Item(item), Value::Text(text)) | (Value::Text(text), Value::Item(item)) => match item.thing() {
            Thing::Piece(piece) => &game.component_of(piece).id == text,
            Thing::Token(token) => &game.tokens[token.index()].id == text,
            _ => false,
        },
        _ => a == b,
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Text(text) => format!("`{text}`"),
        Value::Item(Item::NOTHING) => "nothing".into(),
        Value::Item(_) => "a thing on the table".into(),
        Value::List(_) => "a list".into(),
    }
}

/// The spaces of a place.
#[inline]
pub(super) fn spaces(game: &Game, place: Item) -> impl Iterator<Item = SpaceId> + use<> {
    let (SpaceId(first), count) = run_of_spaces(game, place);
    (first..first + count).map(SpaceId)
}

/// The first space of a place, and how many there are.
fn run_of_spaces(game: &Game, place: Item) -> (SpaceId, u16) {
    match place.thing() {
        Thing::Space(space) => (space, 1),
        Thing::Zone(zone) => (game.zone(zone).first_space, game.zone(zone).spaces),
        _ => (SpaceId(0), 0),
    }
}

fn count_pieces(scope: &Scope, place: Item) -> i64 {
    let (first, count) = run_of_spaces(scope.game, place);
    scope.state.size_of(first, count) as i64
}

fn count_tokens(scope: &Scope, place: Item, token: TokenId) -> i64 {
    spaces(scope.game, place)
        .map(|space| i64::from(scope.state.tokens(scope.game, space, token)))
        .sum()
}

/// The value of a variable, from the number it is kept as.
pub fn var_value(game: &Game, var: VarId, raw: i32) -> Value {
    match game.vars[var.index()].kind {
        VarType::Int => Value::Int(raw.into()),
        VarType::Bool => Value::Bool(raw != 0),
        VarType::Seat | VarType::Piece | VarType::Space | VarType::Token => Value::Item(Item::from_bits(raw as u32)),
    }
}

/// How many seats of people come before this one in turn order. The one who begins is in the variable `first`, if
/// the game has it.
fn turn_order(game: &Game, state: &State, seat: SeatId) -> i64 {
    let first = game
        .vars
        .iter()
        .find(|var| var.id == "first" && var.kind == VarType::Seat)
        .and_then(|var| match Item::from_bits(state.var(var.first_slot) as u32).thing() {
            Thing::Seat(seat) => Some(seat),
            _ => None,
        })
        .unwrap_or(SeatId(0));
    let mut order = 0;
    let mut at = first;
    while at != seat && order < 32 {
        at = game.next_seat(at);
        order += 1;
    }
    order
}
