//! The look of the overlays: clients set it, overlays subscribe to it, and it is kept
//! in a file over restarts.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use qbcoach_protocol::OverlayLook;
use tokio::sync::watch;

use super::kept_file;
use super::rpc_error::RpcError;
use qbcoach_sessions::journal::DataDir;

#[derive(Debug)]
pub struct OverlayLooks {
    store: Arc<LookStore>,
    longest_delay_ms: u64,
}

#[derive(Debug)]
struct LookStore {
    now: watch::Sender<OverlayLook>,
    /// Locked while a look is written and published, so that the file and the published
    /// look are the same.
    file: Mutex<Option<PathBuf>>,
}

const FILE: &str = "overlay.json";

impl OverlayLooks {
    /// Reads the look from the file. If there is no file, or it cannot be read, every
    /// setting is left to the page.
    pub fn open(data_dir: &DataDir, longest_delay_ms: u64) -> OverlayLooks {
        let file = match data_dir {
            DataDir::Folder(folder) => Some(folder.join(FILE)),
            DataDir::Memory => None,
        };
        let look = file.as_deref().and_then(|path| {
            let read = read(path, longest_delay_ms);
            let warn = |problem: &String| {
                tracing::warn!(%problem, path = %path.display(), "the file with the look of the overlays is ignored");
            };
            read.inspect_err(warn).unwrap_or_default()
        });
        OverlayLooks {
            store: Arc::new(LookStore {
                now: watch::Sender::new(look.unwrap_or_default()),
                file: Mutex::new(file),
            }),
            longest_delay_ms,
        }
    }

    pub fn get(&self) -> OverlayLook {
        self.store.now.borrow().clone()
    }

    pub fn follow(&self) -> watch::Receiver<OverlayLook> {
        self.store.now.subscribe()
    }

    /// Writes the look to the file, then publishes it. Both happen or neither, also if
    /// the caller is cancelled.
    pub async fn set(&self, look: OverlayLook) -> Result<OverlayLook, RpcError> {
        check(&look, self.longest_delay_ms)?;
        let store = self.store.clone();
        match tokio::task::spawn_blocking(move || store.replace(look)).await {
            Ok(Ok(look)) => Ok(look),
            Ok(Err(error)) => Err(not_saved(&error.to_string())),
            Err(failure) => Err(not_saved(&failure.to_string())),
        }
    }
}

impl LookStore {
    fn replace(&self, look: OverlayLook) -> io::Result<OverlayLook> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = &*file {
            kept_file::write(path, &look)?;
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

/// None if there is no file.
fn read(path: &Path, longest_delay_ms: u64) -> Result<Option<OverlayLook>, String> {
    let Some(look) = kept_file::read::<OverlayLook>(path)? else {
        return Ok(None);
    };
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
    // A page could not subscribe with a longer delay.
    if look.delay_ms.is_some_and(|delay| delay > longest_delay_ms) {
        let (most, reason) = (longest_delay_ms, "the delay is too long");
        return Err(RpcError::limit("delayMs", most, reason));
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
