//! Golden playthroughs: whole games that are kept as text in a game's folder and
//! must end as they did, for every number of players and every named variant.

use std::fs;
use std::path::PathBuf;

use houserule_engine::flow::{Agent, Next, Session, SessionError, Waiter};
use houserule_grammar::playthrough::Playthrough;

use crate::catalogue::Subject;

/// The seed of the playthroughs that are made anew.
const SEED: u64 = 7;

/// Where the golden playthrough of a subject is.
pub fn path(subject: &Subject) -> PathBuf {
    subject.folder.join(format!("playthroughs/{}.play", subject.name()))
}

/// Plays a whole game with random agents and gives back its text.
pub fn make(subject: &Subject) -> Result<String, SessionError> {
    let mut session = random_session(subject, SEED)?;
    session.advance()?;
    Ok(session.playthrough().to_string())
}

/// A session in which every seat answers by chance.
pub fn random_session(subject: &Subject, seed: u64) -> Result<Session, SessionError> {
    let seats = subject.game.seats.len();
    let agents = (0..seats)
        .map(|seat| Box::new(houserule_agents::Random::new(seat as u8)) as Box<dyn Agent>)
        .collect();
    Session::start(&subject.game, seed, agents, vec!["random".into(); seats])
}

/// A session in which every seat is waited for.
pub fn waiting_session(subject: &Subject, seed: u64) -> Result<Session, SessionError> {
    let seats = subject.game.seats.len();
    let agents = (0..seats).map(|_| Box::new(Waiter) as Box<dyn Agent>).collect();
    Session::start(&subject.game, seed, agents, vec!["human".into(); seats])
}

/// What is wrong with the golden playthrough of a subject, if anything.
pub fn fault(subject: &Subject) -> Option<String> {
    let path = path(subject);
    let Ok(text) = fs::read_to_string(&path) else {
        return Some(format!(
            "{subject} has no golden playthrough {}: make it with `cargo run -p houserule-tests --example golden`",
            path.display()
        ));
    };
    let fault = replay(subject, &text).err()?;
    Some(format!("{}: {fault}", path.display()))
}

fn replay(subject: &Subject, text: &str) -> Result<(), String> {
    let playthrough = Playthrough::parse(text).map_err(|errors| format!("{errors:?}"))?;
    let (header, game) = (&playthrough.header, &subject.game);
    if (&header.game, header.players, &header.layers) != (&game.id, game.players, &game.asked_layers) {
        return Err(format!(
            "it is of {} for {} with {:?}",
            header.game, header.players, header.layers
        ));
    }
    let mut session = waiting_session(subject, header.seed).map_err(|error| error.to_string())?;
    session.follow(&playthrough, None).map_err(|error| error.to_string())?;
    if !playthrough.to_string().contains("\nresult ") {
        return Err("it has no `result`".into());
    }
    match session.advance() {
        Ok(Next::Over(_)) => Ok(()),
        Ok(Next::Question(_)) => Err("it ends in the middle of a game".into()),
        Err(error) => Err(error.to_string()),
    }
}
