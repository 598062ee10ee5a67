//! Paths as URIs: `file:///home/me/my%20game.toml`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Returns the path of a file; `None` if the URI is not that of a file, as for a text without a name.
pub(super) fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let path = decode(path)?;
    // On Windows: `/C:/games`.
    let drive = path
        .strip_prefix('/')
        .filter(|path| path.get(1..2) == Some(":"));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

/// Returns the URI of a file with an absolute path.
pub(super) fn from_path(path: &Path) -> String {
    let text = path.display().to_string().replace('\\', "/");
    let mut uri = "file://".to_owned();
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").expect("text can be written");
        }
    }
    uri
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}
