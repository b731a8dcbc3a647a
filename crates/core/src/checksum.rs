//! A checksum that detects damaged files.

/// FNV-1a with 64 bits (Fowler, Noll & Vo).
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u64);

impl Checksum {
    /// The checksum of nothing.
    pub const fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    /// The checksum with more bytes appended.
    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Checksum {
        let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Checksum(bytes.iter().fold(self.0, add))
    }

    /// The number itself.
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_are_reproduced() {
        assert_eq!(Checksum::new().with(b"a").value(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Checksum::new().with(b"foo").with(b"bar").value(), 0x8594_4171_f739_67e8);
    }
}
