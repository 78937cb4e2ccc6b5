//! Boards as text: one line for programs and people, a drawing for people.

mod drawing;
mod event_text;
mod position_text;
mod setting_text;

pub use drawing::{draw, draw_values};
pub use event_text::event_text;
pub use position_text::{
    PositionError, PositionTextError, parse_tile, position_text, read_position, tile_text,
};
pub use setting_text::{SettingError, read_setting, setting_text};
