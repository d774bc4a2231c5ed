//! The `when` of a layer: an expression over the number of players and the
//! options, known before the table is laid. Everything else the language can
//! say belongs to setup and rules, and is a problem here.

use std::collections::BTreeSet;

use houserule_grammar::SyntaxError;
use houserule_grammar::parse_expression;
use houserule_grammar::tree::{Expr, ExprKind, Name, Operator, Pattern, Span};

use super::files::{FileId, Files};
use super::manifest::Scalar;
use super::node::Node;
use super::options::OptionValue;
use super::problem::{Place, Problem};

/// What a condition may ask about.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub players: u32,
    pub options: Vec<OptionValue>,
}

/// More ways to play than this are not tried.
const WAYS: usize = 10_000;

/// A mistake at a part of the expression.
type Mistake = (Span, Box<Problem>);

/// Whether the condition written in `node` holds; `None` if something is wrong with it.
pub fn holds(node: &Node, facts: &Facts, files: &Files, problems: &mut Vec<Problem>) -> Option<bool> {
    let text = node.as_text()?;
    let mut mistakes = Vec::new();
    let answer = evaluate_text(text, facts, &mut mistakes);
    for (span, problem) in mistakes {
        problems.push(problem.at(node.place_in_text(files, span)));
    }
    answer
}

/// Whether the condition holds for any of these numbers of players and any values of the options it names. True too if
/// that cannot be told.
pub fn can_hold(node: &Node, counts: &[u32], facts: &Facts) -> bool {
    let Some(expression) = node.as_text().and_then(|text| parse_expression(text).ok()) else {
        return true;
    };
    let mut names = BTreeSet::new();
    options_in(&expression, &mut names);
    let mut ways: Vec<Facts> = counts
        .iter()
        .map(|&players| Facts {
            players,
            ..facts.clone()
        })
        .collect();
    for (at, option) in facts.options.iter().enumerate() {
        if !names.contains(option.name.as_str()) {
            continue;
        }
        let Some(choices) = option.choices.as_ref().filter(|all| all.len() * ways.len() <= WAYS) else {
            return true;
        };
        let with = |way: Facts| choices.iter().map(move |choice| way.with(at, choice));
        ways = ways.into_iter().flat_map(with).collect();
    }
    ways.iter().any(|way| way.truth(&expression).unwrap_or(true))
}

/// The options that an expression names.
fn options_in<'e>(expression: &'e Expr, found: &mut BTreeSet<&'e str>) {
    match &expression.kind {
        ExprKind::Path(names) => match &names[..] {
            [first, name] if first.text == "option" => drop(found.insert(&name.text)),
            _ => {}
        },
        ExprKind::List(all) => all.iter().for_each(|one| options_in(one, found)),
        ExprKind::Not(one) | ExprKind::Negate(one) => options_in(one, found),
        ExprKind::Binary(_, a, b) => {
            options_in(a, found);
            options_in(b, found);
        }
        ExprKind::By { subject, arms } => {
            options_in(subject, found);
            arms.iter().for_each(|arm| options_in(&arm.value, found));
        }
        // These are mistakes here.
        ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Bool(_) => {}
        ExprKind::Index(..) | ExprKind::Call(..) | ExprKind::Count(..) | ExprKind::Random(..) => {}
    }
}

fn evaluate_text(text: &str, facts: &Facts, mistakes: &mut Vec<Mistake>) -> Option<bool> {
    let expression = match parse_expression(text) {
        Ok(expression) => expression,
        Err(errors) => {
            mistakes.extend(
                errors
                    .iter()
                    .map(|error| (error.span.clone(), Box::new(bare_problem(error)))),
            );
            return None;
        }
    };
    facts.check_names(&expression, mistakes);
    if !mistakes.is_empty() {
        return None;
    }
    match facts.value(&expression) {
        Ok(Scalar::Bool(truth)) => Some(truth),
        Ok(other) => {
            let message = format!("expected a condition, found {}", sort(&other));
            mistakes.push(mistake(&expression.span, message));
            None
        }
        Err(mistake) => {
            mistakes.push(mistake);
            None
        }
    }
}

fn bare_problem(error: &SyntaxError) -> Problem {
    let mut problem = Problem::new(&error.message);
    problem.help.clone_from(&error.help);
    problem
}

/// An error of the setup language as a problem of a file.
pub(super) fn syntax_problem(error: &SyntaxError, file: FileId) -> Problem {
    let mut span = error.span.clone();
    if span == (0..0) {
        // `0..0` would stand for the whole file.
        span.end = 1;
    }
    bare_problem(error).at(Place { file, span })
}

