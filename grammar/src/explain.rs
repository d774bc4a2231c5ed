//! Turns what the setup grammar refused into a message for the author of the
//! file: readable names for what was expected, and the slips people make often.

use pest::error::{Error, ErrorVariant, InputLocation};

use crate::error::{SyntaxError, either};
use crate::scan::{Token, TokenKind, tokens, unclosed};
use crate::setup::Rule;

const STATEMENTS: [&str; 13] = [
    "put", "take", "move", "shuffle", "deal", "draw", "lay", "flip", "set", "let", "choose", "for", "when",
];

const STEPS: [&str; 3] = ["step", "replace", "remove"];

/// Says what is wrong in `text`, a part that begins `offset` bytes into the whole.
pub(crate) fn explain(error: &Error<Rule>, text: &str, offset: usize) -> SyntaxError {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let mut expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.clone(),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    expected.sort_unstable();
    expected.dedup();
    let tokens = tokens(text);
    let mut error = Refusal {
        expected,
        tokens: &tokens,
        found: tokens.iter().position(|token| token.span.end > at),
    }
    .explain();
    error.span = error.span.start + offset..error.span.end + offset;
    error
}

/// What the parser wanted, and the token it would not take: `None` at the end of the text.
struct Refusal<'a, 't> {
    expected: Vec<Rule>,
    tokens: &'a [Token<'t>],
    found: Option<usize>,
}

impl<'a, 't> Refusal<'a, 't> {
    fn explain(&self) -> SyntaxError {
        let Some(index) = self.found else {
            return self.at_the_end();
        };
        let found = &self.tokens[index];
        let previous = index.checked_sub(1).map(|index| &self.tokens[index]);
        self.slip(found, previous)
            .or_else(|| self.closes_nothing(found))
            .or_else(|| self.wrong_statement(found, previous))
            .or_else(|| self.wrong_step(found))
            .or_else(|| self.place_in_condition(index))
            .unwrap_or_else(|| self.general(found))
    }

