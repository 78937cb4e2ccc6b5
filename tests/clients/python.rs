//! `clients/python`.

use crate::run_script;

#[test]
fn the_python_client_passes_its_tests() {
    run_script("python");
}
