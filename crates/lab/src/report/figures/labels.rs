//! Heights of the labels at the ends of lines.

use super::style::LINE_HEIGHT;

/// Heights of labels at least one line apart, in the order given and as near to their wishes as possible, within the ends.
/// Requires room for all of them.
pub(super) fn spread(wishes: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&one, &other| wishes[one].total_cmp(&wishes[other]));
    // Labels that would overlap move together, as a block: their number, and the height of the first of them.
    let mut blocks: Vec<(usize, f64)> = Vec::new();
    for &index in &order {
        blocks.push((1, wishes[index]));
        while let [.., (above, high), (below, low)] = blocks[..] {
            if high + above as f64 * LINE_HEIGHT <= low {
                break;
            }
            let wish = low - above as f64 * LINE_HEIGHT;
            let both = (above as f64 * high + below as f64 * wish) / (above + below) as f64;
            blocks.truncate(blocks.len() - 2);
            blocks.push((above + below, both));
        }
    }
    let blocks = blocks.iter().flat_map(|&(size, first)| (0..size).map(move |line| first + line as f64 * LINE_HEIGHT));
    let mut heights: Vec<f64> = blocks.collect();
    let mut least = top;
    for height in &mut heights {
        *height = height.max(least);
        least = *height + LINE_HEIGHT;
    }
    let mut most = bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - LINE_HEIGHT;
    }
    let mut places = vec![0.0; wishes.len()];
    for (index, height) in order.into_iter().zip(heights) {
        places[index] = height;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_move_only_as_far_as_they_must() {
        assert_eq!(spread(&[10.0, 100.0], 0.0, 200.0), [10.0, 100.0]);
        assert_eq!(spread(&[52.0, 48.0], 0.0, 200.0), [58.0, 42.0]);
        assert_eq!(spread(&[0.0, 0.0, 0.0], 0.0, 200.0), [0.0, 16.0, 32.0]);
        assert_eq!(spread(&[199.0, 200.0], 0.0, 200.0), [184.0, 200.0]);
        assert_eq!(spread(&[], 0.0, 200.0), [0.0; 0]);
    }
}
