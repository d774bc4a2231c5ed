//! The agent that chooses by chance.

use houserule_engine::flow::{Agent, Question, Reply};
use houserule_engine::table::mix;

/// Picks any option, each equally likely. What it picks depends on the seed, the seat
/// and the number of the decision alone, so a game that is loaded or taken back goes
/// on as it would have.
#[derive(Debug, Clone)]
pub struct Random {
    seat: u8,
    seed: u64,
}

impl Random {
    pub fn new(seat: u8) -> Random {
        Random { seat, seed: 0 }
    }

    #[inline]
    fn below(&self, decision: u64, n: u32) -> u32 {
        // The bias of this is at most n in 2^32.
        (((mix(self.seed, decision) >> 32) * u64::from(n)) >> 32) as u32
    }

    /// Any number of options that fits, then any set of so many.
    fn some(&self, question: &Question) -> Vec<u32> {
        let decision = u64::from(question.number()) << 16;
        let (min, max) = question.picks();
        let count = min + self.below(decision, max - min + 1);
        let mut left: Vec<u32> = (0..question.len() as u32).collect();
        let mut picks: Vec<u32> = (0..count)
            .map(|draw| {
                let pick = self.below(decision + 1 + u64::from(draw), left.len() as u32);
                left.remove(pick as usize)
            })
            .collect();
        picks.sort_unstable();
        picks
    }
}

impl Agent for Random {
    #[inline]
    fn answer(&mut self, question: &Question) -> Reply {
        if question.is_single() {
            let decision = u64::from(question.number()) << 16;
            Reply::Pick(self.below(decision, question.len() as u32))
        } else {
            Reply::Picks(self.some(question))
        }
    }

    fn start(&mut self, seed: u64) {
        self.seed = mix(seed, 0x5EA7 + u64::from(self.seat));
    }
}
