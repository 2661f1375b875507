/// The text of an error of JSON without the values in it: they may be secret, or name a person, and the text is logged.
pub fn redacted(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // A value is in quotes, and may have quotes itself.
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
    fn an_error_holds_no_value() {
        let good = json!({"id": "re_1", "object": "refund", "amount": 1, "created": 1, "currency": "usd"});
        let error = |field: &str, value: Value| {
            let mut object = good.clone();
            object[field] = value;
            redacted(&Refund::deserialize(&object).unwrap_err())
        };
        assert_eq!(error("amount", json!("SECRET")), "invalid type: string …, expected i64");
        assert_eq!(error("amount", json!("a \"SECRET\" b")), "invalid type: string …, expected i64");
        for value in [json!("SECRET/"), json!({"SECRET": "SECRET"}), json!(["SECRET"])] {
            assert!(!error("id", value.clone()).contains("SECRET"), "{value}");
            assert!(!error("charge", value.clone()).contains("SECRET"), "{value}");
        }
        let lacking = Refund::deserialize(json!({"id": "re_1"})).unwrap_err();
        assert_eq!(redacted(&lacking), "missing field `object`");
    }
}
