//! Lowering: names of an expression become ids, with types, so that a wrong name
//! is found before anything runs.

use houserule_grammar::tree::{Expr, ExprKind, Name, Operator, Pattern, Span};

use super::code::{Code, CodeKind, Function, Match, Value};
use crate::game::{Fact, Game, Holders, Item, KindId, Property, SeatId};
use crate::package::manifest::{VarType, ZoneKind};
use crate::package::{FileId, Place, Problem, nearest};

/// What an expression gives, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Int,
    Bool,
    Text,
    Token,
    Seat,
    Piece(Option<KindId>),
    Place,
    List,
    /// A number, or true (1) or false (0).
    Measure,
    Any,
}

impl Type {
    fn describe(self) -> &'static str {
        match self {
            Type::Int => "a number",
            Type::Bool => "true or false",
            Type::Text => "a text",
            Type::Token => "a token type",
            Type::Seat => "a seat",
            Type::Piece(_) => "a piece",
            Type::Place => "a zone",
            Type::List => "a list",
            Type::Measure => "a number, or true or false",
            Type::Any => "anything",
        }
    }

    pub(super) fn fits(self, wanted: Type) -> bool {
        self == wanted
            || self == Type::Any
            || wanted == Type::Any
            || matches!(
                (self, wanted),
                (Type::Piece(_), Type::Piece(None))
                    | (Type::Piece(None), Type::Piece(_))
                    | (Type::Int | Type::Bool, Type::Measure)
            )
    }
}

/// Lowers the expressions and setup steps of a game. The names of a game must be
/// known before: tokens, kinds, zones, variables, rules, options.
#[derive(Debug)]
pub struct Lowerer<'a> {
    pub(super) game: &'a Game,
    pub(super) problems: &'a mut Vec<Problem>,
    pub(super) locals: Vec<(String, Type)>,
    pub(super) file: FileId,
    /// Where the text begins within the file, for expressions inside TOML.
    pub(super) offset: usize,
}

type Lowered = Option<(Code, Type)>;

