//! Layers that want different things, as it is printed.

use super::*;

#[test]
fn layers_that_disagree_are_both_shown() {
    let set = |value: u32| format!("[set]\n\"rules.trades\" = {value}\n");
    let shown = Sample::new().with_mod("a", &set(1)).with_mod("b", &set(2)).bad();
    assert_eq!(
        shown,
        "error: `b` and `a` disagree about `rules.trades`
 --> b/mod.toml:5:1
  |
5 | \"rules.trades\" = 2
  | ^^^^^^^^^^^^^^
  = help: say which comes later with `after`
note: `a` says so here
 --> a/mod.toml:5:1
  |
5 | \"rules.trades\" = 1
  | ^^^^^^^^^^^^^^

1 problem"
    );
    for (a, b) in [
        (
            "[replace]\n\"zone.market\" = { kind = \"pool\" }",
            "[set]\n\"zone.market.size\" = 3",
        ),
        ("[remove]\npaths = [\"card.one\"]", "[set]\n\"card.one.cost\" = 3"),
        ("[set]\n\"card.one.cost\" = 3", "[remove]\npaths = [\"card.one.cost\"]"),
        ("[set]\n\"card.one.faces\" = [3]", "[set]\n\"card.one.faces.1\" = 3"),
        ("[set]\n\"card.one.faces.1\" = 3", "[set]\n\"card.one.faces\" = [3]"),
        ("[set]\n\"card.one.faces.1\" = 3", "[set]\n\"card.one.faces.1\" = 4"),
        (
            "[remove]\npaths = [\"card.one.faces.1\"]",
            "[set]\n\"card.one.faces.2\" = 4",
        ),
    ] {
        let messages = Sample::new().variant("a", a).variant("b", b).messages();
        assert!(messages[0].starts_with("`b` and `a` disagree"), "{messages:?}");
    }
}

#[test]
fn elements_that_others_take_out_do_not_get_in_the_way() {
    for (a, b) in [
        (
            "[remove]\npaths = [\"card.one.faces.1\"]",
            "[remove]\npaths = [\"card.one.faces.2\"]",
        ),
        ("[add]\n\"card.one.faces\" = [3]", "[set]\n\"card.one.faces.1\" = 4"),
        (
            "[remove]\npaths = [\"card.one.faces.1\"]",
            "after = [\"a\"]\n[set]\n\"card.one.faces.1\" = 4",
        ),
    ] {
        Sample::new().variant("a", a).variant("b", b).good();
    }
}

#[test]
fn layers_that_disagree_about_a_step_are_both_shown() {
    let one = |id: &str, rules: &str, head: &str| {
        let toml = format!("[mod]\nid = \"{id}\"\nfor = \"sample\"\n{head}");
        (toml, rules.to_string())
    };
    let both = |a: &str, b: &str, head: &str| {
        let mut sample = Sample::new();
        for (id, (toml, rules)) in [("a", one("a", a, "")), ("b", one("b", b, head))] {
            sample = sample.mod_files(id, &[("mod.toml", &toml), ("setup.rules", &rules)]);
        }
        sample
    };
    let (out, other) = ("remove step deal\n", "replace step deal { put 1 coin on market }\n");
    let third = "replace step deal { put 2 coin on market }\n";
    assert_eq!(
        both(out, other, "").bad(),
        "error: `b` and `a` disagree about step `deal`
 --> b/setup.rules:1:14
  |
1 | replace step deal { put 1 coin on market }
  |              ^^^^
  = help: say which comes later with `after`
note: `a` says so here
 --> a/setup.rules:1:13
  |
1 | remove step deal
  |             ^^^^

1 problem"
    );
    for (a, b) in [(other, out), (other, third)] {
        let messages = both(a, b, "").messages();
        assert_eq!(messages[0], "`b` and `a` disagree about step `deal`");
    }
    for (a, b, head) in [
        (out, out, ""),
        (other, other, ""),
        (other, third, "after = [\"a\"]"),
        (other, out, "after = [\"a\"]"),
    ] {
        both(a, b, head).good();
    }
    let after = both(out, "step more after deal { shuffle market }\n", "").bad();
    assert!(
        after.contains("note: it is removed here\n --> a/setup.rules:1:13"),
        "{after}"
    );
}

#[test]
fn mods_that_disagree_about_a_label_are_both_shown() {
    let label = |id: &str, head: &str, text: &str| {
        let toml = format!("[mod]\nid = \"{id}\"\nfor = \"sample\"\n{head}");
        (id.to_string(), toml, format!("[log]\nwon = \"{text}\"\n"))
    };
    let all = |mods: &[(String, String, String)]| {
        let base = Sample::new().file("text/en.toml", "[log]\nwon = \"Won.\"\n");
        mods.iter().fold(base, |sample, (id, toml, text)| {
            sample.mod_files(id, &[("mod.toml", toml), ("text/en.toml", text)])
        })
    };
    let shown = all(&[label("a", "", "Hurray."), label("b", "", "Alas.")]).bad();
    assert!(
        shown.starts_with("error: `b` and `a` disagree about the label of `log.won`\n --> b/text/en.toml:2:7"),
        "{shown}"
    );
    let resolved = all(&[label("b", "", "Alas."), label("a", "after = [\"b\"]", "Hurray.")]).good();
    assert_eq!(resolved.texts["en"]["log.won"], "Hurray.");
    all(&[label("a", "", "Alas."), label("b", "", "Alas.")]).good();
}
