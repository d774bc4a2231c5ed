//! `houserule bench`: how fast games run on one thread.

use houserule_lab::{Bench, BenchError};

use super::sim::grouped;
use crate::failure::Failure;
use crate::library;
use crate::output::{self, say, say_json, tell};
use crate::setting::{Setting, TableArgs};
use crate::text::{Cell, Columns};

/// Measure how fast games run on one thread: random playouts, copies of the table, cold start
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule bench
  houserule bench tic-tac-toe atlandice --players 2
  houserule bench pig --json

Every number is the median of three samples. Use a release build.")]
pub struct Args {
    /// The games; all if none is named
    games: Vec<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Seconds for each sample of playouts
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let settings: Vec<Setting> = match args.games.as_slice() {
        [] => library::all()
            .into_iter()
            .map(|found| Setting::with(found, &args.table))
            .collect::<Result<_, _>>()?,
        names => names
            .iter()
            .map(|name| Setting::of(name, &args.table))
            .collect::<Result<_, _>>()?,
    };
    if cfg!(debug_assertions) {
        tell("note: this is no release build; the numbers are too low");
    }
    let mut measured = Vec::new();
    for setting in &settings {
        measured.push(measure(setting, args.seconds)?);
    }
    match args.json {
        true => say_json(&measured),
        false => say(draw(&measured)),
    }
    Ok(())
}

fn measure(setting: &Setting, seconds: f64) -> Result<Bench, Failure> {
    let (_, game) = setting.load_for_people()?;
    houserule_lab::bench(|| setting.load(), seconds.clamp(0.01, 60.0)).map_err(|error| match error {
        BenchError::Read(report) => report.into(),
        BenchError::Load(errors) => Failure::scripts(&game, &errors),
        BenchError::Game { seed, error } => {
            let random = vec!["random".to_string(); game.seats.len()];
            Failure::run(&game, &error, Some(setting.play_again(&game, &random, seed)))
        }
    })
}

fn draw(measured: &[Bench]) -> String {
    let mut table = Columns::new([
        "game",
        "players",
        "playouts/s",
        "decisions/s",
        "a game",
        "clones/s",
        "cold start",
    ]);
    for one in measured {
        table.row([
            Cell::new(&one.game),
            Cell::number(one.players.to_string()),
            Cell::number(grouped(one.playouts_per_second)),
            Cell::number(grouped(one.decisions_per_second)),
            Cell::number(format!("{:.1}", one.decisions_per_game)),
            Cell::number(grouped(one.clones_per_second)),
            Cell::number(format!("{:.1} ms", one.cold_start_ms)),
        ]);
    }
    table.render(output::width(), output::paint())
}
