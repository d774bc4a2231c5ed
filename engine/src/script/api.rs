//! The whole Lua interface, declared once: what the virtual machine binds, what
//! `houserule api` prints and what error messages suggest all come from here.

use mlua::lua_CFunction;

use super::host::Stop;
use super::raw::{Body, Call, Pushed, entry};
use crate::game::Game;

use super::{hooks, list_methods, paths, queries, questions, testing, verbs};

/// A function that scripts can call.
pub struct Native {
    pub on: Receiver,
    pub name: &'static str,
    /// Its parameters, as one would write them.
    pub takes: &'static str,
    /// What it gives back.
    pub gives: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// The Rust function, with its module.
    path: &'static str,
    pub(crate) call: Body,
    /// What Lua calls.
    entry: lua_CFunction,
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}.{}", self.on, self.name)
    }
}

impl Native {
    /// Whether it changes nothing, asks nobody and leaves nothing to chance: what bots may call too.
    pub fn only_looks(&self) -> bool {
        ["queries", "list_methods"].contains(&self.path.split("::").next().unwrap_or_default().trim())
    }

    /// What it does in a virtual machine that only looks, or in any other.
    pub(crate) fn body(&self, looks_only: bool) -> Body {
        if looks_only && !self.only_looks() {
            forbidden
        } else {
            self.call
        }
    }

    /// What Lua calls for it.
    pub(crate) fn entry(&self, looks_only: bool) -> lua_CFunction {
        if looks_only && !self.only_looks() {
            entry!(forbidden)
        } else {
            self.entry
        }
    }
}

/// What takes the place of verbs and questions where a script may only look.
pub(crate) fn forbidden(_: &mut Call) -> Pushed {
    Err(Stop::Error(
        "a bot only looks at the table: it cannot change it, ask, or leave anything to chance".into(),
    ))
}

/// What a function is called on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    /// A verb or a query by itself: `move(piece, zone)`.
    Global,
    Seat,
    /// A zone or a space.
    Place,
    List,
    /// Only in scenario tests.
    Test,
}

impl Receiver {
    /// All of them, in their order.
    pub(crate) const ALL: [Receiver; 5] = [
        Receiver::Global,
        Receiver::Seat,
        Receiver::Place,
        Receiver::List,
        Receiver::Test,
    ];
}

/// Something scripts read like a field.
#[derive(Debug)]
pub struct Field {
    pub of: &'static str,
    pub name: &'static str,
    pub gives: &'static str,
    pub doc: &'static str,
}

macro_rules! natives {
    ($($on:ident $name:ident ($takes:literal) -> $gives:literal, $call:path, $doc:literal;)*) => {
        &[$(Native {
            on: Receiver::$on,
            name: stringify!($name),
            takes: $takes,
            gives: $gives,
            doc: $doc,
            path: stringify!($call),
            call: $call,
            entry: entry!($call),
        }),*]
    };
}

