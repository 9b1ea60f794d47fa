//! Fresh ids.

/// Gives ids that no one gave before, in any process.
pub trait IdSource: Send + Sync {
    /// 128 bits, never the same twice; those given later should compare greater.
    fn fresh(&self) -> u128;
}
