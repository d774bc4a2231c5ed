//! Reading what somebody typed: options by number, key or name, or one of the
//! words that are no answer.

use std::path::PathBuf;

/// What can be chosen, and how many of it.
#[derive(Debug, Clone)]
pub struct Choices {
    pub keys: Vec<String>,
    pub labels: Vec<String>,
    pub min: usize,
    pub max: usize,
    /// All options are numbers, and are typed as such.
    pub numbers: bool,
}

/// What somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    Picks(Vec<u32>),
    Help,
    Undo {
        even_after_news: bool,
    },
    Save(Option<PathBuf>),
    Log,
    Table,
    /// What something of this name does.
    About(String),
    Quit,
    /// Nothing that makes sense, and why.
    Wrong(String),
}

/// Reads a line. An option's key comes before a command of the same name, which can be written with a `/`.
pub fn read(line: &str, choices: &Choices) -> Typed {
    let line = line.trim();
    let exact = choices.keys.iter().any(|key| key == line);
    if !exact && let Some(command) = command(line) {
        return command;
    }
    match picks(line, choices) {
        Ok(picks) => Typed::Picks(picks),
        Err(why) => Typed::Wrong(why),
    }
}

fn command(line: &str) -> Option<Typed> {
    let word = line.strip_prefix('/').unwrap_or(line);
    let (word, rest) = word.split_once(char::is_whitespace).unwrap_or((word, ""));
    let rest = rest.trim();
    let typed = match word.to_lowercase().as_str() {
        "?" | "help" if rest.is_empty() => Typed::Help,
        "undo" => Typed::Undo { even_after_news: false },
        "undo!" => Typed::Undo { even_after_news: true },
        "?" | "help" | "about" if !rest.is_empty() => return Some(Typed::About(rest.to_string())),
        "save" => return Some(Typed::Save((!rest.is_empty()).then(|| PathBuf::from(rest)))),
        "log" => Typed::Log,
        "table" => Typed::Table,
        "quit" | "exit" => Typed::Quit,
        _ => return None,
    };
    rest.is_empty().then_some(typed)
}

fn picks(line: &str, choices: &Choices) -> Result<Vec<u32>, String> {
    if choices.min == 1 && choices.max == 1 {
        if line.is_empty() {
            return Err("choose one; `?` for help".into());
        }
        return Ok(vec![one(line, choices)?]);
    }
    let mut picks = Vec::new();
    // A whole line may be one name with spaces in it.
    match one(line, choices) {
        Ok(pick) => picks.push(pick),
        Err(_) if choices.min == 0 && matches!(line, "" | "-" | "none") => {}
        Err(_) => {
            for word in words(line) {
                let pick = one(word, choices)?;
                if picks.contains(&pick) {
                    return Err(format!("`{word}` is chosen twice"));
                }
                picks.push(pick);
            }
        }
    }
    match (choices.min..=choices.max).contains(&picks.len()) {
        true => Ok(picks),
        false => Err(format!(
            "choose {}, not {}",
            amount(choices.min, choices.max),
            picks.len()
        )),
    }
}

/// Answers are set apart by commas or, where there are none, by spaces.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let comma = line.contains(',');
    let apart = move |c: char| if comma { c == ',' } else { c.is_whitespace() };
    line.split(apart).map(str::trim).filter(|word| !word.is_empty())
}

/// How many are to be chosen.
pub fn amount(min: usize, max: usize) -> String {
    match (min, max) {
        (min, max) if min == max => format!("{min}"),
        (0, max) => format!("up to {max}"),
        (min, max) => format!("{min} to {max}"),
    }
}

