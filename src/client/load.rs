//! Load on a daemon.
