//! What authors are told about their mistakes: message, the text it points at, and help.

use houserule_grammar::{SyntaxError, parse_expression, parse_setup};

fn told(text: &str, errors: &[SyntaxError]) -> Vec<String> {
    errors
        .iter()
        .map(|error| {
            let at = &text[error.span.clone()];
            match &error.help {
                Some(help) => format!("{error} @ {at} ? {help}"),
                None => format!("{error} @ {at}"),
            }
        })
        .collect()
}

fn setup_errors(text: &str) -> Vec<String> {
    told(text, &parse_setup(text).expect_err(text))
}

type Cases<'c> = &'c [(&'c str, &'c [&'c str])];

#[test]
fn mistakes_in_a_setup_are_named() {
    let cases: Cases<'_> = &[
        ("step a put", &["expected `{` after the step's name @ put"]),
        ("step a", &["expected `{` after the step's name @ "]),
        ("step { }", &["expected the step's name @ {"]),
        (
            "step a afer b { }",
            &["expected `{` after the step's name @ afer ? did you mean `after`?"],
        ),
        ("step a after { }", &["expected the name of another step @ {"]),
        ("stpe a { }", &["expected a step @ stpe ? did you mean `step`?"]),
        ("replace a { }", &["expected `step` @ a"]),
        ("remove step", &["expected the step's name @ "]),
        (
            "shuffle deck",
            &["expected a step @ shuffle ? `shuffle` belongs into a step: `step NAME { … }`"],
        ),
        ("step a { } }", &["this `}` closes nothing @ }"]),
        (
            "step a { shufle deck }",
            &["`shufle` does not begin a statement @ shufle ? did you mean `shuffle`?"],
        ),
        (
            "step a { shuffle deck dael 3 from deck to market }",
            &["`dael` does not begin a statement @ dael ? did you mean `deal`?"],
        ),
        (
            "step a { if x { } }",
            &["`if` does not begin a statement @ if ? did you mean `when`?"],
        ),
        ("step a { shuffle deck", &["this `{` is never closed @ {"]),
        (
            "step a { for each player { shuffle deck }",
            &["this `{` is never closed @ {"],
        ),
        ("step a { 3 }", &["expected a statement or `}` @ 3"]),
        ("step a { shuffle }", &["expected a place @ }"]),
        ("step a { put 3 on market }", &["expected a name after the amount @ on"]),
        (
            "step a { put 3 coin market }",
            &["expected `on` or `in` after what is put @ market"],
        ),
        ("step a { put pawn }", &["expected `on` or `in` after what is put @ }"]),
        (
            "step a { put pawn no market }",
            &["expected `on` or `in` after what is put @ market"],
        ),
        (
            "step a { put each card where card.lit in market }",
            &[
                "expected `on` or `in` after what is put @ } ? an `in` after `where` belongs to the condition: write `on` before the place",
            ],
        ),
        ("step a { put on market }", &["expected what to put, take or move @ on"]),
        (
            "step a { put 3coin on market }",
            &["a name cannot begin with a digit @ 3coin ? a number and a name: `3 coin`"],
        ),
        ("step a { put pawn on }", &["expected a place @ }"]),
        (
            "step a { put pawn on market face sideways }",
            &["expected `up` or `down` @ sideways"],
        ),
        ("step a { put pawn on market face", &["expected `up` or `down` @ "]),
        (
            "step a { take 3 coin form market }",
            &["expected `from` after what is taken @ form ? did you mean `from`?"],
        ),
        (
            "step a { move card from a }",
            &["expected `to` after the place to move from @ }"],
        ),
        (
            "step a { move card to b }",
            &["expected `from` after what is moved @ to"],
        ),
        ("step a { deal from deck to market }", &["expected a value @ from"]),
        (
            "step a { deal 3 big cards from deck to market }",
            &["expected `from` after the amount to deal @ cards"],
        ),
        (
            "step a { deal 3 cards to market }",
            &["expected `from` after the amount to deal @ to"],
        ),
        (
            "step a { deal 3 cards from deck }",
            &["expected `to` after the place to deal from @ }"],
        ),
        (
            "step a { lay path from tiles 10 stacks of 2 }",
            &["expected `:` after the place to lay from @ 10"],
        ),
        (
            "step a { lay path from tiles: 10 stakcs of 2 }",
            &["expected `stacks` or `gap` @ stakcs ? did you mean `stacks`?"],
        ),
        (
            "step a { lay path from tiles: 10 stacks, 1 gap }",
            &["expected `of` and a height after `stacks` @ ,"],
        ),
        (
            "step a { lay path from tiles: 10 stacks of 2, }",
            &["expected a value @ }"],
        ),
        ("step a { set x 3 }", &["expected `=` after what is set @ 3"]),
        (
            "step a { set x == 3 }",
            &["`==` compares @ == ? write `=` to give a value"],
        ),
        ("step a { set 3 = x }", &["expected a name @ 3"]),
        ("step a { let x 3 }", &["expected `=` after the new name @ 3"]),
        (
            "step a { let in = 3 }",
            &["expected a new name @ in ? `in` is a word of the language and cannot be a name"],
        ),
        (
            "step a { set x =\nput 3 coin on market }",
            &["the statement before `put` is not finished @ put"],
        ),
        (
            "step a { choose 2 from player { } }",
            &["expected `at random` after `choose` @ from"],
        ),
        (
            "step a { choose at random player { } }",
            &["expected `from` after `at random` @ player"],
        ),
        ("step a { for player { } }", &["expected `each` after `for` @ player"]),
        (
            "step a { for each 3 { } }",
            &["expected a kind of piece, or `player`, `seat`, `token`, `space` @ 3"],
        ),
        (
            "step a { for each player wher x { } }",
            &["expected `{` after the set @ wher ? did you mean `where`?"],
        ),
        (
            "step a { for each player shuffle deck }",
            &["expected `{` after the set @ shuffle"],
        ),
        ("step a { when { } }", &["expected a value @ {"]),
        (
            "step a { when x = 1 { } }",
            &["`=` does not compare @ = ? write `==` to ask whether two values are equal"],
        ),
        (
            "step a { when x shuffle deck }",
            &["expected `{` after the condition @ shuffle"],
        ),
        (
            "step a { when x { } else shuffle deck }",
            &["expected `{` or `when` after `else` @ shuffle"],
        ),
        (
            "step a { when x && y { } }",
            &["there is no such sign @ && ? write `and`"],
        ),
        (
            r#"step a { put "a on market }"#,
            &[r#"this text has no closing `"` @ "a on market } ? a text ends on the line it begins on"#],
        ),
        (
            "step a { // a comment\n}",
            &["there is no such sign @ // ? a comment begins with `#`"],
        ),
    ];
    for (text, errors) in cases {
        assert_eq!(setup_errors(text), *errors, "{text}");
    }
}

#[test]
fn mistakes_in_an_expression_are_named() {
    let cases: Cases<'_> = &[
        ("", &["expected a value @ "]),
        ("a b", &["expected an operator or the end @ b"]),
        ("a +", &["expected a value @ "]),
        ("(a", &["this `(` is never closed @ ("]),
        ("a)", &["this `)` closes nothing @ )"]),
        ("a.", &["expected a name after the `.` @ "]),
        ("a.3", &["expected a name after the `.` @ 3"]),
        (
            "a[1].b",
            &["`.` can only follow a name @ . ? give the value a name first: `let it = …`, then `it.name`"],
        ),
        ("count(a", &["this `(` is never closed @ ("]),
        ("count(a,)", &["expected a value @ )"]),
        ("[1 2]", &["expected `]` or `,` @ 2"]),
        ("a[", &["expected a value @ "]),
        (
            "1 < x < 5",
            &["comparisons do not chain @ < ? join two with `and`: `1 < x and x < 5`"],
        ),
        (
            "a -b",
            &["expected a space after the minus @ - ? write `a - b`: a dash without a space joins a name"],
        ),
        ("3-1", &["expected a space after the minus @ 3-1 ? write `3 - 1`"]),
        ("1.5", &["a number is whole: it has no point @ ."]),
        (
            "a = b",
            &["`=` does not compare @ = ? write `==` to ask whether two values are equal"],
        ),
        ("!a", &["there is no such sign @ ! ? write `not`"]),
        ("a || b", &["there is no such sign @ || ? write `or`"]),
        (
            "'a'",
            &[r#"there is no such sign @ ' ? a text stands in straight double quotes: `"…"`"#],
        ),
        (
            "“a”",
            &[r#"there is no such sign @ “ ? a text stands in straight double quotes: `"…"`"#],
        ),
        (
            r#""a"#,
            &[r#"this text has no closing `"` @ "a ? a text ends on the line it begins on"#],
        ),
        (
            r#""a\tb""#,
            &[r#"this escape is unknown @ \t ? a text knows `\"`, `\\` and `\n`"#],
        ),
        (
            "99999999999999999999",
            &["this number is too large @ 99999999999999999999"],
        ),
        ("by x", &["expected `{` after the value that `by` looks at @ "]),
        ("by x { }", &["expected a number, a word or `else` @ }"]),
        ("by x { 2 }", &["expected `:` after the case @ }"]),
        ("by x { 2: 3 4: 5 }", &["expected `}` or `,` @ 4"]),
        ("by x { 2..: 3 }", &["expected a number after `..` @ :"]),
        (
            "by x { 3..2: 1, 99999999999999999999: 1 }",
            &[
                "this range runs backwards @ 3..2 ? write the smaller number first: `2..3`",
                "this number is too large @ 99999999999999999999",
            ],
        ),
        (
            "random",
            &["expected a kind of piece, or `player`, `seat`, `token`, `space` @ "],
        ),
        ("a and", &["expected a value @ "]),
        ("a § b", &["expected an operator or the end @ §"]),
        (
            "from",
            &["expected a value @ from ? `from` is a word of the language and cannot be a name"],
        ),
        ("a == not b", &["expected a value @ not"]),
    ];
    for (text, errors) in cases {
        let found = parse_expression(text).expect_err(text);
        assert_eq!(told(text, &found), *errors, "{text}");
    }
}

#[test]
fn a_broken_step_does_not_hide_the_next() {
    let text = "
shuffle deck
step a {
    shufle deck
step b { put 3 coin on market }
replace step c { put pawn }
step d { set x = 99999999999999999999 }
remove stp e
  remove step
";
    assert_eq!(
        setup_errors(text),
        [
            "expected a step @ shuffle ? `shuffle` belongs into a step: `step NAME { … }`",
            "`shufle` does not begin a statement @ shufle ? did you mean `shuffle`?",
            "expected `on` or `in` after what is put @ }",
            "expected `step` @ stp ? did you mean `step`?",
            "expected the step's name @ ",
        ]
    );
}

#[test]
fn what_nests_too_deep_is_refused_before_it_can_overflow() {
    let many = |text: &str| text.repeat(10_000);
    let expressions = [
        many("("),
        many("["),
        many("a["),
        many("f("),
        many("by "),
        many("by a {1: "),
        many("random a where "),
        many("random by in by where "),
        many("not "),
        many("-"),
        many("- "),
        format!("a{}", many("[1]")),
        format!("1{}", many(" + 1")),
        format!("{}1{}", many("("), many(")")),
        format!("a{}", many(" or a")),
    ];
    for text in &expressions {
        let errors = parse_expression(text).expect_err(text);
        assert!(errors[0].message.starts_with("this "), "{errors:?} {}", &text[..20]);
    }
    let bodies = [
        many("when a {"),
        many("for each player { "),
        format!("when a {{}} {}", many("else when a {} ")),
        many("set x = ("),
    ];
    for body in &bodies {
        let errors = parse_setup(&format!("step a {{ {body}")).expect_err(body);
        assert!(errors[0].message.starts_with("this "), "{errors:?}");
    }
}

#[test]
fn what_nests_up_to_the_limit_is_read() {
    let wrap =
        |open: &str, middle: &str, close: &str, depth| format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
    for text in [
        wrap("(", "a", ")", 64),
        wrap("f(", "a", ")", 64),
        wrap("by a { 1: ", "a", "}", 32),
        wrap("random a where ", "a", "", 64),
        wrap("not ", "a", "", 200),
        wrap("", "a", " + a", 200),
    ] {
        assert!(parse_expression(&text).is_ok(), "{text}");
    }
    let blocks = wrap("for each player {", "shuffle deck", "}", 63);
    assert!(parse_setup(&format!("step a {{ {blocks} }}")).is_ok());
    let long = "put each card where card.value > 1 on deck when by a { 1: b } { flip c }\n".repeat(2_000);
    assert!(parse_setup(&format!("step a {{ {long} }}")).is_ok());
}
