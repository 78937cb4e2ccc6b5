//! The edge to the outside: what rules and matches look like on the wire.

pub mod to_wire;
