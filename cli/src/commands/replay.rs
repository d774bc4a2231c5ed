//! `houserule replay`: the log of a playthrough, and whether it still holds.

use std::path::PathBuf;

use houserule_engine::flow::{Next, Session, SessionError};
use houserule_engine::table::Eyes;
use houserule_grammar::playthrough::{LineKind, Playthrough};

use crate::commands::play::setting;
use crate::failure::Failure;
use crate::output::{self, Ink, say, tell};
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
    let events = Log::without_setup(session.log());
    let log = Log {
        names,
        eyes: Eyes::All,
        look,
    };
    say(log.render(&events, 0));
    say(format!(
        "\n{}",
        Picture::of(names, session.seen_state(), None, look).draw()
    ));
    match &next {
        Next::Over(result) => say(format!("\n{}", final_result(names, result, look))),
        Next::Question(pending) => {
            let seat = names.seat(pending.ask.seat);
            let prompt = names.prompt(names.words.text(pending.ask.prompt));
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
