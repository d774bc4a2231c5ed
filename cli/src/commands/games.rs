//! `houserule games`: what there is to play.

use houserule_engine::package::manifest::Scalar;
use houserule_engine::package::{Node, Resolved};
use serde_json::json;

use crate::failure::Failure;
use crate::library::{self, Found};
use crate::output::{self, Ink, say, say_json};
use crate::setting::{Setting, TableArgs};
use crate::text::{Cell, Columns, indent_by};

/// List the games there are, bundled ones and those in ./games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule games
  houserule games --json")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A game, and what came of reading it.
struct Listed {
    found: Found,
    resolved: Option<Resolved>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut games = Vec::new();
    for found in library::all() {
        let setting = Setting::with(found.clone(), &TableArgs::default())?;
        games.push(Listed {
            found,
            resolved: setting.resolve().ok(),
        });
    }
    if args.json {
        say_json(&games.iter().map(Listed::json).collect::<Vec<_>>());
        return Ok(());
    }
    let blocks: Vec<String> = games.iter().map(Listed::draw).collect();
    say(blocks.join("\n\n"));
    say(output::paint().dim("\nPlay one with `houserule play GAME`; `houserule show GAME` tells all about it."));
    Ok(())
}

impl Listed {
    fn fact(&self, key: &str) -> String {
        let node = self
            .resolved
            .as_ref()
            .and_then(|resolved| resolved.merged.manifest.at(&["game", key]));
        node.and_then(Node::as_text).unwrap_or_default().to_string()
    }

    fn draw(&self) -> String {
        let (paint, width) = (output::paint(), output::width());
        let mut title = paint.ink(Ink::Accent, &self.found.name);
        let Some(resolved) = &self.resolved else {
            let advice = format!("has problems; see `houserule check {}`", self.found.name);
            return format!("{title}  {}", paint.ink(Ink::Bad, advice));
        };
        title += &format!(
            "  {} {}",
            paint.bold(self.fact("name")),
            paint.dim(self.fact("version"))
        );
        title += &format!("  {}", players(&self.found.players()));
        let mut lines = vec![title, indent_by(&self.fact("summary"), 2, 2, width)];
        let mut table = Columns::bare().indent(2);
        for variant in &resolved.variants {
            let when = variant
                .when
                .as_ref()
                .map(|when| format!(" (when {when})"))
                .unwrap_or_default();
            table.row([
                Cell::inked("variant", Ink::Dim),
                Cell::new(&variant.name),
                Cell::new(format!("{}{when}", variant.title)),
            ]);
        }
        for option in &resolved.options {
            table.row([
                Cell::inked("option", Ink::Dim),
                Cell::new(&option.name),
                Cell::new(values(resolved, &option.name, &option.value)),
            ]);
        }
        if !table.is_empty() {
            lines.push(table.render(width, paint));
        }
        lines.retain(|line| !line.trim().is_empty());
        lines.join("\n")
    }

    fn json(&self) -> serde_json::Value {
        let Some(resolved) = &self.resolved else {
            return json!({ "id": self.found.name, "problems": true });
        };
        let variants = resolved.variants.iter().map(|variant| {
            json!({
                "id": variant.name, "name": variant.title, "summary": variant.summary, "when": variant.when,
            })
        });
        let options = resolved.merged.manifest.get("option").map(Node::to_json);
        json!({
            "id": self.found.id(),
            "name": self.fact("name"),
            "version": self.fact("version"),
            "summary": self.fact("summary"),
            "players": self.found.players(),
            "variants": variants.collect::<Vec<_>>(),
            "options": options.unwrap_or(json!({})),
            "folder": self.found.folder,
        })
    }
}

/// `2 players`, `2–4 players`, `1, 3 players`.
pub fn players(counts: &[u32]) -> String {
    let words = match counts {
        [] => "?".to_string(),
        [1] => return "1 player".into(),
        [only] => only.to_string(),
        [first, .., last] if counts.windows(2).all(|pair| pair[1] == pair[0] + 1) => {
            format!("{first}–{last}")
        }
        several => several.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    };
    format!("{words} players")
}

/// The values an option may have, the one it has first.
fn values(resolved: &Resolved, name: &str, value: &Scalar) -> String {
    let node = resolved.merged.manifest.at(&["option", name]);
    let all = node.and_then(|node| node.get("values")).map_or(&[][..], Node::elements);
    let value = scalar(value);
    let others: Vec<&str> = all
        .iter()
        .filter_map(Node::as_text)
        .filter(|other| *other != value)
        .collect();
    match others.as_slice() {
        [] => value,
        others => format!("{value} (or {})", others.join(", ")),
    }
}

/// An option's value as it is written on the command line.
pub fn scalar(value: &Scalar) -> String {
    match value {
        Scalar::Bool(truth) => truth.to_string(),
        Scalar::Int(number) => number.to_string(),
        Scalar::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::players;

    #[test]
    fn player_counts_read_well() {
        for (counts, text) in [
            (&[2][..], "2 players"),
            (&[1], "1 player"),
            (&[2, 3, 4], "2–4 players"),
            (&[1, 3], "1, 3 players"),
            (&[], "? players"),
        ] {
            assert_eq!(players(counts), text);
        }
    }
}
