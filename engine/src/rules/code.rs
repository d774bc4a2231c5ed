//! Lowered expressions: every name is an id, every word has one meaning.

use houserule_grammar::tree::{Operator, Span};

use super::setup::Members;
use crate::game::{FamilyId, Item, Property, TokenId, VarId};
use crate::package::FileId;

/// A value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Int(i64),
    Bool(bool),
    Text(String),
    /// A piece, a zone, a seat, a token type, or nothing.
    Item(Item),
    List(Vec<Value>),
}

/// A lowered expression with the place it was written at.
#[derive(Debug, Clone)]
pub struct Code {
    pub kind: CodeKind,
    pub file: FileId,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum CodeKind {
    Constant(Value),
    /// A variable of a loop or of `let`, by its place on the stack.
    Local(usize),
    /// A variable of the table.
    TableVar(VarId),
    /// A variable of a seat or a piece.
    HolderVar(Vec<VarId>, Box<Code>),
    /// A zone of a seat or a piece.
    ZoneOn(Vec<FamilyId>, Box<Code>),
    /// A field of a component.
    Field(String, Box<Code>),
    /// How many tokens of a type lie in a place.
    Tokens(Box<Code>, TokenId),
    Property(Property, Option<Box<Code>>),
    /// The place of a seat in turn order, 0 for the one who begins.
    TurnOrder(Box<Code>),
    /// The number of a seat, from 1.
    SeatNumber(Box<Code>),
    Index(Box<Code>, Box<Code>),
    Call(Function, Vec<Code>),
    /// How many members a set has.
    CountSet(Box<Members>),
    List(Vec<Code>),
    Not(Box<Code>),
    Negate(Box<Code>),
    Binary(Operator, Box<Code>, Box<Code>),
    /// Whether two numbers are equal, or (`false`) differ.
    SameNumber(bool, Box<Code>, Box<Code>),
    By(Box<Code>, Vec<(Match, Code)>),
}

/// An arm of `by`.
#[derive(Debug, Clone)]
pub enum Match {
    Range(i64, i64),
    Value(Value),
    Else,
}

/// The functions of expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// `count(place)` pieces, or `count(place, token)` tokens.
    Count,
    Min,
    Max,
    /// `sum(place, field)` over the pieces there.
    Sum,
    /// The number of the space a piece lies on.
    Position,
    /// The number of the last space of a path or track.
    Last,
    /// Whether nothing lies in a place.
    Empty,
    /// `names(text, word)`: whether a word is among those of a text.
    Names,
}

impl Function {
    pub const ALL: [(&'static str, Function); 8] = [
        ("count", Function::Count),
        ("min", Function::Min),
        ("max", Function::Max),
        ("sum", Function::Sum),
        ("position", Function::Position),
        ("last", Function::Last),
        ("empty", Function::Empty),
        ("names", Function::Names),
    ];
}
