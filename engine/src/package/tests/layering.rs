//! What layers do to a game, when all is well.

use serde_json::json;

use super::super::manifest::Scalar;
use super::*;

#[test]
fn a_game_alone_is_its_files() {
    let resolved = Sample::new().good();
    assert_eq!(value(&resolved, "rules.trades"), json!(3));
    assert_eq!(value(&resolved, "card.one.cost"), json!(1));
    assert_eq!(resolved.layers.len(), 1);
    assert_eq!(resolved.layers[0].name, "sample");
    assert_eq!(resolved.scripts[0].0, "main");
    let steps: Vec<_> = resolved.steps.iter().map(|step| step.step.name.text.as_str()).collect();
    assert_eq!(steps, ["stock", "deal"]);
    let read = schema::read::<manifest::Manifest>(&resolved.merged.manifest, &mut Vec::new());
    assert_eq!(read.unwrap().phase.len(), 2);
}

#[test]
fn components_may_stand_in_game_toml() {
    let text = "[[components.card]]\nid = \"three\"\ncost = 3\n";
    assert_eq!(value(&Sample::new().game(text).good(), "card.three.cost"), json!(3));
}

#[test]
fn each_section_changes_what_its_path_says() {
    for (body, path, expected) in [
        ("[set]\n\"rules.trades\" = 4", "rules.trades", json!(4)),
        (
            "[set]\n\"zone.market.size\" = \"players\"",
            "zone.market.size",
            json!("players"),
        ),
        ("[set]\n\"zone.market.capacity\" = 2", "zone.market.capacity", json!(2)),
        ("[set]\n\"phase.visit.each\" = 3", "phase.visit.each", json!(3)),
        (
            "[set]\n\"result.score\" = \"player.coin\"",
            "result.score",
            json!("player.coin"),
        ),
        ("[set]\n\"end.when\" = \"round > 3\"", "end.when", json!("round > 3")),
        ("[set]\n\"game.cap\" = 50", "game.cap", json!(50)),
        ("[set]\n\"card.one.cost\" = 7", "card.one.cost", json!(7)),
        ("[set]\n\"card.two.faces\" = [5]", "card.two.faces", json!([5])),
        ("[add]\n\"rules.bonus\" = 2", "rules.bonus", json!(2)),
        (
            "[add]\n\"seat.neutral\" = { can_win = true }",
            "seat.neutral",
            json!({"can_win": true}),
        ),
        ("[add]\n\"var.x\" = { on = \"seat\" }", "var.x.on", json!("seat")),
        (
            "[add]\n\"card.new\" = { cost = 9 }",
            "card.new",
            json!({"id": "new", "cost": 9}),
        ),
        ("[add.\"card.new\"]\ncost = 9", "card.new.cost", json!(9)),
        ("[add]\n\"card.one.faces\" = [6]", "card.one.faces", json!([1, 2, 6])),
        (
            "[add]\n\"on\" = [{ after = \"roll\", run = \"main.x\" }]",
            "on",
            json!([{"after": "roll", "run": "main.x"}]),
        ),
        (
            "[add]\n\"final.last\" = { run = \"main.x\" }",
            "final.last.run",
            json!("main.x"),
        ),
        ("[remove]\npaths = [\"card.one\"]", "card.one", json!(null)),
        ("[remove]\npaths = [\"card.one.faces.2\"]", "card.one.faces", json!([1])),
        ("[set]\n\"card.one.faces.2\" = 7", "card.one.faces", json!([1, 7])),
        ("[replace]\n\"card.one.faces.1\" = 7", "card.one.faces", json!([7, 2])),
        (
            "[add]\n\"card.two.on\" = [{ after = \"roll\", run = \"main.x\", with = { add = 1 } }]\n\
             [set]\n\"card.two.on.1.with.add\" = 3",
            "card.two.on",
            json!([{"after": "roll", "run": "main.x", "with": {"add": 3}}]),
        ),
        ("[remove]\npaths = [\"token.coin.count\"]", "token.coin", json!({})),
        (
            "[replace]\n\"card.one\" = { cost = 4 }",
            "card.one",
            json!({"id": "one", "cost": 4}),
        ),
        (
            "[add]\n\"piece.die\" = { faces = 6 }\n\"die.red\" = { count = 2 }",
            "die.red",
            json!({"id": "red", "count": 2}),
        ),
    ] {
        assert_eq!(
            value(&Sample::new().variant("v", body).good(), path),
            expected,
            "{body}"
        );
    }
}

