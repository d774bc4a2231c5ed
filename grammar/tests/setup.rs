//! Every form of statement and expression, and the tree it is read as.

mod common;

use houserule_grammar::tree::{ExprKind, StatementKind};
use houserule_grammar::{parse_expression, parse_setup};

fn steps(text: &str) -> String {
    match parse_setup(text) {
        Ok(setup) => setup.steps.iter().map(common::step).collect::<Vec<_>>().join(" "),
        Err(errors) => panic!("{text}\n{errors:#?}"),
    }
}

#[test]
fn steps_are_added_placed_replaced_and_removed() {
    let cases = [
        ("", ""),
        ("# nothing but a comment", ""),
        ("step market { }", "step market {}"),
        ("step a {} step b {}", "step a {} step b {}"),
        ("step a after b {}", "step a after b {}"),
        ("step a before b {}", "step a before b {}"),
        ("step deal-cards after shuffle {}", "step deal-cards after shuffle {}"),
        ("step after after before {}", "step after after before {}"),
        ("replace step a { shuffle deck }", "replace a {shuffle deck}"),
        ("remove step a", "remove a {}"),
        ("remove step a remove step b", "remove a {} remove b {}"),
        ("\u{FEFF}step a {\r\n  # why\r\n}\r\n", "step a {}"),
    ];
    for (text, tree) in cases {
        assert_eq!(steps(text), tree, "{text}");
    }
}

