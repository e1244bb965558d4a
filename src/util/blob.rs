//! Data that is part of the program: bytes with a name, a text that says how they were made, and a hash.
//!
//! The file begins with eight bytes of magic; then come, each as a little-endian number of 32 bits and as
//! many bytes, the text and, after the FNV-1a hash of the data (64 bits), the data, compressed (LZ4, with
//! its size before it).

use crate::util::hash::fnv1a;
use std::ops::RangeInclusive;

/// Bytes with their origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// How they were made.
    pub provenance: String,
    /// What [`fnv1a`] gave when they were written.
    pub hash: u64,
    /// The data.
    pub bytes: Vec<u8>,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BlobError {
    /// It does not begin like one.
    #[error("expected a file that begins with {0:?}")]
    Magic(&'static str),
    /// It ends too early, or its data cannot be unpacked, or have a size that they cannot have.
    #[error("the file is cut or damaged")]
    Damaged,
    /// The data are not those that were written.
    #[error("the data have the hash {found:016x}, expected {expected:016x}")]
    Hash {
        /// Of the data.
        found: u64,
        /// In the file.
        expected: u64,
    },
}

/// Takes the first `count` bytes.
fn take<'a>(file: &mut &'a [u8], count: usize) -> Result<&'a [u8], BlobError> {
    let (first, rest) = file.split_at_checked(count).ok_or(BlobError::Damaged)?;
    *file = rest;
    Ok(first)
}

/// Takes a length and as many bytes.
fn take_counted<'a>(file: &mut &'a [u8]) -> Result<&'a [u8], BlobError> {
    let length = take(file, 4)?.try_into().map(u32::from_le_bytes);
    take(file, length.map_err(|_| BlobError::Damaged)? as usize)
}

/// A file with `bytes`.
pub fn seal(magic: &str, provenance: &str, bytes: &[u8]) -> Vec<u8> {
    let packed = lz4_flex::compress_prepend_size(bytes);
    let mut file = magic.as_bytes().to_vec();
    file.extend((provenance.len() as u32).to_le_bytes());
    file.extend(provenance.as_bytes());
    file.extend(fnv1a(bytes).to_le_bytes());
    file.extend((packed.len() as u32).to_le_bytes());
    file.extend(packed);
    file
}

impl Blob {
    /// Opens a file whose data have one of the `sizes`, without a look at their hash, which takes as long
    /// as all the rest.
    ///
    /// # Errors
    /// The file is something else, or damaged.
    pub fn open(
        magic: &'static str,
        mut file: &[u8],
        sizes: RangeInclusive<usize>,
    ) -> Result<Self, BlobError> {
        let file = &mut file;
        if take(file, magic.len()) != Ok(magic.as_bytes()) {
            return Err(BlobError::Magic(magic));
        }
        let provenance = String::from_utf8_lossy(take_counted(file)?).into_owned();
        let hash = take(file, 8)?.try_into().map(u64::from_le_bytes);
        let hash = hash.map_err(|_| BlobError::Damaged)?;
        let packed = take_counted(file)?;
        // The size that the file claims is not trusted with memory.
        let size = packed.first_chunk().ok_or(BlobError::Damaged)?;
        if !sizes.contains(&(u32::from_le_bytes(*size) as usize)) {
            return Err(BlobError::Damaged);
        }
        let bytes = lz4_flex::decompress_size_prepended(packed).map_err(|_| BlobError::Damaged)?;
        Ok(Self {
            provenance,
            hash,
            bytes,
        })
    }

    /// Compares the hash.
    ///
    /// # Errors
    /// The data are not those that were written.
    pub fn check(self) -> Result<Self, BlobError> {
        let found = fnv1a(&self.bytes);
        if found != self.hash {
            return Err(BlobError::Hash {
                found,
                expected: self.hash,
            });
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_comes_back_and_damage_is_noticed() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| ((n * n) >> 3) as u8).collect();
        let file = seal("MAGIC-01", "a test", &bytes);
        let open = |file: &[u8]| Blob::open("MAGIC-01", file, 0..=1000)?.check();
        let back = open(&file).unwrap();
        assert_eq!((back.provenance.as_str(), &back.bytes), ("a test", &bytes));
        assert_eq!(open(b""), Err(BlobError::Magic("MAGIC-01")));
        assert_eq!(open(b"MAGIC-01"), Err(BlobError::Damaged));
        for length in 8..file.len() {
            assert_eq!(open(&file[..length]), Err(BlobError::Damaged), "{length}");
        }
        for place in 0..file.len() {
            let mut damaged = file.clone();
            damaged[place] ^= 4;
            // Nothing guards the text, and some damage changes nothing: a copy of other equal bytes.
            if let Ok(back) = open(&damaged) {
                assert_eq!(back.bytes, bytes, "{place}");
            }
        }
        assert_eq!(
            Blob::open("MAGIC-01", &file, 0..=999),
            Err(BlobError::Damaged)
        );
    }
}
