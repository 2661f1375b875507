//! Addresses that a POS fills in where a guest gave none: they name no person, so that nothing about a person is
//! concluded from them.
//!
//! The rule is narrow on purpose. It takes what cannot be a person's own address; a restaurant's real mailbox at many
//! guests is left to the callers, which forget an address only while no other guest has it.

/// Words before the @ that mean that there is no address, before every domain. Without dots, dashes and underscores.
const NO_ADDRESS: [&str; 25] = [
    "anonymous",
    "declined",
    "donotemail",
    "donotreply",
    "donthave",
    "fakeemail",
    "fakemail",
    "invalid",
    "na",
    "noaddress",
    "noemail",
    "noemailaddress",
    "noemailgiven",
    "noemailprovided",
    "nomail",
    "noname",
    "none",
    "nonegiven",
    "noreply",
    "notgiven",
    "nothanks",
    "notprovided",
    "null",
    "refused",
    "undefined",
];

/// Words of roles and of forms: a placeholder only together with a domain of the same kind.
const STAND_INS: [&str; 36] = [
    "abc",
    "abcd",
    "address",
    "asdf",
    "business",
    "cash",
    "client",
    "company",
    "customer",
    "default",
    "domain",
    "dummy",
    "email",
    "example",
    "fake",
    "gmail",
    "guest",
    "mail",
    "mydomain",
    "name",
    "pos",
    "qwerty",
    "restaurant",
    "sample",
    "server",
    "someone",
    "something",
    "store",
    "temp",
    "test",
    "testing",
    "unknown",
    "user",
    "walkin",
    "xyz",
    "yourdomain",
];

/// Domains without addresses (RFC 2606, RFC 6761), except `example.com` and its like: at those a person
/// of a demonstration may well be.
const NO_DOMAINS: [&str; 2] = ["invalid", "localhost"];

/// Whether a text as an email address names no person: it is no address ("n/a", "none"), its local part says
/// that there is none (`noemail@gmail.com`, `no-reply@grill.com`), or it is a stand-in at a domain of the same kind
/// (`test@test.com`, `guest@restaurant.com`, `xxx@xxx.com`). `guest@harborgrill.com` and `test@gmail.com` are addresses.
#[must_use]
pub fn is_placeholder_email(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let Some((local, domain)) = text.rsplit_once('@') else { return true };
    let labels: Vec<&str> = domain.split('.').collect();
    let (Some(last), false) = (labels.last(), labels.iter().any(|label| label.is_empty())) else {
        return true;
    };
    if local.is_empty() || labels.len() < 2 || NO_DOMAINS.contains(last) {
        return true;
    }
    // What follows a plus is a tag of the same mailbox.
    let local = bare(local.split('+').next().unwrap_or(local));
    if local.is_empty() || NO_ADDRESS.contains(&local.as_str()) {
        return true;
    }
    if !is_stand_in(&local) {
        return false;
    }
    // The name of a domain precedes its ending, which may have two parts (co.uk).
    let mut names = labels.iter().take(labels.len() - 1).map(|label| bare(label));
    names.any(|name| name == local || is_no_provider(&name) && local.len() > 1 && is_stand_in(&name))
}

/// Whether a domain's name is none of a provider at which people have addresses: those are in the words for the
/// sake of `gmail@gmail.com`, and a single letter may be a real domain.
fn is_no_provider(name: &str) -> bool {
    name != "gmail" && name != "mail" && name.len() > 1
}

/// Whether a text as a phone number names no person: it has no 7 to 15 digits, they are all the same, they
/// count up or down (1234567890, 9876543210), or the seven digits of the subscriber do (212-555-5555, 555-123-4567: no
/// exchange of the North American plan begins with 1 or 0, and 555-5555 is not assigned). `+1` does not count.
#[must_use]
pub fn is_placeholder_phone(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    if !(7..=15).contains(&digits.len()) {
        return true;
    }
    let is_made_up = |digits: &[u8]| steps_by(digits, 0) || steps_by(digits, 1) || steps_by(digits, 9);
    if is_made_up(&digits) {
        return true;
    }
    let national = match digits.as_slice() {
        [b'1', national @ ..] if national.len() == 10 => national,
        other => other,
    };
    let is_american = national.len() == 10 && (digits.len() == 11 || !text.trim_start().starts_with('+'));
    is_made_up(national) || is_american && national.get(3..).is_some_and(is_made_up)
}

/// Whether each digit is the one before it plus `step`, after 9 comes 0.
fn steps_by(digits: &[u8], step: u8) -> bool {
    digits.windows(2).all(|pair| match pair {
        [before, after] => (before - b'0' + step) % 10 == after - b'0',
        _ => true,
    })
}

/// A word of a stand-in, a number that counts, or one character over and over.
fn is_stand_in(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_repeated = bytes.first().is_some_and(|first| bytes.iter().all(|byte| byte == first));
    let is_number = bytes.iter().all(u8::is_ascii_digit) && steps_by(bytes, 1);
    STAND_INS.contains(&word) || NO_ADDRESS.contains(&word) || is_repeated || is_number
}

