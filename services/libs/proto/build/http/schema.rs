//! The schemas of messages in the OpenAPI document.

use prost_reflect::{Kind, MessageDescriptor};
use serde_json::{Map, Value as Json, json};

use super::field::Field;
use super::{Fallible, Http, comment};
use crate::calls::rust_type;

impl Http {
    /// The schema of a message, and the types that it refers to.
    pub(super) fn schema(&self, message: &MessageDescriptor) -> Fallible<(Json, Vec<String>)> {
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
        let is_in_answers = self.is_in_answers(message);
        for mut field in self.fields(message)?.into_iter().filter(|field| !field.is_hidden) {
            if field.is_flat {
                let Kind::Message(flat) = field.descriptor.kind() else {
                    return Err("only messages are flat".into());
                };
                self.properties(&flat, field.is_nullable, properties, required, inner)?;
                continue;
            }
            field.is_nullable |= may_be_absent && field.form.ends_with("_SECOND");
            if is_in_answers || !field.is_lenient {
                required.push(field.name.clone());
            }
            let schema = self.field_schema(&field, is_in_answers, inner)?;
            properties.insert(field.name, schema);
        }
        Ok(())
    }

    fn field_schema(&self, field: &Field, is_in_answers: bool, inner: &mut Vec<String>) -> Fallible<Json> {
        let descriptor = &field.descriptor;
        let is_null =
            field.is_nullable || (is_in_answers && descriptor.field_descriptor_proto().proto3_optional());
        let about = field.about(is_in_answers, is_null);
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

    /// The comment of the field, and its form.
    fn about(&self, is_in_answers: bool, is_null: bool) -> String {
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
        let form = match (self.form.as_str(), is_in_answers) {
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

/// Adds null to a comment: a value that is empty or absent in a contract is null in JSON.
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

/// Adds the description of a schema, unless it is empty.
pub(super) fn add_description(schema: &mut Json, text: String) {
    if let (false, Some(schema)) = (text.is_empty(), schema.as_object_mut()) {
        schema.insert("description".to_owned(), json!(text));
    }
}
