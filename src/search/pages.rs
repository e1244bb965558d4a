//! Large pages for the transposition table.

/// Advises the system to use large pages (2 MB on x86-64) for memory that has not been used yet. A hint: it
/// affects neither results nor contents.
///
/// A transposition table is accessed at random. With pages of 4 KB, nearly every access also misses the
/// translation look-aside buffer (TLB), and a prefetch does not hide that.
///
/// `memmap2` would not remove the unsafe code: its maps are bytes, and shared access to them as atomic
/// words is unsafe, too.
pub(crate) fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        /// The call requires a multiple of the page size; no system has larger base pages than this.
        const ALIGN: usize = 1 << 16;
        /// Less memory than this gains nothing.
        const MIN_BYTES: usize = 8 << 20;
        let bytes = size_of_val(memory);
        let start: *mut u8 = memory.as_mut_ptr().cast();
        let skip = start.align_offset(ALIGN);
        if bytes < MIN_BYTES {
            return;
        }
        let length = (bytes - skip) / ALIGN * ALIGN;
        // SAFETY: the range lies within the slice, which is borrowed exclusively. The advice changes how the
        // range is mapped, never its contents.
        let result = unsafe { madvise(start.add(skip).cast(), length, Advice::LinuxHugepage) };
        if let Err(error) = result {
            log::debug!("no large pages for {bytes} bytes: {error}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = memory;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_stay_as_they_are() {
        // Around the minimum size, and with a start in the middle of a page.
        const MIN: u64 = 1 << 20;
        for (count, skip) in [(0, 0), (1, 0), (MIN, 0), (MIN, 1), (3 * MIN + 7, 5)] {
            let mut words: Vec<u64> = (0..count + skip).collect();
            let used = &mut words[skip as usize..];
            prefer_large_pages(used);
            assert!(used.iter().copied().eq(skip..count + skip));
        }
    }
}