/// Every function, in the order of the reference.
pub static NATIVES: &[Native] = natives! {
    Global move ("piece, to, end?") -> "", verbs::move_piece,
        "Moves a piece to a zone or space, on top unless `end` is \"bottom\".";
    Global put ("token, to, amount?") -> "int", verbs::put,
        "Puts tokens out of the box (1 unless said) and gives back how many there were.";
    Global take ("token, from, amount?") -> "int", verbs::take,
        "Takes tokens back into the box and gives back how many there were.";
    Global give ("token, from, to, amount?") -> "int", verbs::give,
        "Moves tokens from one place to another, at most what is there, and gives back how many.";
    Global roll ("die") -> "int", verbs::roll,
        "Rolls a die and gives back its face.";
    Global turn ("die, face") -> "", verbs::turn,
        "Turns a die to a face.";
    Global shuffle ("zone") -> "", verbs::shuffle,
        "Shuffles the pieces of a zone.";
    Global draw ("from, to, amount?") -> "int", verbs::draw,
        "Moves the top pieces of a place (1 unless said) to another, and gives back how many there were. A zone that is used up is refilled from its `refill`, shuffled.";
    Global flip ("piece, up?") -> "", verbs::flip,
        "Turns a piece over, or face up (`true`) or down (`false`).";
    Global advance ("piece, spaces") -> "space", verbs::advance,
        "Moves a piece along its path or track, never past an end, and gives back its new space.";
    Global random ("n") -> "int", verbs::random,
        "A random number from 1 to n.";
    Global finish ("winners?, reason?") -> "", verbs::finish,
        "Ends the game at once: the final phases run, then the result rule decides. With a seat or a list of seats these win; with \"won\" or \"lost\" all players do, for a reason.";
    Global happen ("name, event, body") -> "table", hooks::happen,
        "An event of the game's own: hooks run around `body(event)`, and may change the fields of `event`.";
    Global log ("key, ...") -> "", verbs::log,
        "A line of the log: the text `log.KEY`, with {1}, {2} … replaced.";
    Global apply ("effect, ...") -> "any", hooks::apply,
        "Runs an effect: `effect.run(effect, ...)`.";
    Global most ("seats, zone, token?") -> "list, list", queries::most,
        "The seats with the most of a token (of all tokens, if none is named) in their zone of that id, and those with the second most; seats with none are in neither.";
    Seat choose ("prompt, options, ...") -> "any", questions::choose,
        "Asks the seat to choose one. A single option is not asked for; without options it is nil. What follows, here and below, is named by the text of the prompt: {1}, {2}.";
    Seat may ("prompt, options, ...") -> "any", questions::may,
        "Asks the seat to choose one, or none (nil).";
    Seat choose_some ("prompt, options, min, max, ...") -> "array", questions::choose_some,
        "Asks the seat to choose from `min` to `max` of the options.";
    Seat confirm ("prompt, ...") -> "bool", questions::confirm,
        "Asks yes or no.";
    Seat number ("prompt, min, max, ...") -> "int", questions::number,
        "Asks for a whole number.";
    Seat amount ("prompt, zone, token, min?, max?") -> "int", questions::amount,
        "Asks for an amount of a token, at most what lies in the zone.";
    Seat pay ("prompt, price, coins") -> "array", questions::pay,
        "Asks how to pay a price with `coins`, an array of {value = …, count = …, name = …}: only ways from which nothing could be left out, the cheapest first. Gives back how many of each, or nil if it cannot be paid.";
    Seat knows ("piece") -> "bool", queries::knows,
        "Whether the seat knows the front of a piece.";
    Place count ("token") -> "int", queries::count,
        "How many tokens of a type lie here.";
    Place tokens ("") -> "list", queries::tokens,
        "The token types that lie here.";
    Place pieces ("kind?") -> "list", queries::pieces,
        "The pieces that lie here, of a kind if one is named, bottom to top.";
    Place spaces ("") -> "list", queries::spaces,
        "The spaces of a zone, in order.";
    Place space ("number, row?") -> "space", queries::space,
        "A space of a zone: by number (a track counts from 0, the others from 1), or by column and row of a grid.";
    Place empty ("") -> "list", queries::empty,
        "The spaces on which no piece lies.";
    Place column ("x") -> "list", queries::column,
        "The spaces of a column of a grid, from the bottom row (the highest number) up.";
    Place find ("id") -> "piece", queries::find,
        "The first piece here of a component, or nil.";
    Place sum ("field") -> "int", queries::sum,
        "The sum of a field over the pieces here.";
    Place tally ("field") -> "table", queries::tally,
        "How many pieces here have each value of a field: `{ red = 2, blue = 1 }`.";
    Place next ("from, kind, field?, value?") -> "piece, bool", paths::next,
        "The next piece of a kind along a path behind `from`, a piece or a space (anywhere else: from the start of the path): of each space the highest of the kind, whatever stands on it, and only one whose field has the value. Nil if there is none. And whether something lies on it.";
    Place previous ("from, kind, field?, value?") -> "piece, bool", paths::previous,
        "The same in the other direction (from anywhere else: from the end of the path).";
    Place around ("space, kind") -> "piece, piece", paths::around,
        "What `previous` and `next` give, in one go.";
    Place gaps ("kind, without?") -> "list", paths::gaps,
        "The gaps of a path: the first space of each run of spaces without a piece of the kind that lies between two with one; only gaps in which no piece of the kind `without` lies.";
    Place line ("space, length") -> "bool", queries::line,
        "Whether so many pieces of one owner, or more, lie in a straight line through a space of a grid.";
    Place open_columns ("") -> "list", queries::open_columns,
        "For each column of a grid that is not full, the lowest empty space.";
    List except ("item") -> "list", list_methods::except,
        "The list without an item.";
    List with ("item, ...") -> "list", list_methods::with,
        "The list with more at its end, unless they are in it already: single items, and the items of lists.";
    List has ("item") -> "bool", list_methods::has,
        "Whether an item is in the list.";
    List where ("field, comparison?, value") -> "list", list_methods::matching,
        "Those whose field, property or variable has a value: `where(\"owner\", seat)`, or compares so with a number: `where(\"value\", \">=\", 2)`.";
    List having ("zone, token?") -> "list", list_methods::having,
        "Those in whose own zone of that id something lies: a piece or a token, or a token of that type.";
    List lacking ("zone, token?") -> "list", list_methods::lacking,
        "Those in whose own zone of that id nothing lies: no piece and no token, or no token of that type.";
    List lying ("zone") -> "list", list_methods::lying,
        "Those pieces that lie in a zone of that id, whoever carries it.";
    List room ("zone, field") -> "list", list_methods::room,
        "Those in whose own zone of that id fewer pieces lie than their field says; without the field any number may.";
    List from ("item") -> "list", list_methods::from,
        "The list turned so that it begins with an item.";
    List filter ("function") -> "list", list_methods::filter,
        "Those for which a function gives true.";
    List distinct ("field, ...") -> "list", list_methods::distinct,
        "Only the first of those that are alike in all these fields.";
    List total ("zone, token") -> "int", queries::total,
        "How many tokens of a type lie in the zones of that id of all in the list.";
    List take ("n") -> "list", list_methods::take,
        "The first so many items.";
    List first ("") -> "any", list_methods::first,
        "The first item, or nil.";
    List array ("") -> "array", list_methods::array,
        "The items as a Lua array.";
    Test test ("name, options?, function") -> "", testing::test,
        "Declares a test. Options: `players`, `with` (variants), `set` (options of the game), `seed`. The setup has run when the function is called.";
    Test go ("phase, seat?") -> "", testing::go,
        "Jumps: the next step is of this phase, and the turn of this seat.";
    Test clear ("") -> "", testing::clear,
        "Puts every piece and token back into the box; variables stay.";
    Test rolls ("faces") -> "", testing::rolls,
        "Forces the next rolls.";
    Test picks ("numbers") -> "", testing::picks,
        "Forces the next shuffles: which of the things left comes next, from the last place to the first.";
    Test answers ("answers") -> "", testing::answers,
        "Queues answers, each as \"prompt: key\".";
    Test step ("") -> "table", testing::step,
        "Runs the next step. Gives back nil when it is done, or the question that waits: { seat, prompt, options }.";
    Test play ("") -> "table", testing::play,
        "Runs steps until a question waits, which it gives back, or the game is over.";
    Test expect ("found, expected, what?") -> "", testing::expect,
        "Fails the test unless both are the same.";
    Test over ("") -> "bool", testing::over,
        "Whether the game is over.";
    Test score ("seat") -> "int", testing::score,
        "The score of a seat as it is now.";
    Test winners ("") -> "array", testing::winners,
        "The seats that would win now.";
};

