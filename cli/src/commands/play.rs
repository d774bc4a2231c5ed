//! `houserule play`: a game in the terminal, or through a pipe.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;

use houserule_engine::flow::Session;
use houserule_grammar::playthrough::{Header, Playthrough};

use crate::failure::Failure;
use crate::library;
use crate::play::{Host, Opening, Seating, check_writable, language, read_playthrough};
use crate::setting::{Setting, TableArgs, pair};

/// Play a game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule play tic-tac-toe
  houserule play atlandice --players 3 --lang de --save evening.play
  houserule play --script evening.play --save evening.play    go on with a saved game
  houserule play pig --seat 1=human --seat 2=human            two people, one terminal
  houserule play connect-four --seed 7 < /dev/null            bots play, the whole log is printed
  printf 'b2\\na1\\n' | houserule play tic-tac-toe --seed 7     answers from a pipe

Answer with the number or the key of an option; `?` shows what else can be typed.")]
pub struct Args {
    /// The game; may be left out with --script
    #[arg(required_unless_present = "script")]
    game: Option<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Who answers for a seat: `human`, or the name of a bot; by default seat 1 is human and the rest are bots, the game's own if it has one
    #[arg(long = "seat", value_name = "SEAT=WHO", value_parser = pair)]
    seats: Vec<(String, String)>,
    /// Makes all chance repeatable; by default another one every time
    #[arg(long)]
    seed: Option<u64>,
    /// Where the game is saved at its end, on `quit` and on Ctrl-C
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// A playthrough whose answers are given first; game, layers, seats and seed come from it too
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// The language of the game's words
    #[arg(long)]
    lang: Option<String>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    args.save.as_deref().map(check_writable).transpose()?;
    let script = args.script.as_deref().map(read_playthrough).transpose()?;
    let header = script.as_ref().map(|(playthrough, _)| &playthrough.header);
    let setting = setting(args.game.as_deref(), &args.table, header)?;
    let (_, game) = setting.load_for_people()?;
    let asked = asked_seats(&args.seats, header);
    let seating = Seating::of(&game, &asked)?;
    let lang = args
        .lang
        .as_deref()
        .or(header.and_then(|header| header.lang.as_deref()));
    let seed = args.seed.or(header.map(|header| header.seed)).unwrap_or_else(any_seed);
    let opening = Opening {
        lang: language(&game, lang)?,
        save: args.save.clone(),
        setting,
        seating,
        seed,
    };
    let again = opening.setting.play_again(&game, &opening.seating.agents, seed);
    let failed = |error, file: Option<(&str, &str)>| Failure::session(&game, &error, file, Some(again.clone()));
    let seating = &opening.seating;
    let agents = if script.is_some() {
        seating.waiting()
    } else {
        seating.seated(&game)
    };
    let mut session =
        Session::start(&game, seed, agents, seating.agents.clone()).map_err(|error| failed(error, None))?;
    if let (Some((playthrough, text)), Some(path)) = (&script, &args.script) {
        let name = path.display().to_string();
        follow(&mut session, playthrough).map_err(|error| failed(error, Some((&name, text))))?;
        session.seat(seating.seated(&game), seating.agents.clone());
    }
    Host::new(session, opening).run()
}

fn follow(session: &mut Session, playthrough: &Playthrough) -> Result<(), houserule_engine::flow::SessionError> {
    session.follow(playthrough, None)?;
    // Up to the next question, so that nothing of the last answer is left to a bot.
    session.advance().map(|_| ())
}

/// The game of the command line, or else of a playthrough.
pub fn setting(name: Option<&str>, table: &TableArgs, header: Option<&Header>) -> Result<Setting, Failure> {
    let mut table = table.clone();
    let mut named: &[String] = &[];
    if let Some(header) = header {
        table.players.get_or_insert(header.players);
        if table.set.is_empty() {
            table.set.clone_from(&header.options);
        }
        // Mods are named by their ids; one that was given by its folder need not be found again.
        let given: Vec<String> = table.with.iter().filter_map(|layer| mod_id(layer)).collect();
        let missing = header
            .layers
            .iter()
            .filter(|layer| !given.contains(layer) && !table.with.contains(layer));
        let missing: Vec<String> = missing.cloned().collect();
        named = &header.layers;
        table.with.extend(missing);
    }
    let name = name.or(header.map(|header| header.game.as_str())).unwrap_or_default();
    let setting = Setting::of(name, &table)?;
    match setting
        .variants
        .iter()
        .find(|layer| named.contains(layer) && !setting.has_variant(layer))
    {
        Some(layer) => Err(Failure::Usage {
            message: format!(
                "the game was played with `{layer}`, which is no variant of `{name}`, and no mod in ./mods"
            ),
            help: Some(format!("if it is a mod, say where it is: --with ./{layer}")),
        }),
        None => Ok(setting),
    }
}

fn mod_id(layer: &str) -> Option<String> {
    let files = houserule_engine::package::Files::read_dir(library::find_mod(layer)?);
    let node = library::head(&files, "mod.toml")?;
    node.at(&["mod", "id"])?.as_text().map(String::from)
}

/// Seats as the command line has them, the others as the playthrough has them.
fn asked_seats(args: &[(String, String)], header: Option<&Header>) -> Vec<(String, String)> {
    let saved = header.map(|header| header.seats.iter()).into_iter().flatten();
    let saved = saved.map(|(seat, agent)| (seat.to_string(), agent.clone()));
    saved.chain(args.iter().cloned()).collect()
}

/// A seed nobody has asked for: short enough to be typed again.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