/// Letters and digits alone, without the digits that follow letters: `test1` and `no-email2` are as good as without.
fn bare(word: &str) -> String {
    let plain: String = word.chars().filter(|c| !matches!(c, '.' | '-' | '_' | '/')).collect();
    let stem = plain.trim_end_matches(|c: char| c.is_ascii_digit());
    if stem.is_empty() { plain } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_pos_fills_in_is_no_address() {
        for text in [
            "",
            " ",
            "n/a",
            "none",
            "@",
            "a@",
            "@b.com",
            "guest@",
            "guest@local",
            "x@localhost",
            "x@y.invalid",
            "a@b..com",
            "noemail@noemail.com",
            "NoEmail@NoEmail.COM ",
            "no-email@gmail.com",
            "no.email@grill.com",
            "no_email2@x.org",
            "none@none.com",
            "none@gmail.com",
            "na@na.com",
            "n/a@n/a.com",
            "n-a@yahoo.com",
            "noreply@harborgrill.com",
            "no-reply@toasttab.com",
            "donotreply@x.com",
            "do-not-reply@x.com",
            "declined@x.com",
            "refused@refused.com",
            "test@test.com",
            "test1@test.com",
            "test@test.co.uk",
            "test@example.com",
            "guest@guest.com",
            "guest@restaurant.com",
            "guest@email.com",
            "customer@customer.com",
            "customer12@store.com",
            "email@email.com",
            "mail@mail.com",
            "user@domain.com",
            "name@domain.com",
            "walk-in@pos.com",
            "abc@abc.com",
            "asdf@asdf.com",
            "a@a.com",
            "aaa@aaa.com",
            "xx@xxx.com",
            "xxx@xxx.xxx",
            "123@123.com",
            "1234@abc.com",
            "test+1@test.com",
            "unknown@unknown.com",
            "null@null.com",
            "anonymous@x.com",
        ] {
            assert!(is_placeholder_email(text), "{text}");
        }
    }

    #[test]
    fn an_address_of_a_person_or_a_business_is_one() {
        for text in [
            "ana@example.com",
            "anabel.zeppelin@example.com",
            "jane@jane.com",
            "smith@smith.co.uk",
            "guest@harborgrill.com",
            "test@gmail.com",
            "customer@gmail.com",
            "info@harborgrill.com",
            "guest.room@hilton.com",
            "ann.guest@mail.com",
            "user@gmail.com",
            "email@gmail.com",
            "nona@gmail.com",
            "nonette@gmail.com",
            "x@gmail.com",
            "abc@gmail.com",
            "testa@test.com",
            "bo@test.com",
            "cash.johnny@store.com",
            "1234@gmail.com",
            "anna@na.org",
            "j@x.org",
            "mail@anna.com",
            "ana@mail.com",
            "guestbook@guest.com",
            "bo@saffron.example",
            "ana+pos@gmail.com",
        ] {
            assert!(!is_placeholder_email(text), "{text}");
        }
    }

    #[test]
    fn a_number_that_was_made_up_names_no_person() {
        for text in [
            "",
            "n/a",
            "123",
            "555-5555",
            "0000000000",
            "1111111111",
            "9999999999",
            "555-555-5555",
            "(555) 555-5555",
            "1234567890",
            "123-456-7890",
            "0123456789",
            "9876543210",
            "098-765-4321",
            "1 123 456 7890",
            "+1 5555555555",
            "212-555-5555",
            "(310) 000-0000",
            "212 111 1111",
            "555-123-4567",
            "+1 (212) 123-4567",
            "1234567",
            "12345678",
            "99999999999999999999",
            "+11111111111",
            "1-000-000-0000",
            "2129876543",
        ] {
            assert!(is_placeholder_phone(text), "{text}");
        }
    }

    #[test]
    fn a_number_that_can_be_called_is_one() {
        for text in [
            "(555) 867-5309",
            "555-111-2222",
            "+1 212 736 5000",
            "2127365000",
            "212-555-0123",
            "8005551212",
            "+49 30 1234568",
            "+4930123456",
            "867-5309",
            "+44 20 7946 0958",
            "212-345-6780",
            "+2125555555",
            "5551112222",
        ] {
            assert!(!is_placeholder_phone(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_name_with_a_dot_is_never_a_placeholder(
            first in "[b-df-hj-m][aeiou][b-df-hj-m][aeiou]", last in "[b-dp-t][aeiou][b-dp-t]{2}", host in "[a-z]{4,12}"
        ) {
            let address = format!("{first}.{last}@{host}.com");
            prop_assert!(!is_placeholder_email(&address), "{}", address);
        }

        #[test]
        fn case_and_blanks_around_do_not_matter(text in "[ -~]{0,40}") {
            let written = format!("  {} ", text.to_uppercase());
            prop_assert_eq!(is_placeholder_email(&text), is_placeholder_email(&written));
            prop_assert_eq!(is_placeholder_phone(&text), is_placeholder_phone(&written));
        }
    }
}