/// Everything that is read like a field.
pub static FIELDS: &[Field] = &[
    Field {
        of: "piece",
        name: "id",
        gives: "text",
        doc: "The component's id.",
    },
    Field {
        of: "piece",
        name: "kind",
        gives: "text",
        doc: "The kind of piece.",
    },
    Field {
        of: "piece",
        name: "place",
        gives: "place",
        doc: "The zone or space it lies in.",
    },
    Field {
        of: "piece",
        name: "zone",
        gives: "zone",
        doc: "The zone it lies in.",
    },
    Field {
        of: "piece",
        name: "holder",
        gives: "piece or seat",
        doc: "What carries the zone it lies in, or nil.",
    },
    Field {
        of: "piece",
        name: "position",
        gives: "int",
        doc: "The number of the space it lies on; a track counts from 0, the others from 1.",
    },
    Field {
        of: "piece",
        name: "face",
        gives: "int",
        doc: "The face of a die that is up; 0 before it is rolled.",
    },
    Field {
        of: "piece",
        name: "up",
        gives: "bool",
        doc: "Whether everybody knows its front.",
    },
    Field {
        of: "piece",
        name: "owner",
        gives: "seat",
        doc: "The seat it belongs to, or whose zone it lies in, or nil.",
    },
    Field {
        of: "place",
        name: "id",
        gives: "text",
        doc: "The zone's id.",
    },
    Field {
        of: "place",
        name: "holder",
        gives: "piece or seat",
        doc: "What carries the zone, or nil for the table.",
    },
    Field {
        of: "zone",
        name: "length",
        gives: "int",
        doc: "How many spaces it has.",
    },
    Field {
        of: "place",
        name: "size",
        gives: "int",
        doc: "How many pieces lie here.",
    },
    Field {
        of: "place",
        name: "total",
        gives: "int",
        doc: "How many tokens lie here.",
    },
    Field {
        of: "place",
        name: "top",
        gives: "piece",
        doc: "The top piece, or nil.",
    },
    Field {
        of: "place",
        name: "bottom",
        gives: "piece",
        doc: "The bottom piece, or nil.",
    },
    Field {
        of: "place",
        name: "is_empty",
        gives: "bool",
        doc: "Whether nothing lies here.",
    },
    Field {
        of: "space",
        name: "zone",
        gives: "zone",
        doc: "The zone it is a space of.",
    },
    Field {
        of: "space",
        name: "index",
        gives: "int",
        doc: "Its number; a track counts from 0, the others from 1.",
    },
    Field {
        of: "space",
        name: "x",
        gives: "int",
        doc: "Its column in a grid, from 1.",
    },
    Field {
        of: "space",
        name: "y",
        gives: "int",
        doc: "Its row in a grid, from 1 at the top.",
    },
    Field {
        of: "seat",
        name: "index",
        gives: "int",
        doc: "Its number, from 1.",
    },
    Field {
        of: "seat",
        name: "id",
        gives: "text",
        doc: "Its number, or the id of an automatic seat.",
    },
    Field {
        of: "seat",
        name: "automatic",
        gives: "bool",
        doc: "Whether nobody sits there.",
    },
    Field {
        of: "seat",
        name: "next",
        gives: "seat",
        doc: "The next seat clockwise at which somebody sits.",
    },
    Field {
        of: "vars",
        name: "round",
        gives: "int",
        doc: "The number of the round, from 1.",
    },
    Field {
        of: "vars",
        name: "active",
        gives: "seat",
        doc: "The seat whose turn it is, or nil.",
    },
    Field {
        of: "vars",
        name: "phase",
        gives: "text",
        doc: "The id of the phase.",
    },
];

