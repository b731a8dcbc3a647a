//! Many tables made in a row, several at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::{Endings, Material, Table};

/// What happens while tables are made.
#[derive(Debug)]
pub enum Event {
    /// A table is decided so far.
    Ply {
        /// Which one.
        material: Material,
        /// The plies to mate that are done.
        plies: u32,
        /// The positions that are decided, mirror images counted once.
        decided: usize,
    },
    /// A table is done.
    Made(Table),
}

/// The endings that have to be made, in this order, before all of `wanted` are there.
pub fn missing(wanted: &[Material], endings: &Endings) -> Vec<Material> {
    let mut needed: Vec<Material> = wanted.to_vec();
    let mut next = 0;
    while next < needed.len() {
        // What is there was made from all that it leads into.
        if !endings.has(needed[next]) {
            needed.extend(needed[next].leads_into());
        }
        next += 1;
    }
    Material::all().into_iter().filter(|material| needed.contains(material) && !endings.has(*material)).collect()
}

/// Makes all endings that are [missing] and adds them. `tell` hears what happens; when it fails, nothing more is begun.
pub fn make_missing<E>(
    wanted: &[Material],
    endings: &mut Endings,
    threads: usize,
    mut tell: impl FnMut(&Event) -> Result<(), E>,
) -> Result<(), E> {
    let missing = missing(wanted, endings);
    // Endings with equally many men and pawns never lead into each other.
    for group in missing.chunk_by(|one, next| (one.men(), one.pawns()) == (next.men(), next.pawns())) {
        let made = make_group(group, endings, threads, &mut tell)?;
        made.into_iter().for_each(|table| endings.add(table));
    }
    Ok(())
}

fn make_group<E>(
    group: &[Material],
    endings: &Endings,
    threads: usize,
    tell: &mut impl FnMut(&Event) -> Result<(), E>,
) -> Result<Vec<Table>, E> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, group.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(&material) = group.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // A receiver that is gone wants nothing more.
                    let table = Table::make(material, endings, &mut |plies, decided| {
                        let _ = sender.send(Event::Ply { material, plies, decided });
                    });
                    if sender.send(Event::Made(table)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut made = Vec::new();
        for event in receiver {
            if let Err(error) = tell(&event) {
                next.store(group.len(), Ordering::Relaxed);
                return Err(error);
            }
            if let Event::Made(table) = event {
                made.push(table);
            }
        }
        Ok(made)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_ending_leads_into_is_made_before_it() {
        let names = |wanted: &str| -> Vec<String> {
            let found = missing(&[wanted.parse().unwrap()], &Endings::small());
            found.iter().map(Material::to_string).collect()
        };
        assert_eq!(names("KPK"), Vec::<String>::new());
        assert_eq!(names("KBNK"), ["KBNK"]);
        assert_eq!(names("KBPK"), ["KQBK", "KRBK", "KBBK", "KBNK", "KBPK"]);
        assert_eq!(names("KPKP").len(), 15);
    }
}