fn sort(value: &Scalar) -> &'static str {
    match value {
        Scalar::Bool(_) => "`true` or `false`",
        Scalar::Int(_) => "a whole number",
        Scalar::Text(_) => "text",
    }
}

fn mistake(span: &Span, message: impl Into<String>) -> Mistake {
    (span.clone(), Box::new(Problem::new(message)))
}

impl Facts {
    /// The same with another value of an option.
    fn with(&self, at: usize, value: &Scalar) -> Facts {
        let mut facts = self.clone();
        facts.options[at].value = value.clone();
        facts
    }

    /// Finds words that an option never is, where it is compared with them.
    fn check_words(&self, expression: &Expr, mistakes: &mut Vec<Mistake>) {
        match &expression.kind {
            ExprKind::Binary(Operator::Equal | Operator::NotEqual, a, b) => {
                self.check_word(a, b, mistakes);
                self.check_word(b, a, mistakes);
            }
            ExprKind::Binary(Operator::In, a, b) => {
                if let ExprKind::List(all) = &b.kind {
                    all.iter().for_each(|one| self.check_word(a, one, mistakes));
                }
            }
            ExprKind::By { subject, arms } => {
                for arm in arms {
                    if let Pattern::Word(word) = &arm.pattern {
                        mistakes.extend(self.no_word(subject, &word.text, &word.span));
                    }
                }
            }
            _ => {}
        }
    }

    fn check_word(&self, option: &Expr, word: &Expr, mistakes: &mut Vec<Mistake>) {
        if let ExprKind::Text(text) = &word.kind {
            mistakes.extend(self.no_word(option, text, &word.span));
        }
    }

    /// The mistake of a word that is none of those an option may be.
    fn no_word(&self, option: &Expr, word: &str, span: &Span) -> Option<Mistake> {
        let ExprKind::Path(names) = &option.kind else {
            return None;
        };
        let [_, name] = &names[..] else { return None };
        let option = self.options.iter().find(|option| option.name == name.text)?;
        let words = option.choices.iter().flatten().filter_map(|choice| match choice {
            Scalar::Text(word) => Some(word.as_str()),
            _ => None,
        });
        let words: Vec<&str> = words.collect();
        if words.is_empty() || words.contains(&word) {
            return None;
        }
        let problem = Problem::new(format!("option `{}` is never `{word}`", name.text));
        Some((span.clone(), Box::new(problem.suggest(word, words))))
    }

    /// Finds unknown names everywhere, also where the answer does not depend on them.
    fn check_names(&self, expression: &Expr, mistakes: &mut Vec<Mistake>) {
        self.check_words(expression, mistakes);
        match &expression.kind {
            ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Bool(_) => {}
            ExprKind::Path(names) => mistakes.extend(self.lookup(names, &expression.span).err()),
            ExprKind::List(all) => all.iter().for_each(|one| self.check_names(one, mistakes)),
            ExprKind::Not(one) | ExprKind::Negate(one) => self.check_names(one, mistakes),
            ExprKind::Binary(_, a, b) => {
                self.check_names(a, mistakes);
                self.check_names(b, mistakes);
            }
            ExprKind::By { subject, arms } => {
                self.check_names(subject, mistakes);
                arms.iter().for_each(|arm| self.check_names(&arm.value, mistakes));
            }
            ExprKind::Index(..) | ExprKind::Call(..) | ExprKind::Count(..) | ExprKind::Random(..) => {
                let problem = Problem::new("the table is not laid yet when this is asked")
                    .help("a layer's `when` knows `players` and `option.NAME`");
                mistakes.push((expression.span.clone(), Box::new(problem)));
            }
        }
    }

    fn lookup(&self, names: &[Name], span: &Span) -> Result<Scalar, Mistake> {
        let words: Vec<_> = names.iter().map(|name| name.text.as_str()).collect();
        match words[..] {
            ["players"] => Ok(Scalar::Int(i64::from(self.players))),
            ["option", word] => {
                let known = self.options.iter().map(|option| option.name.as_str());
                let found = self.options.iter().find(|option| option.name == word);
                found.map(|option| option.value.clone()).ok_or_else(|| {
                    let problem = Problem::new(format!("unknown option `{word}`"));
                    (names[1].span.clone(), Box::new(problem.suggest(word, known)))
                })
            }
            [first, ..] if first != "players" && first != "option" => {
                let problem = Problem::new(format!("unknown name `{first}`"));
                let problem = problem.suggest(first, ["players", "option"]);
                Err((names[0].span.clone(), Box::new(problem)))
            }
            _ => Err(mistake(span, "expected `players` or `option.NAME`")),
        }
    }

