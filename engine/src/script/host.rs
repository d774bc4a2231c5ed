//! The host: what a running script acts on. It holds the table, the agents who
//! answer, and the lists that live for one step.

use std::sync::Arc;

use super::api::Receiver;
use super::budget::Budget;
use super::error::ScriptError;
use super::fields::Shape;
use super::lists::Lists;
use super::raw::Body;
use super::shelf::Shelf;
use super::testing::Tester;
use crate::flow::{Agent, Question, Record, Reply};
use crate::game::{Game, Item, SeatId, Thing, Word, Words};
use crate::table::{Dealer, Entry, Event, KNOWN_TO_ALL, Payments, State};

/// Why a script was stopped.
#[derive(Debug)]
pub enum Stop {
    /// Something is wrong; the message is for the author of the script.
    Error(String),
    /// Somebody has to answer first.
    Waiting,
    /// The game is over.
    Finished,
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Error(message)
    }
}

/// A question as a script puts it.
#[derive(Debug, Clone)]
pub struct Ask {
    pub seat: SeatId,
    pub prompt: Word,
    /// How many to pick: one and one for a plain choice.
    pub min: u32,
    pub max: u32,
    /// What the text of the prompt names as {1} and {2}.
    pub about: [Item; 2],
}

/// A question that waits for its answer.
#[derive(Debug, Clone)]
pub struct Pending {
    pub ask: Ask,
    pub options: Vec<Item>,
    /// What options that are ways to pay stand for.
    pub payments: Payments,
}

/// Everything a script can reach.
pub struct Host {
    pub game: Arc<Game>,
    pub dealer: Dealer,
    pub words: Words,
    pub agents: Vec<Box<dyn Agent>>,
    pub(crate) lists: Lists,
    /// Set when a step stops before its end.
    pub(crate) stop: Option<Stop>,
    pub pending: Option<Pending>,
    /// What the step may still spend.
    pub(crate) budget: Budget,
    pub(crate) shelf: Shelf,
    /// The effects of the game's hooks.
    pub(crate) hooks: Vec<u16>,
    /// Events within events.
    pub(crate) depth: u32,
    /// The effects that run now, outermost first.
    pub(crate) effects: Vec<u16>,
    /// The names of all effects, by number.
    pub(crate) effect_names: Vec<String>,
    /// The methods of each receiver, by the number of their name.
    pub(crate) methods: [Vec<Option<Body>>; Receiver::ALL.len()],
    /// What the handles of each tag have in common.
    pub(crate) shapes: Vec<Shape>,
    pub(crate) payments: Payments,
    /// Where the step that runs now began: its state, for agents that look ahead.
    pub(crate) step_start: Option<State>,
    /// Every decision so far, if they are kept.
    pub records: Option<Vec<Record>>,
    /// What the log holds of a step that waits: it is not over, but its players have seen it.
    pub(crate) shown_log: Option<Vec<Event>>,
    /// The news when the question that waits was asked.
    pub(crate) news_asked: u32,
    /// The decisions of the step that waits.
    pub(crate) shown_records: Vec<Record>,
    /// The table when the question that waits was asked.
    pub(crate) asked_state: Option<State>,
    pub(crate) scratch: Vec<Item>,
    /// Only while scenario tests run.
    pub(crate) tester: Option<Tester>,
    /// Scripts may look at the table and do nothing else: it is a bot's.
    pub(crate) looks_only: bool,
    /// The effect that is the game's own bot.
    pub(crate) bot: Option<u16>,
    /// What went wrong in the script of an agent.
    pub(crate) failure: Option<Box<ScriptError>>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("game", &self.game.id)
            .finish_non_exhaustive()
    }
}

impl Host {
    pub(crate) fn new(game: Arc<Game>, looks_only: bool) -> Host {
        Host {
            dealer: Dealer::new(game.initial.clone()),
            words: game.words.clone(),
            lists: Lists::new(&game),
            game: game.clone(),
            agents: Vec::new(),
            stop: None,
            pending: None,
            budget: Budget::default(),
            shelf: Shelf::default(),
            hooks: Vec::new(),
            depth: 0,
            effects: Vec::new(),
            effect_names: Vec::new(),
            methods: Receiver::ALL.map(|on| super::api::methods(&game, on, looks_only)),
            shapes: Vec::new(),
            payments: Payments::default(),
            step_start: None,
            records: None,
            shown_log: None,
            news_asked: 0,
            shown_records: Vec::new(),
            asked_state: None,
            scratch: Vec::new(),
            tester: None,
            looks_only,
            bot: None,
            failure: None,
        }
    }

    pub fn state(&self) -> &State {
        &self.dealer.state
    }

    /// Puts a question with at least two options and gives back the place of the one picked.
    #[inline]
    pub(crate) fn pick(&mut self, ask: &Ask, options: &[Item]) -> Result<usize, Stop> {
        if let Some(entry) = self.dealer.tape.read() {
            return match entry {
                Entry::Pick(pick) if (*pick as usize) < options.len() => {
                    let pick = *pick as usize;
                    self.decided(ask, options, &[pick as u32]);
                    Ok(pick)
                }
                _ => Err(self.off_tape()),
            };
        }
        self.dealer.end_of_tape();
        match self.ask_agent(ask, options)? {
            Reply::Pick(pick) if (pick as usize) < options.len() => {
                if self.dealer.recording {
                    let standing = self.dealer.standing();
                    self.dealer.tape.push_answer(Entry::Pick(pick), standing);
                }
                self.decided(ask, options, &[pick]);
                Ok(pick as usize)
            }
            Reply::Wait => Err(self.wait(ask, options)),
            Reply::Fail(message) => Err(Stop::Error(message)),
            Reply::Broken(error) => Err(self.broken(error)),
            Reply::Pick(_) | Reply::Picks(_) => Err(Stop::Error("an agent picked an option that is not there".into())),
        }
    }

