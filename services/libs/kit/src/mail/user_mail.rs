use minijinja::context;

use super::Templates;
use crate::Fault;

/// The name of the one pair of templates.
const NAME: &str = "letter";

/// A mail of Saffron's own to one of its users: its text, without its layout.
#[derive(Debug, Clone, Default)]
pub struct UserMail {
    /// Its subject and its heading; one line.
    pub subject: String,
    /// Without line breaks.
    pub paragraphs: Vec<String>,
    /// What the reader can do: a label, and an `https://` or `http://` URL.
    pub button: Option<(String, String)>,
    /// Small print.
    pub notes: Vec<String>,
}

/// The layout of [`UserMail`]s.
pub struct UserMailTemplates(Templates);

impl UserMailTemplates {
    /// Reads the templates.
    ///
    /// # Errors
    /// Permanent, if one is wrong.
    pub fn new() -> Result<UserMailTemplates, Fault> {
        let files = [
            ("letter.html", include_str!("../../templates/letter.html")),
            ("letter.txt", include_str!("../../templates/letter.txt")),
        ];
        Templates::new(files).map(UserMailTemplates)
    }

    /// HTML and plain text of a mail.
    ///
    /// # Errors
    /// Permanent, if a template is wrong.
    pub fn render(&self, mail: &UserMail) -> Result<(String, String), Fault> {
        let button = mail.button.as_ref().map(|(label, url)| context! { label, url });
        let values = context! {
            subject => mail.subject.clone(),
            paragraphs => mail.paragraphs.clone(),
            button,
            notes => mail.notes.clone(),
        };
        self.0.render(NAME, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_and_text_have_the_same_content() {
        let mail = UserMail {
            subject: "Hello <Ana>".into(),
            paragraphs: vec!["One & two".into(), "Three".into()],
            button: Some(("Go on".into(), "https://saffron.example/auth/confirm#tok-en_1".into())),
            notes: vec!["Not you?".into()],
        };
        let (html, text) = UserMailTemplates::new().unwrap().render(&mail).unwrap();
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
    fn absent_parts_leave_no_gap() {
        let mail =
            UserMail { subject: "Done".into(), paragraphs: vec!["All.".into()], ..UserMail::default() };
        let (html, text) = UserMailTemplates::new().unwrap().render(&mail).unwrap();
        assert!(!html.contains("<a "), "{html}");
        assert!(!text.contains("\n\n\n"), "{text}");
    }
}
