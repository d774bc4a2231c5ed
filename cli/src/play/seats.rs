//! Who answers for which seat, and in which language they read.

use std::sync::Arc;

use houserule_agents::{AGENTS, NoAgent};
use houserule_engine::flow::{Agent, Waiter};
use houserule_engine::game::Game;

use crate::failure::Failure;

/// The agents of the seats, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seating {
    pub agents: Vec<String>,
}

/// The name of the agent that is waited for.
const HUMAN: &str = "human";

/// The bot that sits where nobody else does: the game's own, if it has one.
pub fn usual_bot(game: &Game) -> &'static str {
    if game.bot.is_some() { "own" } else { "random" }
}

impl Seating {
    /// Seat 1 is a person's and the rest are bots', unless it is said otherwise.
    pub fn of(game: &Arc<Game>, asked: &[(String, String)]) -> Result<Seating, Failure> {
        let mut agents: Vec<String> = game.seats.iter().map(|_| usual_bot(game).to_string()).collect();
        if asked.is_empty()
            && let Some(first) = game.people().next()
        {
            agents[first.index()] = HUMAN.into();
        }
        for (seat, agent) in asked {
            let Some(place) = game
                .seats
                .iter()
                .position(|facts| facts.id == *seat)
                .or_else(|| numbered(seat))
            else {
                return Err(Failure::usage(format!("a seat is a number, not `{seat}`")));
            };
            if place >= agents.len() {
                return Err(Failure::usage(format!(
                    "there is no seat {seat}: the game has {}",
                    agents.len()
                )));
            }
            if agent != HUMAN
                && let Err(missing) = houserule_agents::agent(agent, game, 0)
            {
                return Err(no_agent(game, agent, missing, &[HUMAN]));
            }
            agents[place] = agent.clone();
        }
        Ok(Seating { agents })
    }

    /// Bots at all seats.
    pub fn bots(&self, game: &Game) -> Seating {
        let bot = |agent: &String| {
            if agent == HUMAN {
                usual_bot(game).to_string()
            } else {
                agent.clone()
            }
        };
        Seating {
            agents: self.agents.iter().map(bot).collect(),
        }
    }

    /// The seats of people who answer, from 0.
    pub fn humans(&self) -> Vec<usize> {
        let agents = self.agents.iter().enumerate();
        agents
            .filter(|(_, agent)| *agent == HUMAN)
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The agents themselves.
    pub fn seated(&self, game: &Arc<Game>) -> Vec<Box<dyn Agent>> {
        let agent = |(seat, name): (usize, &String)| -> Box<dyn Agent> {
            houserule_agents::agent(name, game, seat as u8).unwrap_or_else(|_| Box::new(Waiter))
        };
        self.agents.iter().enumerate().map(agent).collect()
    }

    /// Somebody to be waited for at every seat, while a file answers.
    pub fn waiting(&self) -> Vec<Box<dyn Agent>> {
        let waiter = |_: &String| -> Box<dyn Agent> { Box::new(Waiter) };
        self.agents.iter().map(waiter).collect()
    }
}

/// Why an agent cannot sit at this table; `others` can be named besides the bots.
pub fn no_agent(game: &Game, name: &str, missing: NoAgent, others: &[&'static str]) -> Failure {
    match missing {
        NoAgent::Unknown => {
            let bots = AGENTS.iter().map(|(name, _)| *name);
            Failure::unknown("agent", name, bots.chain(others.iter().copied()))
        }
        NoAgent::NoBot => Failure::Usage {
            message: format!("{} has no bot of its own", game.id),
            help: Some(
                "name another agent, or declare one in game.toml: `[bot]` with `run = \"script.function\"`".into(),
            ),
        },
    }
}

fn numbered(seat: &str) -> Option<usize> {
    seat.parse::<usize>().ok()?.checked_sub(1)
}

/// The language asked for, if the game has it, or the game's own.
pub fn language(game: &Game, asked: Option<&str>) -> Result<String, Failure> {
    match asked {
        None => Ok(game.language.clone()),
        Some(lang) if lang == game.language || game.texts.contains_key(lang) => Ok(lang.to_string()),
        Some(lang) => {
            let known = game.texts.keys().chain([&game.language]).map(String::as_str);
            Err(Failure::unknown("language", lang, known))
        }
    }
}
