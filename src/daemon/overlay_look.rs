//! The look of the overlays: clients set it, overlays subscribe to it, and the journal
//! keeps it over restarts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use qbcoach_protocol::{OverlayHideParams, OverlayLook, WidgetPlace};
use tokio::sync::watch;

use super::rpc_error::RpcError;
use qbcoach_sessions::journal::{Journal, JournalError, KeptText};

#[derive(Debug)]
pub struct OverlayLooks {
    store: Arc<LookStore>,
    longest_delay_ms: u64,
}

#[derive(Debug)]
struct LookStore {
    now: watch::Sender<OverlayLook>,
    /// Locked while a look is written and published, so that the kept and the published
    /// look are the same.
    journal: Mutex<Journal>,
}

/// The name in the journal.
pub(crate) const TEXT: &str = "overlay";

impl OverlayLooks {
    /// Reads the look that is kept. If there is none, or it cannot be read, every setting
    /// is left to the page.
    pub fn open(journal: &Journal, longest_delay_ms: u64) -> OverlayLooks {
        let look = kept(journal, longest_delay_ms);
        OverlayLooks {
            store: Arc::new(LookStore {
                now: watch::Sender::new(look.unwrap_or_default()),
                journal: Mutex::new(journal.clone()),
            }),
            longest_delay_ms,
        }
    }

    /// Reads the look again, which another node may have set. Blocks.
    pub(crate) fn read_again(&self) {
        let journal = self.store.journal();
        let look = kept(&journal, self.longest_delay_ms);
        self.store.now.send_if_modified(|now| match look {
            Some(look) if look != *now => {
                *now = look;
                true
            }
            _ => false,
        });
    }

    pub fn get(&self) -> OverlayLook {
        self.store.now.borrow().clone()
    }

    pub fn follow(&self) -> watch::Receiver<OverlayLook> {
        self.store.now.subscribe()
    }

    /// Writes the look to the journal, then publishes it. Both happen or neither, also if
    /// the caller is cancelled.
    pub async fn set(&self, look: OverlayLook) -> Result<OverlayLook, RpcError> {
        check(&look, self.longest_delay_ms)?;
        self.change(move |now| now.clone_from(&look)).await
    }

    /// Hides or shows all overlays; the rest of the look stays.
    pub async fn hide(&self, params: OverlayHideParams) -> Result<OverlayLook, RpcError> {
        self.change(move |now| now.hidden = Some(params.hidden))
            .await
    }

    async fn change(
        &self,
        change: impl Fn(&mut OverlayLook) + Send + 'static,
    ) -> Result<OverlayLook, RpcError> {
        let store = self.store.clone();
        match tokio::task::spawn_blocking(move || store.replace(change)).await {
            Ok(Ok(look)) => Ok(look),
            Ok(Err(error)) => Err(not_saved(&error.to_string())),
            Err(failure) => Err(not_saved(&failure.to_string())),
        }
    }
}

impl LookStore {
    fn journal(&self) -> std::sync::MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the look that is kept now, which another node may have set.
    fn replace(&self, change: impl Fn(&mut OverlayLook)) -> Result<OverlayLook, JournalError> {
        let journal = self.journal();
        let unwritten = |error: serde_json::Error| JournalError::Failed(error.to_string());
        let mut look;
        loop {
            look = self.now.borrow().clone();
            let mut version = 0;
            if journal.node().is_some()
                && let Some(text) = journal.read_kept(TEXT)?
            {
                version = text.version;
                look = serde_json::from_str(&text.body).unwrap_or(look);
            }
            change(&mut look);
            let body = serde_json::to_string_pretty(&look).map_err(unwritten)?;
            if journal.write_kept(TEXT, KeptText { version, body })? {
                break;
            }
        }
        self.now.send_replace(look.clone());
        Ok(look)
    }
}

fn not_saved(problem: &str) -> RpcError {
    tracing::error!(problem, "the look of the overlays could not be saved");
    let hint = "check that the data directory can be written";
    RpcError::internal("the look could not be saved").hint(hint)
}

/// None if no look is kept, or none that can be read.
fn kept(journal: &Journal, longest_delay_ms: u64) -> Option<OverlayLook> {
    let read = read(journal, longest_delay_ms);
    let warn =
        |problem: &String| tracing::warn!(%problem, "the kept look of the overlays is ignored");
    read.inspect_err(warn).unwrap_or_default()
}

