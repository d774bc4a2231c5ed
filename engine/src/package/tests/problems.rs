//! Everything that can be wrong with a package, as it is printed.

use super::*;

#[test]
fn a_problem_in_a_patched_value_points_into_the_layer() {
    let shown = Sample::new()
        .with_mod("m", "[set]\n\"zone.market.kind\" = \"rwo\"\n")
        .bad();
    assert_eq!(
        shown,
        "error: unknown word `rwo`
 --> m/mod.toml:5:22
  |
5 | \"zone.market.kind\" = \"rwo\"
  |                      ^^^^^
  = help: did you mean `row`? known words: `pool`, `stack`, `row`, `path`, `grid`, `track`

1 problem"
    );
}

#[test]
fn a_path_that_leads_nowhere_shows_the_step() {
    let shown = Sample::new().variant("v", "[set]\n\"zone.markt.size\" = 3\n").bad();
    assert_eq!(
        shown,
        "error: there is no `markt` in `zone`
 --> variants/v.toml:4:7
  |
4 | \"zone.markt.size\" = 3
  |       ^^^^^
  = help: did you mean `market`?

1 problem"
    );
}

#[test]
fn a_component_that_is_there_twice_shows_both() {
    let shown = Sample::new()
        .file("components/more.toml", "[[card]]\nid = \"two\"\ncost = 1\n")
        .bad();
    assert_eq!(
        shown,
        "error: there is a card `two` already
 --> components/more.toml:2:6
  |
2 | id = \"two\"
  |      ^^^^^
note: the first one is here
 --> components/cards.toml:7:6
  |
7 | id = \"two\"
  |      ^^^^^

1 problem"
    );
}

#[test]
fn bad_bytes_are_shown_with_line_and_column() {
    let shown = Sample::new().bytes("setup.rules", b"step a {\n  sh\xffffle\n}").bad();
    assert_eq!(
        shown,
        "error: this byte is not UTF-8 text
 --> setup.rules:2:5
  |
2 |   sh\u{fffd}ffle
  |     ^
  = help: save the file as UTF-8

1 problem"
    );
}

#[test]
fn a_condition_is_marked_at_its_part() {
    let shown = Sample::new()
        .file(
            "variants/v.toml",
            "[variant]\nid = \"v\"\nwhen = \"players == 2 or option.fats\"\n",
        )
        .bad();
    assert_eq!(
        shown,
        "error: unknown option `fats`
 --> variants/v.toml:3:32
  |
3 | when = \"players == 2 or option.fats\"
  |                                ^^^^
  = help: did you mean `fast`?

1 problem"
    );
}

#[test]
fn everything_wrong_is_reported_in_one_go() {
    let messages = Sample::new()
        .game("[zone.other]\nkind = \"pol\"\n")
        .file("components/more.toml", "[[crad]]\nid = \"x\"\n")
        .file("text/en.toml", "[card]\nonne = \"One\"\n")
        .variant("v", "[set]\n\"rules.vists\" = 1\n")
        .option("fst", "true")
        .messages();
    let expected = [
        "unknown option `fst`",
        "unknown kind of piece `crad`",
        "unknown word `pol`",
        "there is no `onne` in `card`",
        "there is no `vists` in `rules`",
    ];
    for message in expected {
        assert!(messages.iter().any(|one| one == message), "{message}: {messages:?}");
    }
    assert_eq!(
        messages.len(),
        2 * expected.len(),
        "each with help, and no more: {messages:?}"
    );
}

/// A case: what is put over the sample, and the messages and helps that come.
type Case = (Sample, &'static [&'static str]);

#[track_caller]
fn check(cases: Vec<Case>) {
    for (sample, expected) in cases {
        assert_eq!(sample.messages(), expected);
    }
}