    fn value(&self, expression: &Expr) -> Result<Scalar, Mistake> {
        match &expression.kind {
            ExprKind::Int(number) => Ok(Scalar::Int(*number)),
            ExprKind::Text(text) => Ok(Scalar::Text(text.clone())),
            ExprKind::Bool(truth) => Ok(Scalar::Bool(*truth)),
            ExprKind::Path(names) => self.lookup(names, &expression.span),
            ExprKind::Not(one) => Ok(Scalar::Bool(!self.truth(one)?)),
            ExprKind::Negate(one) => {
                let number = self.number(one)?.checked_neg();
                number.map(Scalar::Int).ok_or_else(|| too_large(expression))
            }
            ExprKind::Binary(operator, a, b) => self.binary(*operator, a, b, expression),
            ExprKind::By { subject, arms } => {
                let subject = self.value(subject)?;
                let arm = arms.iter().find(|arm| matches(&arm.pattern, &subject));
                let arm = arm.ok_or_else(|| mistake(&expression.span, "no case of `by` fits"))?;
                self.value(&arm.value)
            }
            ExprKind::List(_) => Err(mistake(&expression.span, "a list stands only behind `in`")),
            ExprKind::Index(..) | ExprKind::Call(..) | ExprKind::Count(..) | ExprKind::Random(..) => Err(mistake(
                &expression.span,
                "the table is not laid yet when this is asked",
            )),
        }
    }

    fn truth(&self, expression: &Expr) -> Result<bool, Mistake> {
        match self.value(expression)? {
            Scalar::Bool(truth) => Ok(truth),
            other => {
                let message = format!("expected `true` or `false`, found {}", sort(&other));
                Err(mistake(&expression.span, message))
            }
        }
    }

    fn number(&self, expression: &Expr) -> Result<i64, Mistake> {
        match self.value(expression)? {
            Scalar::Int(number) => Ok(number),
            other => {
                let message = format!("expected a whole number, found {}", sort(&other));
                Err(mistake(&expression.span, message))
            }
        }
    }

    fn binary(&self, operator: Operator, a: &Expr, b: &Expr, whole: &Expr) -> Result<Scalar, Mistake> {
        let truth = match operator {
            Operator::And => self.truth(a)? && self.truth(b)?,
            Operator::Or => self.truth(a)? || self.truth(b)?,
            Operator::Equal => self.equal(a, b)?,
            Operator::NotEqual => !self.equal(a, b)?,
            Operator::Less => self.number(a)? < self.number(b)?,
            Operator::LessOrEqual => self.number(a)? <= self.number(b)?,
            Operator::Greater => self.number(a)? > self.number(b)?,
            Operator::GreaterOrEqual => self.number(a)? >= self.number(b)?,
            Operator::In => self.is_in(a, b)?,
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Remainder => {
                return self.arithmetic(operator, a, b, whole);
            }
        };
        Ok(Scalar::Bool(truth))
    }

    fn arithmetic(&self, operator: Operator, a: &Expr, b: &Expr, whole: &Expr) -> Result<Scalar, Mistake> {
        let (left, right) = (self.number(a)?, self.number(b)?);
        let divides = matches!(operator, Operator::Divide | Operator::Remainder);
        if divides && right == 0 {
            return Err(mistake(&b.span, "division by zero"));
        }
        let result = match operator {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            // Rounds down, also below zero; the remainder has the sign of the divisor.
            Operator::Divide => left.checked_div(right).map(|quotient| {
                let inexact = left.wrapping_rem(right) != 0;
                quotient - i64::from(inexact && (left < 0) != (right < 0))
            }),
            _ => left.checked_rem(right).map(|rest| {
                let other_sign = rest != 0 && (rest < 0) != (right < 0);
                if other_sign { rest + right } else { rest }
            }),
        };
        result.map(Scalar::Int).ok_or_else(|| too_large(whole))
    }

    fn equal(&self, a: &Expr, b: &Expr) -> Result<bool, Mistake> {
        let (left, right) = (self.value(a)?, self.value(b)?);
        if std::mem::discriminant(&left) != std::mem::discriminant(&right) {
            let message = format!("expected {}, found {}", sort(&left), sort(&right));
            return Err(mistake(&b.span, message));
        }
        Ok(left == right)
    }

