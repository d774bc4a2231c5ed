//! Playthroughs: the text form, what is wrong with one, and that writing and reading are inverse.

use houserule_grammar::playthrough::{Header, Line, LineKind, Playthrough};
use proptest::prelude::*;

const SAMPLE: &str = r#"houserule playthrough 1
game: sample 1.0.0 8f3a12
layers: duo-variant, long-night
options: extra=optional, board="a b"
players: 2
seats: 1=human, 2=random
seed: 42
---
# round 1
1 town: harbour   # the only one left

roll 6 -1
2 cards: a, b
1 take: none
2 "to: whom": "no, \"you\""
1 pass:
pick 3 card-a "b c"
result 91fe
"#;

fn decision(seat: u32, prompt: &str, answer: &[&str]) -> LineKind {
    LineKind::Decision {
        seat,
        prompt: prompt.to_owned(),
        answer: answer.iter().map(|key| (*key).to_owned()).collect(),
    }
}

#[test]
fn every_line_has_its_meaning() {
    let playthrough = Playthrough::parse(SAMPLE).unwrap();
    assert_eq!(
        playthrough.header,
        Header {
            game: "sample".into(),
            version: "1.0.0".into(),
            hash: "8f3a12".into(),
            layers: vec!["duo-variant".into(), "long-night".into()],
            options: vec![("extra".into(), "optional".into()), ("board".into(), "a b".into())],
            players: 2,
            seats: vec![(1, "human".into()), (2, "random".into())],
            seed: 42,
            lang: None,
        }
    );
    let lines: Vec<_> = playthrough
        .lines
        .into_iter()
        .map(|line| (line.number, line.kind))
        .collect();
    assert_eq!(
        lines,
        [
            (10, decision(1, "town", &["harbour"])),
            (12, LineKind::Roll(vec![6, -1])),
            (13, decision(2, "cards", &["a", "b"])),
            (14, decision(1, "take", &["none"])),
            (15, decision(2, "to: whom", &["no, \"you\""])),
            (16, decision(1, "pass", &[])),
            (17, LineKind::Pick(vec!["3".into(), "card-a".into(), "b c".into()])),
            (18, LineKind::Result("91fe".into())),
        ]
    );
}

#[test]
fn it_is_written_as_it_was_read_but_for_comments() {
    let expected: String = SAMPLE
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim_end())
        .filter(|line| !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(Playthrough::parse(SAMPLE).unwrap().to_string(), expected);
}

#[test]
fn foreign_line_ends_and_indents_do_not_matter() {
    let text = SAMPLE.replace('\n', "  \r\n\t");
    let text = format!("\u{FEFF}# saved by hand\n{text}");
    assert_eq!(Playthrough::parse(&text), Playthrough::parse(SAMPLE));
}

fn told(text: &str) -> Vec<String> {
    let errors = Playthrough::parse(text).expect_err(text);
    let told = errors.iter().map(|error| {
        let line = text[..error.span.start].matches('\n').count() + 1;
        let at = &text[error.span.clone()];
        match &error.help {
            Some(help) => format!("{line}: {error} @ {at} ? {help}"),
            None => format!("{line}: {error} @ {at}"),
        }
    });
    told.collect()
}

#[test]
fn all_mistakes_are_named_with_their_lines() {
    let cases: &[(&str, &[&str])] = &[
        ("", &["1: expected `houserule playthrough 1` on the first line @ "]),
        (
            "houserule playthrough 2\ngame: a 1 b\nplayers: 2\nseats:\nseed: 1\n---\n",
            &["1: this is format 2 of playthroughs; only 1 is known @ 2"],
        ),
        (
            "game: a 1 b\nplayers: 2\nseats: 1=human\nseed: 1\n---\n",
            &["1: expected `houserule playthrough 1` on the first line @ game: a 1 b"],
        ),
        (
            "houserule playthrough 1\nplayer: 2\nseats: 1:human, 2=random\nseed: -1\nseed: 2\n---\n",
            &[
                "2: the header has no key `player` @ player ? did you mean `players`?",
                "3: expected `=` @ :human",
                "4: expected a number @ -1",
                "5: `seed` stands in the header twice @ seed",
                "6: the header has no `game` @ --- ? add a line such as `game: sample 1.0.0 8f3a12`",
                "6: the header has no `players` @ --- ? add a line such as `players: 2`",
            ],
        ),
        (
            "houserule playthrough 1\ngame: a 1 b\nplayers: 2\nseats: 1=human\nseed: 1\n",
            &["5: expected `---` after the header @ "],
        ),
        (
            "houserule playthrough 1\ngame: a 1 b\nplayers: 2\nseats: 1=human\nseed: 1\n1 town: b\nrol 3\n",
            &[
                "6: expected `---` between the header and the game @ 1 town: b",
                "7: expected a decision such as `1 town: harbour`, or `roll`, `pick` or `result` @ rol ? did you mean `roll`?",
            ],
        ),
        (
            "houserule playthrough 1\ngame: a 1\nlayers a\noptions: a\nplayers: 99999999999\nseats: human\nseed: x\nlang:\nwhat\n---\n",
            &[
                "2: expected the game's hash @ ",
                "3: expected `:` @ a",
                "4: expected `=` @ ",
                "5: this number is too large @ 99999999999",
                "6: expected a number or the end of the line @ human",
                "7: expected a number @ x",
                "8: expected a key @ ",
                "9: the header has no key `what` @ what",
            ],
        ),
    ];
    for (text, errors) in cases {
        assert_eq!(told(text), *errors, "{text}");
    }
}

