//! Files come from anybody. Whatever is in a package, a setup or a playthrough, it
//! ends in a game or in a report that can be printed: never in a panic, never in a
//! game that does not come to an end.

use std::sync::Arc;

use houserule_engine::flow::{Agent, Progress, Question, Reply, Runner, Session, Waiter};
use houserule_engine::game::Game;
use houserule_engine::package::{Files, Report, Request, load};
use houserule_engine::script::api::{NATIVES, Receiver};
use houserule_grammar::playthrough::Playthrough;
use houserule_tests::{Probe, catalogue, golden, sample};
use proptest::prelude::*;
use proptest::sample::Index;

/// One change to a text, at a place and with something.
type Edit = (u8, Index, Index);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((0..10u8, any::<Index>(), any::<Index>()), 1..5)
}

const BYTES: &[u8] = b" \"'[]{}()=.,:;#-+*/<>a0z9_\n\t\\\xff\x00";
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "999999999",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
];

/// The text with all changes, which need not be text any more.
fn changed(text: &str, edits: &[Edit]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (kind, at, with) in edits {
        match kind {
            0 => bytes.insert(at.index(bytes.len() + 1), *with.get(BYTES)),
            1 | 2 if bytes.is_empty() => {}
            1 => *at.get_mut(&mut bytes) = *with.get(BYTES),
            2 => drop(bytes.remove(at.index(bytes.len()))),
            3 => bytes.truncate(at.index(bytes.len() + 1)),
            4..=6 => bytes = other_lines(&bytes, *kind, at, with),
            _ => bytes = other_words(&bytes, *kind, at, with),
        }
    }
    bytes
}

/// A line left out, said twice, or in the place of another.
fn other_lines(bytes: &[u8], kind: u8, at: &Index, with: &Index) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let (at, with) = (at.index(lines.len()), with.index(lines.len()));
    match kind {
        4 => drop(lines.remove(at)),
        5 => lines.insert(with, lines[at]),
        _ => lines.swap(at, with),
    }
    lines.concat()
}

/// A word in the place of another, a word left out, or a number that is too large or too small.
fn other_words(bytes: &[u8], kind: u8, at: &Index, with: &Index) -> Vec<u8> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let runs: Vec<&[u8]> = bytes.chunk_by(|&a, &b| is_word(a) == is_word(b)).collect();
    let number = |run: &[u8]| run.iter().all(u8::is_ascii_digit);
    let wanted = |run: &[u8]| is_word(run[0]) && (kind != 9 || number(run));
    let places: Vec<usize> = (0..runs.len()).filter(|&place| wanted(runs[place])).collect();
    if places.is_empty() {
        return bytes.to_vec();
    }
    let mut out = runs.clone();
    let (place, other) = (*at.get(&places), *with.get(&places));
    out[place] = match kind {
        7 => runs[other],
        8 => b"",
        _ => with.get(&NUMBERS).as_bytes(),
    };
    out.concat()
}

/// A game's files, one of them changed.
fn with_file(files: &Files, path: &str, bytes: &[u8]) -> Files {
    let texts = files.iter().map(|(_, file)| (file.path.as_str(), file.text.as_bytes()));
    Files::from_pairs(
        files.name(),
        texts.map(|(old, before)| (old, if old == path { bytes } else { before })),
    )
}

/// Reads a game and plays a little of it; every way of printing what is wrong must get through too.
fn survives(request: Request) {
    let printed = |report: Report| {
        assert!(!report.problems.is_empty(), "a report without problems");
        assert!(report.to_string().contains("problem"));
        report.to_json();
        report.to_miette();
    };
    let game = match load(request).map(|(_, game)| game) {
        Ok(game) => game,
        Err(report) => return printed(report),
    };
    let problems = match a_little_play(&game) {
        Ok(()) => return,
        Err(problems) => problems,
    };
    printed(Report::new(problems, game.files.clone()));
}

