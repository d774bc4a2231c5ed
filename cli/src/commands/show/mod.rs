//! `houserule show`: a game as its layers leave it, and what they changed.

mod changes;
mod sections;
mod sources;

use std::sync::Arc;

use houserule_engine::game::Game;
use houserule_engine::package::{LayerKind, Node, Place, Resolved};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{self, Paint, say, say_json};
use crate::setting::{Setting, TableArgs};

/// Show a game as it is played: its facts, pieces, zones, phases, setup, and what layers change
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule show atlandice
  houserule show atlandice --players 2            what the variant for two changes
  houserule show atlandice --with ./long-night    what a mod changes
  houserule show atlandice --sources              which values are from the rulebook, which are not
  houserule show ./my-game --json")]
pub struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    table: TableArgs,
    /// Only where the values are from, counted and listed
    #[arg(long)]
    sources: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A game that is shown.
struct Shown {
    setting: Setting,
    resolved: Resolved,
    game: Arc<Game>,
    width: usize,
    paint: Paint,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let setting = Setting::of(&args.game, &args.table)?;
    let (resolved, game) = setting.load_for_people()?;
    let shown = Shown {
        setting,
        resolved,
        game,
        width: output::width(),
        paint: output::paint(),
    };
    match (args.sources, args.json) {
        (true, true) => say_json(&shown.sources_json()),
        (true, false) => say(shown.sources()),
        (false, true) => say_json(&shown.json()),
        (false, false) => say(shown.sections().join("\n\n")),
    }
    Ok(())
}

impl Shown {
    fn manifest(&self, path: &[&str]) -> Option<&Node> {
        self.resolved.merged.manifest.at(path)
    }

    fn layer(&self, layer: houserule_engine::package::LayerId) -> &str {
        self.resolved
            .layers
            .get(usize::from(layer.0))
            .map_or("", |layer| &layer.name)
    }

    /// `components/cards.toml:12`
    fn line(&self, place: &Place) -> String {
        match self.resolved.files.get(place.file) {
            Some(file) if place.is_whole() => file.shown.clone(),
            Some(file) => format!("{}:{}", file.shown, file.position(place.span.start).0),
            None => String::new(),
        }
    }

    fn json(&self) -> serde_json::Value {
        let (game, resolved) = (&self.game, &self.resolved);
        let layers = resolved
            .layers
            .iter()
            .map(|layer| json!({ "id": layer.name, "kind": kind(layer.kind), "at": self.line(&layer.place) }));
        let variants = resolved.variants.iter().map(|variant| {
            json!({
                "id": variant.name, "name": variant.title, "summary": variant.summary,
                "when": variant.when, "applies": variant.applies,
            })
        });
        let steps = resolved.steps.iter().map(|step| {
            json!({
                "id": step.step.name.text, "layer": self.layer(step.layer),
                "at": self.step_line(step), "text": self.step_text(step),
            })
        });
        let components = resolved.merged.components.iter();
        let components = components.map(|(kind, nodes)| {
            (
                kind.clone(),
                nodes.iter().map(Node::to_json).collect::<serde_json::Value>(),
            )
        });
        let options = resolved.options.iter();
        let options = options.map(|option| (option.name.clone(), json!(super::games::scalar(&option.value))));
        json!({
            "game": game.id, "version": game.version, "hash": game.hash, "players": game.players,
            "seats": game.seats.iter().map(|seat| json!({ "id": seat.id, "automatic": seat.automatic })).collect::<Vec<_>>(),
            "layers": layers.collect::<Vec<_>>(),
            "variants": variants.collect::<Vec<_>>(),
            "options": options.collect::<serde_json::Map<_, _>>(),
            "manifest": resolved.merged.manifest.to_json(),
            "components": components.collect::<serde_json::Map<_, _>>(),
            "setup": steps.collect::<Vec<_>>(),
            "changes": self.changes_json(),
        })
    }
}

fn kind(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::Base => "game",
        LayerKind::ByWhen => "variant by itself",
        LayerKind::ByName => "variant",
        LayerKind::Mod => "mod",
    }
}
