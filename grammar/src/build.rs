//! Makes syntax trees out of what the grammar matched. What the grammar cannot
//! say, such as the size of a number, is checked here.

use pest::iterators::Pair;

use crate::error::SyntaxError;
use crate::setup::Rule;
use crate::tree::{
    Arm, Block, Edit, Expr, ExprKind, Face, Name, Operator, Pattern, Run, Set, Span, Statement, StatementKind, Step,
    Things,
};

/// Builds trees from a part of a text that begins `offset` bytes into it.
pub(crate) struct Builder {
    offset: usize,
    pub errors: Vec<SyntaxError>,
}

/// The parts of a rule, taken out by their own rule. Words and signs that only guide the parser are left lying.
struct Parts<'t>(Vec<Pair<'t, Rule>>);

impl<'t> Parts<'t> {
    fn of(pair: Pair<'t, Rule>) -> Self {
        Self(pair.into_inner().collect())
    }

    /// The next part of that rule, if there is one.
    fn maybe(&mut self, rule: Rule) -> Option<Pair<'t, Rule>> {
        let index = self.0.iter().position(|pair| pair.as_rule() == rule)?;
        Some(self.0.remove(index))
    }

    /// All parts of that rule that are left.
    fn all(self, rule: Rule) -> impl Iterator<Item = Pair<'t, Rule>> {
        self.0.into_iter().filter(move |pair| pair.as_rule() == rule)
    }

    /// The next part of that rule, which the grammar promises.
    fn part(&mut self, rule: Rule) -> Pair<'t, Rule> {
        match self.maybe(rule) {
            Some(pair) => pair,
            None => unreachable!("the grammar matched without a {rule:?}"),
        }
    }
}

/// The one part of a rule that is a choice between others.
fn only(pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    let rule = pair.as_rule();
    match pair.into_inner().next() {
        Some(inner) => inner,
        None => unreachable!("the grammar matched an empty {rule:?}"),
    }
}

/// Where the last word or sign of a rule ends. The rule's own span goes on over white space and comments if it could
/// have gone on with something else.
fn end(mut pair: Pair<'_, Rule>) -> usize {
    loop {
        let own = pair.as_span().end();
        match pair.into_inner().next_back() {
            Some(last) => pair = last,
            None => return own,
        }
    }
}

impl Builder {
    pub(crate) fn new(offset: usize) -> Self {
        Self {
            offset,
            errors: Vec::new(),
        }
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        pair.as_span().start() + self.offset..end(pair.clone()) + self.offset
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name {
            text: pair.as_str().to_owned(),
            span: self.span(pair),
        }
    }

    pub(crate) fn step(&mut self, pair: Pair<'_, Rule>) -> Step {
        let inner = only(pair);
        let span = self.span(&inner);
        let rule = inner.as_rule();
        let mut parts = Parts::of(inner);
        let name = self.name(&parts.part(Rule::step_name));
        let edit = match rule {
            Rule::step_remove => Edit::Remove,
            Rule::step_replace => Edit::Replace,
            _ => self.position(&mut parts),
        };
        let body = parts.maybe(Rule::body).map_or_else(Block::new, |body| self.body(body));
        Step { name, edit, body, span }
    }

    fn position(&mut self, parts: &mut Parts<'_>) -> Edit {
        if let Some(after) = parts.maybe(Rule::step_after) {
            Edit::After(self.name(&Parts::of(after).part(Rule::other_step)))
        } else if let Some(before) = parts.maybe(Rule::step_before) {
            Edit::Before(self.name(&Parts::of(before).part(Rule::other_step)))
        } else {
            Edit::Add
        }
    }

    fn body(&mut self, pair: Pair<'_, Rule>) -> Block {
        pair.into_inner().map(|pair| self.statement(only(pair))).collect()
    }

