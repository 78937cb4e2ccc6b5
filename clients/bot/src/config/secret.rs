//! Secrets: read from a file or the environment, never shown.

use std::path::{Path, PathBuf};

/// A text that is never printed, not even by mistake.
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

    /// For whoever sends it where it belongs.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Where a secret is.
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
    #[error("others may read the file {0}: `chmod 600 {0}` keeps them out")]
    Open(String),
    #[error("the environment variable {0} is not set")]
    Variable(String),
    #[error("it is empty, or not one line of plain characters")]
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
        let secret = text.trim();
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
    if is_open_to_others(file).map_err(failed)? {
        return Err(SecretError::Open(name));
    }
    std::fs::read_to_string(file).map_err(failed)
}

#[cfg(unix)]
fn is_open_to_others(file: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::metadata(file)?.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> std::io::Result<bool> {
    Ok(false)
}
