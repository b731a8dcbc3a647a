//! Move counts of chess against the published ones in `data/chess/perft.txt`.

use spielbaum_games::Chess;
use spielbaum_games::chess::Draws;
use spielbaum_search::perft;

#[test]
fn move_counts_are_the_published_ones() {
    let lines = include_str!("data/chess/perft.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let position: Chess = fields.next().unwrap().parse().unwrap();
        for field in fields {
            let (depth, count) = field.strip_prefix('D').and_then(|field| field.split_once(' ')).expect(line);
            let (depth, count): (u32, u64) = (depth.parse().expect(line), count.parse().expect(line));
            assert_eq!(perft(&position, depth), count, "{position} to depth {depth}");
        }
    }
}

#[test]
fn counts_do_not_depend_on_the_draw_rules() {
    let text = "8/k1P5/8/1K6/8/8/8/8 w - - 0 1";
    let position: Chess = text.parse().unwrap();
    for draws in [Draws::Claimed, Draws::Automatic, Draws::Moves] {
        assert_eq!(perft(&position.clone().with_draws(draws), 4), 926, "{draws:?}");
    }
}
