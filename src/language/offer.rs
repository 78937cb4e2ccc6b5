//! Something that a completion offers.

use qbcoach_engine::rules::TileId;

use super::lsp::{Markup, item_kind};

/// Something that may be written.
pub(crate) struct Offer {
    pub text: String,
    pub kind: u8,
    pub detail: Option<String>,
    pub documentation: Option<Markup>,
    /// Lower ones are shown first.
    pub order: usize,
    pub filter: Option<String>,
}

impl Offer {
    pub(crate) fn new(text: impl Into<String>, kind: u8) -> Offer {
        Offer {
            text: text.into(),
            kind,
            detail: None,
            documentation: None,
            order: 0,
            filter: None,
        }
    }

    pub(crate) fn word(text: &str, detail: &str) -> Offer {
        Offer {
            detail: Some(detail.to_owned()),
            ..Offer::new(text, item_kind::KEYWORD)
        }
    }
}

/// Every tile of the board.
pub(crate) fn all_tiles() -> Vec<Offer> {
    let tiles = TileId::all();
    tiles
        .map(|tile| Offer::new(tile.to_string(), item_kind::ENUM_MEMBER))
        .collect()
}

/// What a tile without a card may be corrected to.
pub(crate) fn tile_states() -> Vec<Offer> {
    let states = [".", "y1", "y2", "y3", "e1", "e2", "e3"];
    states
        .map(|state| Offer::new(state, item_kind::VALUE))
        .into()
}
