//! scratch
use spielbaum_core::*;
struct V;
impl spielbaum_games::Visitor for V {
    type Output = ();
    fn visit<G: Notation>(&mut self) {
        let mut rng = Rng::new(1);
        let n = 200_000;
        for rep in 0..3 {
            let t = Cpu::now();
            let mut plies = 0;
            let mut w = [0u64; 3];
            let mut games = 0u64;
            while t.el() < 0.7 {
                for _ in 0..n / 100 {
                    let r = G::default().rollout(&mut rng);
                    plies += r.plies;
                    w[match r.outcome {
                        Outcome::Win(s) => s as usize,
                        _ => 2,
                    }] += 1;
                    games += 1;
                }
            }
            println!(
                "{} {rep} {:.3} M/s len {:.3} w {:.4} {:.4} d {:.4}",
                G::INFO.name,
                games as f64 / t.el() / 1e6,
                plies as f64 / games as f64,
                w[0] as f64 / games as f64,
                w[1] as f64 / games as f64,
                w[2] as f64 / games as f64
            );
        }
    }
}
fn main() {
    match std::env::args().nth(1) {
        Some(g) => g.parse::<spielbaum_games::GameSpec>().unwrap().visit(&mut V),
        None => {
            spielbaum_games::each_game(&mut V);
        }
    }
}

struct Cpu(u64);
impl Cpu {
    fn rd() -> u64 {
        std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse().unwrap()
    }
    fn now() -> Cpu {
        Cpu(Self::rd())
    }
    fn el(&self) -> f64 {
        (Self::rd() - self.0) as f64 / 1e9
    }
}