#[test]
fn an_element_that_is_no_plain_value_is_taken_out_by_its_number() {
    let hook = |run: &str| format!("{{ after = \"roll\", run = \"main.{run}\" }}");
    let game = format!("on = [{}, {}]\n", hook("x"), hook("y"));
    let resolved = Sample::new()
        .file("game.toml", &format!("{game}{GAME}"))
        .variant("v", "[remove]\npaths = [\"on.1\"]")
        .good();
    assert_eq!(value(&resolved, "on"), json!([{"after": "roll", "run": "main.y"}]));
    let [change] = &resolved.changes[..] else {
        panic!("one change");
    };
    assert_eq!(
        change.before.as_ref().unwrap().get("run").unwrap().as_text(),
        Some("main.x")
    );
    assert!(change.after.is_none());
}

#[test]
fn a_new_phase_goes_where_it_says() {
    for (words, expected) in [
        ("", ["income", "visit", "extra"]),
        (", after = \"income\"", ["income", "extra", "visit"]),
        (", before = \"income\"", ["extra", "income", "visit"]),
    ] {
        let body = format!("[add]\n\"phase.extra\" = {{ run = \"main.x\"{words} }}");
        let resolved = Sample::new().variant("v", &body).good();
        let phases = resolved.merged.manifest.get("phase").unwrap().elements();
        assert_eq!(phases.iter().filter_map(Node::id).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn every_value_knows_its_layer_and_every_change_is_kept() {
    let resolved = Sample::new().variant("v", "[set]\n\"rules.trades\" = 4\n").good();
    let trades = node(&resolved, "rules.trades").unwrap();
    assert_eq!(trades.layer, LayerId(1));
    assert_eq!(resolved.files.get(trades.place.file).unwrap().shown, "variants/v.toml");
    assert_eq!(node(&resolved, "zone.market.size").unwrap().layer, LayerId(0));
    let [change] = &resolved.changes[..] else {
        panic!("one change");
    };
    let seen = (
        change.before.as_ref().unwrap().as_int(),
        change.after.as_ref().unwrap().as_int(),
    );
    assert_eq!(
        (change.path.as_str(), change.layer, seen),
        ("rules.trades", LayerId(1), (Some(3), Some(4)))
    );
}

#[test]
fn layers_apply_by_kind_then_after_then_id() {
    let resolved = Sample::new()
        .file(
            "variants/z-two.toml",
            "[variant]\nid = \"z-two\"\nwhen = \"players == 2\"\n",
        )
        .file(
            "variants/four.toml",
            "[variant]\nid = \"four\"\nwhen = \"players == 4\"\n",
        )
        .variant("b", "")
        .variant("a", "after = [\"b\"]\n")
        .with_mod("y", "after = [\"x\"]\n")
        .with_mod("c", "after = [\"y\"]\n")
        .with_mod("x", "")
        .with_mod("never", "when = \"players > 2\"\n")
        .good();
    let names: Vec<_> = resolved.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["sample", "z-two", "b", "a", "x", "y", "c"]);
    let applies: Vec<_> = resolved
        .variants
        .iter()
        .map(|one| (one.name.as_str(), one.applies))
        .collect();
    assert_eq!(applies, [("a", true), ("b", true), ("four", false), ("z-two", true)]);
}

#[test]
fn a_later_layer_overrides_if_it_says_so_or_is_of_a_later_kind() {
    let set = |value: u32| format!("[set]\n\"rules.trades\" = {value}\n");
    let after = format!("after = [\"b\"]\n{}", set(7));
    let by_after = Sample::new().variant("b", &set(6)).variant("a", &after).good();
    assert_eq!(value(&by_after, "rules.trades"), json!(7));
    let by_kind = Sample::new().variant("b", &set(6)).with_mod("a", &set(8)).good();
    assert_eq!(value(&by_kind, "rules.trades"), json!(8));
    let agreed = Sample::new().with_mod("b", &set(6)).with_mod("a", &set(6)).good();
    assert_eq!(value(&agreed, "rules.trades"), json!(6));
    let gone = "[remove]\npaths = [\"card.one\"]\n";
    let both = Sample::new().with_mod("b", gone).with_mod("a", gone).good();
    assert_eq!(value(&both, "card.one"), json!(null));
}

#[test]
fn options_are_defaults_unless_asked_for_and_decide_about_variants() {
    let wild = "[variant]\nid = \"w\"\nwhen = \"option.mode == \\\"wild\\\" and option.length > 6\"\n";
    let resolved = Sample::new()
        .file("variants/w.toml", wild)
        .option("mode", "wild")
        .option("length", "7")
        .with_mod("m", "[set]\n\"option.fast.default\" = true\n")
        .good();
    assert_eq!(resolved.layers[1].name, "w");
    let options: Vec<_> = resolved
        .options
        .into_iter()
        .map(|one| (one.name, one.value, one.origin))
        .collect();
    assert_eq!(
        options,
        [
            ("fast".to_string(), Scalar::Bool(true), Origin::Layer(LayerId(2))),
            ("length".to_string(), Scalar::Int(7), Origin::Asked),
            ("mode".to_string(), Scalar::Text("wild".into()), Origin::Asked),
        ]
    );
}

#[test]
fn steps_are_added_replaced_and_removed_by_name() {
    let rules = "step first before stock { shuffle market }
step middle after stock { shuffle market }
replace step deal { put 1 coin on market }
step last { shuffle market }
remove step stock
";
    let resolved = Sample::new().variant("v", "").file("variants/v.rules", rules).good();
    let steps = resolved
        .steps
        .iter()
        .map(|step| (step.step.name.text.as_str(), step.layer.0));
    assert_eq!(
        steps.collect::<Vec<_>>(),
        [("first", 1), ("middle", 1), ("deal", 1), ("last", 1)]
    );
}

#[test]
fn a_mod_brings_components_steps_scripts_and_texts() {
    let resolved = Sample::new()
        .file("text/en.toml", "[card]\none = \"One\"\n")
        .mod_files(
            "folder",
            &[
                ("mod.toml", "[mod]\nid = \"more\"\nfor = \"sample\"\n"),
                ("components/cards.toml", "[[card]]\nid = \"three\"\ncost = 3\n"),
                ("setup.rules", "step more { shuffle market }\n"),
                ("scripts/extra.lua", "return {}\n"),
                ("text/en.toml", "[card]\none = \"First\"\nthree = \"Third\"\n"),
            ],
        )
        .good();
    assert_eq!(value(&resolved, "card.three.cost"), json!(3));
    assert_eq!(resolved.steps.last().unwrap().layer, LayerId(1));
    let (name, file) = resolved.scripts.last().unwrap();
    assert_eq!(name, "more.extra");
    assert_eq!(resolved.files.get(*file).unwrap().shown, "folder/scripts/extra.lua");
    assert_eq!(resolved.texts["en"]["card.one"], "First");
    assert_eq!(resolved.texts["en"]["card.three"], "Third");
}

#[test]
fn texts_may_label_what_only_a_variant_adds() {
    let text =
        "[seat]\nneutral = \"Nobody\"\n[card]\none = \"One\"\n[prompt]\nanything = \"Which?\"\n[game]\nname = \"S\"\n";
    let off = "[variant]\nid = \"off\"\n[add]\n\"seat.neutral\" = {}\n";
    let resolved = Sample::new()
        .file("text/en.toml", text)
        .file("variants/off.toml", off)
        .variant("on", "[remove]\npaths = [\"card.one\"]\n")
        .good();
    assert_eq!(resolved.texts["en"]["seat.neutral"], "Nobody");
}

#[test]
fn a_mod_may_come_after_one_that_is_not_there() {
    Sample::new().with_mod("m", "after = [\"other\"]\n").good();
}

#[test]
fn what_a_mod_that_does_not_apply_shares_with_other_layers_is_not_checked() {
    let four = "[variant]\nid = \"four\"\nwhen = \"players == 4\"\n[add]\n\"card.four\" = { cost = 4 }\n";
    let resolved = Sample::new()
        .file("variants/four.toml", four)
        .with_mod("m", "when = \"players == 4\"\n[set]\n\"card.four.cost\" = 5\n")
        .good();
    let dropped: Vec<_> = resolved.dropped.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(dropped, ["four", "m"]);
}

#[test]
fn every_step_that_a_layer_touches_is_kept() {
    let rules = "remove step stock\nreplace step deal { put 1 coin on market }\nstep more { shuffle market }\n";
    let resolved = Sample::new().variant("v", "").file("variants/v.rules", rules).good();
    let changes = resolved.step_changes.iter();
    let changes = changes.map(|one| (one.name.as_str(), one.before.is_some(), one.after.is_some()));
    assert_eq!(
        changes.collect::<Vec<_>>(),
        [("stock", true, false), ("deal", true, true), ("more", false, true)]
    );
}

#[test]
fn a_layer_may_be_for_fewer_people_and_in_another_language() {
    let resolved = Sample::new()
        .file("text/de.toml", "")
        .variant("v", "[set]\n\"game.players\" = [2]\n\"game.language\" = \"de\"\n")
        .good();
    assert_eq!(value(&resolved, "game.players"), json!([2]));
}

#[test]
fn a_mod_that_does_not_apply_brings_no_texts() {
    let head = "[mod]\nid = \"off\"\nfor = \"sample\"\nwhen = \"players == 4\"\n";
    let files = [("mod.toml", head), ("text/en.toml", "[log]\nwon = \"Hurray.\"\n")];
    let resolved = Sample::new().mod_files("off", &files).good();
    assert!(!resolved.texts.contains_key("en"));
}

#[test]
fn a_mod_that_does_not_apply_brings_no_scripts() {
    let head = "[mod]\nid = \"off\"\nfor = \"sample\"\nwhen = \"players == 4\"\n";
    let files = [("mod.toml", head), ("scripts/extra.lua", "return {}\n")];
    let resolved = Sample::new().mod_files("off", &files).good();
    assert_eq!(resolved.scripts.len(), 1);
}