#[test]
fn every_statement_has_its_tree() {
    let cases = [
        // put
        ("put pawn on track[0]", "put one(pawn) -> track[0]"),
        ("put the pawn on board", "put one(pawn) -> board"),
        ("put market[2] onto deck", "put one(market[2]) -> deck"),
        ("put 3 coin on market", "put some(3, coin) -> market"),
        ("put 3 of the coin into market", "put some(3, coin) -> market"),
        ("put 3 + x coin on market", "put some((3 + x), coin) -> market"),
        ("put n coin in market", "put some(n, coin) -> market"),
        ("put n - 1 coin in market", "put some((n - 1), coin) -> market"),
        (
            "put count(deck) coin in market",
            "put some(count(deck), coin) -> market",
        ),
        (
            "put by players { 2..3: 7, 4: 9 } town.home on town.wares",
            "put some(by players {2..3: 7, 4..4: 9}, town.home) -> town.wares",
        ),
        (
            "put by players { 2..3: 7, 4: 9 } of stack.home on stack",
            "put some(by players {2..3: 7, 4..4: 9}, stack.home) -> stack",
        ),
        ("put all coin on market", "put all(coin) -> market"),
        ("put all of the coin on market", "put all(coin) -> market"),
        ("put all on market", "put all -> market"),
        ("put each card on deck", "put each<card> -> deck"),
        ("put each card in deck", "put each<card> -> deck"),
        ("put each card in box on deck", "put each<card in box> -> deck"),
        ("put each card in box in deck", "put each<card in box> -> deck"),
        (
            "put each card in box as c where c.value > 3 in deck",
            "put each<card in box as c where (c.value > 3)> -> deck",
        ),
        (
            "put each card where card.value == 1 on deck face down",
            "put each<card where (card.value == 1)> -> deck down",
        ),
        ("put pawn on board face up", "put one(pawn) -> board up"),
        (
            "put random card in deck on market",
            "put one(random<card in deck>) -> market",
        ),
        ("put random card in deck", "put one(random<card>) -> deck"),
        (
            "put pawn on random space in board",
            "put one(pawn) -> random<space in board>",
        ),
        (
            "put pawn on by players { 2: a, else: b }",
            "put one(pawn) -> by players {2..2: a, else: b}",
        ),
        // take and move
        ("take 3 coin from market", "take some(3, coin) <- market"),
        ("take all from market", "take all <- market"),
        ("take all coin from player.purse", "take all(coin) <- player.purse"),
        ("take each card in row from market", "take each<card in row> <- market"),
        ("move card from hand to deck", "move one(card) <- hand -> deck"),
        (
            "move 2 card from deck onto market",
            "move some(2, card) <- deck -> market",
        ),
        (
            "move random card from hand to deck",
            "move one(random<card>) <- hand -> deck",
        ),
        ("move all from discard to deck", "move all <- discard -> deck"),
        // shuffle, deal, lay, flip
        ("shuffle deck", "shuffle deck"),
        ("shuffle player.deck", "shuffle player.deck"),
        ("deal 5 from deck to player.hand", "deal 5 <- deck -> player.hand"),
        (
            "deal 3 + player.turn cards from deck to player.hand",
            "deal (3 + player.turn) <- deck -> player.hand",
        ),
        ("draw n cards from deck to market", "deal n <- deck -> market"),
        (
            "lay path from tiles: 10 stacks of 2, 1 gap, n stack of 1 + 1, 2 gaps",
            "lay path <- tiles: 10x2 1gap nx(1 + 1) 2gap",
        ),
        ("flip market", "flip market"),
        ("flip market up", "flip market up"),
        ("flip market[1] down", "flip market[1] down"),
        // values
        ("set round = 1", "set round = 1"),
        ("set player.score to 3 * 2", "set player.score = (3 * 2)"),
        ("set board[1] = true", "set board[1] = true"),
        ("let first = random player", "let first = random<player>"),
        // blocks
        ("choose at random from player { }", "choose - <player> {}"),
        (
            "choose 2 at random from card in deck as c where c.value < 3 { take c from deck }",
            "choose 2 <card in deck as c where (c.value < 3)> {take one(c) <- deck}",
        ),
        (
            "for each player { shuffle player.deck }",
            "for <player> {shuffle player.deck}",
        ),
        (
            "for each space in board as s where s.free { }",
            "for <space in board as s where s.free> {}",
        ),
        (
            "when players == 2 { shuffle deck }",
            "when (players == 2) {shuffle deck} {}",
        ),
        ("when a { flip b } else { flip c }", "when a {flip b} {flip c}"),
        (
            "when a { } else when b { } else { flip c }",
            "when a {} {when b {} {flip c}}",
        ),
        ("when a { } else when b { flip d }", "when a {} {when b {flip d} {}}"),
        // separators
        ("shuffle a shuffle b", "shuffle a; shuffle b"),
        ("; shuffle a;; shuffle b;", "shuffle a; shuffle b"),
        (
            "shuffle a # then\n\n  flip b up # and\nshuffle c",
            "shuffle a; flip b up; shuffle c",
        ),
        // words of statements are no reserved words
        (
            "shuffle draw deal 1 from draw to take",
            "shuffle draw; deal 1 <- draw -> take",
        ),
        (
            "shuffle town.from put pawn on town.random",
            "shuffle town.from; put one(pawn) -> town.random",
        ),
    ];
    for (text, tree) in cases {
        assert_eq!(
            steps(&format!("step s {{ {text}\n}}")),
            format!("step s {{{tree}}}"),
            "{text}"
        );
    }
}