#[test]
fn mistakes_in_what_happened_are_named() {
    let cases = [
        ("1", "expected the prompt that is answered @ "),
        ("1 town", "expected `:` @ "),
        ("1st town: b", "expected a number @ 1st"),
        ("1 town: b c", "expected `,` or the end of the line @ c"),
        ("1 town: \"b", "this `\"` is never closed @ \""),
        (
            r#"1 town: "\t""#,
            r#"this escape is unknown @ \t ? a key knows `\"`, `\\` and `\n`"#,
        ),
        ("1 town: b,", "expected a key @ "),
        (
            "1 town: é",
            "expected a key or the end of the line @ é ? a key with other signs than letters, digits and `_.@=+*/:[]-` stands in double quotes",
        ),
        ("roll a", "expected the number of a roll or the end of the line @ a"),
        ("roll 1.5", "expected the number of a roll or the end of the line @ .5"),
        ("result", "expected a key @ "),
        ("result a b", "expected the end of the line @ b"),
        (
            "town: b",
            "expected a decision such as `1 town: harbour`, or `roll`, `pick` or `result` @ town",
        ),
        ("99999999999 a: b", "this number is too large @ 99999999999"),
    ];
    for (line, error) in cases {
        let text = format!("{SAMPLE}{line}\nroll 1\n");
        assert_eq!(told(&text), [format!("19: {error}")], "{line}");
    }
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Za-z0-9_.@=+*/:\\[\\]-]{1,8}",
        "[a-c \"\\\\#,=:\n\r-]{0,6}",
        any::<String>(),
    ]
}

fn header() -> impl Strategy<Value = Header> {
    let keys = || prop::collection::vec(key(), 0..4);
    let game = (key(), key(), key());
    let options = prop::collection::vec((key(), key()), 0..4);
    let seats = prop::collection::vec((any::<u32>(), key()), 0..4);
    let rest = (any::<u32>(), any::<u64>(), prop::option::of(key()));
    (game, keys(), options, seats, rest).prop_map(|(game, layers, options, seats, (players, seed, lang))| Header {
        game: game.0,
        version: game.1,
        hash: game.2,
        layers,
        options,
        players,
        seats,
        seed,
        lang,
    })
}

fn line() -> impl Strategy<Value = Line> {
    let keys = || prop::collection::vec(key(), 0..4);
    let kind = prop_oneof![
        (any::<u32>(), key(), keys()).prop_map(|(seat, prompt, answer)| LineKind::Decision { seat, prompt, answer }),
        prop::collection::vec(any::<i64>(), 0..4).prop_map(LineKind::Roll),
        keys().prop_map(LineKind::Pick),
        key().prop_map(LineKind::Result),
    ];
    kind.prop_map(|kind| Line { number: 0, kind })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(header in header(), lines in prop::collection::vec(line(), 0..6)) {
        let playthrough = Playthrough { header, lines };
        let text = playthrough.to_string();
        prop_assert_eq!(Playthrough::parse(&text), Ok(playthrough), "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = Playthrough::parse(&text);
        let _ = Playthrough::parse(&format!("houserule playthrough 1\n---\n1 {text}"));
    }

    #[test]
    fn errors_point_into_the_text(at in 0..SAMPLE.len(), length in 0..9_usize, new in "[a-z0-9:=,\"#\\\\é\n -]{0,3}") {
        let mut text = SAMPLE.to_owned();
        text.replace_range(at..(at + length).min(SAMPLE.len()), &new);
        if let Err(errors) = Playthrough::parse(&text) {
            for error in errors {
                prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error);
            }
        }
    }
}