#[test]
fn problems_of_the_base_game() {
    let new = Sample::new;
    check(vec![
        (
            Sample::default().file("setup.rules", ""),
            &["`sample` is no game: it has no `game.toml`"],
        ),
        (
            new().game("[[card]]\nid = \"x\"\n"),
            &[
                "unknown key `card`",
                "known: `bot`, `end`, `final`, `game`, `on`, `option`, `phase`, `piece`, `result`, `rules`, `seat`, `stat`, `token`, `var`, `zone`",
            ],
        ),
        (
            new().file("components/x.toml", "card = 3\n"),
            &[
                "expected a list of tables, found a whole number",
                "each component begins with `[[card]]`",
            ],
        ),
        (
            new().file("components/x.toml", "[[card]]\ncost = 3\n"),
            &["missing key `id`"],
        ),
        (
            new().file("components/x.toml", "[[card]]\nid = \"x\"\ncots = 3\n"),
            &["unknown key `cots`", "did you mean `cost`?"],
        ),
        (
            new().file("components/x.toml", "[[card]]\nid = \"a.b\"\n"),
            &["`a.b` is no id", "an id is made of letters, digits, `-` and `_`"],
        ),
        (
            new().game("[piece.zone]\n"),
            &["a kind of piece cannot be called `zone`"],
        ),
        (
            new().game("[piece.tile]\nfields = { count = \"int\" }\n"),
            &["every component has a key `count` already"],
        ),
        (
            new().game("[[phase]]\nid = \"visit\"\nrun = \"a.b\"\n"),
            &["there is a `visit` already"],
        ),
        (
            new().players(7),
            &["this game is not for 7 players", "it is for: 2, 3, 4"],
        ),
        (
            new().file("component/x.toml", ""),
            &["nothing reads this file", "did you mean `components/x.toml`?"],
        ),
        (
            new().file("mod.toml", ""),
            &[
                "nothing reads this file",
                "a game and a mod each have a folder of their own",
            ],
        ),
    ]);
}

#[test]
fn problems_of_layers() {
    let new = Sample::new;
    let head = |text: &str| new().file("variants/v.toml", text);
    check(vec![
        (
            new().ask("shrot").variant("short", ""),
            &["unknown variant `shrot`", "did you mean `short`?"],
        ),
        (
            head("[variant]\nid = \"w\"\n"),
            &["the id is `w`, but the file is called `v`"],
        ),
        (
            head("[mod]\nid = \"v\"\n"),
            &["this file needs a section `[variant]` and no other head"],
        ),
        (
            head("[variant]\nid = \"v\"\nwehn = \"true\"\n"),
            &["unknown key `wehn`", "did you mean `when`?"],
        ),
        (
            head("[variant]\nid = \"v\"\nwhen = \"true\"\n").ask("v"),
            &["`v` applies by itself and cannot be asked for"],
        ),
        (
            head("[variant]\nid = \"v\"\nafter = [\"shrot\"]\n").variant("short", ""),
            &["unknown layer `shrot`", "did you mean `short`?"],
        ),
        (
            new()
                .variant("a", "after = [\"b\"]\n")
                .variant("b", "after = [\"a\"]\n"),
            &["`a` would come after itself", "`b` would come after itself"],
        ),
        (
            new().variant("a", "after = [\"m\"]\n").with_mod("m", ""),
            &[
                "`m` always comes later than this layer",
                "variants by `when` come first, then variants by name, then mods",
            ],
        ),
        (
            new().variant("m", "").with_mod("m", ""),
            &["there are two layers called `m`"],
        ),
        (
            new().mod_files("m", &[("mod.toml", "[mod]\nid = \"m\"\n")]),
            &["missing key `for`"],
        ),
        (
            new().mod_files("m", &[("mod.toml", "[mod]\nid = \"m\"\nfor = \"other\"\n")]),
            &["this is for `other`, and the game is `sample`"],
        ),
        (new().mod_files("m", &[]), &["`m` is no mod: it has no `mod.toml`"]),
        (
            new().mod_files("m", &[("mod.toml", "[mod]\nid = \"H 8!\"\nfor = \"sample\"\n")]),
            &[
                "`H 8!` is no id of a layer",
                "it is made of small letters, digits and `-`, and does not begin with `-`",
            ],
        ),
        (
            new().with_mod("Two", ""),
            &[
                "`Two` is no id of a layer",
                "it is made of small letters, digits and `-`, and does not begin with `-`",
            ],
        ),
        (
            new()
                .with_mod("m", "after = [\"nihgt\", \"rain\"]\n")
                .with_mod("night", ""),
            &["unknown layer `nihgt`", "did you mean `night`?"],
        ),
        (
            new().with_mod("m", "when = \"players == 9\"\n"),
            &[
                "`m` never applies: its `when` never holds",
                "it does for none of 2, 3, 4 players, whatever the options are",
            ],
        ),
        (
            new().with_mod("m", "when = \"option.mode == \\\"wlid\\\"\"\n"),
            &["option `mode` is never `wlid`", "did you mean `wild`?"],
        ),
        (
            new().with_mod(
                "m",
                "when = \"players == 4\"\n[set]\n\"rules.vists\" = 1\n\"zone.market.kind\" = 3\n",
            ),
            &[
                "there is no `vists` in `rules`",
                "`[set]` changes what is there; `[add]` adds something new",
            ],
        ),
        (
            new().with_mod("m", "when = \"players == 4\"\n[set]\n\"zone.market.kind\" = 3\n"),
            &["expected text, found a whole number"],
        ),
        (
            new().file("variants/v.rules", ""),
            &[
                "these steps belong to no variant",
                "the variant is declared in `variants/v.toml`",
            ],
        ),
    ]);
}