impl<'a> Lowerer<'a> {
    pub fn new(game: &'a Game, problems: &'a mut Vec<Problem>, file: FileId) -> Lowerer<'a> {
        Lowerer {
            game,
            problems,
            locals: Vec::new(),
            file,
            offset: 0,
        }
    }

    /// An expression written in TOML: `place` is that of the text, quotes included.
    pub fn expression(&mut self, text: &str, place: &Place, locals: &[(&str, Type)], wanted: Type) -> Option<Code> {
        self.file = place.file;
        self.offset = place.span.start + 1;
        self.locals = locals.iter().map(|&(name, kind)| (name.to_string(), kind)).collect();
        match houserule_grammar::parse_expression(text) {
            Ok(expr) => {
                let before = self.problems.len();
                let lowered = self.typed(&expr, wanted);
                (self.problems.len() == before).then_some(lowered).flatten()
            }
            Err(errors) => {
                for error in errors {
                    self.problem(error.message, &error.span, error.help);
                }
                None
            }
        }
    }

    pub(super) fn problem(&mut self, message: impl Into<String>, span: &Span, help: Option<String>) {
        let place = Place {
            file: self.file,
            span: span.start + self.offset..span.end + self.offset,
        };
        self.problems.push(Problem {
            help,
            ..Problem::new(message).at(place)
        });
    }

    pub(super) fn unknown(&mut self, what: &str, name: &Name, known: &[&str]) {
        let help = nearest(&name.text, known.iter().copied()).map(|word| format!("did you mean `{word}`?"));
        self.problem(format!("unknown {what} `{}`", name.text), &name.span, help);
    }

    fn code(&self, kind: CodeKind, span: &Span) -> Code {
        Code {
            kind,
            file: self.file,
            span: span.start + self.offset..span.end + self.offset,
        }
    }

    /// Lowers an expression that must be of a type.
    pub(super) fn typed(&mut self, expr: &Expr, wanted: Type) -> Option<Code> {
        let (code, found) = self.lower(expr)?;
        if !found.fits(wanted) {
            self.problem(
                format!("expected {}, found {}", wanted.describe(), found.describe()),
                &expr.span,
                None,
            );
            return None;
        }
        Some(code)
    }

    pub(super) fn lower(&mut self, expr: &Expr) -> Lowered {
        let span = &expr.span;
        let (kind, found) = match &expr.kind {
            ExprKind::Int(n) => (CodeKind::Constant(Value::Int(*n)), Type::Int),
            ExprKind::Bool(b) => (CodeKind::Constant(Value::Bool(*b)), Type::Bool),
            ExprKind::Text(text) => (CodeKind::Constant(Value::Text(text.clone())), Type::Text),
            ExprKind::Path(names) => return self.path(names, span),
            ExprKind::Index(zone, index) => {
                let zone = self.typed(zone, Type::Place)?;
                let index = self.typed(index, Type::Int)?;
                (CodeKind::Index(zone.into(), index.into()), Type::Place)
            }
            ExprKind::Call(name, args) => return self.call(name, args, span),
            ExprKind::Count(function, set) => {
                if function.text != "count" {
                    self.problem(
                        format!("`{}` takes no set; only `count` does", function.text),
                        &function.span,
                        None,
                    );
                    return None;
                }
                let (members, _) = self.members(set, None)?;
                (CodeKind::CountSet(members.into()), Type::Int)
            }
            ExprKind::List(entries) => {
                let codes: Option<Vec<Code>> = entries.iter().map(|entry| Some(self.lower(entry)?.0)).collect();
                (CodeKind::List(codes?), Type::List)
            }
            ExprKind::Not(inner) => {
                let inner = self.typed(inner, Type::Bool)?;
                (CodeKind::Not(inner.into()), Type::Bool)
            }
            ExprKind::Negate(inner) => {
                let inner = self.typed(inner, Type::Int)?;
                (CodeKind::Negate(inner.into()), Type::Int)
            }
            ExprKind::Binary(operator, left, right) => {
                return self.binary(*operator, left, right, span);
            }
            ExprKind::By { subject, arms } => {
                let (subject, _) = self.lower(subject)?;
                let mut lowered = Vec::new();
                let mut found = Type::Any;
                for arm in arms {
                    let pattern = match &arm.pattern {
                        Pattern::Range(low, high) => Match::Range(*low, *high),
                        Pattern::Else => Match::Else,
                        Pattern::Word(name) => match self.constant_word(&name.text) {
                            Some((value, _)) => Match::Value(value),
                            None => Match::Value(Value::Text(name.text.clone())),
                        },
                    };
                    let (value, kind) = self.lower(&arm.value)?;
                    if found == Type::Any {
                        found = kind;
                    }
                    lowered.push((pattern, value));
                }
                (CodeKind::By(subject.into(), lowered), found)
            }
            ExprKind::Random(_) => {
                self.problem("`random` can stand only behind `let … =` or `set … =`", span, None);
                return None;
            }
        };
        Some((self.code(kind, span), found))
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr, span: &Span) -> Lowered {
        use Operator::{And, Equal, In, NotEqual, Or};
        let (wanted, found) = match operator {
            And | Or => (Type::Bool, Type::Bool),
            Equal | NotEqual | In => (Type::Any, Type::Bool),
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Remainder => {
                (Type::Int, Type::Int)
            }
            _ => (Type::Int, Type::Bool),
        };
        if matches!(operator, Equal | NotEqual) {
            let (left, right) = (self.lower(left), self.lower(right));
            let ((left, left_type), (right, right_type)) = (left?, right?);
            let kind = match (left_type, right_type) {
                (Type::Int, Type::Int) => CodeKind::SameNumber(operator == Equal, left.into(), right.into()),
                _ => CodeKind::Binary(operator, left.into(), right.into()),
            };
            return Some((self.code(kind, span), found));
        }
        let left_code = self.typed(left, wanted);
        let right_code = self.typed(right, wanted);
        let kind = CodeKind::Binary(operator, left_code?.into(), right_code?.into());
        Some((self.code(kind, span), found))
    }

    fn call(&mut self, name: &Name, args: &[Expr], span: &Span) -> Lowered {
        let Some(&(_, function)) = Function::ALL.iter().find(|(id, _)| *id == name.text) else {
            let known: Vec<&str> = Function::ALL.iter().map(|&(id, _)| id).collect();
            self.unknown("function", name, &known);
            return None;
        };
        let (wanted, found): (&[Type], Type) = match function {
            Function::Count if args.len() == 2 => (&[Type::Place, Type::Token], Type::Int),
            Function::Count => (&[Type::Place], Type::Int),
            Function::Min | Function::Max => (&[Type::Int, Type::Int], Type::Int),
            Function::Sum => (&[Type::Place, Type::Text], Type::Int),
            Function::Position => (&[Type::Piece(None)], Type::Int),
            Function::Last => (&[Type::Place], Type::Int),
            Function::Empty => (&[Type::Place], Type::Bool),
            Function::Names => (&[Type::Text, Type::Text], Type::Bool),
        };
        if args.len() != wanted.len() {
            self.problem(
                format!("`{}` takes {} values, here are {}", name.text, wanted.len(), args.len()),
                span,
                None,
            );
            return None;
        }
        let mut codes = Vec::new();
        for (arg, &wanted) in args.iter().zip(wanted) {
            // A field is written like a name: `sum(player.tiles, value)`.
            if let (Type::Text, ExprKind::Path(names)) = (wanted, &arg.kind)
                && let [field] = names.as_slice()
            {
                codes.push(self.code(CodeKind::Constant(Value::Text(field.text.clone())), &arg.span));
                continue;
            }
            codes.push(self.typed(arg, wanted)?);
        }
        Some((self.code(CodeKind::Call(function, codes), span), found))
    }

    /// A word that means one fixed thing: a zone of the table, a token type, a seat, a single piece.
    fn constant_word(&self, text: &str) -> Option<(Value, Type)> {
        let game = self.game;
        let item = |item: Item, kind: Type| Some((Value::Item(item), kind));
        if let Some(family) = game
            .families
            .iter()
            .find(|family| family.id == text && family.on == Holders::Table)
        {
            return item(family.zones[0].into(), Type::Place);
        }
        let meaning = game.words.get(text).and_then(|word| game.meaning(word));
        if let Some(token) = meaning.and_then(|meaning| meaning.token) {
            return item(token.into(), Type::Token);
        }
        if let Some(index) = game.seats.iter().position(|seat| seat.automatic && seat.id == text) {
            return item(SeatId(index as u8).into(), Type::Seat);
        }
        let component = game.components.iter().position(|component| component.id == text)?;
        let piece = game
            .pieces
            .iter()
            .position(|piece| piece.component.index() == component)?;
        item(
            crate::game::PieceId(piece as u16).into(),
            Type::Piece(Some(game.components[component].kind)),
        )
    }

    fn path(&mut self, names: &[Name], span: &Span) -> Lowered {
        let (head, rest) = names.split_first()?;
        let (mut code, mut kind) = self.head(head, rest)?;
        // `rules.x` and `option.x` take two names.
        let taken = usize::from(matches!(head.text.as_str(), "rules" | "option") && !self.is_local(&head.text));
        for name in rest.iter().skip(taken) {
            (code, kind) = self.member(code, kind, name, span)?;
        }
        Some((code, kind))
    }

    fn is_local(&self, name: &str) -> bool {
        self.locals.iter().any(|(local, _)| local == name)
    }

    fn head(&mut self, head: &Name, rest: &[Name]) -> Lowered {
        let game = self.game;
        let text = head.text.as_str();
        if let Some(index) = self.locals.iter().rposition(|(local, _)| local == text) {
            let kind = self.locals[index].1;
            return Some((self.code(CodeKind::Local(index), &head.span), kind));
        }
        let found = match text {
            "players" => Some((CodeKind::Constant(Value::Int(game.players.into())), Type::Int)),
            "round" => Some((CodeKind::Property(Property::Round, None), Type::Int)),
            "active" => Some((CodeKind::Property(Property::Active, None), Type::Seat)),
            "none" => Some((CodeKind::Constant(Value::Item(Item::NOTHING)), Type::Any)),
            "box" => Some((
                CodeKind::Constant(Value::Item(crate::game::BOX_ZONE.into())),
                Type::Place,
            )),
            "rules" | "option" => {
                let facts = if text == "rules" { &game.rules } else { &game.options };
                let what = if text == "rules" { "rule" } else { "option" };
                return self.named_fact(what, facts, head, rest);
            }
            _ => None,
        };
        let meaning = game.words.get(text).and_then(|word| game.meaning(word));
        let found = found
            .or_else(|| {
                let var = meaning?.table_var?;
                let kind = var_type(game.vars[var.index()].kind);
                Some((CodeKind::TableVar(var), kind))
            })
            .or_else(|| {
                let (value, kind) = self.constant_word(text)?;
                Some((CodeKind::Constant(value), kind))
            });
        match found {
            Some((code, kind)) => Some((self.code(code, &head.span), kind)),
            None => {
                let known = self.known_words();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                self.unknown("name", head, &known);
                None
            }
        }
    }

    fn known_words(&self) -> Vec<String> {
        let game = self.game;
        let mut words: Vec<String> = ["players", "round", "active", "rules", "option", "box"]
            .map(String::from)
            .to_vec();
        words.extend(self.locals.iter().map(|(name, _)| name.clone()));
        words.extend(
            game.vars
                .iter()
                .filter(|var| var.on == Holders::Table)
                .map(|var| var.id.clone()),
        );
        words.extend(
            game.families
                .iter()
                .filter(|family| family.on == Holders::Table)
                .map(|family| family.id.clone()),
        );
        words.extend(game.tokens.iter().map(|token| token.id.clone()));
        words.extend(game.components.iter().map(|component| component.id.clone()));
        words
    }

    fn named_fact(&mut self, what: &str, facts: &[(String, Fact)], head: &Name, rest: &[Name]) -> Lowered {
        let Some(name) = rest.first() else {
            self.problem(format!("`{}` needs the name of a {what}", head.text), &head.span, None);
            return None;
        };
        let Some(fact) = Game::fact(facts, &name.text) else {
            let known: Vec<&str> = facts.iter().map(|(name, _)| name.as_str()).collect();
            self.unknown(what, name, &known);
            return None;
        };
        let (value, kind) = fact_value(fact);
        Some((self.code(CodeKind::Constant(value), &name.span), kind))
    }

    /// `x.name` where `x` is of a type.
    fn member(&mut self, of: Code, kind: Type, name: &Name, span: &Span) -> Lowered {
        let game = self.game;
        let meaning = game.words.get(&name.text).and_then(|word| game.meaning(word));
        let boxed = |of: Code| Box::new(of);
        let found = match kind {
            Type::Seat => match name.text.as_str() {
                "turn" => Some((CodeKind::TurnOrder(boxed(of.clone())), Type::Int)),
                "number" => Some((CodeKind::SeatNumber(boxed(of.clone())), Type::Int)),
                _ => meaning.and_then(|meaning| {
                    let family = meaning
                        .families
                        .iter()
                        .find(|family| game.families[family.index()].on == Holders::Seats);
                    match (family, meaning.seat_var) {
                        (Some(&family), _) => Some((CodeKind::ZoneOn(vec![family], boxed(of.clone())), Type::Place)),
                        (None, Some(var)) => {
                            let kind = var_type(game.vars[var.index()].kind);
                            Some((CodeKind::HolderVar(vec![var], boxed(of.clone())), kind))
                        }
                        (None, None) => None,
                    }
                }),
            },
            Type::Piece(of_kind) => self.piece_member(&of, of_kind, name),
            Type::Place => match meaning.and_then(|meaning| meaning.token) {
                Some(token) => Some((CodeKind::Tokens(boxed(of.clone()), token), Type::Int)),
                None => match name.text.as_str() {
                    "top" => Some((
                        CodeKind::Property(Property::Top, Some(boxed(of.clone()))),
                        Type::Piece(None),
                    )),
                    "bottom" => Some((
                        CodeKind::Property(Property::Bottom, Some(boxed(of.clone()))),
                        Type::Piece(None),
                    )),
                    "size" => Some((CodeKind::Property(Property::Size, Some(boxed(of.clone()))), Type::Int)),
                    "total" => Some((CodeKind::Property(Property::Total, Some(boxed(of.clone()))), Type::Int)),
                    _ => None,
                },
            },
            _ => None,
        };
        match found {
            Some((code, kind)) => Some((self.code(code, span), kind)),
            None => {
                let known = self.known_members(kind);
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let help = nearest(&name.text, known.iter().copied()).map(|word| format!("did you mean `{word}`?"));
                self.problem(format!("{} has no `{}`", kind.describe(), name.text), &name.span, help);
                None
            }
        }
    }

    fn piece_member(&self, of: &Code, of_kind: Option<KindId>, name: &Name) -> Option<(CodeKind, Type)> {
        let game = self.game;
        let boxed = || Box::new(of.clone());
        let fits = |kind: KindId| of_kind.is_none_or(|wanted| wanted == kind);
        let meaning = game.words.get(&name.text).and_then(|word| game.meaning(word));
        if let Some(meaning) = meaning {
            let families: Vec<_> = meaning
                .families
                .iter()
                .copied()
                .filter(|family| matches!(game.families[family.index()].on, Holders::Pieces(kind) if fits(kind)))
                .collect();
            if !families.is_empty() {
                return Some((CodeKind::ZoneOn(families, boxed()), Type::Place));
            }
            let vars: Vec<_> = meaning
                .piece_vars
                .iter()
                .filter(|(kind, _)| fits(*kind))
                .map(|&(_, var)| var)
                .collect();
            if let Some(var) = vars.first() {
                let kind = var_type(game.vars[var.index()].kind);
                return Some((CodeKind::HolderVar(vars, boxed()), kind));
            }
        }
        let field = game
            .components
            .iter()
            .filter(|component| fits(component.kind))
            .find_map(|component| Game::fact(&component.fields, &name.text));
        if let Some(fact) = field {
            return Some((CodeKind::Field(name.text.clone(), boxed()), fact_value(fact).1));
        }
        match name.text.as_str() {
            "face" => Some((CodeKind::Property(Property::Face, Some(boxed())), Type::Int)),
            "place" => Some((CodeKind::Property(Property::Place, Some(boxed())), Type::Place)),
            "owner" => Some((CodeKind::Property(Property::Owner, Some(boxed())), Type::Seat)),
            "id" => Some((CodeKind::Field("id".into(), boxed()), Type::Text)),
            _ => None,
        }
    }

    fn known_members(&self, kind: Type) -> Vec<String> {
        let game = self.game;
        let mut known: Vec<String> = Vec::new();
        match kind {
            Type::Seat => {
                known.extend(["turn", "number"].map(String::from));
                known.extend(
                    game.families
                        .iter()
                        .filter(|f| f.on == Holders::Seats)
                        .map(|f| f.id.clone()),
                );
                known.extend(
                    game.vars
                        .iter()
                        .filter(|v| v.on == Holders::Seats)
                        .map(|v| v.id.clone()),
                );
            }
            Type::Piece(of_kind) => {
                let fits =
                    |on: Holders| matches!(on, Holders::Pieces(kind) if of_kind.is_none_or(|wanted| wanted == kind));
                known.extend(["face", "place", "owner", "id"].map(String::from));
                known.extend(game.families.iter().filter(|f| fits(f.on)).map(|f| f.id.clone()));
                known.extend(game.vars.iter().filter(|v| fits(v.on)).map(|v| v.id.clone()));
                for component in &game.components {
                    if of_kind.is_none_or(|wanted| wanted == component.kind) {
                        known.extend(component.fields.iter().map(|(name, _)| name.clone()));
                    }
                }
            }
            Type::Place => {
                known.extend(["top", "bottom", "size", "total"].map(String::from));
                known.extend(game.tokens.iter().map(|token| token.id.clone()));
            }
            _ => {}
        }
        known
    }
}

