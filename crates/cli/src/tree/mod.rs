//! A traced search as a document and as pictures.

mod document;
mod dot;
mod picture;
mod svg;

pub(crate) use document::TraceJson;
pub(crate) use dot::dot;
pub(crate) use picture::Picture;
pub(crate) use svg::svg;
