//! The table as it lies in the binary: found and read in place.
//!
//! Its layout (little-endian), as `xtask/static-table` writes it: magic, `rows: u32`, `dimensions: u32`, the ends of
//! the pieces within the text `[rows] u32`, one scale a row `[rows] f32`, the numbers `[rows, dimensions] i8`, the
//! pieces' text in order of bytes without separators.

use crate::wordpiece::Vocabulary;

/// Numbers in a row.
pub(super) const DIMENSIONS: usize = 256;
/// First bytes of the file; the last is the layout's version.
const MAGIC: &[u8; 8] = b"MOSTABL\x01";

/// Word pieces and their vectors, borrowed from the file's bytes.
pub(super) struct Table<'a> {
    ends: &'a [[u8; 4]],
    scales: &'a [[u8; 4]],
    numbers: &'a [[u8; DIMENSIONS]],
    text: &'a [u8],
}

impl<'a> Table<'a> {
    /// Finds the parts of `file`; `None` when it has another layout.
    pub(super) fn parse(file: &'a [u8]) -> Option<Self> {
        let (head, rest) = file.strip_prefix(MAGIC)?.split_at_checked(8)?;
        let rows = u32::from_le_bytes(*head.first_chunk()?) as usize;
        let dimensions = u32::from_le_bytes(*head.last_chunk()?) as usize;
        let (ends, rest) = rest.split_at_checked(rows * 4)?;
        let (scales, rest) = rest.split_at_checked(rows * 4)?;
        let (numbers, text) = rest.split_at_checked(rows * DIMENSIONS)?;
        let (ends, scales) = (ends.as_chunks().0, scales.as_chunks().0);
        let whole = ends.last().is_some_and(|end| u32::from_le_bytes(*end) as usize == text.len());
        (dimensions == DIMENSIONS && whole).then_some(Self {
            ends,
            scales,
            numbers: numbers.as_chunks().0,
            text,
        })
    }

    /// Adds the weighted vector of row `id` to `sum`.
    pub(super) fn add(&self, id: u32, sum: &mut [f32; DIMENSIONS]) {
        let scale = f32::from_le_bytes(self.scales[id as usize]);
        for (sum, number) in sum.iter_mut().zip(&self.numbers[id as usize]) {
            *sum += scale * f32::from(number.cast_signed());
        }
    }

    fn piece(&self, row: usize) -> &'a [u8] {
        let start = row.checked_sub(1).map_or(0, |before| u32::from_le_bytes(self.ends[before]));
        &self.text[start as usize..u32::from_le_bytes(self.ends[row]) as usize]
    }
}

impl Vocabulary for Table<'_> {
    fn find(&self, piece: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.piece(middle).cmp(piece.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return u32::try_from(middle).ok(),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_of_the_built_in_table_is_found_in_its_own_row() {
        let table = Table::parse(super::super::TABLE).expect("the built-in table");
        for row in 0..table.ends.len() {
            let piece = std::str::from_utf8(table.piece(row)).expect("pieces are UTF-8");
            assert_eq!(table.find(piece).map(|id| id as usize), Some(row), "{piece}");
        }
        assert_eq!(table.find("[CLS]"), None);
    }

    #[test]
    fn a_cut_or_foreign_file_is_no_table() {
        let file = super::super::TABLE;
        for damaged in [&file[..file.len() - 1], &file[..12], &file[1..], b""] {
            assert!(Table::parse(damaged).is_none(), "{} bytes", damaged.len());
        }
    }
}
