//! The TOML format of a game, as serde types. Parser, unknown-key check, JSON
//! Schema and the reference docs are all made from these; nothing else says
//! what a key may be. References between entries are checked later, in `link`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// Keeps the order in which entries are written, which is the order of play.
pub type Entries<T> = Vec<(String, T)>;

/// `game.toml`: what the game is, what is in the box, how a round goes and who wins.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Facts about the game.
    pub game: GameFacts,
    /// Options a table may set, with defaults and help.
    #[serde(default)]
    pub option: BTreeMap<String, OptionDecl>,
    /// Numbers, words and lists of the rules that scripts and setup read as `rules.NAME`.
    #[serde(default)]
    pub rules: Rules,
    /// Token types: interchangeable things that are only counted.
    #[serde(default)]
    pub token: BTreeMap<String, TokenDecl>,
    /// Kinds of pieces, and the fields their components have.
    #[serde(default)]
    pub piece: BTreeMap<String, PieceDecl>,
    /// Places that hold pieces and tokens.
    #[serde(default)]
    pub zone: BTreeMap<String, ZoneDecl>,
    /// Variables of the table, of each seat, or of each piece of a kind.
    #[serde(default)]
    pub var: BTreeMap<String, VarDecl>,
    /// Seats besides those of the players.
    #[serde(default)]
    pub seat: BTreeMap<String, SeatDecl>,
    /// Named hooks on events, for rules that no piece carries.
    #[serde(default)]
    pub on: Vec<HookDecl>,
    /// The phases of a round, in order.
    #[serde(default)]
    pub phase: Vec<PhaseDecl>,
    /// Phases that happen once, when the game has ended and before the result is taken.
    #[serde(default, rename = "final")]
    pub last: Vec<PhaseDecl>,
    /// When the game ends, apart from scripts that call `finish`.
    pub end: Option<EndDecl>,
    /// Scores, and who wins.
    #[serde(default)]
    pub result: ResultDecl,
    /// What a simulation tells of the games besides their results.
    #[serde(default)]
    pub stat: BTreeMap<String, StatDecl>,
    /// The game's own bot: the agent `own`.
    pub bot: Option<BotDecl>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameFacts {
    /// The id: the name of the folder, in lower case with dashes.
    pub id: String,
    /// The name on the box.
    pub name: String,
    /// The version of this package, as `1.0.0`.
    pub version: String,
    /// One line about the game.
    #[serde(default)]
    pub summary: String,
    /// Who designed the game.
    #[serde(default)]
    pub designers: Vec<String>,
    /// The numbers of people that can play.
    pub players: Vec<u32>,
    /// The language of the labels in the data; `text/LANG.toml` holds others.
    #[serde(default = "default_language")]
    pub language: String,
    /// More decisions than this in one game are an error.
    #[serde(default = "default_cap")]
    pub cap: u32,
    /// Teams by number of players: `4 = [[1, 3], [2, 4]]`.
    #[serde(default)]
    pub teams: BTreeMap<String, Vec<Vec<u32>>>,
}

fn default_language() -> String {
    "en".into()
}

fn default_cap() -> u32 {
    10_000
}

/// One option of the game.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionDecl {
    /// `true`/`false`, a whole number, or one of `values`.
    pub default: Scalar,
    /// The words it may be, if it is a word.
    #[serde(default)]
    pub values: Vec<String>,
    /// A kind of piece: if it is none of `values`, it lists ids of this kind, set apart by spaces.
    pub each: Option<String>,
    /// Ids of the kind that it may not list.
    #[serde(default)]
    pub except: Vec<String>,
    /// The smallest number it may be, or the fewest ids it lists.
    pub min: Option<i64>,
    /// The largest number it may be, or the most ids it lists.
    pub max: Option<i64>,
    /// What it does, in one line.
    pub help: String,
    /// Where it is from: a page of the rulebook, `house` or `placeholder`.
    pub source: Option<Source>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    Text(String),
}

/// The values of the rules, by their names.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
pub struct Rules {
    /// Where they are from: a page of the rulebook, `house` or `placeholder`.
    pub source: Option<Source>,
    #[serde(flatten)]
    pub values: BTreeMap<String, RuleValue>,
}

/// A value of the rules: a number, a word, a truth value, or a list or table of them.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RuleValue {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<RuleValue>),
    Table(BTreeMap<String, RuleValue>),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenDecl {
    /// How many there are in the box; left out: as many as are needed.
    pub count: Option<u32>,
    /// One or two characters for pictures of the table.
    pub symbol: Option<String>,
    pub source: Option<Source>,
}

