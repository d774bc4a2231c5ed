//! `houserule api`: the Lua interface, from the table that binds it.

use houserule_engine::script::api::{FIELDS, Field, GLOBALS, LIBRARY, LIBRARY_TABLES, NATIVES, Native, Receiver};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{say, say_json};

/// Print the interface that scripts have, as Markdown or JSON
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule api > lua-interface.md
  houserule api --json")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The parts of the reference, in order.
const PARTS: [(Receiver, &str, &str); 5] = [
    (Receiver::Global, "Verbs and queries", ""),
    (Receiver::Seat, "Questions to a seat", "seat:"),
    (Receiver::Place, "Zones and spaces", "zone:"),
    (Receiver::List, "Lists", "list:"),
    (Receiver::Test, "Scenario tests", ""),
];

pub fn run(args: &Args) -> Result<(), Failure> {
    match args.json {
        true => say_json(&json()),
        false => say(markdown().trim_end()),
    }
    Ok(())
}

fn markdown() -> String {
    let mut text = "# The Lua interface\n\n".to_string();
    text += "Printed by `houserule api`. A script is a table of functions that it gives back; ";
    text += "it keeps nothing between steps, and reaches nothing but what is here.\n";
    text += "\n## Globals\n\n| name | what it is |\n|---|---|\n";
    for (name, doc) in GLOBALS {
        text += &format!("| `{name}` | {} |\n", cell(doc));
    }
    for (receiver, title, prefix) in PARTS {
        let natives: Vec<&Native> = NATIVES.iter().filter(|native| native.on == receiver).collect();
        if natives.is_empty() {
            continue;
        }
        text += &format!("\n## {title}\n\n| call | gives | what it does |\n|---|---|---|\n");
        for native in natives {
            let call = format!("{prefix}{}({})", native.name, native.takes);
            text += &format!("| `{call}` | {} | {} |\n", cell(native.gives), cell(native.doc));
        }
    }
    text += "\n## Fields\n\n| field | gives | what it is |\n|---|---|---|\n";
    for Field { of, name, gives, doc } in FIELDS {
        text += &format!("| `{of}.{name}` | {} | {} |\n", cell(gives), cell(doc));
    }
    text += "\nThe fields of a component, and the zones and variables of a seat or a piece, are fields too.\n";
    text += "\n## What is left of Lua's library\n\n";
    let names = LIBRARY.iter().map(|name| format!("`{name}`"));
    text += &format!("{}.\n\n", names.collect::<Vec<_>>().join(", "));
    for (name, without) in LIBRARY_TABLES {
        let without: Vec<String> = without.iter().map(|taken| format!("`{taken}`")).collect();
        let without = if without.is_empty() {
            String::new()
        } else {
            format!(", without {}", without.join(" and "))
        };
        text += &format!("- `{name}`{without}\n");
    }
    text
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn json() -> serde_json::Value {
    let natives = NATIVES.iter().map(|native| {
        let on = format!("{:?}", native.on).to_lowercase();
        json!({ "on": on, "name": native.name, "takes": native.takes, "gives": native.gives, "doc": native.doc })
    });
    let fields = FIELDS
        .iter()
        .map(|field| json!({ "of": field.of, "name": field.name, "gives": field.gives, "doc": field.doc }));
    let globals = GLOBALS.iter().map(|(name, doc)| json!({ "name": name, "doc": doc }));
    let tables = LIBRARY_TABLES
        .iter()
        .map(|(name, without)| json!({ "name": name, "without": without }));
    json!({
        "functions": natives.collect::<Vec<_>>(),
        "fields": fields.collect::<Vec<_>>(),
        "globals": globals.collect::<Vec<_>>(),
        "library": LIBRARY,
        "library_tables": tables.collect::<Vec<_>>(),
    })
}
