//! Ids of the things on a table, and [`Item`], which is any one of them in four
//! bytes. All are plain numbers into the lists of a [`Game`](super::Game).

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl $name {
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// One physical thing.
    PieceId(u16)
);
id!(
    /// One place that holds pieces and tokens; a zone has one or more.
    SpaceId(u16)
);
id!(
    /// A zone of the table, of a seat or of a piece.
    ZoneId(u16)
);
id!(
    /// A zone as declared: the zones of one id on all seats, or on all pieces of a kind.
    FamilyId(u16)
);
id!(
    /// A seat, counted from 0.
    SeatId(u8)
);
id!(
    /// A token type.
    TokenId(u8)
);
id!(
    /// A kind of piece.
    KindId(u8)
);
id!(
    /// An entry of a component list.
    ComponentId(u16)
);
id!(
    /// A declared variable; each holder has a slot of its own.
    VarId(u16)
);
id!(
    /// A word that scripts and data share; see [`Words`](super::Words).
    Word(u16)
);

/// The zone that holds whatever is not in play.
pub const BOX_ZONE: ZoneId = ZoneId(0);
/// Its only space.
pub const BOX_SPACE: SpaceId = SpaceId(0);

/// Anything a script can name, choose or hold in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(u32);

/// An [`Item`] taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Thing {
    Nothing,
    Piece(PieceId),
    Space(SpaceId),
    Zone(ZoneId),
    Seat(SeatId),
    Token(TokenId),
    Number(i32),
    Word(Word),
    /// A way to pay, by its place in the list of ways of the question at hand.
    Payment(u16),
    Yes,
    No,
    /// An effect of a component or a hook, by its place among those of a virtual machine.
    Effect(u16),
    /// A list that never changes, by its number.
    List(u16),
}

impl Item {
    pub const NOTHING: Item = Item(0);
    const SHIFT: u32 = 28;
    const NUMBER_BIAS: i32 = 1 << 27;

    const fn tagged(tag: u32, payload: u32) -> Item {
        Item(tag << Self::SHIFT | payload)
    }

    /// Numbers are kept in 28 bits; what does not fit is cut to the nearest that does.
    pub fn number(n: i32) -> Item {
        let n = n.clamp(-Self::NUMBER_BIAS, Self::NUMBER_BIAS - 1);
        Item::tagged(6, (n + Self::NUMBER_BIAS) as u32)
    }

    #[inline]
    pub fn thing(self) -> Thing {
        let payload = self.0 & ((1 << Self::SHIFT) - 1);
        match self.0 >> Self::SHIFT {
            1 => Thing::Piece(PieceId(payload as u16)),
            2 => Thing::Space(SpaceId(payload as u16)),
            3 => Thing::Zone(ZoneId(payload as u16)),
            4 => Thing::Seat(SeatId(payload as u8)),
            5 => Thing::Token(TokenId(payload as u8)),
            6 => Thing::Number(payload as i32 - Self::NUMBER_BIAS),
            7 => Thing::Word(Word(payload as u16)),
            8 => Thing::Payment(payload as u16),
            9 => Thing::Yes,
            10 => Thing::No,
            11 => Thing::Effect(payload as u16),
            12 => Thing::List(payload as u16),
            _ => Thing::Nothing,
        }
    }

    /// The raw form, for handles of scripts.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Item::bits`].
    #[inline]
    pub fn from_bits(bits: u32) -> Item {
        Item(bits)
    }
}

impl From<Thing> for Item {
    fn from(thing: Thing) -> Item {
        match thing {
            Thing::Nothing => Item::NOTHING,
            Thing::Piece(id) => id.into(),
            Thing::Space(id) => id.into(),
            Thing::Zone(id) => id.into(),
            Thing::Seat(id) => id.into(),
            Thing::Token(id) => id.into(),
            Thing::Number(n) => Item::number(n),
            Thing::Word(id) => id.into(),
            Thing::Payment(n) => Item::tagged(8, n.into()),
            Thing::Yes => Item::tagged(9, 0),
            Thing::No => Item::tagged(10, 0),
            Thing::Effect(n) => Item::tagged(11, n.into()),
            Thing::List(n) => Item::tagged(12, n.into()),
        }
    }
}

macro_rules! into_item {
    ($($id:ident = $tag:literal),*) => {$(
        impl From<$id> for Item {
            #[inline]
            fn from(id: $id) -> Item {
                Item::tagged($tag, id.0.into())
            }
        }
    )*};
}

into_item!(PieceId = 1, SpaceId = 2, ZoneId = 3, SeatId = 4, TokenId = 5, Word = 7);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_gives_back_the_thing_it_was_made_of() {
        for thing in [
            Thing::Nothing,
            Thing::Piece(PieceId(65_535)),
            Thing::Space(SpaceId(0)),
            Thing::Zone(ZoneId(7)),
            Thing::Seat(SeatId(255)),
            Thing::Token(TokenId(3)),
            Thing::Number(-5),
            Thing::Number(1_000_000),
            Thing::Word(Word(12)),
            Thing::Payment(9),
            Thing::Yes,
            Thing::No,
            Thing::Effect(3),
            Thing::List(4),
        ] {
            assert_eq!(Item::from(thing).thing(), thing);
        }
    }
}
