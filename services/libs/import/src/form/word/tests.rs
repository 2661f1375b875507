use std::collections::HashMap;

use proptest::prelude::*;

use super::table::{LINES, flag_key, moded};
use super::*;
use crate::form::fold::fold;

#[test]
fn no_word_of_the_table_has_two_meanings() {
    let mut known: HashMap<(bool, String), (&str, &str)> = HashMap::new();
    for line in LINES.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [name, language, words] = parts[..] else { panic!("{line}") };
        assert!(["yes", "no"].contains(&name) || name.parse::<Meaning>().is_ok(), "{line}");
        for word in words.split('|') {
            let (_, plainly) = moded(word);
            let key = (["yes", "no"].contains(&name), flag_key(plainly));
            assert!(!key.1.is_empty(), "{line}");
            let other = known.insert(key, (name, language));
            assert!(other.is_none_or(|(other, _)| other == name), "{word} of {name} is also {other:?}");
        }
    }
}

#[test]
fn every_word_of_the_table_is_exact() {
    for line in LINES.lines().filter(|line| !line.starts_with("yes\t") && !line.starts_with("no\t")) {
        let parts: Vec<&str> = line.split('\t').collect();
        let expected: Meaning = parts[0].parse().unwrap();
        for word in parts[2].split('|').map(|word| moded(word).1) {
            for written in [word.to_owned(), word.to_uppercase(), format!(" {word}: "), fold(word)] {
                assert_eq!(meaning(&written), Some((expected, Confidence::Exact)), "{written}");
            }
        }
    }
}

#[test]
fn meaning_is_found_in_longer_text() {
    for (text, expected) in [
        // defects.md, B5, B7, B8
        ("10% off", Meaning::Discount),
        ("Rückerstattung Nr. 12", Meaning::Refund),
        ("Service charge 12.5%", Meaning::ServiceCharge),
        ("Tip 18%", Meaning::Tip),
        ("$50 Gift Card", Meaning::GiftCard),
        ("Total 41.50", Meaning::Total),
        // and others
        ("Auto gratuity 18%", Meaning::Gratuity),
        ("Gratuity (party of 8)", Meaning::Gratuity),
        ("Bedienungsgeld 10 %", Meaning::Gratuity),
        ("POURBOIRE IMPOSÉ", Meaning::Gratuity),
        ("Card tip - Visa", Meaning::Tip),
        ("Kartentrinkgeld", Meaning::Tip),
        ("Trinkgeld 10 %", Meaning::Tip),
        ("Liefergebühr Zone 2", Meaning::DeliveryFee),
        ("Frais de livraison (2 km)", Meaning::DeliveryFee),
        ("Bon storniert", Meaning::Void),
        ("Sofortstorno", Meaning::Void),
        ("Voided by manager", Meaning::Void),
        ("Order cancelled", Meaning::Void),
        ("Canceled - duplicate", Meaning::Void),
        ("Mitarbeiterrabatt 30%", Meaning::Discount),
        ("Happy hour discount", Meaning::Discount),
        ("Descuento empleados 20%", Meaning::Discount),
        ("Remise 10%", Meaning::Discount),
        ("Refund #1234", Meaning::Refund),
        ("Partial refund", Meaning::Refund),
        ("Remboursement client", Meaning::Refund),
        ("Gift card redemption 1234", Meaning::GiftCardUsed),
        ("Geschenkgutschein 50 EUR", Meaning::GiftCard),
        ("Gutschein eingelöst Nr. 7", Meaning::GiftCardUsed),
        ("Flaschenpfand", Meaning::BottleDeposit),
        ("Pfand 0,25", Meaning::BottleDeposit),
        ("Cash rounding adj", Meaning::Rounding),
        ("VAT 20%", Meaning::Tax),
        ("Sales tax (NY)", Meaning::Tax),
        ("IVA 21%", Meaning::Tax),
        ("Coperto 2", Meaning::ServiceCharge),
        ("会員割引", Meaning::Discount),
        ("配送料(東京)", Meaning::DeliveryFee),
        ("결제취소", Meaning::Void),
        ("已取消", Meaning::Void),
        ("CRV deposit return", Meaning::BottleDeposit),
        ("Discounts", Meaning::Discount),
        ("Leveringsgebyr 30", Meaning::DeliveryFee),
        ("Frais d'annulation", Meaning::ServiceCharge),
        ("キャンセル料 30%", Meaning::ServiceCharge),
        ("Check total", Meaning::Total),
        ("Tip to driver", Meaning::Tip),
        ("Paid out - milk", Meaning::PaidOut),
        ("Servicio 10%", Meaning::ServiceCharge),
        ("20% off entire check", Meaning::Discount),
        ("100% off", Meaning::Discount),
    ] {
        assert_eq!(meaning(text).map(|(meaning, _)| meaning), Some(expected), "{text}");
    }
}

