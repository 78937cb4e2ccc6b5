//! The clients in `clients/`, each tested by its own script with the real daemon.

mod editors;
