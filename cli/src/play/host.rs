//! The host of a game: puts questions to people, shows them what happened since
//! they were asked last, and keeps the game safe.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use houserule_engine::flow::{GameResult, Next, Session, SessionError, Undo};
use houserule_engine::game::{Game, SeatId};
use houserule_engine::package::manifest::Turns;
use houserule_engine::script::Pending;
use houserule_engine::table::{Event, Eyes};

use super::answer::{self, Typed};
use super::input::{First, Input};
use super::question::Asked;
use super::save::{autosave_path, unused, write_somewhere};
use super::{Seating, write_playthrough};
use crate::failure::Failure;
use crate::interrupt::{self, LastWill};
use crate::output::{self, say};
use crate::setting::{Setting, quoted};
use crate::table::{Log, Look, Names, Picture, about, final_result, has_private, names, told};
use crate::text::{counted, indent_by};

const HELP: &str = "\
Answer with the number of an option, its key, or the beginning of its name.
Where several may be chosen, set them apart with spaces or commas; `none` chooses none.
  undo        take back your last answer, unless something new has come out since
  undo!       take it back all the same
  save FILE   save the game; `houserule play --script FILE` goes on with it
  log         what has happened so far
  table       the table once more
  ? NAME      what a piece does: `? joker`
  quit        stop playing
If an option has the name of a command, write the command with a `/` before it.";

/// What a game is played with.
#[derive(Debug)]
pub struct Opening {
    pub setting: Setting,
    pub seating: Seating,
    pub seed: u64,
    pub lang: String,
    pub save: Option<PathBuf>,
}

/// Somebody who runs a game for others.
pub struct Host {
    session: Session,
    opening: Opening,
    input: Input,
    look: Look,
    /// How much of the log each seat has seen.
    shown: Vec<usize>,
    answers: usize,
    last_asked: Option<SeatId>,
    /// The turn the table was drawn in last, and for whom.
    drawn: Option<Moment>,
    will: LastWill,
}

/// When a table was drawn: for whom, in which round, phase and turn.
type Moment = (Option<SeatId>, u32, u16, u16);

/// Whether the game goes on.
#[derive(Debug, PartialEq, Eq)]
enum Going {
    On,
    Stopped,
}

impl Host {
    /// Takes over a session that has been started.
    pub fn new(session: Session, opening: Opening) -> Host {
        let seats = session.game().seats.len();
        Host {
            session,
            opening,
            input: Input::new(),
            look: Look {
                width: output::width(),
                paint: output::paint(),
            },
            shown: vec![0; seats],
            answers: 0,
            last_asked: None,
            drawn: None,
            will: interrupt::last_will(),
        }
    }

    fn game(&self) -> &Arc<Game> {
        self.session.game()
    }