fn read(journal: &Journal, longest_delay_ms: u64) -> Result<Option<OverlayLook>, String> {
    let kept = journal.read_kept(TEXT).map_err(|error| error.to_string())?;
    let Some(kept) = kept else {
        return Ok(None);
    };
    let look: OverlayLook = serde_json::from_str(&kept.body).map_err(|error| error.to_string())?;
    match check(&look, longest_delay_ms) {
        Ok(()) => Ok(Some(look)),
        Err(failure) => Err(failure.reason().to_owned()),
    }
}

const LONGEST_NAME: usize = 40;
const MOST_WIDGETS: usize = 32;
const SCALES: std::ops::RangeInclusive<f64> = 0.1..=10.0;

/// Names become parts of class names and URLs, so only some characters are allowed.
fn check(look: &OverlayLook, longest_delay_ms: u64) -> Result<(), RpcError> {
    let names = [
        ("look.theme", &look.theme),
        ("look.palette", &look.palette),
        ("look.language", &look.language),
        ("look.session", &look.session),
    ];
    for (field, name) in names {
        if let Some(name) = name {
            check_name(field, name)?;
        }
    }
    let widgets = look.widgets.as_deref().unwrap_or_default();
    if widgets.len() > MOST_WIDGETS {
        let reason = format!("at most {MOST_WIDGETS} widgets can be shown");
        return Err(RpcError::params("look.widgets", reason));
    }
    for (index, widget) in widgets.iter().enumerate() {
        check_name(&format!("look.widgets[{index}]"), widget)?;
    }
    if look.scale.is_some_and(|scale| !SCALES.contains(&scale)) {
        let reason = format!("a scale is from {} to {}", SCALES.start(), SCALES.end());
        return Err(RpcError::params("look.scale", reason));
    }
    if let Some(name) = &look.streamer {
        check_person(name)?;
    }
    check_places(look.places.as_ref())?;
    // A page could not subscribe with a longer delay.
    if look.delay_ms.is_some_and(|delay| delay > longest_delay_ms) {
        let (most, reason) = (longest_delay_ms, "the delay is too long");
        return Err(RpcError::limit("delayMs", most, reason));
    }
    Ok(())
}

/// The name of a person, which is only shown.
fn check_person(name: &str) -> Result<(), RpcError> {
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    if fits && !name.chars().any(char::is_control) && !name.trim().is_empty() {
        return Ok(());
    }
    let reason = format!("a streamer's name has 1 to {LONGEST_NAME} characters");
    Err(RpcError::params("look.streamer", reason))
}

const PERCENT: std::ops::RangeInclusive<f64> = 0.0..=100.0;
const WIDTHS: std::ops::RangeInclusive<f64> = 5.0..=100.0;
const OPACITIES: std::ops::RangeInclusive<f64> = 0.1..=1.0;

fn check_places(places: Option<&BTreeMap<String, WidgetPlace>>) -> Result<(), RpcError> {
    let Some(places) = places else {
        return Ok(());
    };
    if places.len() > MOST_WIDGETS {
        let reason = format!("at most {MOST_WIDGETS} widgets have a place");
        return Err(RpcError::params("look.places", reason));
    }
    for (widget, place) in places {
        check_name("look.places", widget)?;
        let numbers = [
            ("x", Some(place.x), PERCENT),
            ("y", Some(place.y), PERCENT),
            ("width", place.width, WIDTHS),
            ("scale", place.scale, SCALES),
            ("opacity", place.opacity, OPACITIES),
        ];
        for (name, number, range) in numbers {
            if number.is_some_and(|number| !range.contains(&number)) {
                let (least, most) = (range.start(), range.end());
                let reason = format!("`{name}` of a place is from {least} to {most}");
                return Err(RpcError::params(
                    &format!("look.places.{widget}.{name}"),
                    reason,
                ));
            }
        }
    }
    Ok(())
}

fn check_name(field: &str, name: &str) -> Result<(), RpcError> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let fits = (1..=LONGEST_NAME).contains(&name.len());
    if fits && name.chars().all(is_plain) {
        return Ok(());
    }
    let reason = format!("a name has 1 to {LONGEST_NAME} letters, digits and `-`");
    Err(RpcError::params(field, reason))
}
