//! Writes the impls of `Call` and `StreamedCall` for requests, and of `Piece` for the messages of lists.

use std::fmt::{Error, Write as _};

use prost_types::method_options::IdempotencyLevel::NoSideEffects;
use prost_types::{DescriptorProto, FileDescriptorProto, FileDescriptorSet};

/// The Rust code of all calls.
pub fn of(domains: &[String], descriptors: &FileDescriptorSet) -> Result<String, Error> {
    let (mut code, mut reads) = (String::new(), Vec::new());
    services(&mut code, domains)?;
    for file in &descriptors.file {
        for service in &file.service {
            for method in &service.method {
                let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                let options = method.options.as_ref();
                let is_read = options.is_some_and(|options| options.idempotency_level() == NoSideEffects);
                let kind = if method.server_streaming() { "StreamedCall" } else { "Call" };
                writeln!(
                    code,
                    "impl {kind} for {} {{\n    type Answer = {};\n    const SERVICE: Service = Service::{};\n    \
                     const PATH: &'static str = \"{path}\";\n    const IS_READ: bool = {is_read};\n}}",
                    rust_type(method.input_type()),
                    rust_type(method.output_type()),
                    camel(domain(file.package())),
                )?;
                if is_read {
                    reads.push(path);
                }
            }
        }
        file.message_type.iter().try_for_each(|message| piece(&mut code, file, message))?;
    }
    let reads: Vec<String> = reads.into_iter().map(|path| format!("{path:?}")).collect();
    writeln!(code, "/// Whether a call with this path changes nothing: its contract says NO_SIDE_EFFECTS.")?;
    writeln!(
        code,
        "#[must_use]\npub fn is_read(path: &str) -> bool {{\n    matches!(path, {})\n}}",
        reads.join(" | ")
    )?;
    Ok(code)
}

/// Writes the enum `Service`.
fn services(code: &mut String, domains: &[String]) -> Result<(), Error> {
    writeln!(code, "/// A service, as its contract is called.")?;
    writeln!(code, "#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum Service {{")?;
    domains.iter().try_for_each(|domain| writeln!(code, "    /// {domain}\n    {},", camel(domain)))?;
    let all: Vec<String> = domains.iter().map(|domain| format!("Service::{}", camel(domain))).collect();
    writeln!(code, "}}\n\nimpl Service {{\n    /// All services.")?;
    writeln!(code, "    pub const ALL: [Service; {}] = [{}];\n", all.len(), all.join(", "))?;
    writeln!(code, "    /// Its name.\n    pub const fn name(self) -> &'static str {{")?;
    writeln!(code, "        match self {{")?;
    domains
        .iter()
        .try_for_each(|domain| writeln!(code, "            Service::{} => \"{domain}\",", camel(domain)))?;
    writeln!(code, "        }}\n    }}\n}}")
}

/// A message of a list holds a row, or where the list goes on: a `oneof part` with `next_cursor`. Where rows are of
/// several kinds, the row is the oneof itself.
fn piece(code: &mut String, file: &FileDescriptorProto, message: &DescriptorProto) -> Result<(), Error> {
    let parts: Vec<_> = message.field.iter().filter(|field| field.oneof_index.is_some()).collect();
    let is_part = message.oneof_decl.first().is_some_and(|oneof| oneof.name() == "part");
    let rows: Vec<_> = parts.iter().filter(|field| field.name() != "next_cursor").collect();
    if !is_part || rows.len() == parts.len() {
        return Ok(());
    }
    let module = format!("crate::{}", domain(file.package()));
    let sent = format!("{module}::{}::Part", snake(message.name()));
    let (row, shown) = match rows.as_slice() {
        [row] => (rust_type(row.type_name()), format!("{sent}::{}(row)", camel(row.name()))),
        _ => (sent.clone(), "row".to_owned()),
    };
    writeln!(
        code,
        "impl Piece for {module}::{name} {{
    type Row = {row};
    fn of(part: Part<Self::Row>) -> Self {{
        let part = match part {{
            Part::NextCursor(cursor) => {sent}::NextCursor(cursor),
            Part::Row(row) => {shown},
        }};
        Self {{ part: Some(part) }}
    }}
    fn part(self) -> Option<Part<Self::Row>> {{
        Some(match self.part? {{
            {sent}::NextCursor(cursor) => Part::NextCursor(cursor),
            {shown} => Part::Row(row),
        }})
    }}
}}",
        name = message.name(),
    )
}

/// The domain of a package: `customers` of `saffron.customers.v1`.
fn domain(package: &str) -> &str {
    package.split('.').nth(1).unwrap_or_default()
}

/// The Rust type of a message: `crate::customers::Customer` of `.saffron.customers.v1.Customer`.
pub fn rust_type(name: &str) -> String {
    let (package, message) = name.trim_start_matches('.').rsplit_once('.').unwrap_or_default();
    format!("crate::{}::{message}", domain(package))
}

pub fn camel(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
            .unwrap_or_default()
    });
    words.collect()
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
