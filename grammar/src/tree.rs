//! The syntax trees of the setup language and of its expressions. Every node
//! carries the byte span of the text it was read from; nothing here knows what
//! a name means.

use std::ops::Range;

/// Bytes of the source text.
pub type Span = Range<usize>;

/// A name as it was written, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// A whole setup file: steps in the order they are written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Setup {
    pub steps: Vec<Step>,
}

/// `step NAME { … }`, or a layer's change to a step of the game below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub name: Name,
    pub edit: Edit,
    pub body: Block,
    pub span: Span,
}

/// What a step does to the list of steps of the layers below.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// `step x { … }`: a new step at the end.
    Add,
    /// `step x after y { … }`
    After(Name),
    /// `step x before y { … }`
    Before(Name),
    /// `replace step x { … }`
    Replace,
    /// `remove step x`
    Remove,
}

pub type Block = Vec<Statement>;

#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum StatementKind {
    /// `put THINGS on|in PLACE [face up|down]`: out of the box (tokens), or from wherever they are (pieces).
    Put {
        things: Things,
        to: Expr,
        face: Option<Face>,
    },
    /// `take THINGS from PLACE`: back into the box.
    Take { things: Things, from: Expr },
    /// `move THINGS from PLACE to PLACE`
    Move { things: Things, from: Expr, to: Expr },
    /// `shuffle PLACE`
    Shuffle { place: Expr },
    /// `deal N [word] from PLACE to PLACE`; `draw` is the same verb.
    Deal { amount: Expr, from: Expr, to: Expr },
    /// `lay ZONE from PLACE: 10 stacks of 2, 1 gap, 10 stacks of 1`: goes on where the last `lay` ended.
    Lay { zone: Expr, from: Expr, runs: Vec<Run> },
    /// `flip PLACE [up|down]`
    Flip { what: Expr, face: Option<Face> },
    /// `set PATH = EXPR`
    Set { target: Expr, value: Expr },
    /// `let NAME = EXPR`
    Let { name: Name, value: Expr },
    /// `choose [N] at random from SET [as NAME] { … }`: the block runs once for each one chosen.
    Choose {
        amount: Option<Expr>,
        set: Set,
        body: Block,
    },
    /// `for each SET [as NAME] [where EXPR] { … }`
    ForEach { set: Set, body: Block },
    /// `when EXPR { … } [else { … }]`
    When {
        condition: Expr,
        then: Block,
        otherwise: Block,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Up,
    Down,
}

/// What is put, taken or moved.
#[derive(Debug, Clone, PartialEq)]
pub enum Things {
    /// `each KIND [where EXPR]`: all pieces of a kind.
    Each(Set),
    /// `3 coin`, `2 + x town.home`: so many of a token type or of a kind of piece.
    Some { amount: Expr, what: Expr },
    /// `all coin`, `all`: every token of a type, or everything that lies there.
    All(Option<Expr>),
    /// `the PIECE` or a bare path: one piece bound to a name.
    One(Expr),
}

/// `WORD [in PLACE] [as NAME] [where EXPR]`. `WORD` is `player`, `seat`, `token`, `space`, `piece` or a kind of
/// piece; the variable is called like the word unless `as` names it.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    pub word: Name,
    pub within: Option<Expr>,
    pub name: Option<Name>,
    pub filter: Option<Expr>,
}

/// `10 stacks of 2`, or `1 gap`.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub spaces: Expr,
    /// Pieces on each space; `None` for a gap.
    pub height: Option<Expr>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    Int(i64),
    Text(String),
    Bool(bool),
    /// `a`, `a.b.c`
    Path(Vec<Name>),
    /// `board[3]`: a space of a zone, counted from 1 for rows, paths and grids, from 0 for tracks.
    Index(Box<Expr>, Box<Expr>),
    /// `count(market)`, `min(a, b)`
    Call(Name, Vec<Expr>),
    /// `count(card in market where card.value > 2)`
    Count(Name, Box<Set>),
    /// `[1, 3, 5]`
    List(Vec<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `by players { 2..3: 7, 4: 9, else: 5 }`
    By {
        subject: Box<Expr>,
        arms: Vec<Arm>,
    },
    /// `random player`
    Random(Box<Set>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    pub pattern: Pattern,
    pub value: Expr,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Pattern {
    /// `4` or `2..3`, both ends included.
    Range(i64, i64),
    /// `coin`
    Word(Name),
    Else,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Rounds down.
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `x in [1, 2]`
    In,
    And,
    Or,
}
