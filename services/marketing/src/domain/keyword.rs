//! Keywords in texts of guests: opt-out, opt-in, help.
//!
//! The words of 47 CFR 64.1200(a)(10) (FCC, in force since April 2025): "stop", "quit", "end", "revoke", "opt out",
//! "cancel" and "unsubscribe" revoke consent, and so does every other reply from which a reasonable person would
//! understand that; the caller bears the burden. Beside them STOPALL, which the carriers' rules (CTIA, Messaging
//! Principles and Best Practices) name, REMOVE and ARRET (AWS End User Messaging, "Required opt-out keywords"), and the
//! same in the languages that are common in restaurants of the US.
//!
//! Three steps, the most certain first: the text is a keyword, apart from courtesy; its first sentence is a word with no other
//! meaning; it contains a phrase for opting out. Any other text is a message to the restaurant.

use strum::EnumString;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The keyword of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(ascii_case_insensitive)]
pub enum Keyword {
    /// Opt-out of texts.
    Stop,
    /// Opt-in to texts.
    Start,
    /// A question for help.
    Help,
}

/// Words that mean an opt-out as a sentence.
const STOP: [&str; 2] = [
    "stop, stopp, stopall, stop all, unsubscribe, unsub, optout, opt out, opt me out, revoke",
    "remove me, stop it, stop now, stop this, stop these, stop texts",
];

/// Words that mean an opt-out only as the complete text: in a sentence they may be about a table or an order.
const STOP_ALONE: [&str; 12] = [
    "end, quit, cancel, cancel all, end all, quit all, remove, no more, no texts",
    "leave me alone",
    // Spanish.
    "alto, para, pare, paren, parar, ya basta, basta, basta ya, cancelar, cancela, cancelen",
    "no mas, detener, deten, detenga, detenganse, baja, dar de baja, darme de baja, terminar",
    "eliminar, salir, dejar, no quiero, no quiero mas",
    // French and Haitian Creole.
    "arret, arrett, arrete, arretez, arreter, desabonner, desabonnement, desinscription",
    "sispann, sispan",
    // Portuguese.
    "parem, sair, remover, descadastrar, chega, nao quero, nao quero mais, nao mais",
    // Italian, German, Polish, Tagalog.
    "ferma, fermare, disiscrivi, annulla, abmelden, abbestellen, itigil, tama na, hinto",
    "rezygnuje",
    // Russian and Ukrainian, Arabic, Hindi.
    "стоп, отписаться, отписка, отмена, отпишите меня, зупинити, توقف, ايقاف, إيقاف, الغاء",
    "إلغاء",
];

/// As [`STOP_ALONE`], compared with its accents: without them they are other words, or names.
const STOP_ACCENTED: [&str; 2] = [
    "dừng, dừng lại, ngừng, ngừng lại, hủy, huỷ, hủy đăng ký, huỷ đăng ký, từ chối, thôi",
    "dung lai, huy dang ky, रोकें",
];

/// As [`STOP_ALONE`], of Chinese, Japanese and Korean, without blanks.
const STOP_CJK: [&str; 2] = [
    "停止, 停, 停止接收, 取消, 退订, 退訂, td, 拒收, 取消订阅, 取消訂閱, 不要, 不要了, 不需要, ストップ, 配信停止, 解除, 中止, 중지, 중단",
    "정지, 그만, 거부, 취소, 수신거부, 수신 거부, 해지, 스톱",
];

/// Phrases that mean an opt-out in any sentence, unless a word of [`NEGATIONS`] precedes them.
const PHRASES: [&str; 14] = [
    "unsubscribe, opt out, optout, opt me out, revoke my consent, revoke consent",
    "withdraw my consent, stop texting, stop texts, stop messaging, stop messages",
    "stop sending, stop contacting, stop spamming, stop bothering, stop with the texts",
    "stop the texts, stop the messages, stop all texts, stop all messages, stop these texts",
    "stop these messages, stop your texts, stop your messages, quit texting, quit sending",
    "quit messaging, cease texting, end texts, end these texts, end the texts, cancel texts",
    "cancel these texts, cancel the texts, cancel text messages, cancel my subscription",
    "no more texts, no more messages, no more text messages, take me off, remove me from",
    "remove my number, delete my number, lose my number, want off this list",
    // Spanish.
    "dejen de enviar, deje de enviar, dejen de mandar, deja de enviar, no me escriban",
    "no me envien, no quiero mas mensajes, no quiero recibir, dar de baja, darme de baja",
    "cancelar suscripcion",
    // French and Portuguese.
    "me desabonner, ne plus recevoir, arretez de menvoyer, nao quero mais receber",
    "pare de enviar, parem de enviar",
];

