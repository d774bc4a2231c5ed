//! Setup steps: statements with every name turned into an id. Running them is in `lay`.

use houserule_grammar::tree::{self, ExprKind, Face, Name, StatementKind};

use super::code::{Code, Value};
use super::lower::{Lowerer, Type, var_type};
use crate::game::{KindId, VarId};
use crate::package::FileId;

/// A step of the setup.
#[derive(Debug, Clone)]
pub struct SetupStep {
    pub name: String,
    pub actions: Vec<Action>,
}

/// A lowered statement.
#[derive(Debug, Clone)]
pub enum Action {
    /// Tokens from one place to another.
    Tokens {
        amount: Option<Code>,
        token: Option<Code>,
        from: Option<Code>,
        to: Option<Code>,
    },
    /// Pieces to a place.
    Pieces {
        which: Pieces,
        from: Option<Code>,
        to: Option<Code>,
        face: Option<Face>,
    },
    Shuffle(Code),
    Deal {
        amount: Code,
        from: Code,
        to: Code,
    },
    Lay {
        zone: Code,
        from: Code,
        runs: Vec<(Code, Option<Code>)>,
    },
    Flip(Code, Option<Face>),
    Set {
        var: VarId,
        holder: Option<Code>,
        value: Source,
    },
    Let(Source),
    Choose {
        amount: Option<Code>,
        set: Members,
        body: Vec<Action>,
    },
    ForEach {
        set: Members,
        body: Vec<Action>,
    },
    When {
        condition: Code,
        then: Vec<Action>,
        otherwise: Vec<Action>,
    },
}

#[derive(Debug, Clone)]
pub enum Pieces {
    Each(Members),
    Some { amount: Code, kind: KindId },
    One(Code),
    All,
}

/// A value, or one of a set at random.
#[derive(Debug, Clone)]
pub enum Source {
    Value(Code),
    Random(Members),
}

/// What a loop goes through.
#[derive(Debug, Clone)]
pub struct Members {
    pub what: What,
    pub within: Option<Code>,
    pub filter: Option<Code>,
    pub(super) span: Code,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    People,
    Seats,
    Tokens,
    Spaces,
    Pieces(Option<KindId>),
}

