use houserule_engine::{
    flow::Runner,
    package::{Files, Request, link, resolve},
};
use std::time::Instant;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let players: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let n: u64 = std::env::args().nth(3).unwrap().parse().unwrap();
    let t = Instant::now();
    let resolved = match resolve(Request {
        game: Files::read_dir(&path),
        players,
        ..Default::default()
    }) {
        Ok(r) => r,
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    let game = match link(&resolved) {
        Ok(g) => g,
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    let mut runner = match Runner::new(&game) {
        Ok(r) => r,
        Err(e) => {
            println!("{e:#?}");
            return;
        }
    };
    println!("load {:?}", t.elapsed());
    let agents = (0..game.seats.len())
        .map(|s| houserule_agents::agent("random", s as u8).unwrap())
        .collect();
    runner.seat(agents);
    let t = Instant::now();
    let (mut decisions, mut rounds) = (0u64, 0u64);
    for seed in 0..n {
        match runner.play(seed) {
            Ok(r) => {
                decisions += u64::from(r.decisions);
                rounds += u64::from(r.rounds)
            }
            Err(e) => {
                println!("{seed} {e:#?}");
                return;
            }
        }
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{n} games {:.0} playouts/s {:.0} decisions/s, {:.1} decisions, {:.2} rounds",
        n as f64 / s,
        decisions as f64 / s,
        decisions as f64 / n as f64,
        rounds as f64 / n as f64
    );
}
