/// A 64-bit digest of bytes (FNV-1a), the same on every machine and in every version. It notices accidents, not
/// forgeries: a single changed byte always gives another digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// The digest of no bytes.
    pub fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes after those added before.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    /// The vectors that the authors of the algorithm publish.
    #[test]
    fn digests_are_those_of_the_standard() {
        for (bytes, expected) in [
            (&b""[..], "cbf29ce484222325"),
            (b"a", "af63dc4c8601ec8c"),
            (b"foobar", "85944171f73967e8"),
        ] {
            let mut digest = Digest::new();
            digest.add(bytes);
            assert_eq!(digest.to_string(), expected);
        }
    }
}
