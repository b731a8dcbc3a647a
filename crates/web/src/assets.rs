//! The files of the page, embedded in the program; a debug build reads them from disk each time, so that they can be
//! edited.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// The styles that come with the games.
const GAME_STYLES: &str = "/games.css";

static STYLES: LazyLock<String> = LazyLock::new(crate::api::games::styles);

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Every file by name.
        static FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../pages/", $name)))),+];
    };
}

files![
    "alphabeta.js",
    "analyse.js",
    "api.js",
    "board.js",
    "card.js",
    "clock.js",
    "dom.js",
    "drag.js",
    "engine.js",
    "experiments.js",
    "gamebar.js",
    "geometry.js",
    "graph.js",
    "growth.js",
    "icicle.js",
    "icon.svg",
    "index.html",
    "main.js",
    "match.js",
    "moves.js",
    "overlay.js",
    "pieces.js",
    "play.js",
    "searchfield.js",
    "setup.js",
    "style.css",
    "trace.js",
    "treerows.js",
    "treeview.js",
    "values.js",
];

pub(crate) async fn answer(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path.starts_with("/api/") {
        return Problem::not_found(format!("there is no '{path}'")).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let reason = format!("'{path}' can only be read; the method {method} is not allowed");
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, reason).into_response();
    }
    if path == GAME_STYLES {
        return with_tag(Bytes::from_static(STYLES.as_bytes()), kind(path), &headers);
    }
    let name = if path == "/" { "index.html" } else { &path[1..] };
    let Some((name, embedded)) = FILES.iter().find(|(known, _)| *known == name) else {
        return Problem::not_found(format!("there is no '{path}'")).into_response();
    };
    let bytes = read(name, embedded);
    with_tag(bytes, kind(name), &headers)
}

/// A response with an entity tag: clients with a current copy get 304.
pub(crate) fn with_tag(bytes: Bytes, kind: &'static str, headers: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", hash(&bytes));
    let known = headers.get(IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let fixed = [(CONTENT_TYPE, kind.to_owned()), (CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag)];
    if known { (StatusCode::NOT_MODIFIED, fixed).into_response() } else { (fixed, bytes).into_response() }
}

/// FNV-1a, which is stable between runs.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(debug_assertions)]
fn read(name: &str, embedded: &'static [u8]) -> Bytes {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("pages").join(name);
    std::fs::read(file).map_or(Bytes::from_static(embedded), Bytes::from)
}

#[cfg(not(debug_assertions))]
fn read(_: &str, embedded: &'static [u8]) -> Bytes {
    Bytes::from_static(embedded)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    }
}
