//! The look of the overlays: set from the desk, followed by every page, kept over
//! a restart.

use std::path::{Path, PathBuf};

use qbcoach_protocol::OverlayLook;
use tokio::sync::{Mutex, watch};

use super::failure::Failure;
use crate::sessions::journal::DataDir;

#[derive(Debug)]
pub struct OverlayLooks {
    now: watch::Sender<OverlayLook>,
    /// One writer at a time, so that the file is what was set last.
    file: Mutex<Option<PathBuf>>,
}

const FILE: &str = "overlay.json";

impl OverlayLooks {
    /// The look that was kept, or that of the page itself. A file that cannot be
    /// read is not worth a daemon that does not start.
    pub fn open(place: &DataDir) -> OverlayLooks {
        let file = match place {
            DataDir::Folder(folder) => Some(folder.join(FILE)),
            DataDir::Memory => None,
        };
        let kept = file.as_deref().and_then(read).unwrap_or_default();
        OverlayLooks {
            now: watch::Sender::new(kept),
            file: Mutex::new(file),
        }
    }

    pub fn get(&self) -> OverlayLook {
        self.now.borrow().clone()
    }

    pub fn follow(&self) -> watch::Receiver<OverlayLook> {
        self.now.subscribe()
    }

    /// Kept first, then shown.
    pub async fn set(&self, look: OverlayLook) -> Result<(), Failure> {
        check(&look)?;
        let file = self.file.lock().await;
        if let Some(path) = file.clone() {
            let text = serde_json::to_string_pretty(&look).unwrap_or_default();
            let written = tokio::task::spawn_blocking(move || write(&path, &text)).await;
            match written {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return Err(not_kept(error)),
                Err(error) => return Err(not_kept(error)),
            }
        }
        self.now.send_replace(look);
        Ok(())
    }
}

fn not_kept(error: impl ToString) -> Failure {
    tracing::error!(error = %error.to_string(), "the overlays' look could not be kept");
    Failure::internal("the look could not be kept")
}

fn read(path: &Path) -> Option<OverlayLook> {
    let text = std::fs::read_to_string(path).ok()?;
    let look = serde_json::from_str(&text)
        .inspect_err(|error| tracing::warn!(%error, path = %path.display(), "not a look"))
        .ok()?;
    check(&look).ok().map(|()| look)
}

/// Whole or not at all.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let aside = path.with_extension("json.new");
    std::fs::write(&aside, text)?;
    std::fs::rename(&aside, path)
}

const LONGEST_NAME: usize = 40;
const MOST_WIDGETS: usize = 32;
const LONGEST_DELAY_MS: u64 = 86_400_000;
const SCALES: std::ops::RangeInclusive<f64> = 0.1..=10.0;

/// Names go into class names and addresses, so they are plain words.
fn check(look: &OverlayLook) -> Result<(), Failure> {
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
    for (place, widget) in look.widgets.iter().flatten().enumerate() {
        check_name(&format!("look.widgets[{place}]"), widget)?;
    }
    if look.widgets.as_ref().map_or(0, Vec::len) > MOST_WIDGETS {
        let reason = format!("at most {MOST_WIDGETS} widgets can be shown");
        return Err(Failure::params("look.widgets", reason));
    }
    if look.scale.is_some_and(|scale| !SCALES.contains(&scale)) {
        let reason = format!("a scale is from {} to {}", SCALES.start(), SCALES.end());
        return Err(Failure::params("look.scale", reason));
    }
    if look.delay_ms.is_some_and(|delay| delay > LONGEST_DELAY_MS) {
        let reason = "the delay is longer than a day";
        return Err(Failure::params("look.delayMs", reason));
    }
    Ok(())
}

fn check_name(field: &str, name: &str) -> Result<(), Failure> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let fits = (1..=LONGEST_NAME).contains(&name.len());
    if fits && name.chars().all(is_plain) {
        return Ok(());
    }
    let reason = format!("a name has 1 to {LONGEST_NAME} letters, digits and `-`");
    Err(Failure::params(field, reason))
}
