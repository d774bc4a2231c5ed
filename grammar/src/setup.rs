//! Reads setup files and single expressions. A mistake in one step does not hide
//! the mistakes in the others. The grammar is in `setup.pest`, the trees are made
//! in `build.rs`, the messages in `explain.rs`.

use pest::Parser as _;
use pest::iterators::Pairs;
use pest_derive::Parser;

use crate::build::Builder;
use crate::error::SyntaxError;
use crate::explain::explain;
use crate::scan::{Token, check_nesting, step_starts, tokens};
use crate::tree::{Expr, Setup, Step};

#[derive(Debug, Parser)]
#[grammar = "setup.pest"]
struct SetupParser;

/// Reads a setup file, or says everything that is wrong with it.
///
/// ```
/// let setup = houserule_grammar::parse_setup("step market { put 3 coin on market }").unwrap();
/// assert_eq!(setup.steps[0].name.text, "market");
///
/// let errors = houserule_grammar::parse_setup("step market { shufle deck }").unwrap_err();
/// assert_eq!(errors[0].help.as_deref(), Some("did you mean `shuffle`?"));
/// ```
pub fn parse_setup(text: &str) -> Result<Setup, Vec<SyntaxError>> {
    let scanned = tokens(text);
    check_nesting(&scanned).map_err(|error| vec![error])?;
    let whole = match SetupParser::parse(Rule::setup, text) {
        Ok(pairs) => {
            let mut errors = Vec::new();
            let steps = build_steps(pairs, 0, &mut errors);
            return finish(Setup { steps }, errors);
        }
        Err(error) => explain(&error, text, 0),
    };
    let mut errors = errors_by_step(text, &scanned);
    if errors.is_empty() {
        errors.push(whole);
    }
    Err(errors)
}

/// Reads one expression, as it stands in a setup file or in a `when` of a game's data.
///
/// ```
/// assert!(houserule_grammar::parse_expression("players == 2 and rules.hand > 3").is_ok());
/// ```
pub fn parse_expression(text: &str) -> Result<Expr, Vec<SyntaxError>> {
    check_nesting(&tokens(text)).map_err(|error| vec![error])?;
    let mut pairs = SetupParser::parse(Rule::lone_expression, text).map_err(|error| vec![explain(&error, text, 0)])?;
    let Some(pair) = pairs.next() else {
        return Err(vec![SyntaxError::new("expected an expression", 0..text.len())]);
    };
    let mut builder = Builder::new(0);
    let expression = builder.expression(pair);
    finish(expression, builder.errors)
}

fn finish<T>(value: T, errors: Vec<SyntaxError>) -> Result<T, Vec<SyntaxError>> {
    if errors.is_empty() { Ok(value) } else { Err(errors) }
}

fn build_steps(pairs: Pairs<'_, Rule>, offset: usize, errors: &mut Vec<SyntaxError>) -> Vec<Step> {
    let mut builder = Builder::new(offset);
    let steps = pairs
        .filter(|pair| pair.as_rule() == Rule::step)
        .map(|pair| builder.step(pair))
        .collect();
    errors.append(&mut builder.errors);
    steps
}

/// Reads each step for itself and gathers what is wrong with any of them.
fn errors_by_step(text: &str, tokens: &[Token<'_>]) -> Vec<SyntaxError> {
    let mut borders = step_starts(tokens);
    borders.insert(0, 0);
    borders.push(text.len());
    let mut errors = Vec::new();
    for border in borders.windows(2) {
        let (start, part) = (border[0], &text[border[0]..border[1]]);
        match SetupParser::parse(Rule::setup, part) {
            Ok(pairs) => {
                build_steps(pairs, start, &mut errors);
            }
            Err(error) => errors.push(explain(&error, part, start)),
        }
    }
    errors
}
