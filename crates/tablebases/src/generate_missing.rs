//! Generates many tables in the order of their dependencies, several in parallel.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::{Endings, Material, Table};

/// Progress of the generation.
#[derive(Debug)]
pub enum Event {
    /// One more ply of a table is resolved.
    Ply {
        /// Its ending.
        material: Material,
        /// Plies to mate resolved so far.
        plies: u32,
        /// Positions decided so far, mirror images counted once.
        decided: usize,
    },
    /// A table is complete.
    Completed(Table),
}

/// The endings to generate, in this order, so that all of `wanted` are available.
pub fn missing_tables(wanted: &[Material], endings: &Endings) -> Vec<Material> {
    let mut needed: Vec<Material> = wanted.to_vec();
    let mut next = 0;
    while next < needed.len() {
        // An existing table was generated from all that it leads into.
        if !endings.has(needed[next]) {
            needed.extend(needed[next].leads_into());
        }
        next += 1;
    }
    Material::all().into_iter().filter(|material| needed.contains(material) && !endings.has(*material)).collect()
}

/// Generates all [`missing_tables`] and adds them. When `observe` fails, no further table is started.
pub fn generate_missing<E>(
    wanted: &[Material],
    endings: &mut Endings,
    threads: usize,
    mut observe: impl FnMut(&Event) -> Result<(), E>,
) -> Result<(), E> {
    let missing = missing_tables(wanted, endings);
    // Endings with equally many men and pawns never lead into each other.
    for group in missing.chunk_by(|one, next| (one.men(), one.pawns()) == (next.men(), next.pawns())) {
        let completed = generate_group(group, endings, threads, &mut observe)?;
        completed.into_iter().for_each(|table| endings.add(table));
    }
    Ok(())
}

fn generate_group<E>(
    group: &[Material],
    endings: &Endings,
    threads: usize,
    observe: &mut impl FnMut(&Event) -> Result<(), E>,
) -> Result<Vec<Table>, E> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, group.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(&material) = group.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // A failed send means that the receiver is gone.
                    let table = Table::make(material, endings, &mut |plies, decided| {
                        let _ = sender.send(Event::Ply { material, plies, decided });
                    });
                    if sender.send(Event::Completed(table)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut completed = Vec::new();
        for event in receiver {
            if let Err(error) = observe(&event) {
                next.store(group.len(), Ordering::Relaxed);
                return Err(error);
            }
            if let Event::Completed(table) = event {
                completed.push(table);
            }
        }
        Ok(completed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_generated_first() {
        let names = |wanted: &str| -> Vec<String> {
            let found = missing_tables(&[wanted.parse().unwrap()], &Endings::small());
            found.iter().map(Material::to_string).collect()
        };
        assert_eq!(names("KPK"), Vec::<String>::new());
        assert_eq!(names("KBNK"), ["KBNK"]);
        assert_eq!(names("KBPK"), ["KQBK", "KRBK", "KBBK", "KBNK", "KBPK"]);
        assert_eq!(names("KPKP").len(), 15);
    }
}
