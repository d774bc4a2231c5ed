//! A game's own bot: it sees what its seat may see, it can only look, and its mistakes
//! are reported like those of any script.

use houserule_agents::{Own, Random};
use houserule_engine::flow::{Agent, GameResult, Runner};
use houserule_engine::game::SeatId;
use houserule_engine::package::Report;
use houserule_engine::table::{Chance, Guess, Stream, View, deal_unknown};
use houserule_tests::Probe;
use houserule_tests::catalogue::{self, Subject};
use houserule_tests::sample::Sample;

const BOT: &str = "scripts/bot.lua";

/// The sample with a bot whose function has this body.
fn with_bot(body: &str) -> Sample {
    let script = format!(
        "local bot = {{}}\n\nfunction bot.rate(bot, seat, prompt, option, options)\n{body}\nend\n\nreturn bot\n"
    );
    Sample::default()
        .and("game.toml", "\n[bot]\nrun = \"bot.rate\"\n")
        .file(BOT, script)
}

/// Games of the bot against itself, or the first problem.
fn played(sample: Sample) -> Result<Vec<GameResult>, Report> {
    let game = sample.game()?;
    let mut runner = Runner::new(&game).expect("the scripts load");
    let own = |seat: usize| -> Box<dyn Agent> { Box::new(Own::new(&game, seat as u8)) };
    runner.seat((0..game.seats.len()).map(own).collect());
    (0..10)
        .map(|seed| {
            runner
                .play(seed)
                .map_err(|error| Report::new(vec![error.problem(&game.files)], game.files.clone()))
        })
        .collect()
}

fn problem(sample: Sample) -> String {
    played(sample).expect_err("it must fail").to_string()
}

#[test]
fn what_a_seat_imagines_depends_on_its_view_alone_and_looks_the_same() {
    let sample = Sample::default()
        .and(
            "game.toml",
            "\n[var.secret]\nvisible = \"none\"\n\n[var.mine]\non = \"seat\"\nvisible = \"owner\"\n\n[var.bought]\ntype = \"piece\"\n",
        )
        .with(
            "scripts/play.lua",
            "move(card, seat.hand)",
            "move(card, seat.hand)\n    vars.secret += 1\n    seat.mine += 1\n    vars.bought = card",
        );
    let game = sample.players(3).game().unwrap_or_else(|report| panic!("{report}"));
    let mut runner = Runner::new(&game).expect("the scripts load");
    let (probes, seen) = Probe::seats(game.seats.len(), 1);
    runner.seat(probes);
    for seed in 0..20 {
        runner.play(seed).expect("it ends");
    }
    let mut guess = Guess::new(&game);
    let mut changed = 0;
    for (number, position) in seen.borrow().positions.iter().enumerate() {
        let state = &position.start;
        for seat in (0..3).map(SeatId) {
            let mut imagined = |state: &_| {
                let mut chance = Chance::new(number as u64, Stream::Agent(seat.0));
                guess.imagine(&game, state, seat, &mut chance);
                guess.state.clone()
            };
            let first = imagined(state);
            let view = |state: &_| View::of(&game, state, Some(seat));
            assert_eq!(view(&first), view(state));
            let mut other = deal_unknown(&game, state, seat, &mut Chance::new(number as u64, Stream::Dream));
            for var in game.vars.iter().filter(|var| var.id == "secret") {
                other.set_var(var.first_slot, 99);
            }
            assert_eq!(imagined(&other).digest(), first.digest(), "seat {seat:?}");
            changed += usize::from(first.digest() != state.digest());
        }
    }
    assert!(changed > 50, "the unknown is dealt anew");
}

