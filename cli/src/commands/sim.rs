//! `houserule sim`: many games, and what they say.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;

use houserule_agents::NoAgent;
use houserule_lab::{Interval, SeatFacts, SimError, SimReport, SimRequest, Summary, agents_for, simulate};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Ink, Paint, say, say_json, tell};
use crate::play::no_agent;
use crate::setting::{Setting, TableArgs};
use crate::text::{Cell, Columns, counted, indent_by};

/// Simulate many games between bots: who wins, scores, length, speed
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule sim pig -n 10000 --players 3
  houserule sim atlandice -n 100000 --players 4 --set submarine_extra=must --seed 7
  houserule sim connect-four -n 1000 --agents random,random --jobs 2 --json
  houserule sim pig -n 10000 --agents own,random

Bots: `random` chooses any option; `own` is the bot that the game brings along, if it has one.

The same seed gives the same games, with any number of jobs. Ctrl-C stops and reports what is there.")]
pub struct Args {
    /// The game
    game: String,
    /// How many games
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    n: u64,
    #[command(flatten)]
    table: TableArgs,
    /// The bots: one for all seats, or one for each player
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "random")]
    agents: Vec<String>,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as the machine has if left out
    #[arg(short, long, value_name = "J", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let setting = Setting::of(&args.game, &args.table)?;
    let (_, game) = setting.load_for_people()?;
    let request = SimRequest {
        games: args.n,
        seed: args.seed,
        jobs: args.jobs,
        agents: args.agents.clone(),
    };
    let stop = interrupt::flag();
    let bar = progress_bar(args.n);
    let progress = |played: u64| {
        bar.set_position(played);
        !stop.load(Ordering::Relaxed)
    };
    let outcome = simulate(&game, &request, &progress);
    bar.finish_and_clear();
    let report = match outcome {
        Ok(report) => report,
        Err(SimError::Load(errors)) => return Err(Failure::scripts(&game, &errors)),
        Err(SimError::UnknownAgent(name)) => {
            return Err(no_agent(&game, &name, NoAgent::Unknown, &[]));
        }
        Err(SimError::NoBot) => return Err(no_agent(&game, "own", NoAgent::NoBot, &[])),
        Err(SimError::AgentCount { given, seats }) => {
            return Err(Failure::usage(format!(
                "{given} agents for {seats} players; name one, or one for each"
            )));
        }
        Err(SimError::Game { seed, error, .. }) => {
            let agents = agents_for(&game, &args.agents).unwrap_or_default();
            return Err(Failure::run(
                &game,
                &error,
                Some(setting.play_again(&game, &agents, seed)),
            ));
        }
    };
    match args.json {
        true => say_json(&report),
        false => say(draw(&report, output::width(), output::paint())),
    }
    if stop.load(Ordering::Relaxed) {
        tell(format!("interrupted after {} of {} games", report.games, args.n));
        return Err(Failure::Interrupted);
    }
    Ok(())
}

fn progress_bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    let template = "{bar:30.cyan/dim} {human_pos}/{human_len} games  {speed}  {eta}";
    let speed = |state: &ProgressState, text: &mut dyn fmt::Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(text, "{}/s", grouped(state.per_sec()));
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("speed", speed).progress_chars("━━─")),
        Err(_) => bar,
    }
}

/// The report as a person reads it.
fn draw(report: &SimReport, width: usize, paint: Paint) -> String {
    let mut title = format!(
        "{} {} · {} · {} games · seed {}",
        report.game,
        report.version,
        counted(report.players as usize, "player"),
        grouped(report.games as f64),
        report.seed
    );
    if !report.layers.is_empty() {
        title += &format!(" · with {}", report.layers.join(", "));
    }
    let mut parts = vec![paint.bold(indent_by(&title, 0, 2, width))];
    // Where all win or lose together, every seat has the same line.
    let alike = report.together.is_some() && report.score.is_empty();
    parts.extend((!alike).then(|| seats(report, width, paint)));
    parts.extend(report.together.as_ref().map(|_| together(report, width, paint)));
    parts.extend((!report.stats.is_empty()).then(|| stats(report, width, paint)));
    parts.push(facts(report, width, paint));
    parts.join("\n\n")
}

