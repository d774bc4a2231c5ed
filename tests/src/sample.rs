//! A small game in memory that tests break in one place or another, and everything
//! that is said about it: when it is read, when its scripts are loaded, in play.

use std::sync::Arc;

use houserule_agents::Own;
use houserule_engine::flow::{Agent, Runner};
use houserule_engine::game::Game;
use houserule_engine::package::{Files, Problem, Report, Request, load};

use crate::Probe;

const GAME: &str = r#"[game]
id = "sample"
name = "Sample"
version = "1.0.0"
players = [2, 3]
cap = 200

[option.length]
default = "short"
values = ["short", "long"]
help = "How long it takes."

[rules]
rounds = 2

[token.coin]
count = 20

[piece.card]
fields = { cost = "int", effect = "effect?" }

[zone.deck]
kind = "stack"
visible = "none"

[zone.market]
kind = "row"
tokens = true

[zone.hand]
kind = "pool"
on = "seat"
tokens = true
visible = "owner"

[var.starter]
type = "seat"

[[phase]]
id = "buy"
run = "play.turn"
turns = "clockwise"
from = "starter"

[end]
when = "round >= rules.rounds"

[result]
score = "count(player.hand, coin)"
"#;

const CARDS: &str = r#"[[card]]
id = "mill"
count = 2
cost = 1
effect = { run = "play.earn", coins = 2 }

[[card]]
id = "farm"
count = 3
cost = 2
"#;

const SETUP: &str = r#"step cards {
    put each card on deck face down
    shuffle deck
}

step coins {
    put 6 coin on market
    for each player { put 3 coin in player.hand }
    set starter = random player
}
"#;

const SCRIPT: &str = r#"local lists = require("lists")

local play = {}

--- Buy the top card of the deck, or pass.
function play.turn(seat)
    if deck.is_empty or not seat:confirm("buy") then
        return
    end
    local card = deck.top
    give("coin", seat.hand, market, card.cost)
    move(card, seat.hand)
    if card.effect then
        apply(card.effect, seat)
    end
end

--- Coins from the market.
--- @param coins int
function play.earn(effect, seat)
    lists.pay(seat, effect.coins)
end

return play
"#;

const LISTS: &str = r#"local lists = {}

--- Coins for a seat.
function lists.pay(seat, coins)
    give("coin", market, seat.hand, coins)
end

return lists
"#;

const TEXT: &str = r#"[card]
mill = "Mill"
farm = "Farm"
"#;

/// The sample game, with changes.
#[derive(Debug, Clone)]
pub struct Sample {
    files: Vec<(String, Vec<u8>)>,
    request: Request,
}

impl Default for Sample {
    fn default() -> Sample {
        let files = [
            ("game.toml", GAME),
            ("components/cards.toml", CARDS),
            ("setup.rules", SETUP),
            ("scripts/play.lua", SCRIPT),
            ("scripts/lists.lua", LISTS),
            ("text/en.toml", TEXT),
        ];
        Sample {
            files: files
                .map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()))
                .to_vec(),
            request: Request {
                players: 2,
                ..Request::default()
            },
        }
    }
}

impl Sample {
    /// A file with other contents, or a new one.
    #[must_use]
    pub fn file(mut self, path: &str, contents: impl AsRef<[u8]>) -> Sample {
        self.files.retain(|(old, _)| old != path);
        self.files.push((path.to_string(), contents.as_ref().to_vec()));
        self
    }

    #[must_use]
    pub fn without(mut self, path: &str) -> Sample {
        self.files.retain(|(old, _)| old != path);
        self
    }

    /// Other words in a file.
    ///
    /// # Panics
    /// If the file does not have the words.
    #[must_use]
    pub fn with(self, path: &str, old: &str, new: &str) -> Sample {
        let text = self
            .files
            .iter()
            .find(|(known, _)| known == path)
            .map(|(_, bytes)| String::from_utf8_lossy(bytes));
        let text = text
            .filter(|text| text.contains(old))
            .unwrap_or_else(|| panic!("`{old}` is not in {path}"));
        let text = text.replacen(old, new, 1);
        self.file(path, text)
    }

    /// More lines at the end of a file.
    #[must_use]
    pub fn and(self, path: &str, more: &str) -> Sample {
        let old = self
            .files
            .iter()
            .find(|(known, _)| known == path)
            .map_or(&[][..], |(_, bytes)| bytes);
        let text = format!("{}{more}", String::from_utf8_lossy(old));
        self.file(path, text)
    }

    /// A mod with one file.
    #[must_use]
    pub fn modded(self, name: &str, body: &str) -> Sample {
        self.modded_with(name, body, &[])
    }

    /// A mod with more files than its `mod.toml`.
    #[must_use]
    pub fn modded_with(mut self, name: &str, body: &str, more: &[(&str, &str)]) -> Sample {
        let text = format!("[mod]\nid = \"{name}\"\nfor = \"sample\"\n{body}");
        let files = more.iter().copied().chain([("mod.toml", text.as_str())]);
        self.request.mods.push(Files::from_pairs(name, files));
        self
    }

    #[must_use]
    pub fn players(mut self, players: u32) -> Sample {
        self.request.players = players;
        self
    }

    #[must_use]
    pub fn option(mut self, name: &str, value: &str) -> Sample {
        self.request.options.push((name.to_string(), value.to_string()));
        self
    }

    #[must_use]
    pub fn variant(mut self, name: &str) -> Sample {
        self.request.variants.push(name.to_string());
        self
    }

    /// The game, if it can be read.
    pub fn game(self) -> Result<Arc<Game>, Report> {
        load(self.request()).map(|(_, game)| game)
    }

    fn request(self) -> Request {
        Request {
            game: Files::from_pairs("sample", self.files),
            ..self.request
        }
    }

    /// Everything that is wrong, as a report; the first problem of play if all can be read.
    pub fn report(self) -> Result<(), Report> {
        tried(self.request(), 8)
    }
}

/// Reads a game, loads its scripts and plays some games.
pub fn tried(request: Request, games: u64) -> Result<(), Report> {
    let (_, game) = load(request)?;
    let report = |problems: Vec<Problem>| Report::new(problems, game.files.clone());
    let errors = |errors: Vec<houserule_engine::script::ScriptError>| {
        report(errors.iter().map(|error| error.problem(&game.files)).collect())
    };
    let mut runner = Runner::new(&game).map_err(errors)?;
    runner.seat(Probe::seats(game.seats.len(), 0).0);
    play(&game, &mut runner, games)?;
    if game.bot.is_some() {
        let own = |seat: usize| -> Box<dyn Agent> { Box::new(Own::new(&game, seat as u8)) };
        runner.seat((0..game.seats.len()).map(own).collect());
        play(&game, &mut runner, games)?;
    }
    Ok(())
}

fn play(game: &Arc<Game>, runner: &mut Runner, games: u64) -> Result<(), Report> {
    for seed in 0..games {
        if let Err(error) = runner.play(seed) {
            return Err(Report::new(vec![error.problem(&game.files)], game.files.clone()));
        }
    }
    Ok(())
}