    fn statement(&mut self, pair: Pair<'_, Rule>) -> Statement {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let kind = match rule {
            Rule::put => StatementKind::Put {
                things: self.things(parts.part(Rule::put_things)),
                to: self.part(&mut parts, Rule::place),
                face: parts
                    .maybe(Rule::put_face)
                    .map(|face| self::face(&Parts::of(face).part(Rule::face))),
            },
            Rule::take => StatementKind::Take {
                things: self.things(parts.part(Rule::things)),
                from: self.part(&mut parts, Rule::place),
            },
            Rule::move_things => StatementKind::Move {
                things: self.things(parts.part(Rule::things)),
                from: self.part(&mut parts, Rule::place),
                to: self.part(&mut parts, Rule::place),
            },
            Rule::shuffle => StatementKind::Shuffle {
                place: self.part(&mut parts, Rule::place),
            },
            Rule::deal => StatementKind::Deal {
                amount: self.part(&mut parts, Rule::amount),
                from: self.part(&mut parts, Rule::place),
                to: self.part(&mut parts, Rule::place),
            },
            Rule::lay => StatementKind::Lay {
                zone: self.part(&mut parts, Rule::place),
                from: self.part(&mut parts, Rule::place),
                runs: self.runs(parts),
            },
            Rule::flip => StatementKind::Flip {
                what: self.part(&mut parts, Rule::place),
                face: parts.maybe(Rule::face).map(|face| self::face(&face)),
            },
            Rule::set_value => StatementKind::Set {
                target: self.part(&mut parts, Rule::reference),
                value: self.part(&mut parts, Rule::expression),
            },
            Rule::let_value => StatementKind::Let {
                name: self.name(&parts.part(Rule::new_name)),
                value: self.part(&mut parts, Rule::expression),
            },
            Rule::choose => StatementKind::Choose {
                amount: parts.maybe(Rule::amount).map(|amount| self.expression(amount)),
                set: self.set(parts.part(Rule::set)),
                body: self.body(parts.part(Rule::body)),
            },
            Rule::for_each => StatementKind::ForEach {
                set: self.set(parts.part(Rule::set)),
                body: self.body(parts.part(Rule::body)),
            },
            Rule::when => self.when(parts, span.end),
            rule => unreachable!("{rule:?} is no statement"),
        };
        Statement { kind, span }
    }

    fn part(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Expr {
        self.expression(parts.part(rule))
    }

    /// `else when` is a `when` alone in the `else` of the one before: built from the last to the first.
    fn when(&mut self, mut parts: Parts<'_>, end: usize) -> StatementKind {
        let mut branches = Vec::new();
        while let Some(condition) = parts.maybe(Rule::expression) {
            let start = self.span(&parts.part(Rule::when_word)).start;
            let condition = self.expression(condition);
            branches.push((start, condition, self.body(parts.part(Rule::body))));
        }
        let mut otherwise = parts.maybe(Rule::body).map_or_else(Block::new, |body| self.body(body));
        loop {
            let Some((start, condition, then)) = branches.pop() else {
                unreachable!("the grammar matched a `when` without a condition");
            };
            let kind = StatementKind::When {
                condition,
                then,
                otherwise,
            };
            if branches.is_empty() {
                return kind;
            }
            otherwise = vec![Statement { kind, span: start..end }];
        }
    }

    fn runs(&mut self, parts: Parts<'_>) -> Vec<Run> {
        parts.all(Rule::run).map(|run| self.run(run)).collect()
    }

    fn run(&mut self, pair: Pair<'_, Rule>) -> Run {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        Run {
            spaces: self.part(&mut parts, Rule::amount),
            height: parts.maybe(Rule::amount).map(|height| self.expression(height)),
            span,
        }
    }

    fn things(&mut self, pair: Pair<'_, Rule>) -> Things {
        let inner = only(pair);
        let rule = inner.as_rule();
        let mut parts = Parts::of(inner);
        match rule {
            Rule::each => Things::Each(self.set(parts.part(Rule::set))),
            Rule::put_each => Things::Each(self.set(parts.part(Rule::put_set))),
            Rule::all => Things::All(parts.maybe(Rule::reference).map(|what| self.expression(what))),
            Rule::some => Things::Some {
                amount: self.part(&mut parts, Rule::amount),
                what: self.part(&mut parts, Rule::reference),
            },
            _ => {
                let random = parts.maybe(Rule::random).or_else(|| parts.maybe(Rule::put_random));
                let one = random.unwrap_or_else(|| parts.part(Rule::target));
                Things::One(self.expression(one))
            }
        }
    }

    fn set(&mut self, pair: Pair<'_, Rule>) -> Set {
        let mut parts = Parts::of(pair);
        let word = self.name(&parts.part(Rule::set_of));
        let within = parts.maybe(Rule::within).or_else(|| parts.maybe(Rule::put_within));
        let alias = parts.maybe(Rule::alias);
        let filter = parts.maybe(Rule::filter);
        Set {
            word,
            within: within.map(|within| self.part(&mut Parts::of(within), Rule::place)),
            name: alias.map(|alias| self.name(&Parts::of(alias).part(Rule::new_name))),
            filter: filter.map(|filter| self.part(&mut Parts::of(filter), Rule::expression)),
        }
    }

    /// Any rule that stands for a value: the levels of precedence, and what they hold.
    pub(crate) fn expression(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::expression | Rule::conjunction | Rule::comparison | Rule::sum | Rule::product => {
                return self.chain(pair);
            }
            Rule::negation | Rule::unary => return self.prefixed(pair),
            Rule::postfix | Rule::place | Rule::target | Rule::reference => {
                return self.indexed(pair);
            }
            Rule::amount => return self.expression(only(pair)),
            // The brackets belong to the expression, so that a message points at all of it.
            Rule::group => {
                return Expr {
                    span,
                    ..self.part(&mut Parts::of(pair), Rule::expression)
                };
            }
            Rule::boolean => ExprKind::Bool(pair.as_str() == "true"),
            Rule::number => ExprKind::Int(self.integer(&pair)),
            Rule::text => ExprKind::Text(self.text(&pair)),
            Rule::list => ExprKind::List(self.expressions(Parts::of(pair))),
            Rule::call => {
                let mut parts = Parts::of(pair);
                let function = self.name(&parts.part(Rule::function));
                let (alias, filter) = (parts.maybe(Rule::alias), parts.maybe(Rule::filter));
                let alias = alias.map(|alias| self.name(&Parts::of(alias).part(Rule::new_name)));
                let filter = filter.map(|filter| self.part(&mut Parts::of(filter), Rule::expression));
                let args = self.expressions(parts);
                self.call(function, args, alias, filter)
            }
            Rule::path => ExprKind::Path(pair.into_inner().map(|name| self.name(&name)).collect()),
            Rule::random => ExprKind::Random(Box::new(self.set(Parts::of(pair).part(Rule::set)))),
            Rule::put_random => ExprKind::Random(Box::new(self.set(Parts::of(pair).part(Rule::put_set)))),
            Rule::by => self.by(pair),
            rule => unreachable!("{rule:?} is no expression"),
        };
        Expr { kind, span }
    }

    /// A call, or a set to be counted: `card in deck` alone looks like a question whether it is there.
    fn call(&mut self, function: Name, args: Vec<Expr>, alias: Option<Name>, filter: Option<Expr>) -> ExprKind {
        let tail = alias.as_ref().map(|name| name.span.clone());
        let tail = tail.or_else(|| filter.as_ref().map(|filter| filter.span.clone()));
        let (word, within) = match args.as_slice() {
            [only] => match &only.kind {
                ExprKind::Path(names) if tail.is_some() => (one_name(names), None),
                ExprKind::Binary(Operator::In, word, place) if tail.is_some() || function.text == "count" => {
                    let word = match &word.kind {
                        ExprKind::Path(names) => one_name(names),
                        _ => None,
                    };
                    (word, Some(place.as_ref().clone()))
                }
                _ => (None, None),
            },
            _ => (None, None),
        };
        if let Some(word) = word {
            let set = Set {
                word,
                within,
                name: alias,
                filter,
            };
            return ExprKind::Count(function, Box::new(set));
        }
        if let Some(tail) = tail {
            self.errors.push(
                SyntaxError::new("`as` and `where` belong to a set", tail)
                    .help("a set begins with a kind of thing: `count(card in deck where …)`"),
            );
        }
        ExprKind::Call(function, args)
    }

    fn expressions(&mut self, parts: Parts<'_>) -> Vec<Expr> {
        parts
            .all(Rule::expression)
            .map(|expression| self.expression(expression))
            .collect()
    }

    /// Operands with operators between them; equal ones group from the left.
    fn chain(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        let Some(first) = inner.next() else {
            unreachable!("the grammar matched an empty {rule:?}");
        };
        let mut left = self.expression(first);
        while let (Some(sign), Some(right)) = (inner.next(), inner.next()) {
            let right = self.expression(right);
            left = Expr {
                span: left.span.start..right.span.end,
                kind: ExprKind::Binary(operator(sign.as_str()), Box::new(left), Box::new(right)),
            };
        }
        left
    }

    /// An operand after any number of `not` or `-`.
    fn prefixed(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let wrap = match pair.as_rule() {
            Rule::negation => ExprKind::Not,
            _ => ExprKind::Negate,
        };
        let rule = pair.as_rule();
        let mut inner: Vec<_> = pair.into_inner().collect();
        let Some(operand) = inner.pop() else {
            unreachable!("the grammar matched an empty {rule:?}");
        };
        let operand = self.expression(operand);
        inner.iter().rev().fold(operand, |operand, sign| Expr {
            span: self.span(sign).start..operand.span.end,
            kind: wrap(Box::new(operand)),
        })
    }

    /// A value with any number of `[ ]` after it.
    fn indexed(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        let Some(first) = inner.next() else {
            unreachable!("the grammar matched an empty {rule:?}");
        };
        let mut value = self.expression(first);
        for index in inner {
            let end = self.span(&index).end;
            let index = self.part(&mut Parts::of(index), Rule::expression);
            value = Expr {
                span: value.span.start..end,
                kind: ExprKind::Index(Box::new(value), Box::new(index)),
            };
        }
        value
    }

    fn by(&mut self, pair: Pair<'_, Rule>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let subject = Box::new(self.part(&mut parts, Rule::expression));
        let arms = parts.all(Rule::arm).map(|arm| self.arm(arm)).collect();
        ExprKind::By { subject, arms }
    }

    fn arm(&mut self, pair: Pair<'_, Rule>) -> Arm {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        Arm {
            pattern: self.pattern(parts.part(Rule::pattern)),
            value: self.part(&mut parts, Rule::expression),
            span,
        }
    }

    fn pattern(&mut self, pair: Pair<'_, Rule>) -> Pattern {
        let inner = only(pair);
        match inner.as_rule() {
            Rule::range => self.range(inner),
            _ if inner.as_str() == "else" => Pattern::Else,
            _ => Pattern::Word(self.name(&inner)),
        }
    }

    fn range(&mut self, pair: Pair<'_, Rule>) -> Pattern {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let from = self.integer(&parts.part(Rule::range_number));
        let to = parts.maybe(Rule::range_end).map_or(from, |end| self.integer(&end));
        if from > to {
            self.errors.push(
                SyntaxError::new("this range runs backwards", span)
                    .help(format!("write the smaller number first: `{to}..{from}`")),
            );
        }
        Pattern::Range(from, to)
    }

    fn integer(&mut self, pair: &Pair<'_, Rule>) -> i64 {
        pair.as_str().replace('_', "").parse().unwrap_or_else(|_| {
            self.errors
                .push(SyntaxError::new("this number is too large", self.span(pair)));
            0
        })
    }

    fn text(&mut self, pair: &Pair<'_, Rule>) -> String {
        let quoted = pair.as_str();
        let start = self.span(pair).start;
        match unescape(quoted) {
            Ok(text) => text,
            Err(at) => {
                let end = at + 1 + quoted[at + 1..].chars().next().map_or(0, char::len_utf8);
                self.errors.push(
                    SyntaxError::new("this escape is unknown", start + at..start + end)
                        .help("a text knows `\\\"`, `\\\\` and `\\n`"),
                );
                String::new()
            }
        }
    }
}

