/// Whether this is the name of a host with a domain: labels of letters, digits and hyphens, the last of them
/// not a number. ASCII only: a name with other letters is written in its `xn--` form.
#[must_use]
pub fn is_host(text: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let Some((_, last)) = text.rsplit_once('.') else { return false };
    text.len() <= 253
        && text.split('.').all(label)
        && last.len() >= 2
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_a_domain() {
        for good in ["saffron.example", "a.b-c.co", "xn--bcher-kva.example"] {
            assert!(is_host(good), "{good}");
        }
        for bad in
            ["", "localhost", ".com", "a..b", "-a.com", "a-.com", "10.0.0.1", "a.c", "a b.com", "ü.com"]
        {
            assert!(!is_host(bad), "{bad}");
        }
    }
}
