//! `clients/python`.

use crate::passes_its_tests;

#[test]
fn the_python_client_passes_its_tests() {
    passes_its_tests("python");
}
