//! `houserule replay`: the log of a playthrough, and whether it still holds.

use std::path::PathBuf;

use houserule_engine::flow::{Next, Session, SessionError};
use houserule_engine::game::{Game, SeatId};
use houserule_engine::table::{Eyes, State, View};
use houserule_grammar::playthrough::{LineKind, Playthrough};

use crate::commands::play::setting;
use crate::failure::Failure;
use crate::output::{self, Ink, say, say_json, tell};
use crate::play::{Seating, language, read_playthrough};
use crate::setting::{TableArgs, quoted};
use crate::table::{Log, Look, Picture, final_result, names};

/// Show a playthrough, or check that it still fits its game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule replay evening.play                   what happened
  houserule replay evening.play --to 12           the first twelve decisions, and the table then
  houserule replay evening.play --verify          does every line still fit, and the result?
  houserule replay evening.play --seat 2          what seat 2 saw of it, and nothing else
  houserule replay evening.play --seat 2 --json   the same for a program: the table and the log of that seat
  houserule replay evening.play --game ./my-game  with another version of the game")]
pub struct Args {
    /// The playthrough
    file: PathBuf,
    /// Stop after this many decisions
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Only check the file; exit code 1 and the first line that differs if it does not fit
    #[arg(long)]
    verify: bool,
    /// Show only what this seat may see; what is hidden from it is left out
    #[arg(long, value_name = "N", conflicts_with = "verify")]
    seat: Option<u8>,
    /// Print the table and the log as JSON; it cannot be played on from
    #[arg(long, conflicts_with = "verify")]
    pub json: bool,
    /// The game, if not the one the file names
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// A mod of the game by its folder, if it is not found in ./mods
    #[arg(short, long = "with", value_name = "LAYER")]
    with: Vec<String>,
    /// The language of the game's words
    #[arg(long)]
    lang: Option<String>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let (playthrough, text) = read_playthrough(&args.file)?;
    let header = &playthrough.header;
    let layers = TableArgs {
        with: args.with.clone(),
        ..TableArgs::default()
    };
    let game = setting(args.game.as_deref(), &layers, Some(header))?.load()?;
    let lang = language(&game, args.lang.as_deref().or(header.lang.as_deref()))?;
    let seats = header
        .seats
        .iter()
        .map(|(seat, agent)| (seat.to_string(), agent.clone()));
    let seating = Seating::of(&game, &seats.collect::<Vec<_>>())?;
    if header.hash != game.hash {
        tell(format!(
            "note: made with {} {} ({}); this is {} ({})",
            header.game, header.version, header.hash, game.version, game.hash
        ));
    }
    let name = args.file.display().to_string();
    let failed = |error: SessionError| Failure::session(&game, &error, Some((&name, &text)), None);
    let mut session = Session::start(&game, header.seed, seating.waiting(), seating.agents.clone()).map_err(failed)?;
    session.follow(&playthrough, args.to).map_err(failed)?;
    let next = session.advance().map_err(failed)?;

    let look = Look {
        width: output::width(),
        paint: output::paint(),
    };
    let words = session.runner().host().words.clone();
    let names = names(&game, &words, &lang);
    if args.verify {
        return verified(&playthrough, &next, look);
    }
    let seat = args.seat.map(|seat| asked_seat(&game, seat)).transpose()?;
    let events = Log::without_setup(session.log());
    let log = Log {
        names,
        eyes: match seat {
            Some(seat) => Eyes::Seat(seat),
            // Whoever has the file may see everything; what is exported goes to others.
            None if args.json => Eyes::Public,
            None => Eyes::All,
        },
        look,
    };
    let log = log.render(&events, 0);
    if args.json {
        say_json(&exported(&game, session.seen_state(), seat, &log, &next));
        return Ok(());
    }
    say(log);
    say(format!(
        "\n{}",
        Picture::of(names, session.seen_state(), seat, look).draw()
    ));
    match &next {
        Next::Over(result) => say(format!("\n{}", final_result(names, result, look))),
        Next::Question(pending) => {
            let seat = names.seat(pending.ask.seat);
            let named = pending.ask.about.map(|item| names.item(item));
            let prompt = names.prompt(names.words.text(pending.ask.prompt), &named);
            say(format!("\n{seat} is asked: {prompt}"));
            if args.to.is_none() {
                say(look
                    .paint
                    .dim(format!("go on with: houserule play --script {}", quoted(&name))));
            }
        }
    }
    Ok(())
}

fn asked_seat(game: &Game, seat: u8) -> Result<SeatId, Failure> {
    match (1..=game.seats.len()).contains(&usize::from(seat)) {
        true => Ok(SeatId(seat - 1)),
        false => Err(Failure::usage(format!(
            "there is no seat {seat}: there are {}",
            game.seats.len()
        ))),
    }
}

/// What a seat may know of a game, or an onlooker without one: no seed, no answers, nothing hidden.
fn exported(game: &Game, state: &State, seat: Option<SeatId>, log: &str, next: &Next) -> serde_json::Value {
    serde_json::json!({
        "game": game.id,
        "version": game.version,
        "layers": game.layers,
        "players": game.players,
        "decisions": state.cursor.decisions,
        "over": matches!(next, Next::Over(_)),
        "asked": match next {
            Next::Question(pending) => Some(pending.ask.seat.0 + 1),
            Next::Over(_) => None,
        },
        "table": View::of(game, state, seat),
        "log": log.lines().collect::<Vec<_>>(),
    })
}

fn verified(playthrough: &Playthrough, next: &Next, look: Look) -> Result<(), Failure> {
    let decisions = playthrough
        .lines
        .iter()
        .filter(|line| matches!(line.kind, LineKind::Decision { .. }))
        .count();
    let result = playthrough
        .lines
        .iter()
        .any(|line| matches!(line.kind, LineKind::Result(_)));
    let end = match (next, result) {
        (Next::Over(result), true) => format!("result {:016x}", result.digest),
        (Next::Over(result), false) => format!("over, and the file names no result (it is {:016x})", result.digest),
        (Next::Question(_), _) => "not over".to_string(),
    };
    let ok = look.paint.ink(Ink::Good, "ok");
    say(format!("{ok}: {decisions} decisions, {end}"));
    Ok(())
}
