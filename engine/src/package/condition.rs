//! The `when` of a layer: an expression over the number of players and the
//! options, known before the table is laid. Everything else the language can
//! say belongs to setup and rules, and is a problem here.

use houserule_grammar::SyntaxError;
use houserule_grammar::parse_expression;
use houserule_grammar::tree::{Expr, ExprKind, Name, Operator, Pattern, Span};

use super::files::{FileId, Files};
use super::manifest::Scalar;
use super::node::Node;
use super::problem::{Place, Problem};

/// What a condition may ask about.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub players: u32,
    pub options: Vec<(String, Scalar)>,
}

/// A mistake at a part of the expression.
type Mistake = (Span, Problem);

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

fn evaluate_text(text: &str, facts: &Facts, mistakes: &mut Vec<Mistake>) -> Option<bool> {
    let expression = match parse_expression(text) {
        Ok(expression) => expression,
        Err(errors) => {
            mistakes.extend(errors.iter().map(|error| (error.span.clone(), bare_problem(error))));
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
            mistakes.push((expression.span, Problem::new(message)));
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
    (span.clone(), Problem::new(message))
}

impl Facts {
    /// Finds unknown names everywhere, also where the answer does not depend on them.
    fn check_names(&self, expression: &Expr, mistakes: &mut Vec<Mistake>) {
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
                mistakes.push((expression.span.clone(), problem));
            }
        }
    }

    fn lookup(&self, names: &[Name], span: &Span) -> Result<Scalar, Mistake> {
        let words: Vec<_> = names.iter().map(|name| name.text.as_str()).collect();
        match words[..] {
            ["players"] => Ok(Scalar::Int(i64::from(self.players))),
            ["option", word] => {
                let known = self.options.iter().map(|(name, _)| name.as_str());
                let found = self.options.iter().find(|(name, _)| name == word);
                found.map(|(_, value)| value.clone()).ok_or_else(|| {
                    let problem = Problem::new(format!("unknown option `{word}`"));
                    (names[1].span.clone(), problem.suggest(word, known))
                })
            }
            [first, ..] if first != "players" && first != "option" => {
                let problem = Problem::new(format!("unknown name `{first}`"));
                let problem = problem.suggest(first, ["players", "option"]);
                Err((names[0].span.clone(), problem))
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

    fn ask(text: &str) -> Result<bool, Vec<(Span, String, Option<String>)>> {
        let facts = Facts {
            players: 3,
            options: vec![
                ("fast".into(), Scalar::Bool(true)),
                ("length".into(), Scalar::Int(-7)),
                ("mode".into(), Scalar::Text("long".into())),
            ],
        };
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