#[test]
fn problems_of_patches() {
    let patch = |body: &str| Sample::new().variant("v", body);
    check(vec![
        (
            patch("[set]\n\"zon.market.size\" = 1"),
            &["there is no section and no kind of piece `zon`", "did you mean `zone`?"],
        ),
        (
            patch("[set]\n\"zone.market.sise\" = 1"),
            &["there is no `sise` in `zone.market`", "did you mean `size`?"],
        ),
        (
            patch("[set]\n\"rules.something\" = 1"),
            &[
                "there is no `something` in `rules`",
                "`[set]` changes what is there; `[add]` adds something new",
            ],
        ),
        (
            patch("[set]\n\"rules.trades.deep\" = 1"),
            &[
                "there is no `deep` in `rules.trades`",
                "`[set]` changes what is there; `[add]` adds something new",
            ],
        ),
        (
            patch("[set]\n\"game.id\" = \"other\"\n\"game.version\" = \"2\""),
            &[
                "a layer cannot change `game.id`",
                "it says which game the layer is for",
                "a layer cannot change `game.version`",
                "it says which game the layer is for",
            ],
        ),
        (
            patch("[set]\n\"game.language\" = \"klingon\""),
            &["there is no `text/klingon.toml`"],
        ),
        (
            patch("[set]\n\"game.language\" = \"ed\"").file("text/de.toml", ""),
            &["there is no `text/ed.toml`", "did you mean `de`?"],
        ),
        (
            patch("[set]\n\"game.players\" = [2, 5, 6]"),
            &[
                "the game below is not for 5 players",
                "a layer may leave out some of: 2, 3, 4",
            ],
        ),
        (
            patch("[set]\n\"game.players\" = [3]"),
            &["this game is not for 2 players", "it is for: 3"],
        ),
        (
            patch("[set]\n\"card.one.faces.3\" = 1"),
            &[
                "`card.one.faces` has no element 3",
                "its elements are counted from 1 to 2",
            ],
        ),
        (
            patch("[set]\n\"card.one.faces.0\" = 1"),
            &[
                "`card.one.faces` has no element 0",
                "its elements are counted from 1 to 2",
            ],
        ),
        (
            patch("[set]\n\"phase.1.each\" = 1"),
            &[
                "there is no `1` in `phase`",
                "`[set]` changes what is there; `[add]` adds something new",
            ],
        ),
        (
            patch("[remove]\npaths = [\"card.one.faces.9\"]"),
            &["there is no `9` in `card.one.faces`"],
        ),
        (
            patch("[set]\nrules.trades = 1"),
            &["a path is written in quotes", "write `\"rules.trades\" = …`"],
        ),
        (
            patch("[set]\n\"rules.trades\" = 1.5"),
            &["expected `true` or `false`, a whole number, text, a list or a table, found a number with a fraction"],
        ),
        (
            patch("[add]\n\"card.one\" = { cost = 1 }"),
            &[
                "`card.one` is there already",
                "`[set]` changes a value, `[replace]` a whole entry",
            ],
        ),
        (
            patch("[add]\n\"card.new\" = 3"),
            &["expected a table, found a whole number"],
        ),
        (
            patch("[add]\n\"card.new\" = { id = \"old\" }"),
            &["the id must be `new`, as in the path"],
        ),
        (
            patch("[add]\n\"card.new\" = { csot = 3 }"),
            &["unknown key `csot`", "did you mean `cost`?"],
        ),
        (
            patch("[add]\n\"card.one.faces\" = 3"),
            &["expected a list of what is added"],
        ),
        (
            patch("[add]\n\"phase\" = [{ id = \"x\", run = \"a.b\" }]"),
            &["entries are added one by one", "write `\"phase.ID\" = { … }`"],
        ),
        (
            patch("[add]\n\"phase.x\" = { run = \"a.b\", after = \"visti\" }"),
            &["there is no `visti` to come after", "did you mean `visit`?"],
        ),
        (
            patch("[add]\n\"zone.market.sise\" = 3"),
            &["there is no `sise` in `zone.market`", "did you mean `size`?"],
        ),
        (
            patch("[remove]\npaths = [\"card.on\"]"),
            &["there is no `on` in `card`", "did you mean `one`?"],
        ),
        (
            patch("[replace]\n\"card.tow\" = { cost = 1 }"),
            &["there is no `tow` in `card`", "did you mean `two`?"],
        ),
        (
            patch("[remove]\npath = [\"card.one\"]"),
            &["unknown key `path`", "did you mean `paths`?"],
        ),
        (
            patch("[set]\n\"\" = 1"),
            &[
                "there is no section and no kind of piece ``",
                "`[set]` changes what is there; `[add]` adds something new",
            ],
        ),
    ]);
}

