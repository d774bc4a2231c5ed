//! Writes the golden playthroughs of all bundled games and fixtures anew, in
//! `playthroughs/PLAYERS[-VARIANT].play` of each. Run it when rules were corrected and
//! look at what changed before it is kept:
//!
//! ```text
//! cargo run -p houserule-tests --example golden [GAME…]
//! ```

use std::process::ExitCode;

use houserule_tests::{catalogue, golden};

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut failed = false;
    let folders = catalogue::bundled().into_iter().chain(catalogue::others());
    let named = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    for folder in folders.filter(|folder| folder.file_name().and_then(|name| name.to_str()).is_some_and(named)) {
        for subject in catalogue::subjects(&folder) {
            let path = golden::path(&subject);
            let written = golden::make(&subject)
                .map_err(|error| error.to_string())
                .and_then(|text| {
                    std::fs::create_dir_all(folder.join("playthroughs")).map_err(|error| error.to_string())?;
                    std::fs::write(&path, text).map_err(|error| error.to_string())
                });
            match written {
                Ok(()) => println!("{}", path.display()),
                Err(error) => {
                    eprintln!("{subject}: {error}");
                    failed = true;
                }
            }
        }
    }
    ExitCode::from(u8::from(failed))
}
