//! `houserule check`: everything that is wrong with a game, in one go.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use houserule_engine::flow::{RunError, Runner};
use houserule_engine::game::Game;
use houserule_engine::package::manifest::Scalar;
use houserule_engine::package::{Files, Node, Problem, Report, Resolved, side_problems};
use houserule_lab::game_seed;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::games::{players, scalar};
use crate::failure::{Failure, run_report, script_report, show_report};
use crate::library;
use crate::output::{self, Ink, say, say_json, tell};
use crate::setting::{Setting, TableArgs};
use crate::text::counted;

/// Find everything that is wrong with a game or a mod
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule check                        all games
  houserule check ./my-game
  houserule check ./mods/long-night      a mod, with the game it is for
  houserule check atlandice --games 500 --json

A game is read, its scripts are loaded, its table is laid and random games are played, for every number of
players, with every variant and every value of its options; so are some games of its own bot. Exit code 1 if anything is wrong.
Scenario tests are run by `houserule test`.")]
pub struct Args {
    /// Games or mods, by path or name; all games if none is named
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Random games for each way to play
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let subjects = match args.paths.as_slice() {
        [] => library::all()
            .into_iter()
            .map(|found| Setting::with(found, &TableArgs::default()).map(Subject::of))
            .collect(),
        paths => paths.iter().map(|path| subject(path)).collect::<Result<Vec<_>, _>>(),
    }?;
    let mut checked = Vec::new();
    for mut subject in subjects {
        if let Subject::Game(check) = &mut subject {
            check.run(args.games);
        }
        if !args.json {
            subject.show();
        }
        checked.push(subject);
    }
    if args.json {
        say_json(&checked.iter().map(Subject::json).collect::<Vec<_>>());
    }
    match checked.iter().all(Subject::is_good) {
        true => Ok(()),
        false => Err(Failure::Said),
    }
}

/// What is checked.
enum Subject {
    /// A game, a mod's included.
    Game(Box<Check>),
    /// A mod whose head does not say which game it is for.
    Headless { path: String, report: Report },
}

impl Subject {
    fn of(setting: Setting) -> Subject {
        Subject::Game(Box::new(Check::new(setting)))
    }

    fn show(&self) {
        match self {
            Subject::Game(check) => check.show(),
            Subject::Headless { path, report } => {
                show_report(report);
                let failed = output::paint().ink(Ink::Bad, "failed");
                say(format!(
                    "{failed} {path}: {}",
                    counted(report.problems.len(), "problem")
                ));
            }
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Subject::Game(check) => check.json(),
            Subject::Headless { path, report } => {
                json!({ "game": null, "mods": [path], "ok": false, "problems": report.to_json() })
            }
        }
    }

    fn is_good(&self) -> bool {
        matches!(self, Subject::Game(check) if check.findings.is_empty())
    }
}

/// The game of a path; for a mod the game it is for, with it.
fn subject(path: &str) -> Result<Subject, Failure> {
    match Setting::of_package(path, &TableArgs::default()) {
        Ok(setting) => Ok(Subject::of(setting)),
        Err(Failure::Problems { report, .. }) => Ok(Subject::Headless {
            path: path.to_string(),
            report,
        }),
        Err(failure) => Err(failure),
    }
}

/// One thing that is wrong.
struct Finding {
    problem: Problem,
    files: Arc<Files>,
    /// The command that brings it back.
    again: Option<String>,
}

impl Finding {
    fn report(&self) -> Report {
        Report::new(vec![self.problem.clone()], self.files.clone())
    }
}

/// A game, and what was found.
struct Check {
    setting: Setting,
    counts: Vec<u32>,
    variants: Vec<String>,
    ways: usize,
    played: u64,
    /// Games of the game's own bot.
    played_own: u64,
    findings: Vec<Finding>,
    /// The way to play in which an error of the scripts came up that was known from another: the rest would show it
    /// once more, and may take long to do so.
    left_off: Option<String>,
    progress: ProgressBar,
}