#[test]
fn dishes_and_negations_have_no_meaning() {
    for text in [
        "Avoid",
        "Avoidable burger",
        "Tipperary ale",
        "Steak tips",
        "Beef tips & rice",
        "Asparagus tips",
        "Tip top bread",
        "Sirloin tip roast",
        "Tri-tip",
        "Total recall burger",
        "Total Greek yogurt",
        "Return of the Mac & Cheese",
        "Compote",
        "Apple compote",
        "Open faced sandwich",
        "Open Food",
        "Open item",
        "Off the bone ham",
        "Day off cocktail",
        "No. 7",
        "No bake cheesecake",
        "Void where prohibited IPA",
        "Pfannkuchen",
        "Wiener Pfanne",
        "Pfandl",
        "Round of beers",
        "Ground beef",
        "Gift box",
        "Gift basket",
        "Delivery boy pizza",
        "Room service breakfast",
        "Self service buffet",
        "Charger steak",
        "Supercharged smoothie",
        "Gratin",
        "Gratinée",
        "Dricka",
        "Taxi cocktail",
        "Taxidermist stout",
        "Red wine reduction",
        "Sumatra coffee",
        "Summer salad",
        "Summe der Teile Wein",
        "Sangria",
        "Sangria jarra",
        "Entrada fría",
        "Suprême",
        "Cover band ticket",
        "Corked wine",
        "Closed pizza",
        "Paid parking lemonade",
        "Sold out soup",
        "Deposit slip cocktail",
        "Float root beer",
        "Root beer float",
        "Comp. lettuce",
        "Complete breakfast",
        "Refundable",
        "Discotheque",
        "Rabattle",
        "Rabbit stew",
        "Pantry salad",
        "Panty dropper",
        "Pantera",
        "Vatrushka",
        "Vat 69 whisky",
        "Private reserve",
        "Ustrica",
        "Ivan the Terrible",
        "Not voided",
        "Not refunded",
        "partially refunded",
        "Teilweise erstattet",
        "kein Storno",
        "non remboursé",
        "No discount",
        "No tip",
        "Unvoided",
        "Delivery fee refund",
        "Discount refund",
        "Service charge discount",
        "Exchange",
        "Tea",
        "18:30",
        "12.50",
        "",
        "-",
        "部分退款",
        "Dish of the day",
        "Extra cheese",
        "Senior coffee",
        "Bon appétit",
        "Retour de pêche",
        "Consigned wine",
        "Service plate",
        "Kuverturé",
        "Avoiris",
        "Fooisoep",
        "Zwrotka",
        "Moms apple pie",
        "Mom's spaghetti",
        "Pst burger x",
        "Sleva burger",
        "Sumac chicken",
        "Offal",
        "Coffee",
        "Toffee",
        "Some text that is longer than a word of a kind",
    ] {
        assert_eq!(meaning(text), None, "{text}");
    }
}

#[test]
fn yes_and_no_are_read_in_every_language() {
    for text in [
        "yes", "Y", "TRUE", "1", "x", "Ja", "Oui", "sí", "Sim", "tak", "ano", "Evet", "はい", "是", "예",
        "✓", "✔",
    ] {
        assert_eq!(flag(text), Some(true), "{text}");
    }
    for text in [
        "no",
        "N",
        "False",
        "0",
        "Nein",
        "non",
        "Não",
        "nee",
        "nie",
        "nej",
        "nei",
        "ne",
        "Hayır",
        "いいえ",
        "否",
        "×",
    ] {
        assert_eq!(flag(text), Some(false), "{text}");
    }
    for text in ["", "-", "maybe", "2", "17:30", "Void", "yes please"] {
        assert_eq!(flag(text), None, "{text}");
    }
}

