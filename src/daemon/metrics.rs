//! Metrics of the daemon, in the text format of Prometheus.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use super::dispatcher::RequestOutcome;

type Labels<const N: usize> = [(&'static str, &'static str); N];

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels<2>, Counter>,
    latencies: Family<Labels<1>, Histogram>,
    pub pushes: Counter,
    /// Updates that were skipped because a newer one replaced them.
    pub dropped_updates: Counter,
    subscriptions: Gauge,
    connections: Gauge,
    sessions: Gauge,
    sessions_in_memory: Gauge,
    journal_events: Gauge,
    journal_commits: Gauge,
    journal_failures: Gauge,
}

/// Raises a gauge by one until it is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Values that are read when the metrics are requested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readings {
    pub sessions: u64,
    pub sessions_in_memory: u64,
    pub journal_events: u64,
    pub journal_commits: u64,
    pub journal_failures: u64,
}

fn histogram() -> Histogram {
    // From 0.1 milliseconds to about 6.5 seconds.
    Histogram::new(exponential_buckets(0.0001, 2.0, 17))
}

impl Metrics {
    pub fn new() -> Arc<Metrics> {
        let requests: Family<Labels<2>, Counter> = Family::default();
        let latencies: Family<Labels<1>, Histogram> = Family::new_with_constructor(histogram);
        let mut registry = Registry::with_prefix("qbcoach");
        let counter = |registry: &mut Registry, name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let gauge = |registry: &mut Registry, name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        registry.register(
            "requests",
            "Requests by method and outcome",
            requests.clone(),
        );
        registry.register(
            "request_seconds",
            "Time from a request to its answer",
            latencies.clone(),
        );
        let pushes = counter(&mut registry, "pushes", "Updates sent to subscribers");
        let dropped_updates = counter(
            &mut registry,
            "dropped_updates",
            "Updates skipped because a newer one replaced them",
        );
        let subscriptions = gauge(&mut registry, "subscriptions", "Subscriptions now");
        let connections = gauge(&mut registry, "connections", "Connections now");
        let sessions = gauge(&mut registry, "sessions", "Sessions in the journal");
        let sessions_in_memory = gauge(&mut registry, "sessions_in_memory", "Sessions in memory");
        let journal_events = gauge(
            &mut registry,
            "journal_events",
            "Events written since start",
        );
        let journal_commits = gauge(&mut registry, "journal_commits", "Commits since start");
        let journal_failures = gauge(
            &mut registry,
            "journal_failures",
            "Writes that failed since start",
        );
        Arc::new(Metrics {
            registry,
            requests,
            latencies,
            pushes,
            dropped_updates,
            subscriptions,
            connections,
            sessions,
            sessions_in_memory,
            journal_events,
            journal_commits,
            journal_failures,
        })
    }

    pub(crate) fn request(&self, method: &'static str, outcome: RequestOutcome, took: Duration) {
        let labels = [("method", method), ("outcome", outcome.word())];
        self.requests.get_or_create(&labels).inc();
        let latency = self.latencies.get_or_create(&[("method", method)]);
        latency.observe(took.as_secs_f64());
    }

    /// Unknown methods share one label: clients could invent any number of names.
    pub(crate) fn unknown_method(&self) {
        let labels = [
            ("method", "unknown"),
            ("outcome", RequestOutcome::Failed.word()),
        ];
        self.requests.get_or_create(&labels).inc();
    }

    pub(crate) fn subscription(&self) -> GaugeGuard {
        self.subscriptions.inc();
        GaugeGuard(self.subscriptions.clone())
    }

    pub(crate) fn connection(&self) -> GaugeGuard {
        self.connections.inc();
        GaugeGuard(self.connections.clone())
    }

    pub(crate) fn number_of_connections(&self) -> u64 {
        self.connections.get().max(0) as u64
    }

    pub fn text(&self, readings: Readings) -> String {
        let set = |gauge: &Gauge, value: u64| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        set(&self.sessions, readings.sessions);
        set(&self.sessions_in_memory, readings.sessions_in_memory);
        set(&self.journal_events, readings.journal_events);
        set(&self.journal_commits, readings.journal_commits);
        set(&self.journal_failures, readings.journal_failures);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