/// The option that a word means: by number, key, name, or the beginning of one of these if only one begins so.
fn one(word: &str, choices: &Choices) -> Result<u32, String> {
    let count = choices.keys.len();
    if !choices.numbers
        && let Ok(number) = word.parse::<usize>()
    {
        return match number {
            1.. if number <= count => Ok(number as u32 - 1),
            _ => Err(format!("there is no option {number}; they are 1 to {count}")),
        };
    }
    if let Some(pick) = choices.keys.iter().position(|key| key == word) {
        return Ok(pick as u32);
    }
    if choices.numbers {
        return Err(format!("`{word}` is no number that can be chosen"));
    }
    let lower = word.to_lowercase();
    let named = |test: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..count)
            .filter(|&pick| test(&choices.keys[pick].to_lowercase()) || test(&choices.labels[pick].to_lowercase()))
            .collect()
    };
    let ways = [
        named(&|name| name == lower),
        named(&|name| name.starts_with(&lower)),
        named(&|name| name.contains(&lower)),
    ];
    for found in ways {
        match found.as_slice() {
            [pick] => return Ok(*pick as u32),
            [] => {}
            several => {
                let names: Vec<String> = several.iter().map(|&pick| named_with_number(choices, pick)).collect();
                return Err(format!("`{word}` could be {}", names.join(" or ")));
            }
        }
    }
    let known = choices.keys.iter().map(String::as_str);
    match houserule_engine::package::nearest(word, known) {
        Some(near) => Err(format!("there is no option `{word}`; did you mean `{near}`?")),
        None => Err(format!("there is no option `{word}`; `?` for help")),
    }
}

/// `3 Pawn (Player 2)`: an option as it is listed.
fn named_with_number(choices: &Choices, pick: usize) -> String {
    let (key, label) = (&choices.keys[pick], &choices.labels[pick]);
    format!("{} {}", pick + 1, if label.is_empty() { key } else { label })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(keys: &[&str], min: usize, max: usize) -> Choices {
        Choices {
            keys: keys.iter().map(|key| key.to_string()).collect(),
            labels: keys.iter().map(|key| format!("The {key}")).collect(),
            min,
            max,
            numbers: keys.iter().all(|key| key.parse::<i32>().is_ok()),
        }
    }

    #[test]
    fn one_option_is_named_in_many_ways() {
        let fruit = choices(&["apple", "apricot", "pear", "log"], 1, 1);
        for (line, pick) in [
            ("1", 0),
            (" 3 ", 2),
            ("pear", 2),
            ("PE", 2),
            ("the apricot", 1),
            ("rico", 1),
            ("log", 3),
        ] {
            assert_eq!(read(line, &fruit), Typed::Picks(vec![pick]), "{line}");
        }
        for (line, why) in [
            ("", "choose one; `?` for help"),
            ("0", "there is no option 0; they are 1 to 4"),
            ("5", "there is no option 5; they are 1 to 4"),
            ("ap", "`ap` could be 1 The apple or 2 The apricot"),
            ("paer", "there is no option `paer`; did you mean `pear`?"),
            ("1 2", "there is no option `1 2`; `?` for help"),
        ] {
            assert_eq!(read(line, &fruit), Typed::Wrong(why.into()), "{line}");
        }
    }

    #[test]
    fn several_options_are_set_apart_by_commas_or_spaces() {
        let fruit = choices(&["apple", "pear", "plum"], 0, 2);
        for (line, picks) in [
            ("1 3", vec![0, 2]),
            ("plum, 1", vec![2, 0]),
            ("the pear", vec![1]),
            ("none", vec![]),
        ] {
            assert_eq!(read(line, &fruit), Typed::Picks(picks), "{line}");
        }
        for (line, why) in [
            ("1 2 3", "choose up to 2, not 3"),
            ("1,apple", "`apple` is chosen twice"),
        ] {
            assert_eq!(read(line, &fruit), Typed::Wrong(why.into()), "{line}");
        }
    }

    #[test]
    fn numbers_stand_for_themselves() {
        let numbers = choices(&["0", "2", "5"], 1, 1);
        assert_eq!(read("2", &numbers), Typed::Picks(vec![1]));
        assert_eq!(
            read("1", &numbers),
            Typed::Wrong("`1` is no number that can be chosen".into())
        );
    }

    #[test]
    fn words_that_are_no_answer_are_known() {
        let fruit = choices(&["apple", "save"], 1, 1);
        for (line, typed) in [
            ("?", Typed::Help),
            ("? red joker", Typed::About("red joker".into())),
            ("undo", Typed::Undo { even_after_news: false }),
            ("undo!", Typed::Undo { even_after_news: true }),
            ("save my game.play", Typed::Save(Some("my game.play".into()))),
            ("save", Typed::Picks(vec![1])),
            ("/save", Typed::Save(None)),
            ("quit", Typed::Quit),
        ] {
            assert_eq!(read(line, &fruit), typed, "{line}");
        }
    }
}