/// The text between the quotes, or where in `quoted` an unknown escape stands.
pub(crate) fn unescape(quoted: &str) -> Result<String, usize> {
    let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some((_, c @ ('"' | '\\'))) => text.push(c),
            Some((_, 'n')) => text.push('\n'),
            _ => return Err(at + 1),
        }
    }
    Ok(text)
}

fn one_name(names: &[Name]) -> Option<Name> {
    match names {
        [name] => Some(name.clone()),
        _ => None,
    }
}

fn face(pair: &Pair<'_, Rule>) -> Face {
    match pair.as_str() {
        "up" => Face::Up,
        _ => Face::Down,
    }
}

fn operator(sign: &str) -> Operator {
    match sign {
        "+" => Operator::Add,
        "-" => Operator::Subtract,
        "*" => Operator::Multiply,
        "/" => Operator::Divide,
        "%" => Operator::Remainder,
        "==" => Operator::Equal,
        "!=" => Operator::NotEqual,
        "<" => Operator::Less,
        "<=" => Operator::LessOrEqual,
        ">" => Operator::Greater,
        ">=" => Operator::GreaterOrEqual,
        "in" => Operator::In,
        "and" => Operator::And,
        "or" => Operator::Or,
        sign => unreachable!("`{sign}` is no operator"),
    }
}
