//! Reads from the contracts how the HTTP API writes their messages (`proto/saffron/http/v1/http.proto`): attributes of the
//! generated types, and their schemas.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use prost_reflect::{
    DescriptorPool, DynamicMessage, EnumDescriptor, FieldDescriptor, FileDescriptor, Kind, MessageDescriptor,
    Value,
};
use serde_json::{Map, Value as Json, json};

use super::calls::{camel, rust_type};

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Fields of any request that may be left out.
const LEFT_OUT: [&str; 4] = ["pos_id", "limit", "cursor", "search"];

/// What the contracts say of the HTTP API.
pub struct Http {
    pool: DescriptorPool,
    /// Messages that answers hold.
    answered: BTreeSet<String>,
    /// Messages that requests hold.
    asked: BTreeSet<String>,
}

/// A field, and how it is written.
struct Field {
    descriptor: FieldDescriptor,
    /// Its name in JSON.
    name: String,
    form: String,
    words: Option<EnumDescriptor>,
    is_hidden: bool,
    is_nullable: bool,
    is_flat: bool,
    /// It may be absent from a request.
    is_lenient: bool,
}

impl Http {
    /// Of all services.
    pub fn of(pool: DescriptorPool) -> Http {
        let mut http = Http { pool, answered: BTreeSet::new(), asked: BTreeSet::new() };
        let (mut answered, mut asked) = (BTreeSet::new(), BTreeSet::new());
        for method in http.pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()) {
            reach(&method.output(), &mut answered);
        }
        for message in http.messages() {
            let options = message.options();
            if !http.text(&options, "request").is_empty() || http.is(&options, "read") {
                reach(&message, &mut asked);
            }
        }
        (http.answered, http.asked) = (answered, asked);
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

    fn is_answered(&self, message: &MessageDescriptor) -> bool {
        self.answered.contains(message.full_name())
    }

    fn is_asked(&self, message: &MessageDescriptor) -> bool {
        self.asked.contains(message.full_name())
    }

    fn enum_name(&self, of: &EnumDescriptor) -> String {
        let name = self.text(&of.options(), "enum_schema");
        if name.is_empty() { of.name().to_owned() } else { name }
    }

    fn fields(&self, message: &MessageDescriptor) -> Fallible<Vec<Field>> {
        message.fields().map(|field| self.field(message, field)).collect()
    }

    fn field(&self, message: &MessageDescriptor, descriptor: FieldDescriptor) -> Fallible<Field> {
        let options = descriptor.options();
        let own = self.text(&options, "name");
        let name = if own.is_empty() { json_name(descriptor.name()) } else { own };
        let form = match self.option(&options, "form").and_then(|value| value.as_enum_number()) {
            None => String::new(),
            Some(number) => self
                .pool
                .get_enum_by_name("saffron.http.v1.Form")
                .and_then(|form| form.get_value(number))
                .map(|value| value.name().trim_start_matches("FORM_").to_owned())
                .ok_or("no such form")?,
        };
        let words = self.text(&options, "words");
        let words = if words.is_empty() {
            None
        } else {
            let name = format!("{}.{words}", message.package_name());
            Some(self.pool.get_enum_by_name(&name).ok_or(format!("there is no enum {name}"))?)
        };
        let is_nullable = self.is(&options, "nullable");
        let is_left_out = LEFT_OUT.contains(&descriptor.name())
            && !self.text(&message.options(), "request").is_empty()
            && !self.is(&options, "required");
        let is_lenient = is_nullable
            || is_left_out
            || self.is(&options, "optional")
            || descriptor.field_descriptor_proto().proto3_optional();
        let is_hidden = self.is(&options, "hidden");
        let is_flat = self.is(&options, "flat");
        Ok(Field { descriptor, name, form, words, is_hidden, is_nullable, is_flat, is_lenient })
    }

