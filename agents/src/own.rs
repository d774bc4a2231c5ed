//! The agent that a game brings along.

use std::sync::Arc;

use houserule_engine::flow::{Agent, Question, Reply};
use houserule_engine::game::Game;
use houserule_engine::script::{Bot, ScriptError};
use houserule_engine::table::{Chance, Stream, mix};

/// Asks the game's own bot what each option is worth, and picks the best. Chance decides between equals, and what
/// the bot imagines of the unknown; it depends on the seed, the seat and the number of the decision alone.
#[derive(Debug)]
pub struct Own {
    game: Arc<Game>,
    seat: u8,
    seed: u64,
    /// Loaded when it is asked for the first time.
    bot: Option<Bot>,
}

impl Own {
    pub fn new(game: &Arc<Game>, seat: u8) -> Own {
        Own {
            game: game.clone(),
            seat,
            seed: 0,
            bot: None,
        }
    }

    fn try_answer(&mut self, question: &Question) -> Result<Reply, ScriptError> {
        let bot = match &mut self.bot {
            Some(bot) => bot,
            empty => {
                let first = |errors: Vec<ScriptError>| errors.into_iter().next();
                let loaded = Bot::new(&self.game)
                    .map_err(|errors| first(errors).unwrap_or_else(|| ScriptError::new("the bot cannot be loaded")))?;
                empty.insert(loaded)
            }
        };
        let seed = mix(self.seed, question.number().into());
        let mut chance = Chance::new(seed, Stream::Agent(self.seat));
        let ratings = bot.rate(question, &mut chance)?;
        Ok(match question.is_single() {
            true => Reply::Pick(best(ratings, &mut chance)),
            false => Reply::Picks(best_some(ratings, question.picks(), &mut chance)),
        })
    }
}

impl Agent for Own {
    fn answer(&mut self, question: &Question) -> Reply {
        self.try_answer(question)
            .unwrap_or_else(|error| Reply::Broken(Box::new(error)))
    }

    fn start(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// The place of the highest rating, or of any of those.
fn best(ratings: &[f64], chance: &mut Chance) -> u32 {
    let (mut best, mut equals) = (0, 1);
    for (place, &rating) in ratings.iter().enumerate().skip(1) {
        if rating > ratings[best] {
            (best, equals) = (place, 1);
        } else if rating == ratings[best] {
            // Each of n equals stays with a chance of 1 in n.
            equals += 1;
            if chance.below(equals) == 0 {
                best = place;
            }
        }
    }
    best as u32
}

/// As many of the best as must be, and of those above 0 as many as may be.
fn best_some(ratings: &[f64], (min, max): (u32, u32), chance: &mut Chance) -> Vec<u32> {
    let mut order: Vec<(f64, u32, u32)> = (0..)
        .zip(ratings)
        .map(|(place, &rating)| (rating, chance.below(u32::MAX), place))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let wanted = order.iter().filter(|(rating, ..)| *rating > 0.0).count();
    let mut picks: Vec<u32> = order.iter().map(|&(_, _, place)| place).collect();
    picks.truncate(wanted.clamp(min as usize, max as usize));
    picks.sort_unstable();
    picks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance() -> Chance {
        Chance::new(1, Stream::Agent(0))
    }

    #[test]
    fn the_highest_is_picked_and_equals_are_equally_likely() {
        assert_eq!(best(&[1.0, 3.0, -2.0], &mut chance()), 1);
        let mut counts = [0; 4];
        let mut chance = chance();
        for _ in 0..30_000 {
            counts[best(&[7.0, 7.0, 1.0, 7.0], &mut chance) as usize] += 1;
        }
        assert_eq!(counts[2], 0);
        assert!(
            [counts[0], counts[1], counts[3]]
                .iter()
                .all(|n| (9_500..10_500).contains(n)),
            "{counts:?}"
        );
    }

    #[test]
    fn of_several_those_above_0_are_picked_as_far_as_they_may() {
        let ratings = [1.0, -1.0, 3.0, 2.0];
        for (picks, expected) in [
            ((0, 4), vec![0, 2, 3]),
            ((4, 4), vec![0, 1, 2, 3]),
            ((0, 2), vec![2, 3]),
            ((1, 1), vec![2]),
        ] {
            assert_eq!(best_some(&ratings, picks, &mut chance()), expected, "{picks:?}");
        }
        assert_eq!(best_some(&[-1.0, -2.0], (1, 2), &mut chance()), [0]);
    }
}