fn seats(report: &SimReport, width: usize, paint: Paint) -> String {
    let scores = !report.score.is_empty();
    let mut head = vec!["seat", "agent", "wins", "95 % interval", ""];
    head.extend(scores.then_some(["score", "sd"]).into_iter().flatten());
    let mut table = Columns::new(head).indent(2);
    for (index, (seat, wins)) in report.seats.iter().zip(&report.wins).enumerate() {
        let mut row = vec![
            Cell::new(seat_name(seat)),
            Cell::inked(if seat.automatic { "–" } else { &seat.agent }, Ink::Dim),
            Cell::number(percent(wins.rate)),
            Cell::new(interval(wins)),
            Cell::inked(bar(wins), Ink::Accent),
        ];
        if let Some(score) = report.score.get(index) {
            row.push(Cell::number(format!("{:.2}", score.mean)));
            row.push(Cell::number(format!("{:.2}", score.sd)));
        }
        table.row(row);
    }
    table.render(width, paint)
}

fn together(report: &SimReport, width: usize, paint: Paint) -> String {
    let mut table = Columns::bare().indent(2);
    if let Some(together) = &report.together {
        table.row([
            Cell::inked("won together", Ink::Bold),
            Cell::number(percent(together.won.rate)),
            Cell::new(interval(&together.won)),
        ]);
        for reason in &together.reasons {
            let outcome = if reason.won { "won" } else { "lost" };
            let share = reason.games as f64 / report.games.max(1) as f64;
            table.row([
                Cell::new(format!("{outcome}: {}", reason.label)),
                Cell::number(percent(share)),
                Cell::inked(format!("{} games", grouped(reason.games as f64)), Ink::Dim),
            ]);
        }
    }
    table.render(width, paint)
}

fn stats(report: &SimReport, width: usize, paint: Paint) -> String {
    let mut table = Columns::new(["statistic", "mean", "sd", "min", "max"]).indent(2);
    let mut row = |name: Cell, values: &Summary| {
        table.row([
            name,
            Cell::number(format!("{:.2}", values.mean)),
            Cell::number(format!("{:.2}", values.sd)),
            Cell::number(values.min.to_string()),
            Cell::number(values.max.to_string()),
        ]);
    };
    for stat in &report.stats {
        row(Cell::new(&stat.label), &stat.all);
        for (seat, values) in report.seats.iter().zip(&stat.seats) {
            row(Cell::inked(format!("  {}", seat_name(seat)), Ink::Dim), values);
        }
    }
    table.render(width, paint)
}

fn seat_name(seat: &SeatFacts) -> String {
    match seat.automatic {
        true => seat.name.clone(),
        false => format!("Player {}", seat.name),
    }
}

fn facts(report: &SimReport, width: usize, paint: Paint) -> String {
    let mut table = Columns::bare().indent(2);
    let mut fact = |name: &str, text: String| table.row([Cell::inked(name, Ink::Dim), Cell::new(text)]);
    for (name, length) in [("rounds", &report.rounds), ("decisions", &report.decisions)] {
        fact(
            name,
            format!(
                "{:.2} (sd {:.2}, {} to {})",
                length.mean, length.sd, length.min, length.max
            ),
        );
    }
    if report.together.is_some() {
        let agents: Vec<&str> = report.seats.iter().map(|seat| seat.agent.as_str()).collect();
        fact("agents", agents.join(", "));
    } else {
        let share = percent(report.ties as f64 / report.games.max(1) as f64);
        let unwon = match report.unwon {
            0 => String::new(),
            games => format!("; {} won by nobody", grouped(games as f64)),
        };
        fact("ties", format!("{} ({share}{unwon})", grouped(report.ties as f64)));
    }
    fact(
        "speed",
        format!(
            "{} games/s, {} decisions/s ({:.2} s, {} jobs)",
            grouped(report.games_per_second),
            grouped(report.decisions_per_second),
            report.seconds,
            report.jobs
        ),
    );
    fact("digest", report.digest.clone());
    table.render(width, paint)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn interval(share: &Interval) -> String {
    format!("{:.1} to {:.1}", share.lo * 100.0, share.hi * 100.0)
}

/// A bar of twenty parts for a whole.
fn bar(share: &Interval) -> String {
    const PARTS: f64 = 20.0;
    let filled = (share.rate * PARTS).round() as usize;
    "█".repeat(filled) + if filled == 0 && share.rate > 0.0 { "▏" } else { "" }
}

/// `1234567.8` → `1,234,568`
pub fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.max(0.0));
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, text) in [
            (0.0, "0"),
            (999.4, "999"),
            (1000.0, "1,000"),
            (1_234_567.8, "1,234,568"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
