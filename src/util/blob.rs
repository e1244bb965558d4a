//! Data that is part of the executable: weights and the opening book, compressed, with a checksum and a
//! text that says how they were made.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | magic: the kind of data and the version of its layout |
//! | 4 | CRC-32 of all bytes that follow, little-endian |
//! | 4 | length of the provenance, little-endian |
//! | ... | the provenance, UTF-8 |
//! | ... | the data: an LZ4 block, its uncompressed size before it |

use std::ops::RangeInclusive;

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blob {
    /// How the data were made: the command, its arguments, the commit.
    pub provenance: String,
    /// The CRC-32 of the file, which identifies the data in reports.
    pub checksum: u32,
    /// The data.
    pub bytes: Vec<u8>,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BlobError {
    /// The file is of another kind or version.
    #[error("not a file of this kind and version: it does not begin with {0:?}")]
    Magic(&'static str),
    /// The file is too short, or the size of its data is wrong for its kind.
    #[error(
        "the file is truncated, or holds data of another size than this version expects; get it again or make it again"
    )]
    Size,
    /// The file has changed since it was written.
    #[error("the file has the checksum {found:08x}, expected {expected:08x}")]
    Checksum {
        /// CRC-32 of the file as it is.
        found: u32,
        /// CRC-32 that the file names.
        expected: u32,
    },
}

/// Splits a little-endian number off the front.
fn take_u32(bytes: &[u8]) -> Result<(u32, &[u8]), BlobError> {
    let (number, rest) = bytes.split_first_chunk().ok_or(BlobError::Size)?;
    Ok((u32::from_le_bytes(*number), rest))
}

impl Blob {
    /// A file with these data.
    pub(crate) fn pack(magic: &str, provenance: &str, bytes: &[u8]) -> Vec<u8> {
        let body = [
            &(provenance.len() as u32).to_le_bytes(),
            provenance.as_bytes(),
            &lz4_flex::compress_prepend_size(bytes),
        ]
        .concat();
        let checksum = crc32fast::hash(&body).to_le_bytes();
        [magic.as_bytes(), &checksum, &body].concat()
    }

    /// Reads a file whose data have one of the `sizes`, in bytes.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub(crate) fn read(
        magic: &'static str,
        file: &[u8],
        sizes: RangeInclusive<usize>,
    ) -> Result<Self, BlobError> {
        let rest = file
            .strip_prefix(magic.as_bytes())
            .ok_or(BlobError::Magic(magic))?;
        let (expected, body) = take_u32(rest)?;
        let found = crc32fast::hash(body);
        if found != expected {
            return Err(BlobError::Checksum { found, expected });
        }
        let (length, rest) = take_u32(body)?;
        let (provenance, packed) = rest
            .split_at_checked(length as usize)
            .ok_or(BlobError::Size)?;
        // The size is checked before memory for it is allocated.
        let (size, _) = take_u32(packed)?;
        if !sizes.contains(&(size as usize)) {
            return Err(BlobError::Size);
        }
        let bytes = lz4_flex::decompress_size_prepended(packed).map_err(|_| BlobError::Size)?;
        Ok(Self {
            provenance: String::from_utf8_lossy(provenance).into_owned(),
            checksum: found,
            bytes,
        })
    }
}

/// Reads data that is embedded in the executable. If it is damaged, an error is logged and the default
/// serves instead, so that a game in progress can go on.
pub(crate) fn load_embedded<T: Default>(
    name: &str,
    file: &[u8],
    read: impl FnOnce(&[u8]) -> Result<T, BlobError>,
) -> T {
    read(file).unwrap_or_else(|error| {
        log::error!("{name} in this executable: {error}");
        T::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_survives_a_round_trip_and_damage_is_found() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| ((n * n) >> 3) as u8).collect();
        let file = Blob::pack("MAGIC-01", "a test", &bytes);
        let read = |file: &[u8]| Blob::read("MAGIC-01", file, 0..=1000);
        let back = read(&file).unwrap();
        assert_eq!((back.provenance.as_str(), &back.bytes), ("a test", &bytes));
        assert_eq!(read(b""), Err(BlobError::Magic("MAGIC-01")));
        assert_eq!(read(b"MAGIC-01"), Err(BlobError::Size));
        for length in 0..file.len() {
            assert!(read(&file[..length]).is_err(), "{length}");
        }
        for place in 0..file.len() {
            let mut damaged = file.clone();
            damaged[place] ^= 4;
            assert!(read(&damaged).is_err(), "{place}");
        }
        let sized = Blob::read("MAGIC-01", &file, 0..=999);
        assert_eq!(sized, Err(BlobError::Size));
        // Intact by its checksum, but too short for what it announces.
        let short = [
            &b"MAGIC-01"[..],
            &crc32fast::hash(&[9, 0, 0, 0]).to_le_bytes(),
            &[9, 0, 0, 0],
        ];
        assert_eq!(read(&short.concat()), Err(BlobError::Size));
    }

    #[test]
    fn damaged_embedded_data_is_replaced_by_the_default() {
        let read = |file: &[u8]| Blob::read("MAGIC-01", file, 0..=10).map(|blob| blob.bytes);
        let file = Blob::pack("MAGIC-01", "", &[1]);
        assert_eq!(load_embedded("a test", &file, read), [1]);
        assert!(load_embedded("a test", &file[1..], read).is_empty());
    }
}
