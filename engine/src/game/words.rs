//! Every word of a game by number, so that a script's string is compared as an
//! integer.

use rustc_hash::FxHashMap;

use super::Word;

/// Words and their numbers. A game fills it while it is linked; a script may add
/// more words (prompts, options that are plain text) while it runs.
#[derive(Debug, Clone, Default)]
pub struct Words {
    texts: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, Word>,
}

impl Words {
    /// Scripts can make endless strings; past this many only known words have a number.
    const MOST: usize = 30_000;

    /// The number of a word, which is a new one if the word is.
    pub fn intern(&mut self, text: &str) -> Option<Word> {
        if let Some(word) = self.get(text) {
            return Some(word);
        }
        if self.texts.len() >= Self::MOST {
            return None;
        }
        let word = Word(self.texts.len() as u16);
        self.texts.push(text.into());
        self.numbers.insert(text.into(), word);
        Some(word)
    }

    pub fn get(&self, text: &str) -> Option<Word> {
        self.numbers.get(text).copied()
    }

    pub fn text(&self, word: Word) -> &str {
        self.texts.get(word.index()).map_or("", |text| text)
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}
