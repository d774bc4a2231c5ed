//! What variants are made of.

use std::fs;

use houserule_tests::catalogue;

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
        let scripts = |index: usize| -> Vec<&str> {
            let scripts = subjects[index].game.scripts.iter();
            scripts.map(|script| script.path.as_str()).collect()
        };
        for index in 1..subjects.len() {
            assert_eq!(scripts(index), scripts(0), "{}", subjects[index]);
        }
    }
}