pub(super) fn var_type(kind: VarType) -> Type {
    match kind {
        VarType::Int => Type::Int,
        VarType::Bool => Type::Bool,
        VarType::Seat => Type::Seat,
        VarType::Piece => Type::Piece(None),
        VarType::Space => Type::Place,
        VarType::Token => Type::Token,
    }
}

/// A fact as a value of expressions. Tables and effects have none.
pub(super) fn fact_value(fact: &Fact) -> (Value, Type) {
    match fact {
        Fact::Bool(b) => (Value::Bool(*b), Type::Bool),
        Fact::Int(n) => (Value::Int(*n), Type::Int),
        Fact::Text(text) => (Value::Text(text.clone()), Type::Text),
        Fact::Token(token) => (Value::Item((*token).into()), Type::Token),
        Fact::Zone(zone) => (Value::Item((*zone).into()), Type::Place),
        Fact::Piece(piece) => (Value::Item((*piece).into()), Type::Piece(None)),
        Fact::List(entries) => (
            Value::List(entries.iter().map(|entry| fact_value(entry).0).collect()),
            Type::List,
        ),
        Fact::Table(_) | Fact::Effect(_) => (Value::Item(Item::NOTHING), Type::Any),
    }
}

/// The number of the first space of a zone, as people count.
pub fn first_number(kind: ZoneKind) -> i64 {
    match kind {
        ZoneKind::Track => 0,
        _ => 1,
    }
}
