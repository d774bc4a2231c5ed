//! What a seat may not know is in none of the lines it reads: not in the events, and
//! not in the options it is offered.

use houserule_engine::flow::Runner;
use houserule_engine::game::{Item, SeatId, Thing};
use houserule_engine::table::{Event, Eyes, Payments};
use houserule_tests::Probe;
use houserule_tests::sample::Sample;

const PLAY: &str = "scripts/play.lua";

/// Everything that is told in some games of a sample.
fn log_of(sample: Sample) -> (Runner, Vec<Event>) {
    let game = sample.game().unwrap_or_else(|report| panic!("{report}"));
    let mut runner = Runner::new(&game).expect("the scripts load");
    runner.seat(Probe::seats(game.seats.len(), 0).0);
    runner.keep_log();
    let mut log = Vec::new();
    for seed in 0..20 {
        runner.play(seed).expect("it ends");
        log.extend(runner.dealer().log.take().unwrap_or_default());
        runner.keep_log();
    }
    (runner, log)
}

#[test]
fn a_note_about_a_hidden_card_names_it_only_to_its_owner() {
    let noted = Sample::default().with(
        PLAY,
        "move(card, seat.hand)",
        "move(card, seat.hand)\n    log(\"bought\", seat, card)",
    );
    let (runner, log) = log_of(noted);
    let game = runner.game();
    let notes = |eyes: Eyes| -> Vec<(SeatId, bool)> {
        let seen = log.iter().filter_map(|event| eyes.event(game, event));
        let named = seen.filter_map(|event| match event {
            Event::Note { items, .. } => match (items[0].thing(), items[1]) {
                (Thing::Seat(buyer), card) => Some((buyer, card != Item::NOTHING)),
                _ => None,
            },
            _ => None,
        });
        named.collect()
    };
    let first = SeatId(0);
    let told = notes(Eyes::Seat(first));
    assert!(told.iter().any(|&(buyer, _)| buyer == first) && told.iter().any(|&(buyer, _)| buyer != first));
    assert!(told.iter().all(|&(buyer, named)| named == (buyer == first)), "{told:?}");
    assert!(notes(Eyes::Public).iter().all(|&(_, named)| !named));
    assert!(notes(Eyes::All).iter().all(|&(_, named)| named));
}

#[test]
fn a_hidden_card_that_moves_is_only_a_back() {
    let (runner, log) = log_of(Sample::default());
    let game = runner.game();
    let backs = |eyes: Eyes| {
        let seen = log.iter().filter_map(|event| eyes.event(game, event));
        let moved = seen.filter_map(|event| match event {
            Event::Moved { piece, known: 0, .. } => Some(piece),
            _ => None,
        });
        let mut moved: Vec<_> = moved.collect();
        moved.dedup();
        moved
    };
    assert_eq!(backs(Eyes::Public).len(), 1, "all hidden cards are one to an onlooker");
    assert!(backs(Eyes::All).is_empty());
}

#[test]
fn a_face_down_card_is_offered_by_its_back() {
    let blind = Sample::default().with(
        PLAY,
        "local card = deck.top",
        "local card = seat:choose(\"blind\", deck:pieces())",
    );
    let (runner, _) = log_of(blind);
    let game = runner.game().clone();
    let mut state = game.initial.clone();
    let cards: Vec<Item> = game.kinds[0].pieces.iter().map(|&piece| piece.into()).collect();
    for &piece in &game.kinds[0].pieces {
        state.set_known(piece, 0b10);
    }
    let keys = |seat: u8| game.option_keys(&state, &game.words, SeatId(seat), &cards, &Payments::default());
    assert!(keys(0).iter().all(|key| key.starts_with("card")), "{:?}", keys(0));
    assert!(keys(1).iter().any(|key| key.starts_with("mill")), "{:?}", keys(1));
}