#[test]
fn rule_of_an_owner_is_read() {
    let rule = WordRule::parse("Status=void:Cancelled|Canceled").unwrap();
    assert_eq!((rule.column.as_str(), rule.meaning), ("Status", Meaning::Void));
    assert!(rule.matches(" CANCELED ") && !rule.matches("Closed") && !rule.matches("Cancelled order"));
    let odd = WordRule::parse(r"A\=B: type = gift-card : a\|b | C:D=E |").unwrap();
    assert_eq!((odd.column.as_str(), odd.words), ("A=B: type", vec!["a|b".to_owned(), "C:D=E".to_owned()]));
    assert!(WordRule::parse("Mark=skip:✓").unwrap().matches("✓"));
    assert!(!WordRule::parse("Mark=skip:✓").unwrap().matches("✗"));
    for text in ["", "Status", "Status=void", "Status=void:", "=void:x", "Status=void: | "] {
        assert!(matches!(WordRule::parse(text), Err(RuleError::Form(_))), "{text}");
    }
    assert_eq!(WordRule::parse("Status=gone:x"), Err(RuleError::Meaning("gone".to_owned())));
}

#[test]
fn words_of_a_column_are_counted_with_their_meanings() {
    let mut evidence = WordEvidence::default();
    ["Closed", "Closed", "Exchange", "Weg", "", "Closed"].iter().for_each(|cell| evidence.see(cell));
    let rules = WordRules::new(vec![WordRule::parse("Status=void:weg").unwrap()]).unwrap();
    let words = evidence.words("Status", &rules);
    let seen: Vec<_> = words.iter().map(|word| (word.text.as_str(), word.count, word.meaning)).collect();
    let exact = |meaning| Some((meaning, Confidence::Exact));
    assert_eq!(
        seen,
        [("Closed", 3, exact(Meaning::Sale)), ("Exchange", 1, None), ("Weg", 1, exact(Meaning::Void))]
    );
    assert!(!evidence.is_flag() && evidence.blank() == 1);
    (0..1_000).for_each(|at| evidence.see(&at.to_string()));
    assert_eq!((evidence.words("", &rules).len() as u64 + evidence.more(), evidence.more()), (1_003, 803));
    let mut flags = WordEvidence::default();
    ["Ja", "", "Nein"].iter().for_each(|cell| flags.see(cell));
    assert!(flags.is_flag());
}

#[test]
fn rules_that_contradict_are_refused() {
    let rules =
        |texts: &[&str]| WordRules::new(texts.iter().map(|text| WordRule::parse(text).unwrap()).collect());
    let both = rules(&["Status=void:Cancelled", "Status=refund:Returned", "Kind=sale:Cancelled"]).unwrap();
    assert_eq!(both.meaning("status", "cancelled"), Some(Meaning::Void));
    assert_eq!(both.meaning("Kind", "Cancelled"), Some(Meaning::Sale));
    assert_eq!(both.meaning("Other", "Cancelled"), None);
    assert!(matches!(rules(&["S=void:a", "s=refund:A"]), Err(RuleError::Twice { .. })));
}

#[test]
fn meaning_has_one_name_in_rules_and_layouts() {
    for meaning in Meaning::all() {
        assert_eq!(meaning.name().parse(), Ok(meaning));
        assert!(RuleError::Meaning(String::new()).to_string().contains(meaning.name()));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,60}", rule in "[A-Za-z=:|\\\\ ]{0,30}") {
        let _ = (meaning(&text), flag(&text), WordRule::parse(&text), WordRule::parse(&rule));
    }

    // Letters that make no word of another language, such as the French 'acompte'.
    #[test]
    fn word_inside_another_has_no_meaning(before in "[jkqvwxz]{1,4}", after in "[bcdfgkqvwxz]{2,6}") {
        for word in ["void", "tip", "total", "tax", "sum", "comp", "off", "deposit", "service"] {
            let inside = format!("{before}{word}{after}");
            prop_assert_eq!(meaning(&inside), None, "{}", inside);
            let dish = format!("{inside} {word} qx{after}");
            prop_assert_eq!(meaning(&dish), None, "{}", dish);
        }
    }
}
