//! Fields of messages: how they are named, written and read.

use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};

use super::{Fallible, Http, json_name};
use crate::calls::rust_type;

/// Fields of any request that may be left out.
const LEFT_OUT: [&str; 4] = ["pos_id", "limit", "cursor", "search"];

/// A field, and how it is written.
pub(super) struct Field {
    pub(super) descriptor: FieldDescriptor,
    /// The name in JSON.
    pub(super) name: String,
    pub(super) form: String,
    pub(super) words: Option<EnumDescriptor>,
    pub(super) is_hidden: bool,
    pub(super) is_nullable: bool,
    pub(super) is_flat: bool,
    /// Whether a request may leave it out.
    pub(super) is_lenient: bool,
}

impl Http {
    /// The fields of a message.
    pub(super) fn fields(&self, message: &MessageDescriptor) -> Fallible<Vec<Field>> {
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
}

impl Field {
    /// The enum of a field that is written as a word.
    pub(super) fn enumeration(&self) -> Option<EnumDescriptor> {
        match (&self.words, self.descriptor.kind()) {
            (Some(words), _) => Some(words.clone()),
            (None, Kind::Enum(of)) => Some(of),
            _ => None,
        }
    }

    /// Whether an answer writes null where it is absent.
    fn may_be_null(&self) -> bool {
        self.is_nullable || self.descriptor.field_descriptor_proto().proto3_optional()
    }

    /// The serializer of the field, if its type has none.
    pub(super) fn written(&self) -> Option<String> {
        if let Some(of) = self.enumeration() {
            let way = if self.words.is_some() { "name" } else { "word" };
            return Some(format!("{way}::<{}, _>", rust_type(of.full_name())));
        }
        let way = match (self.form.as_str(), self.descriptor.kind()) {
            ("DOLLARS" | "HUNDREDTHS", _) => "hundredths",
            ("THOUSANDTHS", _) => "thousandths",
            ("FIRST_SECOND", _) => "first_second",
            ("LAST_SECOND", _) => "last_second",
            (_, Kind::Message(_)) if self.is_flat || !(self.descriptor.is_list() || self.may_be_null()) => {
                "message"
            }
            (_, Kind::String) if self.is_nullable && !self.descriptor.is_list() => "text_or_null",
            _ => return None,
        };
        Some(way.to_owned())
    }

    /// The deserializer of the field, if its type has none.
    pub(super) fn read(&self) -> Option<String> {
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
            ("DOLLARS" | "HUNDREDTHS", _) if self.is_lenient && !is_some => {
                Some("hundredths_or_zero".to_owned())
            }
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
}
