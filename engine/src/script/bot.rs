//! A game's own bot: a script function that rates the options of a question. It
//! runs in a virtual machine of its own, on a table where everything its seat does
//! not know is dealt anew, and it can only look.

use std::ffi::c_int;
use std::sync::Arc;

use mlua::ffi;

use super::error::ScriptError;
use super::raw::{push_item, push_list};
use super::vm::Vm;
use crate::flow::Question;
use crate::game::{Game, Item, Thing};
use crate::table::{Chance, Guess};

/// Rates options for any seat of a game.
#[derive(Debug)]
pub struct Bot {
    vm: Vm,
    /// The number of the effect that is the bot.
    effect: u16,
    guess: Guess,
    ratings: Vec<f64>,
}

impl Bot {
    pub fn new(game: &Arc<Game>) -> Result<Bot, Vec<ScriptError>> {
        let vm = Vm::load(game, true)?;
        let Some(effect) = vm.host().bot else {
            return Err(vec![ScriptError::new("the game has no bot of its own")]);
        };
        Ok(Bot {
            vm,
            effect,
            guess: Guess::new(game),
            ratings: Vec::new(),
        })
    }

    /// A number for each option, the higher the better. What the asked seat does not know is left to chance.
    pub fn rate(&mut self, question: &Question, chance: &mut Chance) -> Result<&[f64], ScriptError> {
        self.guess
            .imagine(question.game, question.state, question.ask.seat, chance);
        let host = self.vm.host_mut();
        std::mem::swap(&mut host.dealer.state, &mut self.guess.state);
        host.budget.refill();
        host.lists.next_step();
        let mut options = std::mem::take(&mut host.scratch);
        options.clear();
        for &item in question.options {
            options.push(self.seen(question, item));
        }
        let rated = self.rate_all(question, &options);
        let host = self.vm.host_mut();
        host.scratch = options;
        std::mem::swap(&mut host.dealer.state, &mut self.guess.state);
        match rated {
            Ok(()) => Ok(&self.ratings),
            Err(mut error) => {
                let (seat, prompt) = (question.ask.seat.0 + 1, question.prompt());
                error
                    .context
                    .insert(0, format!("the bot of seat {seat} was asked `{prompt}`"));
                Err(error)
            }
        }
    }

    /// An option as it is on the bot's table, with the words of its own virtual machine.
    fn seen(&mut self, question: &Question, item: Item) -> Item {
        match item.thing() {
            Thing::Word(word) => {
                let text = question.words.text(word);
                let own = self.vm.host_mut().words.intern(text);
                own.map_or(Item::NOTHING, Item::from)
            }
            _ => self.guess.item(item),
        }
    }

    fn rate_all(&mut self, question: &Question, options: &[Item]) -> Result<(), ScriptError> {
        self.ratings.clear();
        let Some((list, items)) = self.vm.host_mut().lists.fresh() else {
            return Err(ScriptError::new("there are too many lists"));
        };
        items.extend_from_slice(options);
        let about = question.ask.about.map(|item| self.seen(question, item));
        for (&item, &asked) in options.iter().zip(question.options) {
            self.vm.host_mut().lists.forget_after(1);
            let payment = match asked.thing() {
                Thing::Payment(way) => Some(question.payments.key(way as usize)),
                _ => None,
            };
            let rating = self.rate_one(question, item, payment.as_deref(), list, about)?;
            self.ratings.push(rating);
        }
        Ok(())
    }

    fn rate_one(
        &mut self,
        question: &Question,
        option: Item,
        payment: Option<&str>,
        options: usize,
        about: [Item; 2],
    ) -> Result<f64, ScriptError> {
        let (thread, host) = (self.vm.thread, self.vm.host.as_ptr());
        // SAFETY: the thread is idle and has room for a few values; everything that is pushed is of its own state. The
        // call is protected, and the host is used by natives during it and by nobody else.
        let status = unsafe {
            let text = |text: &str| ffi::lua_pushlstring_(thread, text.as_ptr().cast(), text.len());
            let effect: c_int = (&(*host).shelf.effects)[self.effect as usize];
            ffi::lua_xpush((*host).shelf.thread, thread, effect + 1);
            ffi::lua_xpush((*host).shelf.thread, thread, effect);
            push_item(thread, &*host, question.ask.seat.into());
            text(question.prompt());
            match payment {
                Some(way) => text(way),
                None => push_item(thread, &*host, option),
            }
            push_list(thread, &mut *host, options);
            for item in about {
                push_item(thread, &*host, item);
            }
            ffi::lua_resume_(thread, std::ptr::null_mut(), 7)
        };
        if status != ffi::LUA_OK {
            self.vm.end_of(status)?;
            return Err(ScriptError::new("the bot did not come to an end"));
        }
        // SAFETY: the results are all that is on the stack of the thread.
        let rating = unsafe {
            let number = ffi::lua_gettop(thread) > 0 && ffi::lua_type(thread, 1) == ffi::LUA_TNUMBER;
            let rating = number.then(|| ffi::lua_tonumberx(thread, 1, std::ptr::null_mut()));
            ffi::lua_settop(thread, 0);
            rating
        };
        match rating {
            Some(rating) if !rating.is_nan() => Ok(rating),
            _ => Err(self.no_number()),
        }
    }

    fn no_number(&self) -> ScriptError {
        let game = &self.vm.host().game;
        let run = game.bot.as_ref().map(|bot| &bot.run);
        let script = game
            .scripts
            .iter()
            .find(|script| run.is_some_and(|run| run.module == script.module));
        ScriptError {
            path: script.map(|script| script.path.clone()),
            line: script.zip(run).and_then(|(script, run)| {
                let head = format!(".{}(", run.function);
                let mut lines = script.source.lines();
                lines
                    .position(|line| line.contains("function") && line.contains(&head))
                    .map(|at| at + 1)
            }),
            ..ScriptError::new("a bot gives back a number for every option")
        }
    }
}
