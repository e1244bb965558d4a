//! Large arrays on the heap.

/// An array on the heap that is never on the stack.
pub(crate) fn boxed_array<T: Copy, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has {N} elements"),
    }
}
