//! What is on the table: seats, tokens, pieces and variables, and the words for
//! them. Zones are in `zones`.

use super::{Linker, Written};
use crate::game::{
    Component, ComponentId, Fact, FamilyId, Game, Holders, Kind, KindId, Meaning, PieceFacts, PieceId, Property, Seat,
    SeatId, TokenId, TokenType, Var, VarId, Word,
};
use crate::package::manifest::{Manifest, NumberOrExpr, Per, Scalar, Source, Symbols, VarDecl, VarType, Visible};
use crate::package::{Node, Place, Problem};
use crate::rules::{Lowerer, Scope, Type};
use crate::script::api;
use crate::table::State;

/// Most pieces, spaces and seats a game may have.
pub(super) const MOST: usize = 60_000;
/// Most tokens of a type that there may be in the box.
const MOST_TOKENS: u32 = 1_000_000;

impl Linker<'_> {
    pub(super) fn lay_tables(&mut self, game: &mut Game, manifest: &Manifest, written: &[Written]) {
        self.seats(game, manifest);
        for id in self.order("token") {
            let decl = &manifest.token[&id];
            if decl.count.is_some_and(|count| count > MOST_TOKENS) {
                let place = self.place(&["token", &id, "count"]);
                self.problem(
                    Problem::new("there are at most 1,000,000 tokens of a type")
                        .at(place)
                        .help("without a `count` there are as many as are needed"),
                );
            }
            game.tokens.push(TokenType {
                id: id.clone(),
                count: decl.count,
                symbol: decl.symbol.clone(),
            });
        }
        if game.tokens.len() > 250 {
            let place = self.place(&["token"]);
            self.problem(Problem::new("more than 250 token types").at(place));
            game.tokens.truncate(250);
        }
        self.kinds(game, manifest, written);
        self.families(game, manifest);
        self.vars(game, manifest);
        self.words(game);
        self.initial(game, manifest);
    }

    fn seats(&mut self, game: &mut Game, manifest: &Manifest) {
        let teams = manifest.game.teams.get(&game.players.to_string());
        for number in 1..=game.players.min(12) {
            let team = teams.and_then(|teams| teams.iter().position(|team| team.contains(&number)));
            game.seats.push(Seat {
                id: number.to_string(),
                automatic: false,
                can_win: true,
                team: team.map_or(number as u8, |team| 100 + team as u8),
            });
        }
        for id in self.order("seat") {
            let decl = &manifest.seat[&id];
            if game.seats.len() >= 14 {
                let place = self.place(&["seat", &id]);
                self.problem(Problem::new("more than 14 seats").at(place));
                break;
            }
            game.seats.push(Seat {
                team: 50 + game.seats.len() as u8,
                id,
                automatic: true,
                can_win: decl.can_win,
            });
        }
    }

    fn kinds(&mut self, game: &mut Game, manifest: &Manifest, written: &[Written]) {
        for id in self.order("piece") {
            let decl = &manifest.piece[&id];
            if decl.faces.is_some_and(|faces| !(1..=255).contains(&faces)) {
                let place = self.place(&["piece", &id, "faces"]);
                self.problem(Problem::new("a die has 1 to 255 faces").at(place));
            }
            if let Some(back) = &decl.back
                && !decl.fields.contains_key(back)
            {
                let place = self.place(&["piece", &id, "back"]);
                self.unknown("field", back, &place, decl.fields.keys().map(String::as_str));
            }
            game.kinds.push(Kind {
                id: id.clone(),
                faces: decl.faces,
                back: decl.back.clone(),
                fields: decl.fields.keys().cloned().collect(),
                side: None,
                pieces: Vec::new(),
                families: Vec::new(),
            });
        }
        if game.kinds.len() > 250 {
            let place = self.place(&["piece"]);
            self.problem(Problem::new("more than 250 kinds of pieces").at(place));
            return;
        }
        let mut fit = true;
        for index in 0..game.kinds.len() {
            let kind = KindId(index as u8);
            let name = game.kinds[index].id.clone();
            for component in written.iter().filter(|component| component.kind == name) {
                fit &= self.component(game, kind, component);
            }
        }
        if !fit {
            self.too_many(written);
        }
    }

    /// Lays the pieces of a component on the table; false if there are too many.
    fn component(&mut self, game: &mut Game, kind: KindId, written: &Written) -> bool {
        let decl = &written.decl;
        let id = ComponentId(game.components.len() as u16);
        let owners: Vec<Option<SeatId>> = match decl.per {
            Some(Per::Seat) => (0..game.seats.len() as u8).map(|seat| Some(SeatId(seat))).collect(),
            None => vec![None],
        };
        let count = decl.count as usize * owners.len();
        if game.pieces.len() + count > MOST {
            return false;
        }
        self.check_source(&decl.id, written.node);
        game.has_copies |= decl.count > 1;
        game.components.push(Component {
            id: decl.id.clone(),
            kind,
            count: decl.count,
            symbol: match &decl.symbol {
                None => Vec::new(),
                Some(Symbols::Same(symbol)) => vec![symbol.clone()],
                Some(Symbols::BySeat(symbols)) => symbols.clone(),
            },
            color: decl.color,
            fields: Vec::new(),
            source: match &decl.source {
                None => Default::default(),
                Some(Source::All(source)) => [(String::new(), source.clone())].into(),
                Some(Source::Fields(fields)) => fields.clone(),
            },
        });
        for owner in owners {
            for _ in 0..decl.count {
                let piece = PieceId(game.pieces.len() as u16);
                game.sides.push(owner.map_or(256 + id.0, |owner| owner.0.into()));
                game.kinds[kind.index()].pieces.push(piece);
                game.pieces.push(PieceFacts {
                    component: id,
                    kind,
                    owner,
                    back: u16::from(kind.0),
                    zones: Vec::new(),
                });
            }
        }
        true
    }

    /// There are too many pieces, and the components of which there are most are the ones to look at.
    fn too_many(&mut self, all: &[Written]) {
        let Some(most) = all.iter().max_by_key(|written| written.decl.count) else {
            return;
        };
        let place = Self::component_place(most.node, "count");
        let problem = Problem::new("a game has at most 60,000 pieces in all").at(place);
        self.problem(problem.help(format!("of `{}` there are most", most.decl.id)));
    }

    pub(super) fn holders(&mut self, game: &Game, on: &str, path: &[&str]) -> Option<Holders> {
        match on {
            "table" => Some(Holders::Table),
            "seat" => Some(Holders::Seats),
            kind => match game.kind_named(kind) {
                Some(kind) => Some(Holders::Pieces(kind)),
                None => {
                    let place = self.place(path);
                    let known: Vec<String> = game.kinds.iter().map(|kind| kind.id.clone()).collect();
                    let known = ["table", "seat"].into_iter().chain(known.iter().map(String::as_str));
                    self.unknown("holder", on, &place, known);
                    None
                }
            },
        }
    }

    /// A number that may be an expression over rules, options and players.
    pub(super) fn number(&mut self, game: &Game, number: &NumberOrExpr, place: &Place) -> i64 {
        match number {
            NumberOrExpr::Int(n) => *n,
            NumberOrExpr::Expr(text) => {
                let code = Lowerer::new(game, &mut self.problems, place.file).expression(text, place, &[], Type::Int);
                let scope = Scope {
                    game,
                    state: &game.initial,
                    locals: &[],
                };
                match code.map(|code| code.int(&scope)) {
                    Some(Ok(n)) => n,
                    Some(Err(error)) => {
                        self.problem(Problem::new(error.message).at(error.place));
                        1
                    }
                    None => 1,
                }
            }
        }
    }

    fn vars(&mut self, game: &mut Game, manifest: &Manifest) {
        for id in self.order("var") {
            let decl = &manifest.var[&id];
            let Some(on) = self.holders(game, &decl.on, &["var", &id, "on"]) else {
                continue;
            };
            let slots = match on {
                Holders::Table => 1,
                Holders::Seats => game.seats.len(),
                Holders::Pieces(kind) => game.kinds[kind.index()].pieces.len(),
            };
            let default = self.var_default(game, &id, decl);
            if decl.side {
                self.side(game, &id, decl, on);
            }
            game.vars.push(Var {
                id,
                kind: decl.kind,
                on,
                default,
                reset: decl.reset,
                visible: decl.visible,
                told: decl.told,
                first_slot: game.var_slots,
                slots,
            });
            game.var_slots += slots;
            if let Some(reset) = decl.reset {
                game.resets[reset as usize] = true;
            }
        }
    }

    /// A variable that says for whom a piece works.
    fn side(&mut self, game: &mut Game, id: &str, decl: &VarDecl, on: Holders) {
        match on {
            Holders::Pieces(kind) if decl.kind == VarType::Seat && decl.visible == Visible::All => {
                game.kinds[kind.index()].side = Some(VarId(game.vars.len() as u16));
            }
            _ => {
                let place = self.place(&["var", id, "side"]);
                let message = "a side is a variable of type `seat` on a kind of piece, which all may see";
                self.problem(Problem::new(message).at(place));
            }
        }
    }

    fn var_default(&mut self, game: &Game, id: &str, decl: &VarDecl) -> i32 {
        let found = match (&decl.default, decl.kind) {
            (None, _) => Some(0),
            (Some(Scalar::Int(n)), VarType::Int) => i32::try_from(*n).ok(),
            (Some(Scalar::Bool(b)), VarType::Bool) => Some((*b).into()),
            (Some(Scalar::Int(n)), VarType::Seat) if (1..=game.seats.len() as i64).contains(n) => {
                Some(crate::game::Item::from(SeatId(*n as u8 - 1)).bits() as i32)
            }
            (Some(Scalar::Text(text)), VarType::Token) => game
                .tokens
                .iter()
                .position(|token| token.id == *text)
                .map(|token| crate::game::Item::from(TokenId(token as u8)).bits() as i32),
            _ => None,
        };
        found.unwrap_or_else(|| {
            let place = self.place(&["var", id, "default"]);
            self.problem(Problem::new("the default does not fit the type of the variable").at(place));
            0
        })
    }

    /// Numbers for all words, and what they mean.
    fn words(&mut self, game: &mut Game) {
        let mut meanings: Vec<Meaning> = Vec::new();
        let words = &mut game.words;
        let mut mean = |text: &str, set: &mut dyn FnMut(&mut Meaning)| {
            for name in [text.to_string(), text.replace('-', "_")] {
                let Some(Word(number)) = words.intern(&name) else {
                    return;
                };
                if meanings.len() <= number as usize {
                    meanings.resize_with(number as usize + 1, Meaning::default);
                }
                set(&mut meanings[number as usize]);
                if !text.contains('-') {
                    break;
                }
            }
        };
        for (index, token) in game.tokens.iter().enumerate() {
            mean(&token.id, &mut |meaning| meaning.token = Some(TokenId(index as u8)));
        }
        for (index, kind) in game.kinds.iter().enumerate() {
            mean(&kind.id, &mut |meaning| meaning.kind = Some(KindId(index as u8)));
        }
        for native in api::NATIVES {
            mean(native.name, &mut |_| {});
        }
        for (name, property) in Property::ALL {
            mean(name, &mut |meaning| meaning.property = Some(property));
        }
        for (index, var) in game.vars.iter().enumerate() {
            let id = VarId(index as u16);
            mean(&var.id, &mut |meaning| match var.on {
                Holders::Table => meaning.table_var = Some(id),
                Holders::Seats => meaning.seat_var = Some(id),
                Holders::Pieces(kind) => meaning.piece_vars.push((kind, id)),
            });
        }
        for (index, family) in game.families.iter().enumerate() {
            mean(&family.id, &mut |meaning| meaning.families.push(FamilyId(index as u16)));
        }
        for component in &game.components {
            mean(&component.id, &mut |_| {});
        }
        for seat in &game.seats {
            mean(&seat.id, &mut |_| {});
        }
        game.meanings = meanings;
        self.names_apart(game);
    }

    /// Names that scripts would confuse with one another.
    fn names_apart(&mut self, game: &Game) {
        let globals = api::NATIVES
            .iter()
            .filter(|native| native.on == api::Receiver::Global)
            .map(|native| native.name)
            .chain(api::GLOBALS.iter().map(|&(name, _)| name))
            .chain(api::LIBRARY.iter().copied())
            .chain(api::LIBRARY_TABLES.iter().map(|&(name, _)| name));
        let globals: Vec<&str> = globals.collect();
        let fields: Vec<&str> = api::FIELDS.iter().map(|field| field.name).collect();
        let methods = |on: api::Receiver| {
            let natives = api::NATIVES.iter().filter(move |native| native.on == on);
            natives.map(|native| native.name)
        };
        for family in game.families.iter().skip(1) {
            let name = family.id.replace('-', "_");
            let taken = match family.on {
                Holders::Table => globals.contains(&name.as_str()),
                Holders::Seats => fields.contains(&name.as_str()) || methods(api::Receiver::Seat).any(|n| n == name),
                Holders::Pieces(_) => fields.contains(&name.as_str()),
            };
            if taken {
                let place = self.place(&["zone", &family.id]);
                self.problem(Problem::new(format!("`{name}` already means something in scripts")).at(place));
            }
        }
        for var in &game.vars {
            if fields.contains(&var.id.as_str()) {
                let place = self.place(&["var", &var.id]);
                self.problem(Problem::new(format!("`{}` already means something in scripts", var.id)).at(place));
            }
            let zone = game
                .families
                .iter()
                .any(|family| family.id == var.id && family.on == var.on);
            if zone {
                let place = self.place(&["var", &var.id]);
                self.problem(Problem::new(format!("`{}` is the name of a zone too", var.id)).at(place));
            }
        }
        for kind in &game.kinds {
            for field in &kind.fields {
                if fields.contains(&field.as_str()) {
                    let place = self.place(&["piece", &kind.id, "fields", field]);
                    self.problem(Problem::new(format!("`{field}` already means something in scripts")).at(place));
                }
            }
        }
    }

    /// The table before setup.
    fn initial(&mut self, game: &mut Game, manifest: &Manifest) {
        let rows = game.token_rows * game.tokens.len();
        let mut state = State::empty(game.pieces.len(), game.spaces.len(), rows, game.var_slots);
        for (index, token) in game.tokens.iter().enumerate() {
            let count = manifest.token.get(&token.id).and_then(|decl| decl.count).unwrap_or(0);
            state.add_tokens(game, crate::game::BOX_SPACE, TokenId(index as u8), count as i32);
        }
        for var in &game.vars {
            for slot in var.first_slot..var.first_slot + var.slots {
                state.set_var(slot, var.default);
            }
        }
        game.initial = state;
    }

    /// Backs: a number for each combination of kind and the field that tells backs apart.
    pub(super) fn backs(&mut self, game: &mut Game) {
        let mut known: Vec<(KindId, Option<Fact>)> = Vec::new();
        for index in 0..game.pieces.len() {
            let piece = PieceId(index as u16);
            let component = game.component_of(piece);
            let field = game.kinds[component.kind.index()].back.as_ref();
            let fact = field.and_then(|field| Game::fact(&component.fields, field)).cloned();
            let back = (component.kind, fact);
            let number = known.iter().position(|other| *other == back).unwrap_or_else(|| {
                known.push(back.clone());
                known.len() - 1
            });
            game.pieces[index].back = number as u16;
        }
    }

    /// The place of a key of a component.
    pub(super) fn component_place(node: &Node, key: &str) -> Place {
        node.get(key)
            .map_or_else(|| node.place.clone(), |node| node.place.clone())
    }
}