    /// Puts a question whose answer is a set of options.
    pub(crate) fn pick_some(&mut self, ask: &Ask, options: &[Item]) -> Result<Vec<u32>, Stop> {
        let fits = |picks: &[u32]| {
            let mut sorted = picks.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == picks.len()
                && picks.iter().all(|&pick| (pick as usize) < options.len())
                && (ask.min..=ask.max).contains(&(picks.len() as u32))
        };
        if let Some(entry) = self.dealer.tape.read() {
            return match entry {
                Entry::Picks(picks) if fits(picks) => {
                    let picks = picks.clone();
                    self.decided(ask, options, &picks);
                    Ok(picks)
                }
                _ => Err(self.off_tape()),
            };
        }
        self.dealer.end_of_tape();
        match self.ask_agent(ask, options)? {
            Reply::Picks(picks) if fits(&picks) => {
                if self.dealer.recording {
                    let standing = self.dealer.standing();
                    self.dealer.tape.push_answer(Entry::Picks(picks.clone()), standing);
                }
                self.decided(ask, options, &picks);
                Ok(picks)
            }
            Reply::Wait => Err(self.wait(ask, options)),
            Reply::Fail(message) => Err(Stop::Error(message)),
            Reply::Broken(error) => Err(self.broken(error)),
            Reply::Pick(_) | Reply::Picks(_) => Err(Stop::Error("an agent picked options that do not fit".into())),
        }
    }

    #[inline]
    fn ask_agent(&mut self, ask: &Ask, options: &[Item]) -> Result<Reply, Stop> {
        let cursor = &self.dealer.state.cursor;
        if cursor.decisions >= self.game.cap {
            return Err(Stop::Error(format!(
                "the game has not ended after {} decisions: the cap of game.toml is reached",
                self.game.cap
            )));
        }
        let Some(agent) = self.agents.get_mut(ask.seat.index()) else {
            return Err(Stop::Error(format!("nobody answers for seat {}", ask.seat.0 + 1)));
        };
        let reply = agent.answer(&Question {
            game: &self.game,
            state: &self.dealer.state,
            words: &self.words,
            ask,
            options,
            payments: &self.payments,
            step_start: self.step_start.as_ref(),
            tape: &self.dealer.tape,
        });
        self.budget.forget_time();
        Ok(reply)
    }

    /// The step stops because of what went wrong in a script of its agent.
    fn broken(&mut self, error: Box<ScriptError>) -> Stop {
        let message = error.message.clone();
        self.failure = Some(error);
        Stop::Error(message)
    }

    fn wait(&mut self, ask: &Ask, options: &[Item]) -> Stop {
        self.pending = Some(Pending {
            ask: ask.clone(),
            options: options.to_vec(),
            payments: std::mem::take(&mut self.payments),
        });
        self.dealer.resume = Some(self.dealer.standing());
        Stop::Waiting
    }

    #[inline]
    fn decided(&mut self, ask: &Ask, options: &[Item], picks: &[u32]) {
        if self.records.is_some() {
            self.record(ask, options, picks);
        }
        self.dealer.state.cursor.decisions += 1;
        if self.dealer.log.is_some() {
            let picks: Vec<Item> = picks.iter().map(|&pick| self.kept(options[pick as usize])).collect();
            let known = self.dealer.known_to_seats(picks.iter().copied());
            let (seat, prompt) = (ask.seat, ask.prompt);
            let public = |item: Item| self.dealer.known_to_seats([item]) == KNOWN_TO_ALL;
            let about = ask.about.map(|item| if public(item) { item } else { Item::NOTHING });
            self.dealer.note(|| Event::Chose {
                seat,
                prompt,
                about,
                picks,
                known,
            });
        }
    }

    /// An option as the log can keep it: the ways to pay are forgotten with their question.
    fn kept(&mut self, option: Item) -> Item {
        match option.thing() {
            Thing::Payment(way) => self
                .words
                .intern(&self.payments.key(way as usize))
                .map_or(option, Item::from),
            _ => option,
        }
    }

    fn record(&mut self, ask: &Ask, options: &[Item], picks: &[u32]) {
        let keys = self
            .game
            .option_keys(&self.dealer.state, &self.words, ask.seat, options, &self.payments);
        let record = Record {
            seat: ask.seat,
            prompt: self.words.text(ask.prompt).to_string(),
            keys: picks.iter().map(|&pick| keys[pick as usize].clone()).collect(),
            news: self.dealer.news,
            resume: self
                .dealer
                .tape
                .resume()
                .cloned()
                .unwrap_or_else(|| self.dealer.standing()),
        };
        if let Some(records) = &mut self.records {
            records.push(record);
        }
    }

    fn off_tape(&self) -> Stop {
        Stop::Error(
            "the step took another course when it was run again: a script must not keep anything between steps".into(),
        )
    }
}