#[test]
fn every_expression_has_its_tree() {
    let cases = [
        ("1", "1"),
        ("10_000", "10000"),
        ("true", "true"),
        ("false", "false"),
        ("truer", "truer"),
        (r#""a \"b\" \\ \n é""#, r#""a \"b\" \\ \n é""#),
        ("long-night", "long-night"),
        ("a.b-2.c", "a.b-2.c"),
        ("option.in", "option.in"),
        ("not-yet", "not-yet"),
        ("a - b", "(a - b)"),
        ("a- b", "(a - b)"),
        ("a-b", "a-b"),
        ("a-1 - 1", "(a-1 - 1)"),
        ("-a", "(neg a)"),
        ("- - 3", "(neg (neg 3))"),
        ("a - -3", "(a - (neg 3))"),
        ("-board[1]", "(neg board[1])"),
        ("1 - 2 - 3", "((1 - 2) - 3)"),
        ("1 + 2 * 3 % 4 / 5", "(1 + (((2 * 3) % 4) / 5))"),
        ("(1 + 2) * 3", "((1 + 2) * 3)"),
        ("a or b and not c == d + 1", "(a or (b and (not (c == (d + 1)))))"),
        ("a or b or c", "((a or b) or c)"),
        ("not not a", "(not (not a))"),
        ("not(a)", "(not a)"),
        ("a == 1", "(a == 1)"),
        ("a != 1", "(a != 1)"),
        ("a < 1", "(a < 1)"),
        ("a <= 1", "(a <= 1)"),
        ("a > 1", "(a > 1)"),
        ("a>=1", "(a >= 1)"),
        ("a in [1, 2]", "(a in [1, 2])"),
        ("(a < b) == (b < c)", "((a < b) == (b < c))"),
        ("[]", "[]"),
        ("[1, [2],]", "[1, [2]]"),
        ("board[1 + 1][x]", "board[(1 + 1)][x]"),
        ("row.left[1]", "row.left[1]"),
        ("now()", "now()"),
        ("count(market, coin)", "count(market, coin)"),
        ("count(card in deck)", "count<card in deck>"),
        ("count(card where card.up)", "count<card where card.up>"),
        (
            "count(card in player.hand as c where not c.rare and c.value > 2) + 1",
            "(count<card in player.hand as c where ((not c.rare) and (c.value > 2))> + 1)",
        ),
        ("max(x in [1, 2], 3)", "max((x in [1, 2]), 3)"),
        ("min(1, max(2, 3)) + 1", "(min(1, max(2, 3)) + 1)"),
        (
            "by players { 2..3: 7, 4: 9, else: 5 }",
            "by players {2..3: 7, 4..4: 9, else: 5}",
        ),
        (
            "by option.size { small: 1, in: 2, true: 3, }",
            "by option.size {'small: 1, 'in: 2, 'true: 3}",
        ),
        (
            "by x { -2..-1: 0, 0..1_000: 1 } * 2",
            "(by x {-2..-1: 0, 0..1000: 1} * 2)",
        ),
        ("by by a { 1: b } { else: c }", "by by a {1..1: b} {else: c}"),
        ("random player", "random<player>"),
        ("random card in deck", "random<card in deck>"),
        (
            "random card in deck as c where c.value > 1",
            "random<card in deck as c where (c.value > 1)>",
        ),
        ("random player == player", "(random<player> == player)"),
        ("a # a comment\n + b", "(a + b)"),
    ];
    for (text, tree) in cases {
        match parse_expression(text) {
            Ok(expression) => assert_eq!(common::expr(&expression), tree, "{text}"),
            Err(errors) => panic!("{text}\n{errors:#?}"),
        }
    }
}

#[test]
fn spans_are_those_of_the_source() {
    let text = "# über\nstep a { shuffle (b) when x { } else when y + 1 { flip z[1] } }";
    let setup = parse_setup(text).unwrap();
    let step = &setup.steps[0];
    assert_eq!(&text[step.span.clone()], &text[text.find("step").unwrap()..]);
    assert_eq!(&text[step.name.span.clone()], "a");
    let StatementKind::Shuffle { place } = &step.body[0].kind else {
        panic!("{:?}", step.body[0]);
    };
    assert_eq!(&text[place.span.clone()], "(b)");
    let StatementKind::When { otherwise, .. } = &step.body[1].kind else {
        panic!("{:?}", step.body[1]);
    };
    assert_eq!(&text[otherwise[0].span.clone()], "when y + 1 { flip z[1] }");
    let StatementKind::When { condition, then, .. } = &otherwise[0].kind else {
        panic!("{otherwise:?}");
    };
    assert_eq!(&text[condition.span.clone()], "y + 1");
    let StatementKind::Flip { what, .. } = &then[0].kind else {
        panic!("{then:?}");
    };
    assert_eq!(&text[what.span.clone()], "z[1]");
    assert!(matches!(what.kind, ExprKind::Index(..)));
}
