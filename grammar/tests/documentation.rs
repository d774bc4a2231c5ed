//! The page about the setup language shows examples that can be read, and the grammar as it is.

use houserule_grammar::{parse_expression, parse_setup};

const PAGE: &str = include_str!("../../docs/setup-language.md");
const GRAMMAR: &str = include_str!("../src/setup.pest");

/// The code blocks of the page that are marked with `language`.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    PAGE.split(fence.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn the_page_holds_the_grammar() {
    assert_eq!(
        blocks("pest"),
        [GRAMMAR],
        "copy grammar/src/setup.pest to the end of docs/setup-language.md"
    );
}

#[test]
fn every_setup_on_the_page_can_be_read() {
    let setups = blocks("setup");
    assert!(setups.len() > 5);
    for setup in setups {
        assert!(parse_setup(setup).is_ok(), "{setup}\n{:#?}", parse_setup(setup));
    }
}

#[test]
fn every_expression_on_the_page_can_be_read() {
    let lines: Vec<_> = blocks("expression").into_iter().flat_map(str::lines).collect();
    assert!(lines.len() > 5);
    for line in lines {
        assert!(parse_expression(line).is_ok(), "{line}\n{:#?}", parse_expression(line));
    }
}