/// Phrases that are a negation themselves: "do not text me".
const REFUSALS: [&str; 4] = [
    "not text me, dont text me, not message me, dont message me, not contact me",
    "dont contact me, not send me, dont send me, never text me, not want texts",
    "dont want texts, not want these texts, dont want these texts, not want any more texts",
    "dont want any more texts, dont want your texts",
];

/// As [`PHRASES`], of Chinese, Japanese and Korean, and of Vietnamese with its accents.
const PHRASES_BY_SOUND: [&str; 2] = [
    "停止发, 停止發, 停止给我, 停止給我, 不要再发, 不要再發, 别再发, 別再發, 不要发, 不要發, 取消订阅, 取消訂閱, 配信を停止, 보내지 마, 보내지마",
    "수신거부, 수신 거부, đừng nhắn, đừng gửi, ngừng gửi",
];

/// Words after which a phrase means the opposite, or is a question.
const NEGATIONS: [&str; 2] =
    ["not, dont, didnt, never, wont, without, no, cant, did, didn, don, nobody, if, why, pas", "already"];

/// Words that are ignored.
const COURTESY: [&str; 5] = [
    "please, pls, plz, plse, thanks, thank you, thank u, thankyou, thx, ty, ok, okay, hi",
    "hello, hey, sorry, sir, maam, guys, now, immediately, asap, kindly, yes, no thanks",
    "no thank you, i said, just, por favor, porfavor, porfa, gracias, muchas gracias, favor",
    "ya, merci, svp, s il vous plait, sil vous plait, obrigado, obrigada, danke, bitte",
    "grazie",
];

/// Characters that are ignored in Chinese, Japanese and Korean.
const COURTESY_CJK: [&str; 1] = ["谢谢, 謝謝, 请, 請, 吧, 了, お願いします, ください, 감사합니다"];

/// Words that mean an opt-in, as the complete text. They are consent, so no other language is guessed.
const START: [&str; 1] = ["start, unstop, yes"];
const HELP: [&str; 1] = ["help, info, ayuda, aide"];

/// In longer texts, characters, phrases are not searched: people read them.
const LONGEST: usize = 320;

/// The entries of a table, each line of which names several.
fn entries(table: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    table.iter().flat_map(|line| line.split(", "))
}

/// Whether a table has this entry.
fn has(table: &'static [&'static str], text: &str) -> bool {
    entries(table).any(|entry| entry == text)
}

impl Keyword {
    /// The keyword of a text; none: the text is a message.
    pub fn read(text: &str) -> Option<Keyword> {
        let text: String = text.chars().take(LONGEST + 1).collect();
        let is_long = text.chars().count() > LONGEST;
        let accented = words(&text.nfkc().collect::<String>().to_lowercase());
        let plain = words(&normalized(&text));
        let complete = without_courtesy(&plain);
        if has(&START, &plain) || complete != "yes" && has(&START, complete) {
            return Some(Keyword::Start);
        }
        if has(&HELP, complete) {
            return Some(Keyword::Help);
        }
        let is_stop = is_stop_word(complete)
            || has(&STOP_ACCENTED, without_courtesy(&accented))
            || has(&STOP_CJK, &dense(&accented))
            || begins_with_a_stop(&text)
            || !is_long && (has_phrase(&text) || has_phrase_by_sound(&accented));
        is_stop.then_some(Keyword::Stop)
    }

    /// The keyword that the provider recognized and has answered itself, by its parameter `OptOutType` (Twilio, "How to Track
    /// Opt-Out, Opt-In and Help Messages Using the OptOutType Parameter").
    pub fn of_provider(kind: &str) -> Option<Keyword> {
        kind.trim().parse().ok()
    }
}

/// A text in lower case, without accents, in the common form of each character.
fn normalized(text: &str) -> String {
    text.nfkd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase()
}