    fn is_in(&self, a: &Expr, b: &Expr) -> Result<bool, Mistake> {
        let ExprKind::List(all) = &b.kind else {
            return Err(mistake(&b.span, "expected a list behind `in`"));
        };
        for one in all {
            if self.equal(a, one)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn too_large(expression: &Expr) -> Mistake {
    mistake(&expression.span, "this number is too large")
}

fn matches(pattern: &Pattern, subject: &Scalar) -> bool {
    match (pattern, subject) {
        (Pattern::Range(from, to), Scalar::Int(number)) => (from..=to).contains(&number),
        (Pattern::Word(word), Scalar::Text(text)) => word.text == *text,
        (Pattern::Word(word), Scalar::Bool(truth)) => word.text == truth.to_string(),
        (Pattern::Else, _) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::{LayerId, Origin};

    fn facts() -> Facts {
        let text = |word: &str| Scalar::Text(word.into());
        let option = |name: &str, value: Scalar, choices: Option<Vec<Scalar>>| OptionValue {
            name: name.into(),
            value,
            origin: Origin::Asked,
            choices,
        };
        let truths = vec![Scalar::Bool(false), Scalar::Bool(true)];
        Facts {
            players: 3,
            options: vec![
                option("fast", Scalar::Bool(true), Some(truths)),
                option("length", Scalar::Int(-7), None),
                option("mode", text("long"), Some(vec![text("long"), text("short")])),
            ],
        }
    }

    #[test]
    fn a_condition_that_no_way_to_play_fulfils_is_known() {
        for (text, expected) in [
            ("players == 9", false),
            ("players == 2", true),
            ("not option.fast and option.mode == \"short\" and players == 4", true),
            ("option.fast and not option.fast", false),
            ("players == 9 or option.length > 0", true),
            ("players / 0 == 1", true),
        ] {
            let files = Files::from_pairs("sample", [("a.toml", format!("when = '{text}'"))]);
            let node = Node::parse(&files, FileId(0), LayerId(0), &mut Vec::new());
            let when = node.get("when").expect("a condition");
            assert_eq!(can_hold(when, &[2, 3, 4], &facts()), expected, "{text}");
        }
    }

    fn ask(text: &str) -> Result<bool, Vec<(Span, String, Option<String>)>> {
        let facts = facts();
        let mut mistakes = Vec::new();
        let answer = evaluate_text(text, &facts, &mut mistakes);
        let mistakes = mistakes
            .into_iter()
            .map(|(span, problem)| (span, problem.message, problem.help));
        answer.ok_or_else(|| mistakes.collect())
    }

    #[test]
    fn conditions_are_answered() {
        for (text, expected) in [
            ("players == 3", true),
            ("players != 3 or option.fast", true),
            ("not option.fast", false),
            ("players in [2, 4]", false),
            ("option.mode == \"long\" and players > 2", true),
            ("option.length / 2 == -4", true),
            ("option.length % 2 == 1", true),
            ("-option.length * 2 - 1 >= 13", true),
            ("by players { 2: false, 3..4: true, else: false }", true),
        ] {
            assert_eq!(ask(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_at_its_part() {
        for (text, part, message, help) in [
            (
                "player == 2",
                "player",
                "unknown name `player`",
                Some("did you mean `players`?"),
            ),
            (
                "option.fats",
                "fats",
                "unknown option `fats`",
                Some("did you mean `fast`?"),
            ),
            (
                "option.fast or option.mod == 1",
                "mod",
                "unknown option `mod`",
                Some("did you mean `mode`?"),
            ),
            (
                "option.fast or option.mode == \"shrot\"",
                "\"shrot\"",
                "option `mode` is never `shrot`",
                Some("did you mean `short`?"),
            ),
            (
                "option.mode in [\"long\", \"both\"]",
                "\"both\"",
                "option `mode` is never `both`",
                Some("known: `long`, `short`"),
            ),
            (
                "by option.mode { lang: true, else: false }",
                "lang",
                "option `mode` is never `lang`",
                Some("did you mean `long`?"),
            ),
            ("players", "players", "expected a condition, found a whole number", None),
            (
                "players and true",
                "players",
                "expected `true` or `false`, found a whole number",
                None,
            ),
            ("players == \"3\"", "\"3\"", "expected a whole number, found text", None),
            ("players / 0 == 1", "0", "division by zero", None),
            (
                "players * 9223372036854775807 > 0",
                "players * 9223372036854775807",
                "this number is too large",
                None,
            ),
            (
                "count(market) > 1",
                "count(market)",
                "the table is not laid yet when this is asked",
                Some("a layer's `when` knows `players` and `option.NAME`"),
            ),
        ] {
            let mistakes = ask(text).expect_err(text);
            let (span, found, advice) = &mistakes[0];
            assert_eq!(
                (&text[span.clone()], found.as_str(), advice.as_deref()),
                (part, message, help)
            );
        }
        assert!(!ask("players ==").expect_err("syntax").is_empty());
    }
}
