use minijinja::context;

use super::Templates;
use crate::Fault;

/// The name of the one pair of templates.
const NAME: &str = "letter";

/// A mail of Saffron's own to one of its users: what it says, without looks.
#[derive(Debug, Clone, Default)]
pub struct Letter {
    /// Its subject and its heading; one line.
    pub subject: String,
    /// What it says; no line breaks in them.
    pub paragraphs: Vec<String>,
    /// What there is to do: a label, and an `https://` or `http://` URL.
    pub button: Option<(String, String)>,
    /// What stands below, smaller.
    pub notes: Vec<String>,
}

/// The looks of letters.
pub struct Letters(Templates);

impl Letters {
    /// Reads the templates.
    ///
    /// # Errors
    /// Permanent, if one is wrong.
    pub fn new() -> Result<Letters, Fault> {
        let files = [
            ("letter.html", include_str!("../../templates/letter.html")),
            ("letter.txt", include_str!("../../templates/letter.txt")),
        ];
        Templates::new(files).map(Letters)
    }

    /// HTML and plain text of a letter.
    ///
    /// # Errors
    /// Permanent, if a template is wrong.
    pub fn render(&self, letter: &Letter) -> Result<(String, String), Fault> {
        let button = letter.button.as_ref().map(|(label, url)| context! { label, url });
        let values = context! {
            subject => letter.subject.clone(),
            paragraphs => letter.paragraphs.clone(),
            button,
            notes => letter.notes.clone(),
        };
        self.0.render(NAME, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_says_the_same_twice_and_loads_nothing() {
        let letter = Letter {
            subject: "Hello <Ana>".into(),
            paragraphs: vec!["One & two".into(), "Three".into()],
            button: Some(("Go on".into(), "https://saffron.example/auth/confirm#tok-en_1".into())),
            notes: vec!["Not you?".into()],
        };
        let (html, text) = Letters::new().unwrap().render(&letter).unwrap();
        assert!(html.contains("Hello &lt;Ana&gt;") && html.contains("One &amp; two"), "{html}");
        assert!(text.contains("Hello <Ana>") && text.contains("One & two\n\nThree"), "{text}");
        assert!(text.contains("Go on: https://saffron.example/auth/confirm#tok-en_1\n"), "{text}");
        assert_eq!(html.matches("#tok-en_1").count(), 2, "as a button and to copy: {html}");
        for none in ["url(", "<script", "<link", "@import", "<img", "<form"] {
            assert!(!html.contains(none), "{none}");
        }
        assert!(!text.contains("\n\n\n"), "{text}");
    }

    #[test]
    fn what_is_not_there_leaves_no_gap() {
        let letter = Letter { subject: "Done".into(), paragraphs: vec!["All.".into()], ..Letter::default() };
        let (html, text) = Letters::new().unwrap().render(&letter).unwrap();
        assert!(!html.contains("<a "), "{html}");
        assert!(!text.contains("\n\n\n"), "{text}");
    }
}
