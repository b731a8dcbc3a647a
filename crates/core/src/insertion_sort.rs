//! Sorting lists of moves.
//!
//! The standard library's sort takes kilobytes of code for every type and every key. Searches are compiled for each
//! game and sort a few dozen moves now and then: for them a loop of three lines is as fast and builds in no time.

/// Sorts a short list by a key; equal items keep their order.
pub fn insertion_sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for sorted in 1..items.len() {
        let mut place = sorted;
        while place > 0 && key(&items[place]) < key(&items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn lists_are_sorted_as_the_standard_library_sorts_them() {
        let mut rng = Rng::new(7);
        for length in 0..60 {
            let list: Vec<(usize, usize)> = (0..length).map(|place| (rng.below(9), place)).collect();
            let (mut ours, mut expected) = (list.clone(), list);
            insertion_sort_by_key(&mut ours, |item| item.0);
            expected.sort_by_key(|item| item.0);
            assert_eq!(ours, expected);
        }
    }
}