    /// Adds what makes the generated types serializable.
    pub fn attributes(
        &self,
        mut builder: tonic_prost_build::Builder,
    ) -> Fallible<tonic_prost_build::Builder> {
        for (message, _) in self.named() {
            let path = format!(".{}", message.full_name());
            let (is_answered, is_asked) = (self.is_answered(&message), self.is_asked(&message));
            let mut derived = Vec::new();
            derived.extend(is_answered.then_some("serde::Serialize"));
            derived.extend(is_asked.then_some("serde::Deserialize"));
            builder = builder.type_attribute(&path, format!("#[derive({})]", derived.join(", ")));
            for field in self.fields(&message)? {
                let place = format!("{path}.{}", field.descriptor.name());
                let mut parts = vec![format!("rename = \"{}\"", field.name)];
                if field.is_hidden {
                    parts = vec!["skip".to_owned()];
                } else {
                    parts.extend(field.is_flat.then(|| "flatten".to_owned()));
                    if is_answered && let Some(way) = field.written() {
                        parts.push(format!("serialize_with = \"crate::http::write::{way}\""));
                    }
                    if is_asked {
                        parts.extend(field.is_lenient.then(|| "default".to_owned()));
                        if let Some(way) = field.read() {
                            parts.push(format!("deserialize_with = \"crate::http::read::{way}\""));
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

    /// A request says whose call it is, which location it is about, and how many rows it asks for.
    fn request(&self, code: &mut String, message: &MessageDescriptor) -> Fallible<()> {
        let has = |name: &str| message.get_field_by_name(name).is_some();
        let is_one = message.get_field_by_name("pos_id").is_some_and(|field| !field.is_list());
        let pos_id = if is_one { "Some(&mut self.pos_id)" } else { "None" };
        let limit = if has("limit") { "self.limit" } else { "0" };
        let is_large = self.is(&message.options(), "large");
        writeln!(
            code,
            "impl crate::http::Request for {} {{\n    const SERVICE: crate::Service = crate::Service::{};\n    const IS_LARGE: bool = {is_large};\n    \
             fn pos_id(&mut self) -> Option<&mut String> {{\n        {pos_id}\n    }}\n    \
             fn limit(&self) -> i32 {{\n        {limit}\n    }}\n}}",
            rust_type(message.full_name()),
            camel(message.package_name().split('.').nth(1).unwrap_or_default()),
        )?;
        Ok(())
    }

    /// What an answer's body is: itself, where it has a schema; else the one message that it holds, or nothing.
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

    /// The schema of a message, and the types that it refers to.
    fn schema(&self, message: &MessageDescriptor) -> Fallible<(Json, Vec<String>)> {
        let (mut properties, mut required, mut inner) = (Map::new(), Vec::new(), Vec::new());
        if !self.text(&message.options(), "request").is_empty() && has_session(message) {
            properties.insert("sessionID".to_owned(), json!({ "type": "string" }));
            required.push("sessionID".to_owned());
        }
        self.properties(message, false, &mut properties, &mut required, &mut inner)?;
        let mut schema = json!({ "type": "object", "required": required, "properties": properties });
        add_description(&mut schema, comment(&message.parent_file(), message.path()));
        Ok((schema, inner))
    }

    /// Adds the fields of a message. Of one that is flat and may be absent, days are null then.
    fn properties(
        &self,
        message: &MessageDescriptor,
        may_be_absent: bool,
        properties: &mut Map<String, Json>,
        required: &mut Vec<String>,
        inner: &mut Vec<String>,
    ) -> Fallible<()> {
        let is_answered = self.is_answered(message);
        for mut field in self.fields(message)?.into_iter().filter(|field| !field.is_hidden) {
            if field.is_flat {
                let Kind::Message(flat) = field.descriptor.kind() else {
                    return Err("only messages are flat".into());
                };
                self.properties(&flat, field.is_nullable, properties, required, inner)?;
                continue;
            }
            field.is_nullable |= may_be_absent && field.form.ends_with("_SECOND");
            if is_answered || !field.is_lenient {
                required.push(field.name.clone());
            }
            let schema = self.field_schema(&field, is_answered, inner)?;
            properties.insert(field.name, schema);
        }
        Ok(())
    }

    fn field_schema(&self, field: &Field, is_answered: bool, inner: &mut Vec<String>) -> Fallible<Json> {
        let descriptor = &field.descriptor;
        let is_null =
            field.is_nullable || (is_answered && descriptor.field_descriptor_proto().proto3_optional());
        let about = field.about(is_answered, is_null);
        let reference = match (field.enumeration(), descriptor.kind()) {
            (Some(of), _) => Some((self.enum_name(&of), rust_type(of.full_name()))),
            (None, Kind::Message(message)) => {
                let name = self.schema_name(&message);
                if name.is_empty() {
                    return Err(format!("{} has no schema", message.full_name()).into());
                }
                Some((name, rust_type(message.full_name())))
            }
            _ => None,
        };
        let mut schema = if let Some((name, rust)) = reference {
            inner.push(rust);
            json!({ "$ref": format!("#/components/schemas/{name}") })
        } else {
            let (kind, format) = field.json_type()?;
            let is_nullable = is_null && !descriptor.is_list();
            let mut schema = json!({ "type": if is_nullable { json!([kind, "null"]) } else { json!(kind) } });
            if let (Some(format), Some(schema)) = (format, schema.as_object_mut()) {
                schema.insert("format".to_owned(), json!(format));
            }
            schema
        };
        if descriptor.is_list() {
            schema = json!({ "type": if is_null { json!(["array", "null"]) } else { json!("array") }, "items": schema });
        } else if is_null && schema.get("$ref").is_some() {
            schema = json!({ "oneOf": [schema, { "type": "null" }] });
        }
        add_description(&mut schema, about);
        Ok(schema)
    }
}

impl Field {
    fn enumeration(&self) -> Option<EnumDescriptor> {
        match (&self.words, self.descriptor.kind()) {
            (Some(words), _) => Some(words.clone()),
            (None, Kind::Enum(of)) => Some(of),
            _ => None,
        }
    }

    /// How it is written, where its type does not do it.
    fn written(&self) -> Option<String> {
        if let Some(of) = self.enumeration() {
            let way = if self.words.is_some() { "name" } else { "word" };
            return Some(format!("{way}::<{}, _>", rust_type(of.full_name())));
        }
        let way = match (self.form.as_str(), self.descriptor.kind()) {
            ("DOLLARS" | "HUNDREDTHS", _) => "hundredths",
            ("THOUSANDTHS", _) => "thousandths",
            ("FIRST_SECOND", _) => "first_second",
            ("LAST_SECOND", _) => "last_second",
            (_, Kind::Message(_)) if self.is_flat || !(self.descriptor.is_list() || self.is_nullable) => {
                "message"
            }
            (_, Kind::String) if self.is_nullable && !self.descriptor.is_list() => "text_or_null",
            _ => return None,
        };
        Some(way.to_owned())
    }

    /// How it is read, where its type does not do it.
    fn read(&self) -> Option<String> {
        let is_some = self.descriptor.field_descriptor_proto().proto3_optional();
        let parsed = |of: &str| {
            let way = match (self.descriptor.is_list(), self.is_lenient) {
                (true, _) => "all_parsed",
                (false, true) => "parsed_or_empty",
                (false, false) => "parsed",
            };
            Some(format!("{way}::<saffron_core::{of}, _>"))
        };
        match self.descriptor.name() {
            "pos_id" => return parsed("PosId"),
            "pos_check_id" => return parsed("CheckId"),
            "pos_customer_id" => return parsed("CustomerId"),
            "pos_item_id" => return parsed("ItemId"),
            "limit" => return Some("limit".to_owned()),
            _ => {}
        }
        let some = if is_some { "some_" } else { "" };
        match (self.form.as_str(), self.descriptor.kind()) {
            ("CUSTOMER_IDS", _) => parsed("CustomerId"),
            ("DATE", _) => parsed("BusinessDate"),
            ("DOLLARS" | "HUNDREDTHS", _) => Some(format!("{some}hundredths")),
            ("THOUSANDTHS", _) => Some(format!("{some}thousandths")),
            ("PHONE", _) => Some("phone".to_owned()),
            ("BASE64", _) => Some("base64".to_owned()),
            (_, Kind::Enum(of)) => {
                let way = if self.is_lenient { "word_or_none" } else { "word" };
                Some(format!("{way}::<{}, _>", rust_type(of.full_name())))
            }
            (_, Kind::Message(_)) if !self.descriptor.is_list() => {
                (!self.is_lenient).then(|| "message".to_owned())
            }
            _ => (self.is_lenient && !is_some).then(|| "or_default".to_owned()),
        }
    }

    fn json_type(&self) -> Fallible<(&'static str, Option<&'static str>)> {
        Ok(match (self.form.as_str(), self.descriptor.kind()) {
            ("DOLLARS" | "HUNDREDTHS" | "THOUSANDTHS" | "PHONE", _) => ("number", Some("double")),
            (_, Kind::String | Kind::Bytes) => ("string", None),
            (_, Kind::Bool) => ("boolean", None),
            (_, Kind::Int32) if self.descriptor.name() != "limit" => ("integer", Some("int32")),
            (_, Kind::Int32 | Kind::Int64) => ("integer", Some("int64")),
            (_, other) => {
                return Err(format!("{}: no schema of {other:?}", self.descriptor.full_name()).into());
            }
        })
    }

    /// What its comment says, and its form.
    fn about(&self, is_answered: bool, is_null: bool) -> String {
        let own = comment(&self.descriptor.parent_file(), self.descriptor.path());
        let own = match self.descriptor.name() {
            "pos_id" if self.is_lenient => {
                "Required if the caller has access to more than one location.".to_owned()
            }
            "limit" => "1 to 500 rows a page; without it the whole list is sent.".to_owned(),
            "cursor" => "`nextCursor` of the page before.".to_owned(),
            _ if is_null => with_null(&own),
            _ => own,
        };
        let form = match (self.form.as_str(), is_answered) {
            ("DOLLARS", _) => "Dollars.",
            ("HUNDREDTHS", _) => "Two decimals at most.",
            ("DATE", false) => "A business date; a time part is ignored.",
            ("FIRST_SECOND" | "LAST_SECOND", _) => "YYYY-MM-DDTHH:mm:ss.",
            _ => "",
        };
        [own.as_str(), form].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Calls of people who are not signed in have no session.
fn has_session(message: &MessageDescriptor) -> bool {
    let pool = message.parent_pool();
    let mut services = pool.services();
    !services
        .any(|service| service.name() == "DoorService" && service.methods().any(|m| m.input() == *message))
}

/// Adds a message and all that it holds.
fn reach(message: &MessageDescriptor, reached: &mut BTreeSet<String>) {
    if reached.insert(message.full_name().to_owned()) {
        for field in message.fields() {
            if let Kind::Message(inner) = field.kind() {
                reach(&inner, reached);
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

/// `pos_check_id` is `posCheckID`.
fn json_name(name: &str) -> String {
    let mut words = name.split('_');
    let mut json = words.next().unwrap_or_default().to_owned();
    for word in words {
        json += &if word == "id" { "ID".to_owned() } else { camel(word) };
    }
    json
}

/// `CAMPAIGN_KIND_PROMO_CODE` of `CampaignKind` is `promoCode`.
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

/// What is empty or absent in a contract is null in JSON.
fn with_null(comment: &str) -> String {
    let words = [
        ("Empty", "Null"),
        ("empty", "null"),
        ("Absent", "Null"),
        ("absent", "null"),
        ("Unspecified", "Null"),
    ];
    words.into_iter().fold(comment.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn add_description(schema: &mut Json, text: String) {
    if let (false, Some(schema)) = (text.is_empty(), schema.as_object_mut()) {
        schema.insert("description".to_owned(), json!(text));
    }
}

/// The comment before a part of a contract, in one line.
fn comment(file: &FileDescriptor, path: &[i32]) -> String {
    let info = file.file_descriptor_proto().source_code_info.as_ref();
    let place = info.and_then(|info| info.location.iter().find(|place| place.path == path));
    let text = place.and_then(|place| place.leading_comments.as_deref()).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