/// A kind of piece; its components are listed under this name in `components/*.toml`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceDecl {
    /// The fields of its components and their types: `int`, `bool`, `text`, `token`, `zone` (one of the table), `effect`,
    /// `any`, the name of a kind of piece, `[…]` for a list of one of these, and `?` behind it if it may be left out.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// A die of so many faces, 1 and up.
    pub faces: Option<u32>,
    /// The field that tells backs apart; pieces with equal backs cannot be told apart face down.
    pub back: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneKind {
    /// Pieces and tokens in no order.
    Pool,
    /// Pieces one on the other; the last one put is the top.
    Stack,
    /// Pieces side by side.
    Row,
    /// Spaces in a line, counted from 1; each is a stack of its own.
    Path,
    /// Spaces in `width` columns and `height` rows.
    Grid,
    /// Spaces in a line, counted from 0, that markers are advanced on.
    Track,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Visible {
    /// Everybody sees the fronts.
    #[default]
    All,
    /// Everybody sees the front of the top piece; those below are covered.
    Top,
    /// Only the seat the zone belongs to sees the fronts.
    Owner,
    /// Nobody sees the fronts.
    None,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneDecl {
    pub kind: ZoneKind,
    /// `table`, `seat`, or a kind of piece, or a list of these: each of them has one.
    #[serde(default)]
    pub on: Carriers,
    /// Whether tokens may lie here.
    #[serde(default)]
    pub tokens: bool,
    /// How many spaces a path or a track has.
    pub size: Option<NumberOrExpr>,
    pub width: Option<u32>,
    pub height: Option<u32>,
    /// How many pieces fit on each space; left out: any number.
    pub capacity: Option<u32>,
    #[serde(default)]
    pub visible: Visible,
    /// The zone whose pieces are shuffled into this one when a piece is drawn and none is left.
    pub refill: Option<String>,
    /// One or two characters for an empty space of a path in pictures of the table; in a picture with `columns`, for a
    /// piece that lies here.
    pub symbol: Option<String>,
    /// How much of it pictures of the table show.
    #[serde(default)]
    pub show: Show,
    /// A zone of pieces that stand in a list: a field of what lies here, a number, that says in which column of the list it
    /// is drawn.
    pub columns: Option<String>,
    pub source: Option<Source>,
}

/// How much of a zone pictures of the table show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// The names of pieces, and what they do.
    #[default]
    Full,
    /// The names alone.
    Names,
    /// The symbols of the pieces.
    Symbols,
    /// How many pieces there are.
    Count,
    /// Nothing.
    Nothing,
}

fn default_holder() -> String {
    "table".into()
}

/// What carries a zone: one thing, or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Carriers {
    One(String),
    Several(Vec<String>),
}

impl Default for Carriers {
    fn default() -> Carriers {
        Carriers::One(default_holder())
    }
}

impl Carriers {
    /// All of them, in their order.
    pub fn all(&self) -> &[String] {
        match self {
            Carriers::One(carrier) => std::slice::from_ref(carrier),
            Carriers::Several(carriers) => carriers,
        }
    }
}