/// Globals that are no functions.
pub static GLOBALS: &[(&str, &str)] = &[
    ("seats", "The list of all seats, automatic ones too."),
    ("players", "The list of the seats of people."),
    ("pieces", "`pieces.KIND`: the list of all pieces of a kind."),
    (
        "vars",
        "The variables of the table, which can be assigned, and `round`, `active`, `phase`.",
    ),
    ("rules", "The values of `[rules]`."),
    ("option", "The values of the options."),
    (
        "require",
        "`require(\"name\")`: the table another script of the package gives back.",
    ),
    ("ZONE", "Every zone of the table, by its id with `_` for `-`."),
];

/// What is left of Lua's own library. The rest could reach outside, run code that was not checked, or give different
/// results on different machines.
pub static LIBRARY: &[&str] = &[
    "assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type", "unpack",
];

/// Library tables, and what is taken out of them.
pub static LIBRARY_TABLES: &[(&str, &[&str])] = &[
    ("math", &["random", "randomseed"]),
    ("string", &[]),
    ("table", &[]),
    ("bit32", &[]),
];

/// The methods of a receiver, by the number that their name has among the words of a game.
pub(crate) fn methods(game: &Game, on: Receiver, looks_only: bool) -> Vec<Option<Body>> {
    let mut methods = Vec::new();
    for native in NATIVES.iter().filter(|native| native.on == on) {
        if let Some(word) = game.words.get(native.name) {
            methods.resize(methods.len().max(word.index() + 1), None);
            methods[word.index()] = Some(native.body(looks_only));
        }
    }
    methods
}

/// The message for a method that lists do not have.
pub(crate) fn no_list_method(name: &str) -> String {
    let known = NATIVES
        .iter()
        .filter(|native| native.on == Receiver::List)
        .map(|native| native.name);
    if known.clone().any(|known| known == name) {
        return format!("`{name}` is a method of lists: write `list:{name}(…)`");
    }
    let hint = crate::package::nearest(name, known)
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    format!("a list has no `{name}`{hint}")
}
