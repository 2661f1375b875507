use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Value};

use crate::Fault;

/// Pairs of templates with the same content: each mail has one for HTML and one for plain text. A line that holds nothing
/// but a block is left out; values are escaped in HTML and not in plain text.
pub struct Templates(Environment<'static>);

impl Templates {
    /// Reads `<name>.html` and `<name>.txt` of each pair, by their file names.
    ///
    /// # Errors
    /// Permanent, if a template is wrong.
    pub fn new(files: impl IntoIterator<Item = (&'static str, &'static str)>) -> Result<Templates, Fault> {
        let wrong = |e: minijinja::Error| Fault::Permanent(format!("template: {e}"));
        let mut templates = Environment::new();
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        templates.set_syntax(syntax.map_err(wrong)?);
        for (name, source) in files {
            // Values are escaped in templates whose names end in .html.
            templates.add_template(name, source).map_err(wrong)?;
        }
        Ok(Templates(templates))
    }

    /// HTML and plain text of a mail.
    ///
    /// # Errors
    /// Permanent, if there is no such pair, or it does not fit the values.
    pub fn render(&self, name: &str, values: &Value) -> Result<(String, String), Fault> {
        let page = |name: String| {
            let template = self.0.get_template(&name);
            template
                .and_then(|template| template.render(values))
                .map_err(|e| Fault::Permanent(format!("template {name}: {e}")))
        };
        Ok((page(format!("{name}.html"))?, page(format!("{name}.txt"))?))
    }
}
