//! Whole games through `resolve`: a small game, and what becomes of it with
//! other files, layers and settings over it.

mod disputes;
mod layering;
mod problems;
mod robust;

use super::*;

pub const GAME: &str = r#"[game]
id = "sample"
name = "Sample"
version = "1.0.0"
players = [2, 3, 4]

[option.fast]
default = false
help = "A shorter game."

[option.length]
default = 5
min = 1
max = 9
help = "How many rounds."

[option.mode]
default = "calm"
values = ["calm", "wild"]
help = "How it feels."

[rules]
trades = 3

[token.coin]
count = 20

[piece.card]
fields = { cost = "int", faces = "[int]?" }

[zone.market]
kind = "row"
size = 4

[seat.dummy]

[[phase]]
id = "income"
run = "main.income"

[[phase]]
id = "visit"
run = "main.visit"
each = 2
"#;

pub const CARDS: &str = r#"[[card]]
id = "one"
cost = 1
faces = [1, 2]

[[card]]
id = "two"
cost = 2
"#;

pub const SETUP: &str = "step stock { put 3 coin on market }\nstep deal { shuffle market }\n";

/// The sample game, with files put over it, layers and settings.
#[derive(Default)]
pub struct Sample {
    files: Vec<(String, Vec<u8>)>,
    request: Request,
}

impl Sample {
    pub fn new() -> Sample {
        let sample = Sample::default()
            .file("game.toml", GAME)
            .file("components/cards.toml", CARDS)
            .file("setup.rules", SETUP)
            .file("scripts/main.lua", "return {}\n");
        sample.players(2)
    }

    pub fn file(self, path: &str, text: &str) -> Sample {
        self.bytes(path, text.as_bytes())
    }

    pub fn bytes(mut self, path: &str, bytes: &[u8]) -> Sample {
        self.files.retain(|(old, _)| old != path);
        self.files.push((path.to_string(), bytes.to_vec()));
        self
    }

    /// Adds lines at the end of `game.toml`.
    pub fn game(self, more: &str) -> Sample {
        let text = format!("{GAME}{more}");
        self.file("game.toml", &text)
    }

    /// A variant whose head has only an id, which is asked for.
    pub fn variant(self, id: &str, body: &str) -> Sample {
        let text = format!("[variant]\nid = \"{id}\"\n{body}");
        self.file(&format!("variants/{id}.toml"), &text).ask(id)
    }

    pub fn ask(mut self, variant: &str) -> Sample {
        self.request.variants.push(variant.to_string());
        self
    }

    pub fn with_mod(self, id: &str, body: &str) -> Sample {
        let text = format!("[mod]\nid = \"{id}\"\nfor = \"sample\"\n{body}");
        self.mod_files(id, &[("mod.toml", &text)])
    }

    pub fn mod_files(mut self, folder: &str, files: &[(&str, &str)]) -> Sample {
        let files = files.iter().map(|(path, text)| (*path, text.as_bytes()));
        self.request.mods.push(Files::from_pairs(folder, files));
        self
    }

    pub fn option(mut self, name: &str, value: &str) -> Sample {
        self.request.options.push((name.to_string(), value.to_string()));
        self
    }

    pub fn players(mut self, players: u32) -> Sample {
        self.request.players = players;
        self
    }

    pub fn resolve(mut self) -> Result<Resolved, Report> {
        self.request.game = Files::from_pairs("sample", self.files);
        resolve(self.request)
    }

    /// The resolved game; a problem fails the test.
    pub fn good(self) -> Resolved {
        self.resolve().unwrap_or_else(|report| panic!("{report}"))
    }

    /// The report as it is printed.
    pub fn bad(self) -> String {
        match self.resolve() {
            Ok(_) => "0 problems".to_string(),
            Err(report) => report.to_string(),
        }
    }

    /// The messages and helps of the report.
    pub fn messages(self) -> Vec<String> {
        let lines = self.bad();
        let kept = lines.lines().map(str::trim_start);
        let kept = kept.filter(|line| line.starts_with("error: ") || line.starts_with("= help: "));
        kept.map(|line| {
            line.trim_start_matches("error: ")
                .trim_start_matches("= help: ")
                .to_string()
        })
        .collect()
    }
}

/// The value at a path of keys and ids, as JSON.
pub fn value(resolved: &Resolved, path: &str) -> serde_json::Value {
    node(resolved, path).map_or(serde_json::Value::Null, Node::to_json)
}

pub fn node<'r>(resolved: &'r Resolved, path: &str) -> Option<&'r Node> {
    let mut steps = path.split('.');
    let first = steps.next()?;
    let list = resolved.merged.components.iter().find(|(kind, _)| kind == first);
    let start = match list {
        Some((_, components)) => {
            let id = steps.next()?;
            components.iter().find(|component| component.id() == Some(id))?
        }
        None => resolved.merged.manifest.get(first)?,
    };
    steps.try_fold(start, |node, step| match &node.value {
        Value::List(list) => list.iter().find(|node| node.id() == Some(step)),
        _ => node.get(step),
    })
}