impl Check {
    fn new(setting: Setting) -> Check {
        let mut counts = setting.found.players();
        if counts.is_empty() {
            counts.push(setting.players);
        }
        Check {
            setting,
            counts,
            variants: Vec::new(),
            ways: 0,
            played: 0,
            played_own: 0,
            findings: Vec::new(),
            left_off: None,
            progress: spinner(),
        }
    }

    fn run(&mut self, games: u64) {
        self.add(&side_problems(&self.setting.all_files()), None);
        for players in self.counts.clone() {
            let base = Setting {
                players,
                ..self.setting.clone()
            };
            if self.is_left_out(&base) {
                self.counts.retain(|&count| count != players);
                continue;
            }
            let Some(resolved) = self.way(&base, games) else {
                continue;
            };
            let variants = resolved.variants.iter();
            self.variants = variants.clone().map(|variant| variant.name.clone()).collect();
            for variant in variants.filter(|variant| variant.when.is_none() && variant.is_for(players)) {
                let mut with = base.clone();
                with.variants.push(variant.name.clone());
                self.way(&with, games);
            }
            // Options change less than variants do; a few games show whether they work at all.
            for (name, value) in other_values(&resolved) {
                let mut set = base.clone();
                set.options.push((name, value));
                self.way(&set, games.div_ceil(4));
            }
        }
        self.progress.finish_and_clear();
    }

    /// Whether a mod is for fewer numbers of players than its game, and not for this one.
    fn is_left_out(&self, setting: &Setting) -> bool {
        if setting.mods.is_empty() {
            return false;
        }
        let counts = setting.counts();
        let all = setting.found.players();
        let fewer = !counts.is_empty() && counts.iter().all(|count| all.contains(count));
        fewer && !counts.contains(&setting.players)
    }

    /// Reads, links, loads and plays one way to play the game.
    fn way(&mut self, setting: &Setting, games: u64) -> Option<Resolved> {
        if self.left_off.is_some() {
            return None;
        }
        self.ways += 1;
        self.progress.set_message(setting.words());
        let (resolved, game) = match setting.load_all() {
            Ok(loaded) => loaded,
            Err(report) => {
                // To read is quick, and the ways may differ in what is wrong.
                self.add(&report, None);
                return setting.resolve().ok();
            }
        };
        match Runner::new(&game) {
            Ok(mut runner) => {
                self.play(setting, &game, &mut runner, "random", games);
                if game.bot.is_some() {
                    self.play(setting, &game, &mut runner, "own", games.div_ceil(4));
                }
            }
            Err(errors) => self.stopped(setting, &script_report(&game, &errors), None),
        }
        Some(resolved)
    }

    /// Plays games with one agent at all seats.
    fn play(&mut self, setting: &Setting, game: &Arc<Game>, runner: &mut Runner, agent: &str, games: u64) {
        let seated = |seat: usize| houserule_agents::agent(agent, game, seat as u8).ok();
        runner.seat((0..game.seats.len()).filter_map(seated).collect());
        let agents = vec![agent.to_string(); game.seats.len()];
        for index in 0..games {
            let seed = game_seed(0, index) % 1_000_000;
            let played: Result<_, RunError> = runner.play(seed);
            if let Err(error) = played {
                let again = setting.play_again(game, &agents, seed);
                return self.stopped(setting, &run_report(game, &error), Some(again));
            }
            self.progress.inc(1);
            match agent {
                "own" => self.played_own += 1,
                _ => self.played += 1,
            }
        }
    }

    /// Adds an error that ended a way to play; nothing more is played if it has ended another one before.
    fn stopped(&mut self, setting: &Setting, report: &Report, again: Option<String>) {
        if !self.add(report, again) {
            self.left_off = Some(setting.words());
        }
    }