    fn names(&self) -> Names<'_> {
        names(
            self.session.game(),
            &self.session.runner().host().words,
            &self.opening.lang,
        )
    }

    /// Plays to the end, or until somebody stops.
    pub fn run(mut self) -> Result<(), Failure> {
        if !self.opening.seating.humans().is_empty() && self.input.first() == First::End {
            self.bots_only();
        }
        self.introduce();
        if self.opening.seating.humans().is_empty() {
            self.show_table(None);
        }
        loop {
            match self.session.advance() {
                Ok(Next::Over(result)) => return self.end(&result),
                Ok(Next::Question(pending)) => {
                    if self.ask(&pending)? == Going::Stopped {
                        return Ok(());
                    }
                }
                Err(error) => return Err(self.failed(&error)),
            }
        }
    }

    fn introduce(&self) {
        let (game, paint) = (self.game(), self.look.paint);
        let names = self.names();
        let title = game.text(names.lang, "game", "name").unwrap_or(&game.name);
        say(format!(
            "{} {}",
            paint.bold(title),
            paint.dim(format!(
                "{} · {} · seed {}",
                game.version,
                counted(game.players as usize, "player"),
                self.opening.seed
            ))
        ));
        let agents = self.opening.seating.agents.iter().enumerate();
        let people = agents.filter(|(seat, _)| !game.seats[*seat].automatic);
        let people: Vec<String> = people
            .map(|(seat, agent)| format!("{}: {agent}", names.seat(SeatId(seat as u8))))
            .collect();
        let layers = match game.layers.as_slice() {
            [] => String::new(),
            layers => format!(" · with {}", layers.join(", ")),
        };
        let line = indent_by(&format!("{}{layers}", people.join(" · ")), 0, 2, self.look.width);
        say(paint.dim(line));
        let summary = game.text(names.lang, "game", "summary").unwrap_or(&game.summary);
        if !summary.is_empty() {
            say(paint.dim(summary));
        }
    }

    fn show_table(&self, seat: Option<SeatId>) {
        let picture = Picture::of(self.names(), self.session.seen_state(), seat, self.look);
        say(format!("\n{}", picture.draw()));
    }

    /// Prints the log from the event of this number on; gives back how much of it has been told then.
    fn show_log(&self, from: usize, eyes: Eyes) -> usize {
        let events: Vec<&Event> = Log::without_setup(self.session.log());
        let log = Log {
            names: self.names(),
            eyes,
            look: self.look,
        };
        let text = log.render(&events, from);
        if !text.is_empty() {
            say(format!("\n{text}"));
        }
        told(&events)
    }

    /// Puts a question until it is answered.
    fn ask(&mut self, pending: &Pending) -> Result<Going, Failure> {
        let seat = pending.ask.seat;
        self.make_will();
        if self.hand_over(seat) == Going::Stopped {
            return self.stop();
        }
        let keys = self.session.keys();
        self.last_asked = Some(seat);
        self.put(pending, &keys);
        let picks = loop {
            let Some(line) = self.input.line(&self.look.paint.bold("> ")) else {
                return self.no_more();
            };
            let choices = Asked::new(self.names(), pending, self.session.seen_state(), keys.clone()).choices;
            match answer::read(&line, &choices) {
                Typed::Picks(picks) => break picks,
                Typed::Wrong(why) => self.wrong(&why)?,
                Typed::Undo { even_after_news } => {
                    if self.undo(even_after_news)? {
                        return Ok(Going::On);
                    }
                }
                Typed::Quit => return self.stop(),
                other => {
                    self.serve(&other, seat);
                    // What was printed may have pushed the question off the screen.
                    if matches!(other, Typed::Table | Typed::Log) {
                        self.put_again(pending, &keys);
                    }
                }
            }
        };
        self.answers += 1;
        self.session.answer(&picks);
        Ok(Going::On)
    }

    /// What happened, the table, and the question.
    fn put(&mut self, pending: &Pending, keys: &[String]) {
        let seat = pending.ask.seat;
        self.shown[seat.index()] = self.show_log(self.shown[seat.index()], Eyes::Seat(seat));
        if self.answers == 0 {
            self.remember_what_was_seen();
        }
        let state = self.session.seen_state();
        let moment = self.moment(seat);
        let asked = Asked::new(self.names(), pending, self.session.seen_state(), keys.to_vec());
        let marks = asked.marks();
        // In the middle of a turn the log says what has changed.
        if self.drawn != Some(moment) || !marks.is_empty() {
            let picture = Picture::of(self.names(), state, Some(seat), self.look);
            say(format!("\n{}", picture.marked(marks).draw()));
        }
        say(format!("\n{}", asked.draw(self.look)));
        self.drawn = Some(moment);
    }

    /// In a game that was loaded every seat has seen what came before its last answer.
    fn remember_what_was_seen(&mut self) {
        let events = Log::without_setup(self.session.log());
        for (index, event) in events.iter().enumerate() {
            if let Event::Chose { seat, .. } = event {
                let shown = &mut self.shown[seat.index()];
                *shown = (*shown).max(index + 1);
            }
        }
    }

    /// The question once more.
    fn put_again(&self, pending: &Pending, keys: &[String]) {
        let asked = Asked::new(self.names(), pending, self.session.seen_state(), keys.to_vec());
        say(format!("\n{}", asked.draw(self.look)));
    }

    /// What the table was drawn for: each turn, but of a phase in free order, where turns are short and many, only once. Where
    /// nobody has secrets all see the same.
    fn moment(&self, seat: SeatId) -> Moment {
        let (game, cursor) = (self.game(), &self.session.seen_state().cursor);
        let phase = game.phases.get(cursor.phase as usize);
        let free = phase.is_some_and(|phase| phase.turns == Some(Turns::Free));
        let turn = if free { 0 } else { cursor.turn };
        let seat = (!free || has_private(game)).then_some(seat);
        (seat, cursor.round, cursor.phase, turn)
    }

    /// People who share a screen must not see each other's hands.
    fn hand_over(&mut self, seat: SeatId) -> Going {
        let shared = self.opening.seating.humans().len() > 1 && self.input.terminal() && has_private(self.game());
        if shared && self.last_asked != Some(seat) {
            output::write_out("\x1b[2J\x1b[H");
            let prompt = format!("{}, press Enter when nobody else looks. ", self.names().seat(seat));
            if self.input.line(&prompt).is_none() {
                return Going::Stopped;
            }
        }
        Going::On
    }

    /// What is no answer and changes nothing.
    fn serve(&self, typed: &Typed, seat: SeatId) {
        match typed {
            Typed::Help => say(HELP),
            Typed::Table => self.show_table(Some(seat)),
            Typed::About(name) => say(about(self.names(), name, self.look)),
            Typed::Log => {
                self.show_log(0, Eyes::Seat(seat));
            }
            Typed::Save(path) => match path.as_ref().or(self.opening.save.as_ref()) {
                Some(path) => match write_playthrough(path, &self.text()) {
                    Ok(()) => say(format!("saved to {}", path.display())),
                    Err(failure) => failure.tell(),
                },
                None => say("save where? `save FILE`"),
            },
            _ => {}
        }
    }

    /// A person tries again; a script that went wrong would go on going wrong.
    fn wrong(&self, why: &str) -> Result<(), Failure> {
        if self.input.terminal() {
            say(indent_by(why, 0, 2, self.look.width));
            return Ok(());
        }
        Err(Failure::Usage {
            message: format!("line {} of the answers: {why}", self.input.lines),
            help: None,
        })
    }

    /// Takes back an answer; gives back whether the question at hand is another one now.
    fn undo(&mut self, even_after_news: bool) -> Result<bool, Failure> {
        match self.session.undo(even_after_news) {
            Ok(Undo::Done) => {
                let left = Log::without_setup(self.session.log()).len();
                self.shown.iter_mut().for_each(|shown| *shown = left.min(*shown));
                self.drawn = None;
                say("taken back");
                Ok(true)
            }
            Ok(Undo::Nothing) => {
                say("there is nothing to take back");
                Ok(false)
            }
            Ok(Undo::NewsSince) => {
                say("something new has come out since; `undo!` takes it back all the same");
                Ok(false)
            }
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Nobody is there to answer: bots play the whole game.
    fn bots_only(&mut self) {
        let bots = self.opening.seating.bots(self.game());
        let agents = bots.seated(self.session.runner().game());
        self.session.seat(agents, bots.agents.clone());
        self.opening.seating = bots;
    }

    /// No more answers, and the game is not over.
    fn no_more(&mut self) -> Result<Going, Failure> {
        if self.input.terminal() {
            // The line that Ctrl-D ended.
            say("");
        } else {
            say(format!(
                "the answers end here, after {}; the game is not over",
                counted(self.answers, "answer")
            ));
        }
        self.stop()
    }

    fn stop(&mut self) -> Result<Going, Failure> {
        match &self.opening.save {
            Some(path) => say(saved(path, &self.text())?),
            // Nothing is lost: who does not want the file can delete it.
            None if self.input.terminal() && self.answers > 0 => {
                say(saved(&self.autosave_path(), &self.text())?);
            }
            None => {}
        }
        self.drop_will();
        Ok(Going::Stopped)
    }

    fn end(&mut self, result: &GameResult) -> Result<(), Failure> {
        let humans = self.opening.seating.humans();
        let (from, eyes) = match humans.as_slice() {
            [seat] => (self.shown[*seat], Eyes::Seat(SeatId(*seat as u8))),
            [] => (0, Eyes::Public),
            seats => (
                seats.iter().map(|&seat| self.shown[seat]).max().unwrap_or(0),
                Eyes::Public,
            ),
        };
        self.show_log(from, eyes);
        self.show_table(
            humans
                .first()
                .filter(|_| humans.len() == 1)
                .map(|&seat| SeatId(seat as u8)),
        );
        say(format!("\n{}", final_result(self.names(), result, self.look)));
        if let Some(path) = &self.opening.save {
            let path = write_somewhere(path, &self.text())?;
            say(format!("saved to {}", path.display()));
        }
        self.drop_will();
        Ok(())
    }

    /// The game so far, as a file.
    fn text(&self) -> String {
        let mut playthrough = self.session.playthrough();
        if self.opening.lang != self.game().language {
            playthrough.header.lang = Some(self.opening.lang.clone());
        }
        playthrough.to_string()
    }

    /// What to do when somebody presses Ctrl-C now.
    fn make_will(&self) {
        let path = self.opening.save.clone();
        let unsaved = path.is_none() && self.answers == 0;
        let path = path.unwrap_or_else(|| self.autosave_path());
        let text = self.text();
        if let Ok(mut will) = self.will.lock() {
            *will = Some(Box::new(move || {
                if unsaved {
                    return say("");
                }
                match saved(&path, &text) {
                    Ok(told) => say(format!(
                        "
{told}"
                    )),
                    Err(failure) => failure.tell(),
                }
            }));
        }
    }

    /// Where a game goes that nobody said where to save, and where nothing is lost by it.
    fn autosave_path(&self) -> PathBuf {
        unused(&autosave_path(&self.game().id, self.opening.seed))
    }

    fn drop_will(&self) {
        if let Ok(mut will) = self.will.lock() {
            *will = None;
        }
    }

    /// A game that broke, with the command that brings it back.
    fn failed(&self, error: &SessionError) -> Failure {
        let again = match self.answers {
            0 => Some(
                self.opening
                    .setting
                    .play_again(self.game(), &self.opening.seating.agents, self.opening.seed),
            ),
            _ => {
                let path = self.autosave_path();
                let saved = write_somewhere(&path, &self.text()).ok();
                saved.map(|path| format!("houserule play --script {}", quoted(&path.display().to_string())))
            }
        };
        Failure::session(self.game(), error, None, again)
    }
}

/// Saves a game where that can be; gives back the line that says so.
fn saved(path: &Path, text: &str) -> Result<String, Failure> {
    write_somewhere(path, text).map(|path| go_on_with(&path))
}

fn go_on_with(path: &Path) -> String {
    let path = path.display().to_string();
    format!("saved to {path}; go on with: houserule play --script {}", quoted(&path))
}