/// A whole number, or an expression such as `rules.length` or `2 * players`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum NumberOrExpr {
    Int(i64),
    Expr(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VarType {
    Int,
    Bool,
    /// A seat, or none.
    Seat,
    /// A piece, or none.
    Piece,
    /// A space of a zone, or none.
    Space,
    /// A token type, or none.
    Token,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VarDecl {
    #[serde(rename = "type", default = "default_var_type")]
    pub kind: VarType,
    /// `table`, `seat`, or a kind of piece.
    #[serde(default = "default_holder")]
    pub on: String,
    #[serde(default)]
    pub default: Option<Scalar>,
    /// Set back to the default at the start of each round, phase or turn.
    pub reset: Option<Reset>,
    /// `owner`: other seats do not see it.
    #[serde(default)]
    pub visible: Visible,
    /// Whether players are told of it, in the log and in pictures of the table; `false` is for what only scripts remember.
    #[serde(default = "yes")]
    pub told: bool,
    /// Of a kind of piece, and a seat: for whom a piece works that belongs to nobody. Pictures and questions name that seat.
    #[serde(default)]
    pub side: bool,
}

fn yes() -> bool {
    true
}

fn default_var_type() -> VarType {
    VarType::Int
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    Round,
    Phase,
    Turn,
}

/// A seat that nobody sits at; somebody else decides for it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatDecl {
    /// Whether it may win.
    #[serde(default)]
    pub can_win: bool,
}

/// A hook on an event: `on = [{ before = "roll", run = "cards.bless", in = "hand" }]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HookDecl {
    /// Runs before the event of this name.
    pub before: Option<String>,
    /// Runs in place of the event.
    pub instead: Option<String>,
    /// Runs after the event.
    pub after: Option<String>,
    /// The script function, `file.function`.
    pub run: String,
    /// The zone the piece must lie in for the hook to work; left out: anywhere but the box.
    #[serde(rename = "in")]
    pub within: Option<String>,
    /// A condition, such as `round > 1`.
    pub when: Option<String>,
    /// Parameters of the function.
    #[serde(default)]
    pub with: BTreeMap<String, RuleValue>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turns {
    /// Clockwise, `each` turns for every seat, one at a time.
    Clockwise,
    /// Clockwise until every seat has passed in a row (a turn's script returns `false` to pass).
    UntilAllPass,
    /// Clockwise; a seat whose script returns `false` is out, until all are out.
    UntilOut,
    /// One seat, `from`, is asked again and again until its script returns `false`: it settles what others do in free order.
    Free,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhaseDecl {
    pub id: String,
    /// The script function, `file.function`; it gets the seat whose turn it is, if the phase gives turns.
    pub run: String,
    /// How turns are given; left out: the phase runs once.
    pub turns: Option<Turns>,
    /// How many turns each seat has.
    pub each: Option<NumberOrExpr>,
    /// The seat that begins, as an expression; left out: the first seat.
    pub from: Option<String>,
    /// Gives turns to automatic seats too.
    #[serde(default)]
    pub automatic: bool,
    /// The phase is left out unless this holds.
    pub when: Option<String>,
    /// A seat is passed over unless this holds for it.
    #[serde(rename = "seat-when")]
    pub seat_when: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndAt {
    /// After every step.
    Step,
    /// After every phase.
    Phase,
    /// After every round.
    #[default]
    Round,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndDecl {
    /// The condition.
    pub when: String,
    /// Where it is checked.
    #[serde(default)]
    pub at: EndAt,
    /// Check only after the phase of this id.
    pub after: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wins {
    /// The highest score wins; ties share.
    #[default]
    Most,
    /// The lowest score wins; ties share.
    Least,
    /// Scripts say who wins, with `finish`.
    Script,
    /// All win or all lose; scripts say which, with `finish`.
    Together,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultDecl {
    /// The score of `player`, as an expression.
    pub score: Option<String>,
    #[serde(default)]
    pub wins: Wins,
    /// Expressions that break a tie, the higher the better.
    #[serde(default)]
    pub tiebreak: Vec<String>,
}

/// A statistic: a value of the table at the end of a game.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatDecl {
    /// The value, as an expression: a number, or a condition, which counts as 1 where it holds.
    pub value: String,
    /// `seat`: there is one for every `player`.
    #[serde(default)]
    pub on: StatOn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatOn {
    /// One for the whole table.
    #[default]
    Table,
    /// One for each seat, called `player`.
    Seat,
}

/// The game's own bot: a script function that rates the options of a question.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotDecl {
    /// The script function, `file.function`; it gets the bot with its parameters, the seat, the prompt, an option and
    /// all options, and gives back a number.
    pub run: String,
    /// Parameters of the function.
    #[serde(default)]
    pub with: BTreeMap<String, RuleValue>,
}

/// Where a fact is from: one for all of it, or one for each field.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Source {
    All(String),
    Fields(BTreeMap<String, String>),
}

/// The keys every component has, besides the fields its kind declares.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComponentDecl {
    pub id: String,
    /// How many pieces of it there are.
    #[serde(default = "one")]
    pub count: u32,
    /// `seat`: each seat has that many of its own.
    pub per: Option<Per>,
    /// One or two characters for pictures of the table; a list has one for each seat.
    pub symbol: Option<Symbols>,
    /// Its colour in pictures of the table.
    pub color: Option<Color>,
    /// The hooks it carries.
    #[serde(default)]
    pub on: Vec<HookDecl>,
    pub source: Option<Source>,
}

fn one() -> u32 {
    1
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    /// One set for each seat, automatic ones included.
    Seat,
}

/// The colours every terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    White,
    Grey,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Symbols {
    Same(String),
    BySeat(Vec<String>),
}

/// `variants/NAME.toml` or a mod's `mod.toml`: a layer over the game.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayerFile {
    /// A variant of the game it lies in …
    pub variant: Option<LayerFacts>,
    /// … or a mod for a game, in a folder of its own.
    #[serde(rename = "mod")]
    pub modification: Option<LayerFacts>,
    /// Values changed, by path: `"zone.market.size" = 4`.
    #[serde(default)]
    pub set: BTreeMap<String, RuleValue>,
    /// New entries by path, or elements added to a list: `"card.new" = { cost = 2 }`.
    #[serde(default)]
    pub add: BTreeMap<String, RuleValue>,
    /// What is taken out.
    #[serde(default)]
    pub remove: RemoveDecl,
    /// Whole entries put in place of others, by path.
    #[serde(default)]
    pub replace: BTreeMap<String, RuleValue>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveDecl {
    /// Entries, keys or elements of lists: `["card.old", "result.score", "card.new.faces.6"]`.
    #[serde(default)]
    pub paths: Vec<String>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayerFacts {
    pub id: String,
    /// The game a mod is for.
    #[serde(rename = "for")]
    pub game: Option<String>,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub summary: String,
    /// Applies by itself when this holds, such as `players == 2`.
    pub when: Option<String>,
    /// Layers this one comes after, and may override.
    #[serde(default)]
    pub after: Vec<String>,
    pub source: Option<Source>,
}
