//! The files of networks and policies: vectors of windows, a bias, and a head of dense layers for each side that has
//! its own.

use crate::gomoku::eval::perspective::Perspective;
use crate::gomoku::eval::vector::{CHANNELS, Vector};
use crate::util::blob::{Blob, BlobError};

/// The dense layers after the vectors.
pub(crate) trait FileHead: Clone + Default {
    /// How a file with such heads begins.
    const MAGIC: &'static str;
    /// The vectors of a file.
    const VECTORS: usize;
    /// The numbers of a head.
    const PARAMETERS: usize;

    /// All numbers, in the order of the file.
    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32>;
}

/// A file of a network or of a policy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct VectorFile<H> {
    /// By number of the window.
    pub vectors: Vec<Vector>,
    /// Added to every cell.
    pub bias: [f32; CHANNELS],
    /// As many as the [`Perspective`] has.
    pub heads: Vec<H>,
    /// Where the weights come from.
    pub provenance: String,
}

impl<H: FileHead> VectorFile<H> {
    /// Reads a file.
    ///
    /// # Errors
    /// The file is of another kind, of another perspective, truncated or damaged.
    pub(crate) fn read(perspective: Perspective, file: &[u8]) -> Result<Self, BlobError> {
        let heads = perspective.heads();
        let size = H::VECTORS * CHANNELS + 4 * (CHANNELS + heads * H::PARAMETERS);
        let blob = Blob::read(H::MAGIC, file, size..=size)?;
        let (vectors, numbers) = blob.bytes.split_at(H::VECTORS * CHANNELS);
        let vectors = vectors.chunks_exact(CHANNELS).map(|chunk| {
            let mut chunk = chunk.iter().map(|byte| byte.cast_signed());
            Vector(std::array::from_fn(|_| chunk.next().unwrap_or_default()))
        });
        let mut bias = [0.0; CHANNELS];
        let mut heads = vec![H::default(); heads];
        let of_heads = heads.iter_mut().flat_map(H::parameters_mut);
        for (number, bytes) in bias.iter_mut().chain(of_heads).zip(numbers.chunks_exact(4)) {
            let bytes = bytes.first_chunk().ok_or(BlobError::Size)?;
            *number = f32::from_le_bytes(*bytes);
        }
        Ok(Self {
            vectors: vectors.collect(),
            bias,
            heads,
            provenance: blob.provenance,
        })
    }

    /// Writes a file.
    pub(crate) fn write(&self) -> Vec<u8> {
        let (mut bias, mut heads) = (self.bias, self.heads.clone());
        let of_heads = heads.iter_mut().flat_map(H::parameters_mut);
        let numbers = bias.iter_mut().chain(of_heads);
        let numbers = numbers.flat_map(|number| number.to_le_bytes());
        let vectors = self.vectors.iter().flat_map(|vector| vector.0);
        let bytes: Vec<u8> = vectors.map(i8::cast_unsigned).chain(numbers).collect();
        Blob::pack(H::MAGIC, &self.provenance, &bytes)
    }
}
