//! The tests of `clients/python`.

use crate::clients::run_script;

#[test]
fn the_python_client_passes_its_tests() {
    run_script("python");
}
