//! Whatever is thrown at the parser, it answers with a tree or with errors that point into the text.

mod common;

use houserule_grammar::{SyntaxError, parse_expression, parse_setup};
use proptest::prelude::*;

const SAMPLE: &str = r#"# a sample
step stock {
    for each stack in market { put by players { 2..3: 7, 4: 9, else: 5 } of stack.home on stack }
    put each card in box as c where c.value > 3 and not c.rare on deck face down
}
step hands after stock {
    shuffle deck; deal 3 + player.turn cards from deck to player.hand
    choose 2 at random from player { set player.score to -1 * min(count(deck), 3) }
}
replace step path { lay path from tiles: 10 stacks of 2, 1 gap, n stacks of 1 }
remove step old
step first before hands {
    let first = random player
    when first.name == "an \"odd\" one" { flip market[1] up } else when x in [1, 2,] { take all from track[0] }
    else { move random card in hand from hand to discard }
}
"#;

/// Text out of the language's own words, which goes deeper into the grammar than any text would.
fn soup() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "step", "replace", "remove", "after", "put", "take", "move", "shuffle", "deal", "lay", "flip", "set", "let",
        "choose", "for", "each", "when", "else", "all", "the", "of", "on", "in", "from", "to", "as", "where", "face",
        "up", "at", "random", "by", "not", "and", "or", "true", "stacks", "gap", "a", "card", "a.b", "a-1", "1",
        "2..3", "\"t\"", "\"", "(", ")", "[", "]", "{", "}", "{", "}", ",", ":", ";", "=", "==", "<", "+", "- ", "-",
        "*", ".", "#", "\n", "é", "\\",
    ];
    const SPACES: &[&str] = &["", " ", " ", "\n"];
    prop::collection::vec((prop::sample::select(WORDS), prop::sample::select(SPACES)), 0..60)
        .prop_map(|words| words.iter().flat_map(|(word, space)| [*word, *space]).collect())
}

fn check<T>(text: &str, result: Result<T, Vec<SyntaxError>>) -> Result<(), TestCaseError> {
    let Err(errors) = result else {
        return Ok(());
    };
    prop_assert!(!errors.is_empty());
    for error in errors {
        prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {:?}", error, text);
        prop_assert!(!error.message.contains("something else"), "{:?} in {:?}", error, text);
    }
    Ok(())
}

#[test]
fn the_sample_is_right() {
    assert_eq!(parse_setup(SAMPLE).map(|setup| setup.steps.len()), Ok(5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        check(&text, parse_setup(&text))?;
        check(&text, parse_expression(&text))?;
        let inside = format!("step a {{ put {text} }}");
        check(&inside, parse_setup(&inside))?;
    }

    #[test]
    fn no_order_of_words_makes_it_panic(text in soup()) {
        check(&text, parse_setup(&text))?;
        check(&text, parse_expression(&text))?;
        let inside = format!("step a {{ {text} }}");
        check(&inside, parse_setup(&inside))?;
    }

    #[test]
    fn no_change_to_a_right_text_makes_it_panic(
        changes in prop::collection::vec((0..SAMPLE.len(), 0..12_usize, soup()), 1..4),
    ) {
        let mut text = SAMPLE.to_owned();
        for (at, length, new) in changes {
            let mut range = at.min(text.len())..(at + length).min(text.len());
            while !text.is_char_boundary(range.start) {
                range.start -= 1;
            }
            while !text.is_char_boundary(range.end) {
                range.end += 1;
            }
            let new: String = new.chars().take(length).collect();
            text.replace_range(range, &new);
        }
        check(&text, parse_setup(&text))?;
    }

    #[test]
    fn white_space_and_comments_do_not_matter(between in prop::collection::vec("( |\t|\r\n|\n|# [a-z{\"]*\n){1,3}", 4)) {
        let plain = SAMPLE.replace("# a sample", "").replace(r#"an \"odd\" one"#, "odd");
        let words = plain.split_whitespace().enumerate();
        let spaced: String = words.flat_map(|(index, word)| [word, &between[index % between.len()]]).collect();
        let steps = |text: &str| parse_setup(text).map(|setup| setup.steps.iter().map(common::step).collect::<Vec<_>>());
        prop_assert_eq!(steps(&spaced), steps(&plain));
    }
}
