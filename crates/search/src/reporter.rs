//! An observer for those who only want to see completed iterations.

use spielbaum_core::{Analysis, Knowledge, Observer, Silent};

/// Passes completed iterations on and watches nothing else.
pub(crate) struct Reporter<'a, G: Knowledge>(pub(crate) &'a mut dyn FnMut(&Analysis<G>));

impl<G: Knowledge> Observer<G> for Reporter<'_, G> {
    const WATCHES: bool = <Silent as Observer<G>>::WATCHES;

    fn iteration(&mut self, analysis: &Analysis<G>) {
        (self.0)(analysis);
    }
}
