//! Pages that show what arrived, for people on this machine.

use std::sync::LazyLock;

use axum::http::StatusCode;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::{Html, IntoResponse, Response};
use minijinja::{Environment, Error, Value};

use crate::http::Refusal;

/// The Content-Security-Policy of the pages.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The templates by name; in those that end in .html, values are escaped.
const TEMPLATES: [(&str, &str); 7] = [
    ("page.html", include_str!("pages/page.html")),
    ("mails.html", include_str!("pages/mails.html")),
    ("mail.html", include_str!("pages/mail.html")),
    ("texts.html", include_str!("pages/texts.html")),
    ("guest.html", include_str!("pages/guest.html")),
    ("authorize.html", include_str!("pages/authorize.html")),
    ("control.html", include_str!("pages/control.html")),
];

static PAGES: LazyLock<Result<Environment<'static>, Error>> = LazyLock::new(|| {
    let mut pages = Environment::new();
    TEMPLATES.into_iter().try_for_each(|(name, source)| pages.add_template(name, source))?;
    Ok(pages)
});

/// Renders the template of this name.
pub fn page(name: &str, values: Value) -> Response {
    let pages = PAGES.as_ref().map_err(ToString::to_string);
    let html = pages.and_then(|pages| {
        pages.get_template(name).and_then(|page| page.render(values)).map_err(|error| error.to_string())
    });
    match html {
        Ok(html) => ([(CONTENT_SECURITY_POLICY, POLICY)], Html(html)).into_response(),
        Err(why) => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    #[test]
    fn text_of_a_mail_is_never_markup() {
        let pages = PAGES.as_ref().unwrap();
        let mails = [context! { number => 1, subject => "<b a=\"x\">'&", to => ["a@b.example"], at => "" }];
        let values = context! { taken => 1, kept => 1, shown => 500, mails };
        let html = pages.get_template("mails.html").unwrap().render(values).unwrap();
        assert!(html.contains("&lt;b a=&quot;x&quot;&gt;&#x27;&amp;") && !html.contains("<b a"), "{html}");
    }
}
