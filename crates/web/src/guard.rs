//! Access control: only the page itself and deliberate API clients.
//!
//! A page of another site can make a browser send requests to this machine. The `Host` header is checked first, against
//! DNS rebinding; then the origin of the request (`Origin`, `Sec-Fetch-Site`). Requests with effects carry JSON, which
//! no form of another site can send.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::{Config, LARGEST_BODY};

/// The content security policy: files of this server, and images that the page generates.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The rules of access.
pub(crate) struct Gate {
    /// `name:port`, as in the header `Host`.
    hosts: Vec<String>,
    token: Option<String>,
}

impl Gate {
    pub(crate) fn new(address: SocketAddr, config: &Config) -> Gate {
        let port = address.port();
        let mut names: Vec<String> = config.hosts.clone();
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            names.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        names.push(match address.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        });
        let has_port = |name: &str| name.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let with_port = |name: String| if has_port(&name) { name } else { format!("{name}:{port}") };
        let mut hosts: Vec<String> = names.into_iter().map(|name| with_port(name).to_ascii_lowercase()).collect();
        // Browsers leave out the default port.
        let bare: Vec<String> = hosts.iter().filter_map(|host| host.strip_suffix(":80")).map(str::to_owned).collect();
        hosts.extend(bare);
        Gate { hosts, token: config.token.clone() }
    }

    /// Checks a request by its headers.
    fn check(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Problem> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(HOST).unwrap_or("").to_ascii_lowercase();
        if headers.get_all(HOST).iter().count() != 1 || !self.hosts.contains(&host) {
            return Err(Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("'{host}' is not a name of this server"),
            ));
        }
        if let Some(origin) = text(ORIGIN) {
            let is_own = origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(&host));
            if !is_own {
                return Err(Problem::forbidden(format!("requests from '{origin}' are not allowed")));
            }
        }
        let is_api = path.starts_with("/api/");
        let site = text(HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
        // Links to the page are allowed from anywhere; the API and files only from the page.
        let is_link = !is_api && text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
        if !(matches!(site, "same-origin" | "none") || is_link) {
            return Err(Problem::forbidden(format!("'{site}' requests are not allowed")));
        }
        if is_api && let Some(token) = &self.token {
            let given = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")).unwrap_or("");
            if !is_same(given, token) {
                return Err(Problem::new(StatusCode::UNAUTHORIZED, "the token of this server is missing or wrong"));
            }
        }
        if method == Method::POST {
            let kind = text(CONTENT_TYPE).unwrap_or("").split(';').next().unwrap_or("").trim().to_ascii_lowercase();
            if kind != "application/json" {
                let reason = format!("the content type must be application/json, not '{kind}'");
                return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
            }
            let length = text(CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
            if length.is_some_and(|length| length > LARGEST_BODY) {
                return Err(Problem::too_large());
            }
        }
        Ok(())
    }
}

/// Compares in constant time.
fn is_same(given: &str, token: &str) -> bool {
    let pairs = given.bytes().zip(token.bytes());
    given.len() == token.len() && pairs.fold(0, |difference, (one, other)| difference | (one ^ other)) == 0
}

pub(crate) async fn admit(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    match gate.check(request.method(), request.uri().path(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Headers of every response.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed = [
        (HeaderName::from_static("content-security-policy"), CONTENT_POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