fn a_little_play(game: &Arc<Game>) -> Result<(), Vec<houserule_engine::package::Problem>> {
    let mut runner = Runner::new(game).map_err(|errors| {
        errors
            .iter()
            .map(|error| error.problem(&game.files))
            .collect::<Vec<_>>()
    })?;
    runner.seat(Probe::seats(game.seats.len(), 0).0);
    let problem = |error: houserule_engine::flow::RunError| vec![error.problem(&game.files)];
    runner.start(1).map_err(problem)?;
    for _ in 0..300 {
        if runner.step().map_err(problem)? == Some(Progress::Over) {
            runner.result().map_err(problem)?;
            break;
        }
    }
    Ok(())
}

/// The packages that are changed, and the numbers of players they are for.
fn packages() -> Vec<(Files, Vec<u32>)> {
    let folders = catalogue::bundled().into_iter().chain(catalogue::others());
    folders
        .map(|folder| (Files::read_dir(&folder), catalogue::player_counts(&folder)))
        .collect()
}

/// Paths of a game's files that are read for play.
fn paths(files: &Files, ending: &str) -> Vec<String> {
    let played =
        |path: &str| !path.starts_with("playthroughs/") && !path.starts_with("tests/") && !path.ends_with(".md");
    let paths = files.iter().map(|(_, file)| file.path.clone());
    paths.filter(|path| played(path) && path.ends_with(ending)).collect()
}

fn changed_file_survives(packages: &[(Files, Vec<u32>)], ending: &str, which: (Index, Index), edits: &[Edit]) {
    let (files, players) = which.0.get(packages);
    let paths = paths(files, ending);
    let path = which.1.get(&paths);
    let text = files.by_path(path).map_or("", |(_, file)| &file.text);
    survives(Request {
        game: with_file(files, path, &changed(text, edits)),
        players: *which.1.get(players),
        ..Request::default()
    });
}