    /// Adds what is new of a report, and says whether anything is: the same mistake shows in many ways to play.
    fn add(&mut self, report: &Report, again: Option<String>) -> bool {
        let known = self.findings.len();
        for problem in &report.problems {
            let same = |known: &Finding| {
                let (a, b) = (&known.problem, problem);
                (&a.message, &a.place) == (&b.message, &b.place)
            };
            if !self.findings.iter().any(same) {
                self.findings.push(Finding {
                    problem: problem.clone(),
                    files: report.files.clone(),
                    again: again.clone(),
                });
            }
        }
        self.findings.len() > known
    }

    fn name(&self) -> String {
        let mods = self.setting.mods.iter().map(|(name, _)| format!(" with {name}"));
        format!("{}{}", self.setting.found.name, mods.collect::<String>())
    }

    fn show(&self) {
        let (here, paint) = (self.name(), output::paint());
        let package: Vec<&Finding> = self.findings.iter().filter(|finding| finding.again.is_none()).collect();
        if let Some(first) = package.first() {
            let problems = package.iter().map(|finding| finding.problem.clone());
            show_report(&Report::new(problems.collect(), first.files.clone()));
        }
        for finding in self.findings.iter().filter(|finding| finding.again.is_some()) {
            show_report(&finding.report());
            if let Some(again) = &finding.again {
                tell(format!(
                    "This brings the moment back:\n  {}\n",
                    output::error_paint().bold(again)
                ));
            }
        }
        if let Some(words) = &self.left_off {
            tell(format!(
                "The same came up again in `{words}`; no other way to play was tried.\n"
            ));
        }
        let ways = format!(
            "{}, {}, {}, {} random games{}",
            players(&self.counts),
            counted(self.variants.len(), "variant"),
            if self.ways == 1 {
                "1 way to play".into()
            } else {
                format!("{} ways to play", self.ways)
            },
            self.played,
            match self.played_own {
                0 => String::new(),
                games => format!(", {games} of its own bot"),
            }
        );
        match self.findings.len() {
            0 => say(format!("{} {here}: {ways}", paint.ink(Ink::Good, "ok"))),
            n => say(format!(
                "{} {here}: {} ({ways})",
                paint.ink(Ink::Bad, "failed"),
                counted(n, "problem")
            )),
        }
    }

    fn json(&self) -> serde_json::Value {
        let problems = self.findings.iter().map(|finding| {
            let mut object = finding.report().to_json()[0].take();
            object["again"] = json!(finding.again);
            object
        });
        json!({
            "game": self.setting.found.id(),
            "path": self.setting.found.folder,
            "mods": self.setting.mods.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "players": self.counts,
            "variants": self.variants,
            "ways": self.ways,
            "left_off": self.left_off,
            "games": self.played,
            "bot_games": self.played_own,
            "ok": self.findings.is_empty(),
            "problems": problems.collect::<Vec<_>>(),
        })
    }
}

/// Shows what is played while somebody waits.
fn spinner() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    match ProgressStyle::with_template("{spinner} {msg}  {human_pos} games  {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Every option with each value it could have besides the one it has.
fn other_values(resolved: &Resolved) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for option in &resolved.options {
        let node = resolved.merged.manifest.at(&["option", &option.name]);
        let fact = |key: &str| node.and_then(|node| node.get(key));
        let mut values: Vec<String> = match &option.value {
            Scalar::Bool(_) => vec!["true".into(), "false".into()],
            Scalar::Int(_) => ["min", "max"]
                .iter()
                .filter_map(|key| fact(key)?.as_int())
                .map(|n| n.to_string())
                .collect(),
            Scalar::Text(_) => {
                let words = fact("values")
                    .map_or(&[][..], Node::elements)
                    .iter()
                    .filter_map(Node::as_text);
                words.map(String::from).collect()
            }
        };
        values.retain(|value| *value != scalar(&option.value));
        all.extend(values.into_iter().map(|value| (option.name.clone(), value)));
    }
    all
}