    /// An amount is read, or what could be one: `put 3`, `put pawn`. Only then do a name and an operator fit alike.
    fn after_amount(&self) -> bool {
        self.expects(Rule::name) && self.expects(Rule::plus)
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    fn at_the_end(&self) -> SyntaxError {
        let end = self.tokens.last().map_or(0, |token| token.span.end);
        let closing = [
            Rule::close,
            Rule::arms_close,
            Rule::index_close,
            Rule::list_close,
            Rule::group_close,
            Rule::call_close,
        ];
        match unclosed(self.tokens) {
            Some(open) if closing.iter().any(|rule| self.expects(*rule)) => {
                SyntaxError::new(format!("this `{}` is never closed", open.text), open.span.clone())
            }
            _ => SyntaxError::new(self.expectation(), end..end),
        }
    }

    /// Signs of other languages, and what is easily mistyped in this one.
    fn slip(&self, found: &Token<'_>, previous: Option<&Token<'_>>) -> Option<SyntaxError> {
        let error = |message: &str| SyntaxError::new(message, found.span.clone());
        let after_operator = self.expects(Rule::compare) || self.expects(Rule::times);
        Some(match (found.kind, found.text) {
            (TokenKind::Text, text) if text.len() == 1 || !text.ends_with('"') => {
                error("this text has no closing `\"`").help("a text ends on the line it begins on")
            }
            (TokenKind::Number, text) if text.contains('-') && text.chars().all(|c| c.is_ascii_digit() || c == '-') => {
                error("expected a space after the minus").help(format!("write `{}`", text.replace('-', " - ")))
            }
            (TokenKind::Number, text) if text.contains(|c: char| !c.is_ascii_digit() && c != '_') => {
                let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
                let (number, word) = text.split_at(digits);
                error("a name cannot begin with a digit").help(format!("a number and a name: `{number} {word}`"))
            }
            (TokenKind::Symbol, "-") if self.expects(Rule::minus) => {
                error("expected a space after the minus").help("write `a - b`: a dash without a space joins a name")
            }
            (TokenKind::Symbol, ".") if previous.is_some_and(|token| token.kind == TokenKind::Number) => {
                error("a number is whole: it has no point")
            }
            (TokenKind::Symbol, ".") if previous.is_some_and(|token| matches!(token.text, ")" | "]" | "}")) => {
                error("`.` can only follow a name").help("give the value a name first: `let it = …`, then `it.name`")
            }
            (TokenKind::Symbol, "=") if after_operator => {
                error("`=` does not compare").help("write `==` to ask whether two values are equal")
            }
            (TokenKind::Symbol, "==") if self.expects(Rule::set_to) || self.expects(Rule::let_be) => {
                error("`==` compares").help("write `=` to give a value")
            }
            (TokenKind::Symbol, "==" | "!=" | "<" | "<=" | ">" | ">=")
                if self.expects(Rule::times) && !self.expects(Rule::compare) =>
            {
                self.misplaced_comparison(found)
            }
            (TokenKind::Symbol, "&&" | "&") => error("there is no such sign").help("write `and`"),
            (TokenKind::Symbol, "||" | "|") => error("there is no such sign").help("write `or`"),
            (TokenKind::Symbol, "!") => error("there is no such sign").help("write `not`"),
            (TokenKind::Symbol, "//" | "--") => error("there is no such sign").help("a comment begins with `#`"),
            (TokenKind::Symbol, "“" | "”" | "„" | "'" | "‘" | "’") => {
                error("there is no such sign").help("a text stands in straight double quotes: `\"…\"`")
            }
            _ => return None,
        })
    }

    fn misplaced_comparison(&self, found: &Token<'_>) -> SyntaxError {
        if self.expects(Rule::and_word) || self.expects(Rule::or_word) {
            SyntaxError::new("comparisons do not chain", found.span.clone())
                .help("join two with `and`: `1 < x and x < 5`")
        } else {
            SyntaxError::new("an amount cannot be compared", found.span.clone())
        }
    }

    /// A closing bracket where the text could have ended.
    fn closes_nothing(&self, found: &Token<'_>) -> Option<SyntaxError> {
        (self.expects(Rule::EOI) && matches!(found.text, ")" | "]" | "}"))
            .then(|| SyntaxError::new(format!("this `{}` closes nothing", found.text), found.span.clone()))
    }

    /// A word where a statement should begin.
    fn wrong_statement(&self, found: &Token<'_>, previous: Option<&Token<'_>>) -> Option<SyntaxError> {
        if !self.expects(Rule::statement) {
            return None;
        }
        // `set x =` at the end of a line took the next line's `put` for a name.
        if let Some(previous) = previous
            && previous.first_on_line
            && STATEMENTS.contains(&previous.text)
        {
            let message = format!("the statement before `{}` is not finished", previous.text);
            return Some(SyntaxError::new(message, previous.span.clone()));
        }
        if found.kind != TokenKind::Word {
            return None;
        }
        let error = SyntaxError::new(
            format!("`{}` does not begin a statement", found.text),
            found.span.clone(),
        );
        if found.text == "step" {
            return Some(error.help("the step before is not closed: a `}` is missing"));
        }
        Some(match found.text {
            "if" => error.help("did you mean `when`?"),
            "foreach" | "each" => error.help("did you mean `for each`?"),
            word => error.did_you_mean(word, STATEMENTS),
        })
    }

    /// A word where a step should begin.
    fn wrong_step(&self, found: &Token<'_>) -> Option<SyntaxError> {
        if !self.expects(Rule::step) {
            return None;
        }
        let error = SyntaxError::new("expected a step", found.span.clone());
        if STATEMENTS.contains(&found.text) {
            return Some(error.help(format!("`{}` belongs into a step: `step NAME {{ … }}`", found.text)));
        }
        Some(error.did_you_mean(found.text, STEPS))
    }

    /// `put each card where card.lit in market`: the condition took the `in`.
    fn place_in_condition(&self, found: usize) -> Option<SyntaxError> {
        let words = || {
            self.tokens[..found]
                .iter()
                .rev()
                .map(|token| token.text)
                .take_while(|word| *word != "put")
        };
        let taken = words().skip_while(|word| *word != "in").any(|word| word == "where");
        (self.expects(Rule::put_on) && taken).then(|| {
            SyntaxError::new(self.expectation(), self.tokens[found].span.clone())
                .help("an `in` after `where` belongs to the condition: write `on` before the place")
        })
    }

    fn general(&self, found: &Token<'_>) -> SyntaxError {
        let error = SyntaxError::new(self.expectation(), found.span.clone());
        if found.kind != TokenKind::Word {
            return error;
        }
        let words: Vec<&str> = self
            .expected
            .iter()
            .flat_map(|rule| spellings(*rule))
            .copied()
            .collect();
        if words.contains(&found.text) {
            return error;
        }
        let wanted_name = [
            Rule::name,
            Rule::new_name,
            Rule::set_of,
            Rule::place,
            Rule::reference,
            Rule::negation,
        ];
        let error = error.did_you_mean(found.text, words);
        if error.help.is_none()
            && RESERVED.contains(&found.text)
            && !self.after_amount()
            && wanted_name.iter().any(|rule| self.expects(*rule))
        {
            return error.help(format!(
                "`{}` is a word of the language and cannot be a name",
                found.text
            ));
        }
        error
    }

    /// `expected …`: what must come; what only may come is named if nothing must.
    fn expectation(&self) -> String {
        let mut must: Vec<Rule> = self.expected.clone();
        must.retain(|rule| !is_optional(*rule));
        if self.after_amount() {
            must.retain(|rule| *rule != Rule::name);
            if must.is_empty() {
                return "expected a name after the amount".to_owned();
            }
        }
        let rules = if must.is_empty() { &self.expected } else { &must };
        let mut titles: Vec<&str> = Vec::new();
        for rule in rules {
            let title = title(*rule);
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        if titles.is_empty() {
            "this cannot stand here".to_owned()
        } else {
            format!("expected {}", either(&titles))
        }
    }
}

const RESERVED: [&str; 20] = [
    "and", "or", "not", "in", "by", "random", "true", "false", "each", "all", "else", "from", "to", "onto", "on",
    "into", "of", "the", "as", "where",
];

/// What may follow almost anything: operators, indices, and parts that can be left out.
fn is_optional(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::or_word
            | Rule::and_word
            | Rule::not_word
            | Rule::compare
            | Rule::in_word
            | Rule::plus
            | Rule::minus
            | Rule::times
            | Rule::negate
            | Rule::index
            | Rule::index_open
            | Rule::step_after
            | Rule::step_before
            | Rule::after_word
            | Rule::before_word
            | Rule::put_face
            | Rule::face_word
            | Rule::filler
            | Rule::within
            | Rule::put_within
            | Rule::alias
            | Rule::as_word
            | Rule::filter
            | Rule::where_word
            | Rule::of_word
            | Rule::the_word
            | Rule::else_word
            | Rule::when_word
    )
}

/// The words that a rule accepts, to find the nearest to a misspelt one.
fn spellings(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::step_word => &["step"],
        Rule::step_after | Rule::after_word => &["after"],
        Rule::step_before | Rule::before_word => &["before"],
        Rule::put_on => &["on", "in", "onto", "into"],
        Rule::put_face | Rule::face_word => &["face"],
        Rule::face => &["up", "down"],
        Rule::take_from | Rule::move_from | Rule::deal_from | Rule::lay_from | Rule::choose_from => &["from"],
        Rule::move_to => &["to", "onto"],
        Rule::deal_to | Rule::set_to => &["to"],
        Rule::stacks_word => &["stacks", "stack"],
        Rule::gaps_word => &["gaps", "gap"],
        Rule::stacks_of => &["of"],
        Rule::at_word => &["at"],
        Rule::choose_random => &["random"],
        Rule::for_each_word => &["each"],
        Rule::when_word => &["when"],
        Rule::within | Rule::put_within | Rule::in_word => &["in"],
        Rule::alias | Rule::as_word => &["as"],
        Rule::filter | Rule::where_word => &["where"],
        Rule::and_word => &["and"],
        Rule::or_word => &["or"],
        _ => &[],
    }
}