/// The words of a text with one blank between them; apostrophes join ("don't" is "dont"), other signs separate.
fn words(text: &str) -> String {
    let joined = text.chars().filter(|c| !matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '`'));
    let spaced: String = joined.map(|c| if is_of_word(c) { c } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is a letter, a digit, or a combining mark, as in Hindi.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// A text without words of courtesy at its ends.
fn without_courtesy(words: &str) -> &str {
    let mut rest = words;
    loop {
        let shorter = entries(&COURTESY).find_map(|word| {
            let front = rest.strip_prefix(word).filter(|rest| rest.starts_with(' '));
            let back = || rest.strip_suffix(word).filter(|rest| rest.ends_with(' '));
            front.or_else(back).map(str::trim)
        });
        match shorter {
            Some(shorter) if !shorter.is_empty() => rest = shorter,
            _ => return rest,
        }
    }
}

/// Whether a text is a word for opting out, once or several times.
fn is_stop_word(text: &str) -> bool {
    let is_all = |word: &str| text.starts_with(word) && text.split(word).all(|rest| rest.trim().is_empty());
    entries(&STOP).chain(entries(&STOP_ALONE)).any(is_all)
}

/// A text without blanks and courtesy, as Chinese, Japanese and Korean are compared.
fn dense(words: &str) -> String {
    let mut text = words.replace(' ', "");
    for word in entries(&COURTESY_CJK) {
        text = text.replace(word, "");
    }
    text
}

/// The sentences of a text, each as words.
fn sentences(text: &str) -> impl Iterator<Item = String> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';' | '\n' | '\r' | '。' | '！' | '？' | '…');
    normalized(text).split(ends).map(words).filter(|words| !words.is_empty()).collect::<Vec<_>>().into_iter()
}

/// Whether the first sentence is a word for opting out: "Stop. Thank you", "STOP! Who is this?".
fn begins_with_a_stop(text: &str) -> bool {
    let mut sentences = sentences(text).filter(|sentence| !has(&COURTESY, sentence));
    sentences.next().is_some_and(|first| has(&STOP, without_courtesy(&first)))
}

/// Whether a sentence has a phrase for opting out without a negation before it.
fn has_phrase(text: &str) -> bool {
    sentences(text).any(|sentence| {
        let is_refused = entries(&REFUSALS).any(|phrase| text_before(&sentence, phrase).is_some());
        let is_phrase = entries(&PHRASES).any(|phrase| {
            text_before(&sentence, phrase)
                .is_some_and(|before| !before.split(' ').any(|word| has(&NEGATIONS, word)))
        });
        is_refused || is_phrase
    })
}

/// The same for Chinese, Japanese, Korean and Vietnamese.
fn has_phrase_by_sound(accented: &str) -> bool {
    let dense = accented.replace(' ', "");
    let is_refused =
        "不要退订, 不想退订, 不退订, 不要退訂, 不想退訂, 不退訂".split(", ").any(|no| dense.contains(no));
    let is_phrase = entries(&PHRASES_BY_SOUND).any(|phrase| {
        accented.contains(phrase) || !phrase.is_ascii() && dense.contains(&phrase.replace(' ', ""))
    });
    !is_refused && (is_phrase || dense.contains("退订") || dense.contains("退訂"))
}

