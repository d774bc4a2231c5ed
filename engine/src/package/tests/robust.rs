//! Files come from anybody: whatever is in them, reading ends in a game or in a
//! report that can be printed.

use proptest::prelude::*;

use super::*;

const PATHS: [&str; 7] = [
    "game.toml",
    "components/cards.toml",
    "setup.rules",
    "variants/v.toml",
    "variants/v.rules",
    "text/en.toml",
    "elsewhere/x.bin",
];

const VARIANT: &str = "[variant]\nid = \"v\"\nwhen = \"players == 2 and not option.fast\"\n[set]\n\"rules.trades\" = 4\n\"end.when\" = \"round > 2\"\n[add]\n\"card.new\" = { cost = 1 }\n\"phase.x\" = { run = \"a.b\", after = \"visit\" }\n[remove]\npaths = [\"card.one.faces.2\"]\n[replace]\n\"card.two\" = { cost = 4 }\n";

fn original(path: &str) -> &'static str {
    match path {
        "game.toml" => GAME,
        "components/cards.toml" => CARDS,
        "setup.rules" => SETUP,
        "variants/v.toml" => VARIANT,
        "variants/v.rules" => "step x after stock { shuffle market }\nremove step deal\n",
        "text/en.toml" => "[card]\none = \"One\"\n[zone]\nmarket = \"Market\"\n",
        _ => "",
    }
}

fn sample() -> Sample {
    let paths = PATHS.iter().filter(|path| !original(path).is_empty());
    paths.fold(Sample::new(), |sample, path| sample.file(path, original(path)))
}

/// Every way of printing must get through too.
fn print(sample: Sample) {
    if let Err(report) = sample.resolve() {
        assert!(report.to_string().ends_with("problem") || report.to_string().ends_with("problems"));
        report.to_json();
        for problem in report.to_miette() {
            let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor());
            let mut drawn = String::new();
            let _ = handler.render_report(&mut drawn, problem.as_ref());
        }
    }
}

#[test]
fn the_sample_is_good() {
    assert_eq!(sample().good().changes.len(), 6);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_bytes_never_panic(path in prop::sample::select(&PATHS[..]), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        print(sample().bytes(path, &bytes));
    }

    #[test]
    fn random_text_never_panics(path in prop::sample::select(&PATHS[..]), text in "[a-z\\[\\]{}=\".,\t\r\n 0-9äé界]{0,120}") {
        print(sample().file(path, &text));
    }

    #[test]
    fn a_changed_byte_never_panics(
        path in prop::sample::select(&PATHS[..]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..6),
    ) {
        let mut bytes = original(path).as_bytes().to_vec();
        for (at, byte, edit) in edits {
            let at = at.index(bytes.len() + 1);
            match edit {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => bytes[at] = b" \"[]{}=.a0\n\t"[usize::from(byte) % 12],
                _ if at < bytes.len() => { bytes.remove(at); }
                _ => {}
            }
        }
        print(sample().bytes(path, &bytes));
    }

    #[test]
    fn random_paths_never_panic(path in "(zone|card|phase|rules|on|game|piece)?(\\.(market|one|visit|faces|1|id|x|)){0,4}", section in prop::sample::select(&["set", "add", "replace"][..]), value in prop::sample::select(&["1", "\"a\"", "[1]", "{ id = \"x\" }", "{}", "[{}]", "true"][..])) {
        print(Sample::new().variant("v", &format!("[{section}]\n\"{path}\" = {value}\n[remove]\npaths = [\"{path}\"]\n")));
    }
}