/// `HOUSERULE_CASES=20` tries twenty times as many.
fn proptests(cases: u32, test: impl Fn((Index, Index), Vec<Edit>)) {
    let times = std::env::var("HOUSERULE_CASES")
        .ok()
        .and_then(|times| times.parse().ok())
        .unwrap_or(1);
    let config = ProptestConfig {
        cases: cases * times,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let input = ((any::<Index>(), any::<Index>()), edits());
    if let Err(error) = runner.run(&input, |(which, edits)| {
        test(which, edits);
        Ok(())
    }) {
        panic!("{error}");
    }
}

#[test]
fn changed_data_never_panic() {
    let packages = packages();
    proptests(700, |which, edits| {
        changed_file_survives(&packages, ".toml", which, &edits)
    });
}

#[test]
fn changed_setups_never_panic() {
    let packages = packages();
    proptests(500, |which, edits| {
        changed_file_survives(&packages, "setup.rules", which, &edits)
    });
}

#[test]
fn changed_scripts_never_panic() {
    let packages = packages();
    proptests(500, |which, edits| {
        changed_file_survives(&packages, ".lua", which, &edits)
    });
}

#[test]
fn changed_playthroughs_never_panic() {
    let subjects = catalogue::all();
    let texts: Vec<String> = subjects
        .iter()
        .map(|subject| golden::make(subject).expect("it plays"))
        .collect();
    proptests(300, |(which, _), edits| {
        let at = which.index(subjects.len());
        let text = changed(&texts[at], &edits);
        match Playthrough::parse(&String::from_utf8_lossy(&text)) {
            Ok(playthrough) => follows(&subjects[at].game, &playthrough),
            Err(errors) => assert!(errors.iter().all(|error| !error.message.is_empty())),
        }
    });
}

/// A playthrough that no longer fits says where; one that does can be saved again.
fn follows(game: &Arc<Game>, playthrough: &Playthrough) {
    let waiters = || {
        (0..game.seats.len())
            .map(|_| Box::new(Waiter) as Box<dyn Agent>)
            .collect()
    };
    let Ok(mut session) = Session::start(
        game,
        playthrough.header.seed,
        waiters(),
        vec!["human".into(); game.seats.len()],
    ) else {
        return;
    };
    // The last answer is part of the game once the game has gone on from it.
    if let Err(error) = session.follow(playthrough, None).and_then(|()| session.advance()) {
        assert!(!error.to_string().is_empty());
        return;
    }
    let saved = session.playthrough().to_string();
    let read = Playthrough::parse(&saved).unwrap_or_else(|errors| panic!("{errors:?}\n{saved}"));
    let mut again = Session::start(game, read.header.seed, waiters(), Vec::new()).expect("it started before");
    let followed = again.follow(&read, None).and_then(|()| again.advance());
    followed.unwrap_or_else(|error| panic!("{error}\n{saved}"));
    assert_eq!(again.seen_state(), session.seen_state(), "{saved}");
}

/// Values that no function of the interface expects everywhere.
const ODD: [&str; 34] = [
    "nil",
    "true",
    "0",
    "-1",
    "1",
    "2.5",
    "1e300",
    "0/0",
    "999999999",
    "-999999999",
    "\"card\"",
    "\"coin\"",
    "\"no such word\"",
    "string.rep(\"x\", 300)",
    "{}",
    "{ 1, 2 }",
    "{ { value = 999999999, count = 999999999 } }",
    "{ [3] = 1 }",
    "function() end",
    "function(...) return ... end",
    "seat",
    "deck",
    "market",
    "deck.top",
    "seats",
    "deck:pieces()",
    "vars",
    "pieces",
    "board",
    "board:space(2, 2)",
    "road:space(2)",
    "road:space(2).top",
    "2147483647",
    "-2147483648",
];

/// Every native function with arguments of every kind, in every place.
#[test]
fn no_argument_makes_a_native_panic() {
    for native in NATIVES.iter().filter(|native| native.on != Receiver::Test) {
        let receivers: &[&str] = match native.on {
            Receiver::Seat => &["seat:"],
            Receiver::Place => &["market:", "board:", "road:space(1):"],
            Receiver::List => &["deck:pieces():", "seats:", "board:spaces():"],
            Receiver::Global | Receiver::Test => &[""],
        };
        for receiver in receivers {
            tries(&calls(&format!("{receiver}{}", native.name)));
        }
    }
}

/// Calls of a function with all pairs of odd values among its arguments, some of them a second time.
fn calls(function: &str) -> Vec<String> {
    let pairs = ODD
        .iter()
        .flat_map(|first| ODD.iter().map(move |second| (first, second)));
    let calls = pairs.flat_map(|(first, second)| {
        let unlimited = format!("{function}(\"point\", market, {first}, {second})");
        [
            format!("{function}({first}, {second})"),
            format!("{function}({second}, {first}, {first})"),
            format!("for _ = 1, 4 do {unlimited} end"),
        ]
    });
    calls.collect()
}

/// What the sample lacks: a grid, a track, tokens without end.
const MORE: &str = "
[token.point]

[zone.board]
kind = \"grid\"
width = 3
height = 3

[zone.road]
kind = \"track\"
size = 5
";

/// Each of the calls in a game of its own; that it is wrong is fine.
fn tries(calls: &[String]) {
    let functions: Vec<String> = calls
        .iter()
        .map(|call| format!("    function(seat) {call} end,\n"))
        .collect();
    let script = format!(
        "local play = {{}}\n\nlocal tries = {{\n{}}}\n\nfunction play.turn(seat)\n    tries[seat:number(\"try\", 1, #tries)](seat)\nend\n\nreturn play\n",
        functions.concat()
    );
    let sample = sample::Sample::default()
        .without("scripts/lists.lua")
        .and("game.toml", MORE)
        .and(
            "setup.rules",
            "step more { put mill on road[2] put farm on board[5] }\n",
        )
        .with(
            "components/cards.toml",
            "effect = { run = \"play.earn\", coins = 2 }\n",
            "",
        )
        .file("scripts/play.lua", script);
    let game = sample.game().unwrap_or_else(|report| panic!("{report}"));
    let mut runner = Runner::new(&game).unwrap_or_else(|errors| panic!("{errors:?}"));
    for (number, call) in calls.iter().enumerate() {
        let chooser = || Box::new(Chooser(number as u32)) as Box<dyn Agent>;
        runner.seat(game.seats.iter().map(|_| chooser()).collect());
        runner.start(number as u64).expect("the setup is good");
        if let Err(error) = runner.step() {
            assert!(!error.to_string().is_empty(), "{call}");
        }
    }
}

/// What takes long in a few calls, or in one.
const ENDLESS: [&str; 14] = [
    "while true do end",
    "local s = string.rep(\"a\", 5000000) for i = 1, 1000000 do local n = string.find(s, \"b\", 1, true) end",
    "local s = string.rep(\"a\", 1000000) s:find(string.rep(\"a\", 500000) .. \"b\", 1, true)",
    "local s = string.rep(\"(\", 1000000) while true do s:match(\"%b()\") end",
    "local s = string.rep(\"a\", 1000000) while true do local t = s:sub(2) end",
    "local s = string.rep(\"a\", 1000000) while true do local t = string.sub(s, 2) end",
    "local x = {} while true do x[#x + 1] = string.rep(\"a\", 100000) end",
    "local t = table.create(100000, 1) while true do table.insert(t, 1, 1) end",
    "local t = table.create(100000, 1) while true do table.sort(t) end",
    "local t = table.create(7000, 1) while true do local n = select(\"#\", unpack(t)) end",
    "table.move({}, 1, 1000000000, 1, {})",
    "for i = 1, 1000000 do pieces.card:array() end while true do pieces.card:array() end",
    "local t = {} for i = 1, 10000 do t[i] = i end while true do pieces.card:with(t) end",
    "while true do seats:filter(function() return true end) end",
];

/// A script that does too much stops at the same place on every machine, and soon.
#[test]
fn a_script_that_never_ends_is_an_error() {
    let script =
        |body: &str| format!("local play = {{}}\n\nfunction play.turn(seat)\n    {body}\nend\n\nreturn play\n");
    for body in ENDLESS {
        let sample = sample::Sample::default()
            .without("scripts/lists.lua")
            .with(
                "components/cards.toml",
                "effect = { run = \"play.earn\", coins = 2 }\n",
                "",
            )
            .file("scripts/play.lua", script(body));
        let game = sample.game().unwrap_or_else(|report| panic!("{report}"));
        let mut runner = Runner::new(&game).unwrap_or_else(|errors| panic!("{errors:?}"));
        runner.seat(Probe::seats(game.seats.len(), 0).0);
        runner.start(1).expect("the setup is good");
        let error = runner.step().expect_err(body).to_string();
        let expected = match body.contains("filter") {
            true => "the step makes too many lists",
            false => "the script ran too long: is there an endless loop?",
        };
        assert_eq!(error, expected, "{body}");
    }
}

/// What an error says is as if Lua's own function had been called.
#[test]
fn functions_of_the_library_keep_their_names_in_errors() {
    for (body, expected) in [
        ("string.rep()", "missing argument #1 to 'rep' (string expected)"),
        (
            "(\"x\"):rep({})",
            "invalid argument #2 to 'rep' (number expected, got table)",
        ),
        ("local s = unpack({ 1, 2 }, 1, 1e8)", "too many results to unpack"),
    ] {
        let sample = sample::Sample::default().with(
            "scripts/play.lua",
            "local play = {}",
            &format!("local play = {{}}\nlocal function wrong() {body} end\nwrong()"),
        );
        let report = sample.report().expect_err(body).to_string();
        assert!(report.contains(expected), "{report}");
    }
}

/// Takes one option of the question that is there to be told what to do, and the last one of all others.
struct Chooser(u32);

impl Agent for Chooser {
    fn answer(&mut self, question: &Question) -> Reply {
        let last = question.len() as u32 - 1;
        match question.prompt() {
            "try" => Reply::Pick(self.0),
            _ if question.is_single() => Reply::Pick(last),
            _ => Reply::Picks((0..question.picks().1).collect()),
        }
    }
}
