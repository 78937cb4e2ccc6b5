//! Secrets, which are read from a file or the environment and never printed.

use std::path::{Path, PathBuf};

use qbcoach_platform::{private_files, refuse_device};

/// A text that `Debug` does not show.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(secret)")
    }
}

impl Secret {
    pub fn new(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    /// The secret itself. Call it only to send the secret.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Where a secret is read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretSource {
    pub file: Option<PathBuf>,
    pub variable: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    #[error("give a file or an environment variable, not both")]
    Both,
    #[error("the file {0} cannot be read: {1}")]
    File(String, String),
    #[error("other users may read the file {0}: run `chmod 600 {0}`")]
    Open(String),
    #[error("the environment variable {0} is not set")]
    Variable(String),
    #[error("it is empty, or not one line of printable characters")]
    NotALine,
}

impl SecretSource {
    pub fn read(&self) -> Result<Option<Secret>, SecretError> {
        let text = match (&self.file, &self.variable) {
            (None, None) => return Ok(None),
            (Some(_), Some(_)) => return Err(SecretError::Both),
            (Some(file), None) => read_file(file)?,
            (None, Some(variable)) => {
                std::env::var(variable).map_err(|_| SecretError::Variable(variable.clone()))?
            }
        };
        // Editors on Windows may begin a text with a byte order mark.
        let secret = text.trim_start_matches('\u{feff}').trim();
        let is_a_line = !secret.is_empty() && secret.chars().all(|c| c.is_ascii_graphic());
        match is_a_line {
            true => Ok(Some(Secret::new(secret))),
            false => Err(SecretError::NotALine),
        }
    }
}

fn read_file(file: &Path) -> Result<String, SecretError> {
    let name = file.display().to_string();
    let failed = |error: std::io::Error| SecretError::File(name.clone(), error.to_string());
    refuse_device(file).map_err(failed)?;
    if private_files::is_open_to_others(file).map_err(failed)? {
        return Err(SecretError::Open(name));
    }
    std::fs::read_to_string(file).map_err(failed)
}