impl Lowerer<'_> {
    /// Lowers a step; problems are reported and leave out the statement.
    pub fn step(&mut self, step: &tree::Step, file: FileId) -> SetupStep {
        self.file = file;
        self.offset = 0;
        self.locals.clear();
        SetupStep {
            name: step.name.text.clone(),
            actions: self.block(&step.body),
        }
    }

    fn block(&mut self, statements: &[tree::Statement]) -> Vec<Action> {
        let depth = self.locals.len();
        let actions = statements
            .iter()
            .filter_map(|statement| self.statement(statement))
            .collect();
        self.locals.truncate(depth);
        actions
    }

    fn statement(&mut self, statement: &tree::Statement) -> Option<Action> {
        Some(match &statement.kind {
            StatementKind::Put { things, to, face } => {
                let to = self.destination(things, to);
                // What is put is looked at even if the place is wrong: all mistakes are told at once.
                let action = self.things(things, None, to.clone(), *face);
                to.and(action)?
            }
            StatementKind::Take { things, from } => {
                let from = self.typed(from, Type::Place);
                let action = self.things(things, from.clone(), None, None);
                from.and(action)?
            }
            StatementKind::Move { things, from, to } => {
                let from = self.typed(from, Type::Place);
                let to = self.destination(things, to);
                let action = self.things(things, from.clone(), to.clone(), None);
                from.and(to).and(action)?
            }
            StatementKind::Shuffle { place } => Action::Shuffle(self.typed(place, Type::Place)?),
            StatementKind::Deal { amount, from, to } => {
                let amount = self.typed(amount, Type::Int);
                let (from, to) = (self.typed(from, Type::Place), self.typed(to, Type::Place));
                Action::Deal {
                    amount: amount?,
                    from: from?,
                    to: to?,
                }
            }
            StatementKind::Lay { zone, from, runs } => Action::Lay {
                zone: self.typed(zone, Type::Place)?,
                from: self.typed(from, Type::Place)?,
                runs: runs
                    .iter()
                    .map(|run| {
                        let spaces = self.typed(&run.spaces, Type::Int)?;
                        let height = match &run.height {
                            Some(height) => Some(self.typed(height, Type::Int)?),
                            None => None,
                        };
                        Some((spaces, height))
                    })
                    .collect::<Option<_>>()?,
            },
            StatementKind::Flip { what, face } => Action::Flip(self.lower(what)?.0, *face),
            StatementKind::Set { target, value } => self.assignment(target, value)?,
            StatementKind::Let { name, value } => {
                let (source, kind) = self.source(value)?;
                self.locals.push((name.text.clone(), kind));
                Action::Let(source)
            }
            StatementKind::Choose { amount, set, body } => {
                let amount = match amount {
                    Some(amount) => Some(self.typed(amount, Type::Int)?),
                    None => None,
                };
                let (set, body) = self.members(set, Some(body))?;
                Action::Choose { amount, set, body }
            }
            StatementKind::ForEach { set, body } => {
                let (set, body) = self.members(set, Some(body))?;
                Action::ForEach { set, body }
            }
            StatementKind::When {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.typed(condition, Type::Bool);
                let then = self.block(then);
                let otherwise = self.block(otherwise);
                Action::When {
                    condition: condition?,
                    then,
                    otherwise,
                }
            }
        })
    }

    /// The place of `put` or `move`, which may depend on the piece: `put each tile on tile.home`.
    fn destination(&mut self, things: &tree::Things, to: &tree::Expr) -> Option<Code> {
        let depth = self.locals.len();
        if let tree::Things::Each(set) = things {
            let what = self.what(&set.word)?;
            let name = set.name.as_ref().unwrap_or(&set.word);
            self.locals.push((name.text.clone(), what.kind()));
        }
        let code = self.typed(to, Type::Place);
        self.locals.truncate(depth);
        code
    }

    fn things(
        &mut self,
        things: &tree::Things,
        from: Option<Code>,
        to: Option<Code>,
        face: Option<Face>,
    ) -> Option<Action> {
        let pieces = |which, from, to| Action::Pieces { which, from, to, face };
        Some(match things {
            tree::Things::Each(set) => {
                let (members, _) = self.members(set, None)?;
                if !matches!(members.what, What::Pieces(_)) {
                    self.problem(
                        "only pieces can be put one by one",
                        &set.word.span,
                        Some("write the loop out: `for each … { put … }`".into()),
                    );
                    return None;
                }
                pieces(Pieces::Each(members), from, to)
            }
            tree::Things::Some { amount, what } => {
                let amount = self.typed(amount, Type::Int);
                if let ExprKind::Path(names) = &what.kind
                    && let [name] = names.as_slice()
                    && !self.locals.iter().any(|(local, _)| *local == name.text)
                    && let Some(kind) = self.game.kind_named(&name.text)
                {
                    return Some(pieces(Pieces::Some { amount: amount?, kind }, from, to));
                }
                let token = self.typed(what, Type::Token);
                Action::Tokens {
                    amount: Some(amount?),
                    token: Some(token?),
                    from,
                    to,
                }
            }
            tree::Things::All(Some(token)) => Action::Tokens {
                amount: None,
                token: Some(self.typed(token, Type::Token)?),
                from,
                to,
            },
            tree::Things::All(None) => pieces(Pieces::All, from, to),
            tree::Things::One(piece) => {
                let piece = self.typed(piece, Type::Piece(None))?;
                pieces(Pieces::One(piece), from, to)
            }
        })
    }

    fn assignment(&mut self, target: &tree::Expr, value: &tree::Expr) -> Option<Action> {
        use super::code::CodeKind::{HolderVar, TableVar};
        let (source, found) = self.source(value)?;
        let (code, _) = self.lower(target)?;
        let (var, holder) = match code.kind {
            TableVar(var) => (var, None),
            HolderVar(vars, of) => (*vars.first()?, Some(*of)),
            _ => {
                self.problem("only a variable can be set", &target.span, None);
                return None;
            }
        };
        if !found.fits(var_type(self.game.vars[var.index()].kind)) {
            self.problem("the variable is of another type", &value.span, None);
            return None;
        }
        Some(Action::Set {
            var,
            holder,
            value: source,
        })
    }

    fn source(&mut self, value: &tree::Expr) -> Option<(Source, Type)> {
        if let ExprKind::Random(set) = &value.kind {
            let (members, _) = self.members(set, None)?;
            let kind = members.what.kind();
            return Some((Source::Random(members), kind));
        }
        let (code, kind) = self.lower(value)?;
        Some((Source::Value(code), kind))
    }

    /// A set, and the block that runs with its member as a variable.
    pub(super) fn members(&mut self, set: &tree::Set, body: Option<&tree::Block>) -> Option<(Members, Vec<Action>)> {
        let what = self.what(&set.word)?;
        let within = match &set.within {
            Some(place) => Some(self.typed(place, Type::Place)?),
            None => None,
        };
        if what == What::Spaces && within.is_none() {
            self.problem("say of which zone: `space in ZONE`", &set.word.span, None);
            return None;
        }
        let name = set.name.as_ref().unwrap_or(&set.word);
        self.locals.push((name.text.clone(), what.kind()));
        let filter = set.filter.as_ref().map(|filter| self.typed(filter, Type::Bool));
        let body = body.map(|body| self.block(body)).unwrap_or_default();
        self.locals.pop();
        let filter = match filter {
            Some(filter) => Some(filter?),
            None => None,
        };
        let span = Code {
            kind: super::code::CodeKind::Constant(Value::Int(0)),
            file: self.file,
            span: set.word.span.clone(),
        };
        Some((
            Members {
                what,
                within,
                filter,
                span,
            },
            body,
        ))
    }

    fn what(&mut self, word: &Name) -> Option<What> {
        Some(match word.text.as_str() {
            "player" => What::People,
            "seat" => What::Seats,
            "token" => What::Tokens,
            "space" => What::Spaces,
            "piece" => What::Pieces(None),
            text => match self.game.kind_named(text) {
                Some(kind) => What::Pieces(Some(kind)),
                None => {
                    let mut known = vec!["player", "seat", "token", "space", "piece"];
                    known.extend(self.game.kinds.iter().map(|kind| kind.id.as_str()));
                    self.unknown("kind of thing", word, &known);
                    return None;
                }
            },
        })
    }
}

impl What {
    fn kind(self) -> Type {
        match self {
            What::People | What::Seats => Type::Seat,
            What::Tokens => Type::Token,
            What::Spaces => Type::Place,
            What::Pieces(kind) => Type::Piece(kind),
        }
    }
}
