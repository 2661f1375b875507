/// What is wrong with JSON that was read, without what it holds: a value may be secret, or name a person, and this is
/// logged.
#[must_use]
pub fn odd(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // A value stands in quotes, and may have quotes itself.
    match (text.split_once('"'), text.rsplit_once('"')) {
        (Some((before, _)), Some((_, after))) => format!("{before}…{after}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize as _;
    use serde_json::{Value, json};

    use super::super::Refund;
    use super::*;

    #[test]
    fn a_value_is_not_told() {
        let good = json!({"id": "re_1", "object": "refund", "amount": 1, "created": 1, "currency": "usd"});
        let told = |field: &str, value: Value| {
            let mut object = good.clone();
            object[field] = value;
            odd(&Refund::deserialize(&object).unwrap_err())
        };
        assert_eq!(told("amount", json!("SECRET")), "invalid type: string …, expected i64");
        assert_eq!(told("amount", json!("a \"SECRET\" b")), "invalid type: string …, expected i64");
        for value in [json!("SECRET/"), json!({"SECRET": "SECRET"}), json!(["SECRET"])] {
            assert!(!told("id", value.clone()).contains("SECRET"), "{value}");
            assert!(!told("charge", value.clone()).contains("SECRET"), "{value}");
        }
        let lacking = Refund::deserialize(json!({"id": "re_1"})).unwrap_err();
        assert_eq!(odd(&lacking), "missing field `object`");
    }
}
