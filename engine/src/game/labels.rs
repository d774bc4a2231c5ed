//! Keys and labels. A key is stable and for programs and playthroughs; a label is
//! for people, in their language.

use rustc_hash::FxHashMap;

use super::{Component, Game, Holder, Item, SeatId, SpaceId, Thing, Words, ZoneId};
use crate::package::manifest::ZoneKind;
use crate::table::{Payments, State};

impl Game {
    /// The keys of the options of a seat, each different from all others. A piece the seat does not know is named by
    /// its back.
    pub fn option_keys(
        &self,
        state: &State,
        words: &Words,
        seat: SeatId,
        options: &[Item],
        payments: &Payments,
    ) -> Vec<String> {
        let key = |&item: &Item| match item.thing() {
            Thing::Piece(piece) if !state.knows(seat, piece) => self.back_name(piece).replace(' ', "-"),
            _ => self.key(words, item, payments),
        };
        let mut keys: Vec<String> = options.iter().map(key).collect();
        // Pieces of one component are told apart by where they lie, then by their face, then by number.
        for detail in [Detail::Owner, Detail::Place, Detail::Face, Detail::Number] {
            let mut times: FxHashMap<&str, u32> = FxHashMap::default();
            for key in &keys {
                *times.entry(key).or_default() += 1;
            }
            let repeated: Vec<bool> = keys.iter().map(|key| times[key.as_str()] > 1).collect();
            if !repeated.contains(&true) {
                break;
            }
            for (index, &item) in options.iter().enumerate() {
                if repeated[index] {
                    keys[index] += &self.detail(state, item, detail, index);
                }
            }
        }
        keys
    }

    fn detail(&self, state: &State, item: Item, detail: Detail, index: usize) -> String {
        match (item.thing(), detail) {
            (_, Detail::Number) => format!("#{}", index + 1),
            (Thing::Piece(piece), Detail::Owner) => match self.piece(piece).owner {
                Some(seat) => format!("*{}", self.seats[seat.index()].id),
                None => String::new(),
            },
            (Thing::Piece(piece), Detail::Place) => {
                format!("@{}", self.space_key(state.piece(piece).space))
            }
            (Thing::Piece(piece), Detail::Face) => format!("={}", state.piece(piece).face),
            _ => String::new(),
        }
    }

    fn key(&self, words: &Words, item: Item, payments: &Payments) -> String {
        match item.thing() {
            Thing::Nothing => "none".into(),
            Thing::Piece(piece) => self.component_of(piece).id.clone(),
            Thing::Space(space) => self.space_key(space),
            Thing::Zone(zone) => self.zone_key(zone),
            Thing::Seat(seat) => self.seats[seat.index()].id.clone(),
            Thing::Token(token) => self.tokens[token.index()].id.clone(),
            Thing::Number(n) => n.to_string(),
            Thing::Word(word) => words.text(word).to_string(),
            Thing::Payment(way) => payments.key(way as usize),
            Thing::Yes => "yes".into(),
            Thing::No => "no".into(),
            Thing::Effect(_) | Thing::List(_) => String::new(),
        }
    }

    pub fn zone_key(&self, zone: ZoneId) -> String {
        let id = &self.family_of(zone).id;
        match self.zone(zone).holder {
            Holder::Table => id.clone(),
            Holder::Seat(seat) => format!("{}.{id}", self.seats[seat.index()].id),
            Holder::Piece(piece) => format!("{}.{id}", self.component_of(piece).id),
        }
    }

    /// `b2` on a grid, `path.3` on others, and the zone itself where it has only one space.
    pub fn space_key(&self, space: SpaceId) -> String {
        let facts = &self.spaces[space.index()];
        let zone = self.zone(facts.zone);
        match zone.kind {
            _ if zone.spaces == 1 => self.zone_key(facts.zone),
            ZoneKind::Grid => {
                let width = zone.width.max(1);
                let column = (b'a' + (facts.index % width).min(25) as u8) as char;
                format!("{column}{}", facts.index / width + 1)
            }
            ZoneKind::Track => format!("{}.{}", self.zone_key(facts.zone), facts.index),
            _ => format!("{}.{}", self.zone_key(facts.zone), facts.index + 1),
        }
    }

    /// The text of a thing in a language; in the game's own, and then its id, if there is none.
    pub fn text(&self, lang: &str, section: &str, id: &str) -> Option<&str> {
        let key = format!("{section}.{id}");
        [lang, &self.language]
            .into_iter()
            .find_map(|lang| self.texts.get(lang)?.get(&key))
            .map(String::as_str)
    }

