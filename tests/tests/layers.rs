//! What variants are made of.

use std::fs;

use houserule_tests::catalogue::{self, Subject};

/// Variants are data: another edition or number of players brings no code of its own.
#[test]
fn no_variant_of_a_bundled_game_has_a_script() {
    for folder in catalogue::bundled() {
        for file in fs::read_dir(folder.join("variants")).into_iter().flatten().flatten() {
            let path = file.path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            assert!(matches!(ending, Some("toml" | "rules")), "{}", path.display());
        }
        let subjects = catalogue::subjects(&folder);
        let scripts = |subject: &Subject| -> Vec<String> {
            let scripts = subject.game.scripts.iter();
            scripts.map(|script| script.path.clone()).collect()
        };
        for subject in &subjects {
            assert_eq!(scripts(subject), scripts(&subjects[0]), "{subject}");
        }
    }
}
