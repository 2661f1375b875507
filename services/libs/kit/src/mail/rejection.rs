//! Whether a server that refuses a receiver says that there is no such mailbox.

/// Parts of words, in lower case, in refusals of a mailbox without an enhanced code.
const ABOUT_THE_MAILBOX: [&str; 8] =
    ["user", "mailbox", "recipient", "account", "no such", "unknown", "not exist", "unrout"];
/// The same in refusals of the sender or of the sending server.
const ABOUT_THE_SENDER: &str = "relay, rcpthosts, prohibit, denied, policy, authenti, blocked, blacklist, blocklist, \
    black list, block list, reputation, spam, sender, helo, spf, dkim, dmarc";

/// True for 550, 551 and 553 about the receiver. Servers use these codes for the sender and its server as well: the enhanced
/// code (RFC 3463) distinguishes them, or the text where there is none.
pub(super) fn is_about_the_address(reply: &str, receiver: &str) -> bool {
    let mut words = reply.split_whitespace();
    let is_mailbox = words.next().is_some_and(|code| ["550", "551", "553"].contains(&code));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let enhanced = words.next().filter(|word| word.split('.').count() == 3 && word.split('.').all(is_number));
    is_mailbox
        && match enhanced {
            Some(enhanced) => enhanced.starts_with("5.1.") || enhanced == "5.2.1",
            None => {
                let reply = reply.to_lowercase().replace(&receiver.to_lowercase(), "");
                ABOUT_THE_MAILBOX.iter().any(|part| reply.contains(part))
                    && !ABOUT_THE_SENDER.split(", ").any(|part| reply.contains(part))
            }
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_of_sender_is_no_refusal_of_address() {
        for reply in [
            "550 5.1.1 No such user",
            "550 no such user",
            "550 <nospam@x.test>: Recipient address rejected: User unknown",
            "550 Unrouteable address",
            "550 Requested action not taken: mailbox unavailable",
            "553 5.1.3 bad address",
            "550 5.2.1 disabled",
        ] {
            assert!(is_about_the_address(reply, "nospam@x.test"), "{reply}");
        }
        for reply in [
            "550 5.7.1 blocked by a list",
            "553 5.7.1 sender rejected",
            "550 relay not permitted",
            "550 Administrative prohibition",
            "550 Sender verify failed for <user@x.test>",
            "550 user@x.test: 192.0.2.1 is in a black list",
            "550 Invalid HELO",
            "550 SPF check failed",
            "553 sorry, that domain isn't in my list of allowed rcpthosts",
            "554 5.1.1 no",
            "552 5.2.2 full",
            "",
        ] {
            assert!(!is_about_the_address(reply, "user@x.test"), "{reply}");
        }
    }
}
