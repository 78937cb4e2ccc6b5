//! The look of the overlays: set from the desk, followed by every page, kept over
//! a restart.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use qbcoach_protocol::OverlayLook;
use tokio::sync::watch;

use super::failure::Failure;
use crate::sessions::journal::DataDir;

#[derive(Debug)]
pub struct OverlayLooks {
    kept: Arc<Kept>,
    longest_delay_ms: u64,
}

#[derive(Debug)]
struct Kept {
    now: watch::Sender<OverlayLook>,
    /// Held from the writing to the showing, so that the file has what is shown.
    file: Mutex<Option<PathBuf>>,
}

const FILE: &str = "overlay.json";

impl OverlayLooks {
    /// The look that was kept, or that of the page itself. A file that cannot be
    /// read is not worth a daemon that does not start.
    pub fn open(place: &DataDir, longest_delay_ms: u64) -> OverlayLooks {
        let file = match place {
            DataDir::Folder(folder) => Some(folder.join(FILE)),
            DataDir::Memory => None,
        };
        let look = file.as_deref().and_then(|path| {
            let read = read(path, longest_delay_ms);
            let warn = |problem: &String| {
                tracing::warn!(%problem, path = %path.display(), "the overlays have their own look");
            };
            read.inspect_err(warn).unwrap_or_default()
        });
        OverlayLooks {
            kept: Arc::new(Kept {
                now: watch::Sender::new(look.unwrap_or_default()),
                file: Mutex::new(file),
            }),
            longest_delay_ms,
        }
    }

    pub fn get(&self) -> OverlayLook {
        self.kept.now.borrow().clone()
    }

    pub fn follow(&self) -> watch::Receiver<OverlayLook> {
        self.kept.now.subscribe()
    }

    /// Kept first, then shown; both or neither, also when nobody waits for it.
    pub async fn set(&self, look: OverlayLook) -> Result<OverlayLook, Failure> {
        check(&look, self.longest_delay_ms)?;
        let kept = self.kept.clone();
        match tokio::task::spawn_blocking(move || kept.replace(look)).await {
            Ok(Ok(look)) => Ok(look),
            Ok(Err(error)) => Err(not_kept(&error.to_string())),
            Err(failure) => Err(not_kept(&failure.to_string())),
        }
    }
}

impl Kept {
    fn replace(&self, look: OverlayLook) -> io::Result<OverlayLook> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = &*file {
            write(path, &serde_json::to_string_pretty(&look)?)?;
        }
        self.now.send_replace(look.clone());
        Ok(look)
    }
}

fn not_kept(problem: &str) -> Failure {
    tracing::error!(problem, "the overlays' look could not be kept");
    let hint = "see that the data directory can be written";
    Failure::internal("the look could not be kept").hint(hint)
}

/// None where nothing was kept.
fn read(path: &Path, longest_delay_ms: u64) -> Result<Option<OverlayLook>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let look: OverlayLook = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    match check(&look, longest_delay_ms) {
        Ok(()) => Ok(Some(look)),
        Err(failure) => Err(failure.reason().to_owned()),
    }
}

/// Whole or not at all.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let aside = path.with_extension("json.new");
    let mut file = File::create(&aside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&aside, path)
}

const LONGEST_NAME: usize = 40;
const MOST_WIDGETS: usize = 32;
const SCALES: std::ops::RangeInclusive<f64> = 0.1..=10.0;

/// Names go into class names and addresses, so they are plain words.
fn check(look: &OverlayLook, longest_delay_ms: u64) -> Result<(), Failure> {
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
        return Err(Failure::params("look.widgets", reason));
    }
    for (place, widget) in widgets.iter().enumerate() {
        check_name(&format!("look.widgets[{place}]"), widget)?;
    }
    if look.scale.is_some_and(|scale| !SCALES.contains(&scale)) {
        let reason = format!("a scale is from {} to {}", SCALES.start(), SCALES.end());
        return Err(Failure::params("look.scale", reason));
    }
    // A page could not subscribe with a longer one.
    if look.delay_ms.is_some_and(|delay| delay > longest_delay_ms) {
        let (most, reason) = (longest_delay_ms, "the delay is too long");
        return Err(Failure::limit("delayMs", most, reason));
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
