//! Every card with an ability, on drawn boards, expectations worked out by hand
//! from the rules.

#[path = "../support/mod.rs"]
mod support;

mod c001_to_c030;
mod c031_to_c060;
mod c061_to_c085;
mod c086_to_c115;
mod c116_to_c145;
mod tokens;
