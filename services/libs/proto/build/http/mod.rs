//! Reads from the contracts how the HTTP API writes their messages (`proto/saffron/http/v1/http.proto`): attributes of the
//! generated types, and their schemas.

mod field;
mod schema;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use prost_reflect::{
    DescriptorPool, DynamicMessage, EnumDescriptor, FileDescriptor, Kind, MessageDescriptor,
    MethodDescriptor, Value,
};
use prost_types::method_options::IdempotencyLevel::NoSideEffects;
use serde_json::{Value as Json, json};

use self::schema::add_description;
use super::calls::{camel, rust_type};

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// The options of the contracts about the HTTP API.
pub struct Http {
    pool: DescriptorPool,
    /// Messages that answers hold.
    in_answers: BTreeSet<String>,
    /// Messages that requests hold.
    in_requests: BTreeSet<String>,
}

impl Http {
    /// Reads the contracts of all services.
    pub fn of(pool: DescriptorPool) -> Http {
        let mut http = Http { pool, in_answers: BTreeSet::new(), in_requests: BTreeSet::new() };
        let (mut in_answers, mut in_requests) = (BTreeSet::new(), BTreeSet::new());
        for method in http.pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()) {
            add_with_parts(&method.output(), &mut in_answers);
        }
        for message in http.messages() {
            let options = message.options();
            if !http.text(&options, "request").is_empty() || http.is(&options, "read") {
                add_with_parts(&message, &mut in_requests);
            }
        }
        (http.in_answers, http.in_requests) = (in_answers, in_requests);
        http
    }

    fn option(&self, options: &DynamicMessage, name: &str) -> Option<Value> {
        let extension = self.pool.get_extension_by_name(&format!("saffron.http.v1.{name}"))?;
        options.has_extension(&extension).then(|| options.get_extension(&extension).into_owned())
    }

    fn text(&self, options: &DynamicMessage, name: &str) -> String {
        self.option(options, name).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    }

    fn is(&self, options: &DynamicMessage, name: &str) -> bool {
        self.option(options, name).and_then(|value| value.as_bool()).unwrap_or_default()
    }

    fn messages(&self) -> impl Iterator<Item = MessageDescriptor> + '_ {
        self.pool.all_messages().filter(|message| message.full_name().starts_with("saffron."))
    }

    /// The messages that have a schema, each with its name.
    fn named(&self) -> impl Iterator<Item = (MessageDescriptor, String)> + '_ {
        self.messages().filter_map(|message| {
            let name = self.schema_name(&message);
            (!name.is_empty()).then_some((message, name))
        })
    }

    fn schema_name(&self, message: &MessageDescriptor) -> String {
        let request = self.text(&message.options(), "request");
        if request.is_empty() { self.text(&message.options(), "schema") } else { request }
    }

    fn is_in_answers(&self, message: &MessageDescriptor) -> bool {
        self.in_answers.contains(message.full_name())
    }

    fn is_in_requests(&self, message: &MessageDescriptor) -> bool {
        self.in_requests.contains(message.full_name())
    }

    fn enum_name(&self, of: &EnumDescriptor) -> String {
        let name = self.text(&of.options(), "enum_schema");
        if name.is_empty() { of.name().to_owned() } else { name }
    }

    /// Adds what makes the generated types serializable.
    pub fn attributes(
        &self,
        mut builder: tonic_prost_build::Builder,
    ) -> Fallible<tonic_prost_build::Builder> {
        for (message, _) in self.named() {
            let path = format!(".{}", message.full_name());
            let (is_in_answers, is_in_requests) =
                (self.is_in_answers(&message), self.is_in_requests(&message));
            let mut derived = Vec::new();
            derived.extend(is_in_answers.then_some("serde::Serialize"));
            derived.extend(is_in_requests.then_some("serde::Deserialize"));
            builder = builder.type_attribute(&path, format!("#[derive({})]", derived.join(", ")));
            for field in self.fields(&message)? {
                let place = format!("{path}.{}", field.descriptor.name());
                let mut parts = vec![format!("rename = \"{}\"", field.name)];
                // A request reads what is flat by itself.
                if field.is_hidden || (field.is_flat && is_in_requests) {
                    parts = vec!["skip".to_owned()];
                } else {
                    parts.extend(field.is_flat.then(|| "flatten".to_owned()));
                    if is_in_answers && let Some(attribute) = field.written() {
                        parts.push(format!("serialize_with = \"crate::http::write::{attribute}\""));
                    }
                    if is_in_requests {
                        parts.extend(field.is_lenient.then(|| "default".to_owned()));
                        if let Some(attribute) = field.read() {
                            parts.push(format!("deserialize_with = \"crate::http::read::{attribute}\""));
                        }
                    }
                }
                builder = builder.field_attribute(place, format!("#[serde({})]", parts.join(", ")));
            }
        }
        Ok(builder)
    }

    /// The Rust code of schemas, words, requests and answers.
    pub fn code(&self) -> Fallible<String> {
        let mut code = String::new();
        let mut enums = BTreeSet::new();
        for (message, name) in self.named() {
            let rust = rust_type(message.full_name());
            let (schema, inner) = self.schema(&message)?;
            describe(&mut code, &rust, &name, &schema, &inner)?;
            for field in self.fields(&message)?.into_iter().filter(|field| !field.is_hidden) {
                enums.extend(field.enumeration().map(|of| of.full_name().to_owned()));
            }
            if !self.text(&message.options(), "request").is_empty() {
                self.request(&mut code, &message)?;
            }
        }
        for name in enums {
            let of = self.pool.get_enum_by_name(&name).ok_or(name)?;
            self.words(&mut code, &of)?;
        }
        let mut done = BTreeSet::new();
        for method in self.pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()) {
            let output = method.output();
            if !method.is_server_streaming() && done.insert(output.full_name().to_owned()) {
                self.answer(&mut code, &output)?;
            }
        }
        Ok(code)
    }

    /// Writes the impl of `Request`: the service, the location, the limit of rows, and the flat messages.
    fn request(&self, code: &mut String, message: &MessageDescriptor) -> Fallible<()> {
        let has = |name: &str| message.get_field_by_name(name).is_some_and(|field| !field.is_list());
        let limit = if has("limit") { "self.limit" } else { "0" };
        let is_large = self.is(&message.options(), "large");
        let is_read = self.is_read(message);
        let mut pos_id = if has("pos_id") { "Some(&mut self.pos_id)".to_owned() } else { "None".to_owned() };
        let mut flat = String::new();
        for field in self.fields(message)?.iter().filter(|field| field.is_flat) {
            let name = field.descriptor.name();
            writeln!(flat, "        self.{name} = Some(body.read()?);")?;
            pos_id = format!("Some(&mut self.{name}.get_or_insert_default().pos_id)");
        }
        writeln!(
            code,
            "impl crate::http::Request for {} {{\n    const SERVICE: crate::Service = crate::Service::{};\n    \
             const IS_LARGE: bool = {is_large};\n    \
             const IS_READ: bool = {is_read};\n    \
             fn pos_id(&mut self) -> Option<&mut String> {{\n        {pos_id}\n    }}\n    \
             fn limit(&self) -> i32 {{\n        {limit}\n    }}\n    \
             fn read_flat<B: crate::http::Body>(&mut self, body: &B) -> Result<(), B::Error> {{\n{flat}        \
             let _ = body;\n        Ok(())\n    }}\n}}",
            rust_type(message.full_name()),
            camel(message.package_name().split('.').nth(1).unwrap_or_default()),
        )?;
        Ok(())
    }

    /// Whether the call of a request changes nothing.
    fn is_read(&self, request: &MessageDescriptor) -> bool {
        let mut methods = self.pool.services().flat_map(|service| service.methods().collect::<Vec<_>>());
        let method = methods.find(|method| method.input() == *request);
        let level = |method: MethodDescriptor| method.method_descriptor_proto().options.clone();
        method.and_then(level).is_some_and(|options| options.idempotency_level() == NoSideEffects)
    }

    /// Writes the impl of `Answer`: the body is the message itself, if it has a schema; else the one message in it, or nothing.
    fn answer(&self, code: &mut String, message: &MessageDescriptor) -> Fallible<()> {
        let rust = rust_type(message.full_name());
        let fields: Vec<_> = message.fields().collect();
        let (body, expression) = if !self.schema_name(message).is_empty() {
            (rust.clone(), "self".to_owned())
        } else {
            match fields.as_slice() {
                [] => ("crate::http::Null".to_owned(), "crate::http::Null".to_owned()),
                [only] => match only.kind() {
                    Kind::Message(inner) if !only.is_list() && !self.schema_name(&inner).is_empty() => {
                        (rust_type(inner.full_name()), format!("self.{}.unwrap_or_default()", only.name()))
                    }
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        };
        writeln!(
            code,
            "impl crate::http::Answer for {rust} {{\n    type Body = {body};\n    \
             fn body(self) -> Self::Body {{\n        {expression}\n    }}\n}}",
        )?;
        Ok(())
    }

    /// Writes the impl of `Words` of an enum.
    fn words(&self, code: &mut String, of: &EnumDescriptor) -> Fallible<()> {
        let rust = rust_type(of.full_name());
        let known: Vec<_> = of
            .values()
            .filter(|value| value.number() != 0)
            .map(|value| (value.number(), word(of, value.name())))
            .collect();
        let table: Vec<_> = known.iter().map(|(number, word)| format!("({number}, \"{word}\")")).collect();
        writeln!(
            code,
            "impl crate::http::Words for {rust} {{\n    const WORDS: &'static [(i32, &'static str)] = &[{}];\n}}",
            table.join(", ")
        )?;
        let mut schema = json!({
            "type": "string",
            "enum": known.iter().map(|(_, word)| word).collect::<Vec<_>>(),
        });
        add_description(&mut schema, comment(&of.parent_file(), of.path()));
        describe(code, &rust, &self.enum_name(of), &schema, &[])
    }
}

/// Adds a message and all messages in it.
fn add_with_parts(message: &MessageDescriptor, reached: &mut BTreeSet<String>) {
    if reached.insert(message.full_name().to_owned()) {
        for field in message.fields() {
            if let Kind::Message(inner) = field.kind() {
                add_with_parts(&inner, reached);
            }
        }
    }
}

fn describe(code: &mut String, rust: &str, name: &str, schema: &Json, inner: &[String]) -> Fallible<()> {
    writeln!(
        code,
        "impl utoipa::PartialSchema for {rust} {{\n    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {{\n        \
         crate::http::schema(r####\"{schema}\"####)\n    }}\n}}\n\
         impl utoipa::ToSchema for {rust} {{\n    fn name() -> std::borrow::Cow<'static, str> {{\n        \"{name}\".into()\n    }}\n    \
         fn schemas(all: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {{"
    )?;
    for inner in inner {
        writeln!(code, "        crate::http::add_schema::<{inner}>(all);")?;
    }
    writeln!(code, "        let _ = all;\n    }}\n}}")?;
    Ok(())
}

/// The name of a field in JSON: `posCheckID` of `pos_check_id`.
fn json_name(name: &str) -> String {
    let mut words = name.split('_');
    let mut json = words.next().unwrap_or_default().to_owned();
    for word in words {
        json += &if word == "id" { "ID".to_owned() } else { camel(word) };
    }
    json
}

/// The word of an enum's value: `promoCode` of `CAMPAIGN_KIND_PROMO_CODE` of `CampaignKind`.
fn word(of: &EnumDescriptor, name: &str) -> String {
    let prefix: String = of.name().chars().enumerate().fold(String::new(), |mut prefix, (at, letter)| {
        if letter.is_ascii_uppercase() && at > 0 {
            prefix.push('_');
        }
        prefix.push(letter.to_ascii_uppercase());
        prefix
    });
    let rest = name.strip_prefix(&prefix).unwrap_or(name).trim_start_matches('_').to_ascii_lowercase();
    json_name(&rest)
}

/// The comment before a part of a contract, in one line.
fn comment(file: &FileDescriptor, path: &[i32]) -> String {
    let info = file.file_descriptor_proto().source_code_info.as_ref();
    let place = info.and_then(|info| info.location.iter().find(|place| place.path == path));
    let text = place.and_then(|place| place.leading_comments.as_deref()).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
