//! A traced search as pictures.

mod dot;
mod picture;
mod svg;

pub(crate) use dot::dot;
pub(crate) use picture::Picture;
pub(crate) use svg::svg;