/// What a rule is called in a message.
fn title(rule: Rule) -> &'static str {
    match rule {
        Rule::EOI => "an operator or the end",
        Rule::step => "a step",
        Rule::step_word => "`step`",
        Rule::step_name => "the step's name",
        Rule::other_step => "the name of another step",
        Rule::step_open => "`{` after the step's name",
        Rule::statement | Rule::body => "a statement",
        Rule::put_things | Rule::things => "what to put, take or move",
        Rule::put_on => "`on` or `in` after what is put",
        Rule::take_from => "`from` after what is taken",
        Rule::move_from => "`from` after what is moved",
        Rule::move_to => "`to` after the place to move from",
        Rule::deal_from => "`from` after the amount to deal",
        Rule::deal_to => "`to` after the place to deal from",
        Rule::lay_from => "`from` after the zone to lay",
        Rule::lay_colon => "`:` after the place to lay from",
        Rule::run => "a run such as `10 stacks of 2` or `1 gap`",
        Rule::stacks_word => "`stacks`",
        Rule::gaps_word => "`gap`",
        Rule::stacks_of => "`of` and a height after `stacks`",
        Rule::set_to => "`=` after what is set",
        Rule::let_be => "`=` after the new name",
        Rule::at_word => "`at random` after `choose`",
        Rule::choose_random => "`random` after `at`",
        Rule::choose_from => "`from` after `at random`",
        Rule::for_each_word => "`each` after `for`",
        Rule::set_open => "`{` after the set",
        Rule::when_open => "`{` after the condition",
        Rule::else_open => "`{` or `when` after `else`",
        Rule::when_word => "`when`",
        Rule::face => "`up` or `down`",
        Rule::set | Rule::put_set | Rule::set_of => "a kind of piece, or `player`, `seat`, `token`, `space`",
        Rule::new_name => "a new name",
        Rule::amount => "an amount",
        Rule::place => "a place",
        Rule::reference | Rule::target | Rule::path | Rule::name => "a name",
        Rule::field => "a name after the `.`",
        Rule::expression | Rule::conjunction | Rule::negation | Rule::comparison => "a value",
        Rule::sum | Rule::product | Rule::unary | Rule::postfix => "a value",
        Rule::each | Rule::put_each | Rule::each_word => "`each`",
        Rule::all | Rule::all_word => "`all`",
        Rule::some => "an amount",
        Rule::one | Rule::put_one | Rule::function => "a name",
        Rule::random | Rule::put_random | Rule::random_word => "`random`",
        Rule::by | Rule::list | Rule::group | Rule::call | Rule::boolean | Rule::number | Rule::text => "a value",
        Rule::arms_open => "`{` after the value that `by` looks at",
        Rule::arm => "a case such as `2..3: 7`",
        Rule::pattern | Rule::range | Rule::range_number | Rule::pattern_word => "a number, a word or `else`",
        Rule::range_end => "a number after `..`",
        Rule::colon => "`:` after the case",
        Rule::comma => "`,`",
        Rule::close | Rule::arms_close => "`}`",
        Rule::index_close | Rule::list_close => "`]`",
        Rule::group_close | Rule::call_close => "`)`",
        _ if is_optional(rule) => "an operator",
        _ => "something else",
    }
}