#[test]
fn problems_of_options() {
    let option = |name: &str, value: &str| Sample::new().option(name, value);
    check(vec![
        (
            option("lenght", "3"),
            &["unknown option `lenght`", "did you mean `length`?"],
        ),
        (
            option("fast", "yes"),
            &["option `fast` cannot be `yes`: it is `true` or `false`"],
        ),
        (
            option("length", "x"),
            &["option `length` cannot be `x`: it is a whole number"],
        ),
        (
            option("length", "10"),
            &["option `length` cannot be `10`: the most is 9"],
        ),
        (
            option("length", "0"),
            &["option `length` cannot be `0`: the least is 1"],
        ),
        (
            option("mode", "wlid"),
            &[
                "option `mode` cannot be `wlid`: it is not one of its `values`",
                "did you mean `wild`?",
            ],
        ),
        (
            option("fast", "true").option("fast", "true"),
            &["option `fast` is set twice"],
        ),
        (
            Sample::new().game("[option.odd]\ndefault = 3\nmax = 2\nhelp = \"Odd.\"\n"),
            &["the most is 2"],
        ),
        (
            Sample::new().game("[option.odd]\ndefault = 3\nmin = 4\nmax = 2\nvalues = [\"a\"]\nhelp = \"Odd.\"\n"),
            &[
                "the most, 2, is less than the least, 4",
                "`values` means nothing for an option that is a whole number",
            ],
        ),
        (
            Sample::new().game("[option.odd]\ndefault = \"a\"\nmin = 1\nexcept = [\"b\"]\nhelp = \"Odd.\"\n"),
            &[
                "`min` means nothing for an option that is a word",
                "`except` means nothing for an option that is a word",
            ],
        ),
        (
            Sample::new().game("[option.odd]\ndefault = true\nmax = 1\neach = \"card\"\nhelp = \"Odd.\"\n"),
            &[
                "`max` means nothing for an option that is `true` or `false`",
                "`each` means nothing for an option that is `true` or `false`",
            ],
        ),
    ]);
}

#[test]
fn problems_of_steps() {
    let base = |text: &str| Sample::new().file("setup.rules", text);
    let over = |text: &str| Sample::new().variant("v", "").file("variants/v.rules", text);
    check(vec![
        (
            base("step a { shuffle market }\nstep a { shuffle market }\n"),
            &["there is a step `a` already"],
        ),
        (
            base("remove step a\n"),
            &[
                "there is nothing below the game to change",
                "only a layer adds its steps before or after others, replaces or removes them",
            ],
        ),
        (
            over("remove step stok\n"),
            &["unknown step `stok`", "did you mean `stock`?"],
        ),
        (
            over("step x after deel { shuffle market }\n"),
            &["unknown step `deel`", "did you mean `deal`?"],
        ),
        (
            over("step stock { shuffle market }\n"),
            &["there is a step `stock` already"],
        ),
    ]);
    assert!(!base("step {").messages().is_empty(), "errors of syntax are passed on");
}

#[test]
fn problems_of_texts() {
    let text = |text: &str| Sample::new().file("text/en.toml", text);
    check(vec![
        (
            text("[crad]\none = \"One\"\n"),
            &["unknown section `crad`", "did you mean `card`?"],
        ),
        (
            text("[token]\ncion = \"Coin\"\n"),
            &["there is no `cion` in `token`", "did you mean `coin`?"],
        ),
        (text("[card]\none = 1\n"), &["expected text, found a whole number"]),
        (text("card = 1\n"), &["expected a table, found a whole number"]),
        (text("[card]\none = { about = \"first\" }\n"), &["missing key `name`"]),
        (
            text("[card]\none = { name = \"One\", abuot = \"first\" }\n"),
            &["unknown key `abuot`", "did you mean `about`?"],
        ),
        (
            text("[token]\ncoin = { name = \"Coin\" }\n"),
            &["expected text, found a table"],
        ),
        (
            text("[card]\none = \"One\"\n").file("text/de.toml", "[zone]\nmarket = \"Markt\"\n"),
            &["`de` has no label for `card.one`"],
        ),
    ]);
}
