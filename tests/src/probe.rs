//! An agent that looks over the shoulder of another one: it answers as that one
//! does, and keeps what tests want to know of the questions.

use std::cell::RefCell;
use std::rc::Rc;

use houserule_agents::Random;
use houserule_engine::flow::{Agent, Position, Question, Reply};
use houserule_engine::table::mix;

/// What the probes of one game have seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// Moments in the middle of decisions, one in `every`.
    pub positions: Vec<Position>,
    /// Questions so far.
    pub questions: usize,
    /// What is wrong with questions, in words.
    pub faults: Vec<String>,
}

/// Answers like the random agent.
#[derive(Debug)]
pub struct Probe {
    inner: Random,
    seen: Rc<RefCell<Seen>>,
    /// Keeps the position of one decision in so many; 0 for none.
    every: u64,
    seed: u64,
}

impl Probe {
    /// Probes for so many seats, and what they will have seen.
    pub fn seats(count: usize, every: u64) -> (Vec<Box<dyn Agent>>, Rc<RefCell<Seen>>) {
        let seen = Rc::new(RefCell::new(Seen::default()));
        let probe = |seat: usize| Probe {
            inner: Random::new(seat as u8),
            seen: seen.clone(),
            every,
            seed: 0,
        };
        let probes = (0..count).map(|seat| Box::new(probe(seat)) as Box<dyn Agent>).collect();
        (probes, seen)
    }
}

impl Agent for Probe {
    fn answer(&mut self, question: &Question) -> Reply {
        let mut seen = self.seen.borrow_mut();
        seen.questions += 1;
        seen.faults.extend(fault(question));
        let number = u64::from(question.number());
        if self.every > 0 && mix(self.seed, number).is_multiple_of(self.every) {
            match question.position() {
                Some(position) => seen.positions.push(position),
                None => seen.faults.push(format!("decision {number} has no position")),
            }
        }
        self.inner.answer(question)
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn start(&mut self, seed: u64) {
        self.seed = seed;
        self.inner.start(seed);
    }
}

/// What is wrong with a question: keys that are not unique, nothing to choose, picks that cannot be.
fn fault(question: &Question) -> Option<String> {
    let keys = question.keys();
    let prompt = question.prompt();
    let (min, max) = question.picks();
    if keys.len() != question.len() || question.len() < 2 && question.is_single() {
        return Some(format!(
            "`{prompt}` has {} options and {} keys",
            question.len(),
            keys.len()
        ));
    }
    if min > max || max as usize > keys.len() {
        return Some(format!("`{prompt}` asks for {min} to {max} of {} options", keys.len()));
    }
    let twice = keys
        .iter()
        .enumerate()
        .find(|(at, key)| key.is_empty() || keys[..*at].contains(key));
    twice.map(|(_, key)| {
        format!(
            "the key `{key}` of `{prompt}` is there twice, or empty: {}",
            keys.join(", ")
        )
    })
}
