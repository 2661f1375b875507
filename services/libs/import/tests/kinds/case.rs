use std::collections::BTreeMap;

use encoding_rs::{GBK, ISO_8859_2, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

/// Files, and what is right for them.
pub struct Case {
    pub name: String,
    pub files: Vec<(String, Vec<u8>)>,
    pub map: Vec<String>,
    pub answers: Vec<(String, String)>,
    pub rules: Vec<String>,
    pub zone: String,
    pub expected: BTreeMap<String, String>,
}

/// The cases of a text.
pub fn read(text: &str) -> Vec<Case> {
    text.split("### ").skip(1).map(case).collect()
}

fn case(text: &str) -> Case {
    let (name, rest) = text.split_once('\n').unwrap();
    let (given, right) = rest.split_once("\n===\n").unwrap_or_else(|| panic!("{name}: nothing is right"));
    let mut parts = given.split("---");
    let mut case = Case {
        name: name.to_owned(),
        files: Vec::new(),
        map: Vec::new(),
        answers: Vec::new(),
        rules: Vec::new(),
        zone: "America/Chicago".to_owned(),
        expected: [("asks", ""), ("refused", "0")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
    };
    let mut encoding = "utf-8".to_owned();
    for line in parts.next().unwrap().lines() {
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{name}: {line}"));
        match key {
            "map" => case.map.push(value.to_owned()),
            "answer" => {
                let (id, answer) = value.rsplit_once('=').unwrap();
                case.answers.push((id.to_owned(), answer.to_owned()));
            }
            "rule" => case.rules.push(value.to_owned()),
            "zone" => case.zone = value.to_owned(),
            "encoding" => encoding = value.to_owned(),
            _ => panic!("{name}: {line}"),
        }
    }
    for (number, part) in parts.enumerate() {
        let (file, text) = part.split_once('\n').unwrap_or((part, ""));
        let file = match file.trim() {
            "" => format!("file{number}.csv"),
            file => file.to_owned(),
        };
        case.files.push((file, encoded(text, &encoding)));
    }
    for line in right.lines().filter(|line| !line.trim().is_empty()) {
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{name}: {line}"));
        case.expected.insert(key.to_owned(), value.to_owned());
    }
    if case.expected.contains_key("unread") {
        case.expected.retain(|key, _| key == "unread");
    }
    case
}

/// The bytes of a text in an encoding, or with other ends of lines.
fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    match encoding {
        "utf-8" => text.as_bytes().to_vec(),
        "utf-8 with mark" => format!("\u{feff}{text}").into_bytes(),
        "cr" => text.replace('\n', "\r").into_bytes(),
        "crlf" => text.replace('\n', "\r\n").into_bytes(),
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "utf-16le with mark" => format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "windows-1252" => WINDOWS_1252.encode(text).0.into_owned(),
        "windows-1251" => WINDOWS_1251.encode(text).0.into_owned(),
        "iso-8859-2" => ISO_8859_2.encode(text).0.into_owned(),
        "shift-jis" => SHIFT_JIS.encode(text).0.into_owned(),
        "gbk" => GBK.encode(text).0.into_owned(),
        "zero bytes" => text.replace('~', "\0").into_bytes(),
        _ => panic!("there is no encoding {encoding}"),
    }
}