    /// The label of a thing; its id made readable if there is no text for it.
    pub fn label(&self, lang: &str, section: &str, id: &str) -> String {
        self.text(lang, section, id).map_or_else(|| readable(id), String::from)
    }

    pub fn seat_label(&self, lang: &str, seat: SeatId) -> String {
        let facts = &self.seats[seat.index()];
        match self.text(lang, "seat", &facts.id) {
            Some(text) => text.to_string(),
            None if facts.automatic => readable(&facts.id),
            None => {
                let player = self.text(lang, "seat", "player").unwrap_or("Player");
                format!("{player} {}", facts.id)
            }
        }
    }

    pub fn zone_label(&self, lang: &str, zone: ZoneId) -> String {
        let label = self.label(lang, "zone", &self.family_of(zone).id);
        match self.zone(zone).holder {
            Holder::Table => label,
            Holder::Seat(seat) => format!("{}: {label}", self.seat_label(lang, seat)),
            Holder::Piece(piece) => format!("{}: {label}", self.item_label(lang, &self.words, piece.into())),
        }
    }

    pub fn space_label(&self, lang: &str, space: SpaceId) -> String {
        let facts = &self.spaces[space.index()];
        let zone = self.zone(facts.zone);
        match zone.kind {
            _ if facts.zone == super::BOX_ZONE => self.label(lang, "zone", "box"),
            _ if zone.spaces == 1 => self.zone_label(lang, facts.zone),
            ZoneKind::Grid => self.space_key(space),
            ZoneKind::Track => format!("{} {}", self.zone_label(lang, facts.zone), facts.index),
            _ => format!("{} {}", self.zone_label(lang, facts.zone), facts.index + 1),
        }
    }

    /// What people call a component.
    pub fn component_label(&self, lang: &str, component: &Component) -> String {
        self.label(lang, &self.kinds[component.kind.index()].id, &component.id)
    }

    /// What a component does, in a line.
    pub fn about(&self, lang: &str, component: &Component) -> Option<&str> {
        self.detail_text(lang, component, "about")
    }

    /// A component in as few characters as can be, for pictures.
    pub fn short(&self, lang: &str, component: &Component) -> Option<&str> {
        self.detail_text(lang, component, "short")
    }

    /// What stands behind the row of a component in a picture, as a legend to it.
    pub fn legend(&self, lang: &str, component: &Component) -> Option<&str> {
        self.detail_text(lang, component, "legend")
    }

    fn detail_text(&self, lang: &str, component: &Component, detail: &str) -> Option<&str> {
        let kind = &self.kinds[component.kind.index()].id;
        self.text(lang, kind, &format!("{}/{detail}", component.id))
    }

    /// What people call a word that is an option, or the key of a way to pay.
    pub fn word_label(&self, lang: &str, id: &str) -> String {
        let label = |id: &str| self.label(lang, "prompt", id);
        match paid(id) {
            Some(coins) => {
                let parts = coins.iter().map(|&(count, coin)| match count {
                    "1" => label(coin),
                    _ => format!("{count} × {}", label(coin)),
                });
                parts.collect::<Vec<_>>().join(" + ")
            }
            None => label(id),
        }
    }

    /// What people call a thing.
    pub fn item_label(&self, lang: &str, words: &Words, item: Item) -> String {
        match item.thing() {
            Thing::Nothing => self.text(lang, "prompt", "none").unwrap_or("none").to_string(),
            Thing::Piece(piece) => self.component_label(lang, self.component_of(piece)),
            Thing::Space(space) => self.space_label(lang, space),
            Thing::Zone(zone) => self.zone_label(lang, zone),
            Thing::Seat(seat) => self.seat_label(lang, seat),
            Thing::Token(token) => self.label(lang, "token", &self.tokens[token.index()].id),
            Thing::Number(n) => n.to_string(),
            Thing::Word(word) => self.word_label(lang, words.text(word)),
            Thing::Payment(way) => format!("#{way}"),
            Thing::Yes => self.text(lang, "prompt", "yes").unwrap_or("yes").to_string(),
            Thing::No => self.text(lang, "prompt", "no").unwrap_or("no").to_string(),
            Thing::Effect(_) | Thing::List(_) => String::new(),
        }
    }
}

/// `2*penny+1*pound` → `[("2", "penny"), ("1", "pound")]`: what a way to pay consists of.
fn paid(key: &str) -> Option<Vec<(&str, &str)>> {
    key.split('+').map(|part| part.split_once('*')).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    Owner,
    Place,
    Face,
    Number,
}

/// `old-town` → `Old town`
pub fn readable(id: &str) -> String {
    let spaced = id.replace(['-', '_'], " ");
    let mut letters = spaced.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => spaced,
    }
}