/// The text before a phrase in a sentence, if the sentence contains the phrase as complete words.
fn text_before<'a>(sentence: &'a str, phrase: &str) -> Option<&'a str> {
    sentence.match_indices(phrase).find_map(|(at, found)| {
        let (before, after) = (sentence.get(..at)?, sentence.get(at + found.len()..)?);
        let is_whole =
            (before.is_empty() || before.ends_with(' ')) && (after.is_empty() || after.starts_with(' '));
        is_whole.then_some(before)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_word_of_the_regulation_opts_out() {
        for word in [
            "stop",
            "quit",
            "end",
            "revoke",
            "opt out",
            "cancel",
            "unsubscribe",
            "stopall",
            "optout",
            "opt-out",
        ] {
            for text in [
                word.to_owned(),
                word.to_uppercase(),
                format!(" {word}. "),
                format!("{word}!!!"),
                format!("{word} please"),
                format!("Please {word}"),
                format!("{word}, thank you"),
                format!("\"{word}\""),
                format!("{word} {word} {word}"),
            ] {
                assert_eq!(Keyword::read(&text), Some(Keyword::Stop), "{text}");
            }
        }
    }

    #[test]
    fn a_plain_phrase_opts_out() {
        for text in [
            "Stop. Thank you",
            "STOP! Who is this?",
            "Stop\n\nSent from my phone",
            "Hi. Stop. I moved away.",
            "please unsubscribe me",
            "I want to unsubscribe",
            "How do I unsubscribe?",
            "unsubscribe me from this list now",
            "stop texting me",
            "Can you please stop texting me?",
            "stop sending me these",
            "Quit texting this number",
            "please opt me out",
            "I would like to opt out of these messages",
            "I'm opting out... opt out",
            "I revoke my consent",
            "take me off your list",
            "Please remove me from your list",
            "remove my number please",
            "No more texts!",
            "do not text me again",
            "Don\u{2019}t text me anymore",
            "please do not contact me",
            "I don't want any more texts from you",
            "no more messages please, thanks",
            "cancel my subscription",
            "ＳＴＯＰ",
            "Stop it",
            "leave me alone",
        ] {
            assert_eq!(Keyword::read(text), Some(Keyword::Stop), "{text}");
        }
    }

    #[test]
    fn a_word_of_another_language_opts_out() {
        let all = [
            "ALTO | Alto, por favor | parar | PARE | basta | ¡Basta ya! | cancelar | no más",
            "NO MAS | Darme de baja | dejen de enviar mensajes | No quiero más mensajes",
            "no me escriban más | ARRÊT | arret | Arrêtez | STOP SVP | Je veux me désabonner",
            "sair | SAIR por favor | Não quero mais | pare de enviar mensagens | 停止 | 退订 | 退訂",
            "请退订 | 退订，谢谢 | 取消订阅 | 请不要再发了 | TD | dừng | Dừng lại | HUỶ | Hủy | hu\u{309}y",
            "đừng nhắn nữa | 중지 | 수신거부 | 수신 거부 | 그만 | 문자 보내지 마세요 | стоп | Отписаться | إيقاف",
            "ストップ | 配信停止 | itigil | sispann | abmelden",
        ];
        for text in all.iter().flat_map(|line| line.split(" | ")) {
            assert_eq!(Keyword::read(text), Some(Keyword::Stop), "{text}");
        }
    }

    #[test]
    fn an_ordinary_sentence_is_no_keyword() {
        for text in [
            "",
            "  ",
            "🌮",
            "Can we stop by at 7?",
            "please stop by at seven",
            "Stop by tonight!",
            "is there a bus stop",
            "we will end our evening at yours",
            "Please cancel my reservation",
            "Cancel. We can't come tonight",
            "I have to cancel for Friday",
            "The music has to end at ten",
            "Don't stop",
            "I don't want to unsubscribe",
            "Did I unsubscribe?",
            "Never stop texting me these deals",
            "I did not opt out",
            "I quit sugar, what do you have?",
            "no more parking in front of yours?",
            "No more room for dessert",
            "My table number is 4, remove the onions please",
            "para dos personas a las ocho",
            "Mesa para 4",
            "baja en calorías?",
            "dung",
            "Huy",
            "Đúng",
            "我们七点到，公交停在门口吗",
            "不要辣",
            "我不想退订",
            "오늘 취소 가능한가요?",
            "À quel arrêt de bus?",
            "Yes, please",
            "yes we are four",
            "start at 8?",
            "Can you help with a booking?",
            "What time do you open?",
            "nonstop flight, late at yours",
            "Wrong number",
            "Thank you",
            "please",
        ] {
            assert_eq!(Keyword::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_whole_text_asks_for_texts_or_help() {
        for (text, keyword) in [
            ("START", Keyword::Start),
            ("start please", Keyword::Start),
            ("Unstop.", Keyword::Start),
            (" yes ", Keyword::Start),
            ("YES!", Keyword::Start),
            ("help!", Keyword::Help),
            ("Info", Keyword::Help),
            ("ayuda por favor", Keyword::Help),
        ] {
            assert_eq!(Keyword::read(text), Some(keyword), "{text}");
        }
        assert_eq!(Keyword::of_provider("STOP"), Some(Keyword::Stop));
        assert_eq!(Keyword::of_provider("start"), Some(Keyword::Start));
        assert_eq!(Keyword::of_provider("other"), None);
    }

    #[test]
    fn a_long_text_is_a_message() {
        let long = format!("{} stop texting me", "We liked it. ".repeat(40));
        assert_eq!(Keyword::read(&long), None);
        assert_eq!(Keyword::read(&format!("Stop. {}", "really ".repeat(100))), Some(Keyword::Stop));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in ".{0,400}") {
            let _ = Keyword::read(&text);
        }

        #[test]
        fn case_and_punctuation_do_not_matter(
            word in proptest::sample::select(entries(&STOP).collect::<Vec<_>>()), mark in "[ .!,~*\"-]{0,4}"
        ) {
            let text = format!("{mark}{}{mark}", word.to_uppercase());
            prop_assert_eq!(Keyword::read(&text), Some(Keyword::Stop));
        }
    }
}