#[test]
fn a_bot_reads_the_table_like_a_script() {
    let body = "    assert(prompt == \"buy\" and #options == 2 and options[1] == true)
    local known = seat.hand:pieces():filter(function(card) return seat:knows(card) end)
    assert(#known == seat.hand.size and not seat:knows(deck.top) and seats:has(seat))
    assert(seat.next ~= seat and rules.rounds == 2 and option ~= nil)
    return if option then 1 else 0";
    let results = played(with_bot(body)).unwrap_or_else(|report| panic!("{report}"));
    // Two seats, two rounds, five cards: it always buys.
    assert!(results.iter().all(|result| result.decisions == 4));
}

#[test]
fn a_bot_hears_what_a_question_is_about() {
    let body = "    local card, price = ...
    assert(card == deck.top and price == 7)
    return 0";
    let asked = |question| {
        with_bot(body)
            .with(BOT, "option, options)", "option, options, ...)")
            .with("scripts/play.lua", "seat:confirm(\"buy\")", question)
    };
    played(asked("seat:confirm(\"buy\", deck.top, 7)")).unwrap_or_else(|report| panic!("{report}"));
    assert!(problem(asked("seat:confirm(\"buy\", deck.top, 6)")).contains("scripts/bot.lua:5"));
}

#[test]
fn a_bot_can_only_look() {
    for verb in [
        "move(deck.top, market)",
        "put(\"coin\", market)",
        "random(6)",
        "shuffle(deck)",
        "finish(seat)",
        "seat:confirm(\"buy\")",
        "vars.starter = seat",
        "local ask = seat.choose; ask(seat, \"buy\", seats)",
        "log(\"bought\")",
    ] {
        let said = problem(with_bot(&format!("    {verb}\n    return 0")));
        assert!(said.contains("a bot only looks at the table"), "{verb}: {said}");
        assert!(said.contains("scripts/bot.lua:4"), "{verb}: {said}");
        assert!(said.contains("was asked `buy`"), "{verb}: {said}");
    }
}

#[test]
fn mistakes_of_a_bot_are_shown_with_their_line() {
    for (body, message) in [
        ("    return seat.hnad.size", "did you mean `hand`"),
        ("    return prompt", "a bot gives back a number for every option"),
        ("    return 0 / 0", "a bot gives back a number for every option"),
        ("    while true do end", "the script ran too long"),
        ("    counter = 1", "scripts keep nothing in globals"),
    ] {
        let said = problem(with_bot(body));
        assert!(said.contains(message), "{body}: {said}");
        assert!(said.contains("scripts/bot.lua:"), "{body}: {said}");
    }
}

#[test]
fn a_bot_is_checked_when_the_game_is_read() {
    let read = |old: &str, new: &str| {
        let sample = with_bot("    return 0").with("game.toml", old, new);
        sample.game().expect_err("it must fail").to_string()
    };
    let run = "run = \"bot.rate\"\n";
    let unknown = read(run, "run = \"bot.rate\"\nhold = 3\n");
    assert!(unknown.contains("unknown key `hold`"), "{unknown}");
    let function = read(run, "run = \"bot.rat\"\n");
    assert!(function.contains("did you mean `bot.rate`"), "{function}");
    let parameter = read(run, "run = \"bot.rate\"\nwith = { hold = 3 }\n");
    assert!(parameter.contains("declares no parameter `hold`"), "{parameter}");
}

#[test]
fn a_layer_changes_the_parameters_of_a_bot() {
    let script = "local bot = {}\n\n--- @param keen int\nfunction bot.rate(bot, seat, prompt, option)\n    return if option then bot.keen else 0\nend\n\nreturn bot\n";
    let keen = Sample::default()
        .and("game.toml", "\n[bot]\nrun = \"bot.rate\"\nwith = { keen = 1 }\n")
        .file(BOT, script);
    let tired = keen.clone().modded("tired", "[set]\n\"bot.with.keen\" = -1\n");
    let cards = |sample| {
        let results = played(sample).unwrap_or_else(|report: Report| panic!("{report}"));
        results.iter().map(|result| result.scores.clone()).collect::<Vec<_>>()
    };
    assert!(cards(keen).iter().any(|scores| *scores != Some(vec![3, 3])));
    assert!(cards(tired).iter().all(|scores| *scores == Some(vec![3, 3])));
}

#[test]
fn a_bot_answers_every_kind_of_question() {
    let turn = "function play.turn(seat)
    local some = seat:choose_some(\"some\", { 1, 2, 3, 4 }, 1, 3)
    local n = seat:number(\"number\", 3, 9)
    local word = seat:choose(\"word\", { \"north\", \"south\" })
    local none = seat:may(\"none\", seats)
    local way = seat:pay(\"way\", 3, { { value = 1, count = 3, name = \"penny\" }, { value = 2, count = 2, name = \"two\" } })
    assert(#some == 2 and some[1] == 3 and some[2] == 4, \"some\")
    assert(n == 7, \"number\")
    assert(word == \"south\", \"word\")
    assert(none == nil, \"none\")
    assert(way[1] == 1 and way[2] == 1, \"way\")
end
function play.old(seat)";
    let body = "    if prompt == \"some\" then return option - 2.5 end
    if prompt == \"number\" then return -math.abs(option - 7) end
    if prompt == \"word\" then return if option == \"south\" then 1 else 0 end
    if prompt == \"none\" then return if option == nil then 1 else 0 end
    return if option == \"1*penny+1*two\" then 1 else 0";
    let sample = with_bot(body).with("scripts/play.lua", "function play.turn(seat)", turn);
    played(sample).unwrap_or_else(|report| panic!("{report}"));
}

/// The games of `own` at the first seats and random agents at the others.
fn against_random(subject: &Subject, own: usize, games: u64) -> Vec<GameResult> {
    let game = &subject.game;
    let mut runner = Runner::new(game).expect("the scripts load");
    let agent = |seat: usize| -> Box<dyn Agent> {
        match seat < own {
            true => Box::new(Own::new(game, seat as u8)),
            false => Box::new(Random::new(seat as u8)),
        }
    };
    runner.seat((0..game.seats.len()).map(agent).collect());
    let played = (0..games).map(|seed| runner.play(seed));
    played
        .map(|result| result.unwrap_or_else(|error| panic!("{subject}: {error}")))
        .collect()
}

#[test]
fn the_bot_of_every_game_plays_to_the_end_and_the_same_again() {
    let folders = catalogue::bundled();
    let subjects = folders.iter().flat_map(|folder| catalogue::subjects(folder));
    let with_bots: Vec<Subject> = subjects.filter(|subject| subject.game.bot.is_some()).collect();
    assert!(!with_bots.is_empty());
    for subject in with_bots {
        let all = subject.game.seats.len();
        assert_eq!(
            against_random(&subject, all, 5),
            against_random(&subject, all, 5),
            "{subject}"
        );
    }
}

#[test]
fn the_bot_of_pig_wins_more_than_chance() {
    let folder = houserule_tests::root().join("games/pig");
    let subject = catalogue::subjects(&folder)
        .into_iter()
        .next()
        .expect("it can be played");
    let results = against_random(&subject, 1, 300);
    let won: f64 = results.iter().map(|result| result.share(SeatId(0))).sum();
    assert!(won > 240.0, "{won} of 300");
}
