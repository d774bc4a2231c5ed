//! Zones: the families of them, their spaces, and where they are refilled from.

use std::collections::BTreeSet;

use super::Linker;
use super::layout::MOST;
use crate::game::{Family, FamilyId, Game, Holder, Holders, SeatId, Space, SpaceId, Zone, ZoneId};
use crate::package::Problem;
use crate::package::manifest::{Carriers, Manifest, Show, Visible, ZoneDecl, ZoneKind};

impl Linker<'_> {
    pub(super) fn families(&mut self, game: &mut Game, manifest: &Manifest) {
        let the_box = ZoneDecl {
            kind: ZoneKind::Pool,
            on: Carriers::default(),
            tokens: true,
            size: None,
            width: None,
            height: None,
            capacity: None,
            visible: Visible::All,
            refill: None,
            symbol: None,
            show: Show::Nothing,
            columns: None,
            source: None,
        };
        self.family(game, "box", "table", &the_box);
        for id in self.order("zone") {
            if id == "box" {
                let place = self.place(&["zone", "box"]);
                self.problem(Problem::new("`box` is the zone that every game has").at(place));
                continue;
            }
            let decl = &manifest.zone[&id];
            self.check_columns(manifest, &id, decl);
            for on in decl.on.all() {
                self.family(game, &id, on, decl);
            }
        }
        self.refills(game, manifest);
    }

    /// The zones of one name that all things of one kind carry.
    fn family(&mut self, game: &mut Game, id: &str, on: &str, decl: &ZoneDecl) {
        let Some(on) = self.holders(game, on, &["zone", id, "on"]) else {
            return;
        };
        if game.families.iter().any(|family| family.id == id && family.on == on) {
            let place = self.place(&["zone", id, "on"]);
            self.problem(Problem::new("it is listed twice what carries this zone").at(place));
            return;
        }
        let (spaces, width) = self.spaces_of(game, id, decl);
        let holders: Vec<Holder> = match on {
            Holders::Table => vec![Holder::Table],
            Holders::Seats => (0..game.seats.len() as u8)
                .map(|seat| Holder::Seat(SeatId(seat)))
                .collect(),
            Holders::Pieces(kind) => game.kinds[kind.index()]
                .pieces
                .iter()
                .map(|&piece| Holder::Piece(piece))
                .collect(),
        };
        if game.spaces.len() + holders.len() * spaces as usize > MOST {
            let place = self.place(&["zone", id, "size"]);
            self.problem(Problem::new("the zones have at most 60,000 spaces in all").at(place));
            return;
        }
        let family = FamilyId(game.families.len() as u16);
        let mut zones = Vec::new();
        for holder in holders {
            let zone = ZoneId(game.zones.len() as u16);
            zones.push(zone);
            if let Holder::Piece(piece) = holder {
                game.pieces[piece.index()].zones.push(zone);
            }
            game.zones.push(Zone {
                family,
                kind: decl.kind,
                visible: decl.visible,
                holder,
                first_space: SpaceId(game.spaces.len() as u16),
                spaces,
                width,
                capacity: decl.capacity,
                refill: None,
            });
            for index in 0..spaces {
                let token_row = decl.tokens.then_some(game.token_rows as u16);
                game.token_rows += usize::from(decl.tokens);
                game.spaces.push(Space {
                    zone,
                    family,
                    index,
                    token_row,
                });
            }
        }
        if let Holders::Pieces(kind) = on {
            game.kinds[kind.index()].families.push(family);
        }
        game.families.push(Family {
            id: id.to_string(),
            kind: decl.kind,
            on,
            visible: decl.visible,
            tokens: decl.tokens,
            capacity: decl.capacity,
            symbol: decl.symbol.clone(),
            show: decl.show,
            columns: decl.columns.clone(),
            zones,
        });
    }

    /// The field by which a zone is drawn in columns: some kind of piece must have it, as a number.
    fn check_columns(&mut self, manifest: &Manifest, id: &str, decl: &ZoneDecl) {
        let Some(field) = &decl.columns else { return };
        let fields = manifest.piece.values().flat_map(|kind| &kind.fields);
        let numbers: BTreeSet<&str> = fields
            .filter(|(_, kind)| matches!(kind.as_str(), "int" | "int?"))
            .map(|(name, _)| name.as_str())
            .collect();
        if !numbers.contains(field.as_str()) {
            let problem = Problem::new(format!("no kind of piece has a number `{field}`"));
            let problem = problem.at(self.place(&["zone", id, "columns"]));
            self.problem(problem.suggest(field, numbers.iter().copied()));
        }
    }

    /// Where the pieces of a zone come from when it is used up: a zone of the same holder, or of the table.
    fn refills(&mut self, game: &mut Game, manifest: &Manifest) {
        for id in self.order("zone") {
            let Some(source) = manifest.zone[&id].refill.as_deref() else {
                continue;
            };
            let place = self.place(&["zone", &id, "refill"]);
            let Some(family) = game.families.iter().position(|family| family.id == id) else {
                continue;
            };
            let family = &game.families[family];
            let fits = |other: &Family| other.on == Holders::Table || other.on == family.on;
            let known = game.families.iter().filter(|other| other.id != id && fits(other));
            let Some(from) = known.clone().find(|other| other.id == source) else {
                let known: Vec<String> = known.map(|other| other.id.clone()).collect();
                self.unknown("zone", source, &place, known.iter().map(String::as_str));
                continue;
            };
            let one_space = |zone: &ZoneId| game.zone(*zone).spaces == 1;
            if !from.zones.iter().chain(&family.zones).all(one_space) {
                self.problem(Problem::new("only zones with one space can be refilled, or refill others").at(place));
                continue;
            }
            let pairs = family.zones.clone().into_iter().enumerate();
            let pairs = pairs.map(|(index, zone)| (zone, from.zones[index.min(from.zones.len() - 1)]));
            for (zone, from) in pairs.collect::<Vec<_>>() {
                game.zones[zone.index()].refill = Some(game.zone(from).first_space);
            }
        }
    }

    /// How many spaces a zone has, and its width if it is a grid.
    fn spaces_of(&mut self, game: &Game, id: &str, decl: &ZoneDecl) -> (u16, u16) {
        match decl.kind {
            ZoneKind::Pool | ZoneKind::Stack | ZoneKind::Row => {
                if decl.size.is_some() || decl.width.is_some() || decl.height.is_some() {
                    let place = self.place(&["zone", id]);
                    self.problem(
                        Problem::new("this kind of zone has only one space")
                            .at(place)
                            .help("only a path and a track have a `size`, only a grid has `width` and `height`"),
                    );
                }
                (1, 1)
            }
            ZoneKind::Path | ZoneKind::Track => {
                let place = self.place(&["zone", id, "size"]);
                let size = match &decl.size {
                    Some(size) => self.number(game, size, &place),
                    None => {
                        let place = self.place(&["zone", id]);
                        self.problem(Problem::new("a path and a track need a `size`").at(place));
                        return (1, 1);
                    }
                };
                if !(1..=10_000).contains(&size) {
                    self.problem(Problem::new(format!("{size} spaces are not possible: 1 to 10,000 are")).at(place));
                    return (1, 1);
                }
                (size as u16, size as u16)
            }
            ZoneKind::Grid => match (decl.width, decl.height) {
                (Some(width), Some(height)) if width > 0 && height > 0 && width.saturating_mul(height) <= 10_000 => {
                    ((width * height) as u16, width as u16)
                }
                _ => {
                    let place = self.place(&["zone", id]);
                    self.problem(
                        Problem::new("a grid needs a `width` and a `height`, with 1 to 10,000 spaces in all").at(place),
                    );
                    (1, 1)
                }
            },
        }
    }
}
