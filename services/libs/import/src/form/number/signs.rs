//! Signs, codes and units that stand beside numbers.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// What stands beside a number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sign {
    Currency(Currency),
    Unit(&'static str),
    /// `CR`, `DR`.
    Ledger,
}

/// Currency signs in lower case, and the currencies (ISO 4217) that each may mean, the most usual one first.
const SIGNS: &[(&str, &[&str])] = &[
    ("$", &["USD", "CAD", "AUD", "NZD", "MXN", "ARS", "CLP", "COP", "SGD", "HKD", "TWD", "UYU"]),
    ("us$", &["USD"]),
    ("u$s", &["USD"]),
    ("us dollars", &["USD"]),
    ("dollars", &["USD", "CAD", "AUD", "NZD", "SGD", "HKD"]),
    ("a$", &["AUD"]),
    ("au$", &["AUD"]),
    ("c$", &["CAD"]),
    ("ca$", &["CAD"]),
    ("cdn$", &["CAD"]),
    ("nz$", &["NZD"]),
    ("s$", &["SGD"]),
    ("hk$", &["HKD"]),
    ("nt$", &["TWD"]),
    ("mx$", &["MXN"]),
    ("r$", &["BRL"]),
    ("ar$", &["ARS"]),
    ("cl$", &["CLP"]),
    ("col$", &["COP"]),
    ("rd$", &["DOP"]),
    ("j$", &["JMD"]),
    ("tt$", &["TTD"]),
    ("ec$", &["XCD"]),
    ("$u", &["UYU"]),
    ("€", &["EUR"]),
    ("euro", &["EUR"]),
    ("euros", &["EUR"]),
    ("£", &["GBP", "EGP"]),
    ("¥", &["JPY", "CNY"]),
    ("円", &["JPY"]),
    ("元", &["CNY", "TWD"]),
    ("cn¥", &["CNY"]),
    ("rmb", &["CNY"]),
    ("₩", &["KRW"]),
    ("원", &["KRW"]),
    ("₹", &["INR"]),
    ("rs", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("rs.", &["INR", "PKR", "LKR", "NPR", "MUR"]),
    ("₽", &["RUB"]),
    ("руб", &["RUB", "BYN"]),
    ("руб.", &["RUB", "BYN"]),
    ("р.", &["RUB", "BYN"]),
    ("₴", &["UAH"]),
    ("грн", &["UAH"]),
    ("грн.", &["UAH"]),
    ("₺", &["TRY"]),
    ("tl", &["TRY"]),
    ("₪", &["ILS"]),
    ("ש\"ח", &["ILS"]),
    ("₫", &["VND"]),
    ("đ", &["VND"]),
    ("฿", &["THB"]),
    ("₱", &["PHP"]),
    ("₦", &["NGN"]),
    ("₡", &["CRC"]),
    ("₲", &["PYG"]),
    ("₵", &["GHS"]),
    ("₸", &["KZT"]),
    ("₾", &["GEL"]),
    ("₼", &["AZN"]),
    ("֏", &["AMD"]),
    ("kr", &["SEK", "NOK", "DKK", "ISK"]),
    ("kr.", &["DKK", "SEK", "NOK", "ISK"]),
    ("zł", &["PLN"]),
    ("zl", &["PLN"]),
    ("kč", &["CZK"]),
    ("kc", &["CZK"]),
    ("ft", &["HUF"]),
    ("ft.", &["HUF"]),
    ("лв", &["BGN"]),
    ("лв.", &["BGN"]),
    ("lei", &["RON", "MDL"]),
    ("fr", &["CHF"]),
    ("fr.", &["CHF"]),
    ("sfr", &["CHF"]),
    ("sfr.", &["CHF"]),
    ("din", &["RSD"]),
    ("дин", &["RSD"]),
    ("rp", &["IDR"]),
    ("rp.", &["IDR"]),
    ("rm", &["MYR"]),
    ("r", &["ZAR"]),
    ("q", &["GTQ"]),
    ("s/", &["PEN"]),
    ("s/.", &["PEN"]),
    ("b/.", &["PAB"]),
    ("bs", &["BOB", "VES"]),
    ("bs.", &["BOB", "VES"]),
    ("د.إ", &["AED"]),
    ("ر.س", &["SAR"]),
    ("dh", &["AED", "MAD"]),
    ("dhs", &["AED", "MAD"]),
    ("sr", &["SAR"]),
    ("kd", &["KWD"]),
    ("ksh", &["KES"]),
    ("ksh.", &["KES"]),
];

/// Codes of ISO 4217 in use.
const CODES: &str = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD \
    CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK \
    HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD \
    MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR \
    SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND \
    VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG";

/// Codes that are English words: no currency unless they stand in parentheses.
const WORDS: [&str; 10] = ["ALL", "TOP", "TRY", "CUP", "MAD", "PEN", "GEL", "LAK", "BOB", "SOS"];

/// Units of quantities in lower case, and their plain names.
const UNITS: &[(&str, &[&str])] = &[
    (
        "piece",
        &[
            "x", "×", "ea", "ea.", "each", "pc", "pc.", "pcs", "pcs.", "piece", "pieces", "stk", "stk.",
            "stück", "stuck", "stueck", "st", "st.", "szt", "szt.", "ks", "db", "pz", "pz.", "ud", "uds",
            "ud.", "uds.", "un", "un.", "und", "und.", "adet", "kpl", "шт", "шт.", "個", "個入", "个", "개",
            "份", "点",
        ],
    ),
    ("kg", &["kg", "kgs", "kg.", "kilo", "公斤"]),
    ("g", &["g", "gr", "gr.", "gram", "grams"]),
    ("lb", &["lb", "lb.", "lbs", "lbs.", "pound", "pounds"]),
    ("oz", &["oz", "oz.", "fl oz", "fl. oz"]),
    ("l", &["l", "lt", "lt.", "ltr", "ltr.", "liter", "litre"]),
    ("dl", &["dl"]),
    ("cl", &["cl"]),
    ("ml", &["ml"]),
    ("gal", &["gal", "gal."]),
];

/// A currency by its sign or code. `$` and `kr` may mean several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Currency {
    /// As it is written most often: `$`, `€`, `USD`, `kr`.
    sign: &'static str,
    /// A bit for each code of [`CODES`].
    codes: [u64; 3],
}

impl Currency {
    fn new(sign: &'static str, named: &[&str]) -> Currency {
        let mut codes = [0_u64; 3];
        for (at, code) in CODES.split_whitespace().enumerate() {
            if let Some(word) = codes.get_mut(at / 64).filter(|_| named.contains(&code)) {
                *word |= 1 << (at % 64);
            }
        }
        Currency { sign, codes }
    }

    /// The currency whose sign or code is the whole of a text; `None` if there is none.
    #[must_use]
    pub fn named(text: &str) -> Option<Currency> {
        let text = text.trim().to_lowercase();
        match before(&text)? {
            (Sign::Currency(currency), length) if length == text.len() => Some(currency),
            _ => None,
        }
    }

    /// The currency that the name of a column of amounts says: `Pris (SEK)`, `Betrag CHF`, `Total €`; `None` if it says none.
    #[must_use]
    pub fn of_column(name: &str) -> Option<Currency> {
        let is_sign = |c: &char| !c.is_alphanumeric() && !c.is_ascii_punctuation() && !c.is_whitespace();
        if let Some(currency) =
            name.chars().filter(is_sign).find_map(|sign| Currency::named(&sign.to_string()))
        {
            return Some(currency);
        }
        let words = name.split(|c: char| !c.is_alphanumeric() && c != '$').filter(|word| !word.is_empty());
        let in_parentheses =
            |word: &str| ["(", "["].iter().any(|open| name.contains(&format!("{open}{word}")));
        let mut said = words.clone().filter(|word| {
            // A name in capitals has words that are codes: `ALL`, `TOP`, `CUP`.
            let is_code = word.len() == 3 && CODES.split_whitespace().any(|code| code == *word);
            let is_last = words.clone().next_back() == Some(*word);
            in_parentheses(word) || (is_code && is_last && !WORDS.contains(word)) || *word == "$"
        });
        said.find_map(Currency::named)
    }

    /// The code, where it can be one currency alone, else the sign.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self.codes().as_slice() {
            [code] => code,
            _ => self.sign,
        }
    }

    /// The sign or code, in lower case if it has letters and is no code.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        self.sign
    }

    /// The codes (ISO 4217) that it may mean, by alphabet.
    #[must_use]
    pub fn codes(self) -> Vec<&'static str> {
        let is_among = |at: usize| self.codes.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1);
        CODES.split_whitespace().enumerate().filter(|(at, _)| is_among(*at)).map(|(_, code)| code).collect()
    }

    /// Whether it may mean the currency with this code.
    #[must_use]
    pub fn may_be(self, code: &str) -> bool {
        self.codes().iter().any(|known| known.eq_ignore_ascii_case(code))
    }

    /// What both may mean, `None` if that is nothing: `$` and `USD` are `USD`, `$` and `€` nothing.
    #[must_use]
    pub fn both(self, other: Currency) -> Option<Currency> {
        let mut codes = self.codes;
        for (word, with) in codes.iter_mut().zip(other.codes) {
            *word &= with;
        }
        let narrower = if codes == self.codes { self.sign } else { other.sign };
        codes.iter().any(|word| *word != 0).then_some(Currency { sign: narrower, codes })
    }
}

/// The currencies beside the numbers of a column; as many at most as there are signs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Currencies(BTreeMap<Currency, u64>);

impl Currencies {
    /// Adds one cell.
    pub fn add(&mut self, currency: Currency) {
        let count = self.0.entry(currency).or_default();
        *count = count.saturating_add(1);
    }

    /// Each with the number of cells.
    pub fn counts(&self) -> impl Iterator<Item = (Currency, u64)> {
        self.0.iter().map(|(currency, count)| (*currency, *count))
    }

    /// Whether no cell names one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The one that all cells that name one may mean; `None` if there is none, or several are mixed.
    #[must_use]
    pub fn common(&self) -> Option<Currency> {
        let mut all = self.0.keys().copied();
        let first = all.next()?;
        all.try_fold(first, Currency::both)
    }

    /// Whether cells of one column name currencies that differ.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        !self.is_empty() && self.common().is_none()
    }

    /// Adds those of another column.
    pub fn merge(&mut self, other: &Currencies) {
        for (currency, count) in other.counts() {
            let sum = self.0.entry(currency).or_default();
            *sum = sum.saturating_add(count);
        }
    }
}

/// Every sign, the longest first, by its first and by its last character.
struct Table {
    by_first: HashMap<char, Vec<(String, Sign)>>,
    by_last: HashMap<char, Vec<(String, Sign)>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let signs =
        SIGNS.iter().map(|(sign, codes)| ((*sign).to_owned(), Sign::Currency(Currency::new(sign, codes))));
    let codes = CODES
        .split_whitespace()
        .map(|code| (code.to_ascii_lowercase(), Sign::Currency(Currency::new(code, &[code]))));
    let units = UNITS
        .iter()
        .flat_map(|(unit, names)| names.iter().map(|name| ((*name).to_owned(), Sign::Unit(unit))));
    let ledger = ["cr", "dr", "cr.", "dr."].map(|name| (name.to_owned(), Sign::Ledger));
    let mut all: Vec<(String, Sign)> = signs.chain(codes).chain(units).chain(ledger).collect();
    all.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut table = Table { by_first: HashMap::new(), by_last: HashMap::new() };
    for (name, sign) in all {
        let (Some(first), Some(last)) = (name.chars().next(), name.chars().next_back()) else { continue };
        table.by_first.entry(first).or_default().push((name.clone(), sign));
        table.by_last.entry(last).or_default().push((name, sign));
    }
    table
});

/// The longest sign at the start of a text in lower case, and its length.
pub(super) fn before(text: &str) -> Option<(Sign, usize)> {
    let signs = TABLE.by_first.get(&text.chars().next()?)?;
    let fits = |name: &str| {
        text.strip_prefix(name).is_some_and(|rest| {
            !(name.ends_with(char::is_alphabetic) && rest.starts_with(char::is_alphabetic))
        })
    };
    signs.iter().find(|(name, _)| fits(name)).map(|(name, sign)| (*sign, name.len()))
}

/// The longest sign at the end of a text in lower case, and its length.
pub(super) fn after(text: &str) -> Option<(Sign, usize)> {
    let signs = TABLE.by_last.get(&text.chars().next_back()?)?;
    let fits = |name: &str| {
        text.strip_suffix(name).is_some_and(|rest| {
            !(name.starts_with(char::is_alphabetic) && rest.ends_with(char::is_alphabetic))
        })
    };
    signs.iter().find(|(name, _)| fits(name)).map(|(name, sign)| (*sign, name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currency_of_a_column_is_read_from_its_name() {
        let label = |name| Currency::of_column(name).map(Currency::label);
        for (name, expected) in [
            ("Pris (SEK)", Some("SEK")),
            ("Betrag CHF", Some("CHF")),
            ("My Amount (₹)", Some("INR")),
            ("Total €", Some("EUR")),
            ("Price [kr]", Some("kr")),
            ("Total $", Some("$")),
            ("Amount (USD)", Some("USD")),
            ("TOTAL ALL", None),
            ("Gross sales", None),
            ("CUP", None),
            ("Kr", None),
            ("Moms (25.0%)", None),
            ("Total (net)", None),
            ("Sales (x)", None),
        ] {
            assert_eq!(label(name), expected, "{name}");
        }
        assert_eq!(Currency::named(" eur ").map(Currency::label), Some("EUR"));
        assert_eq!(
            (Currency::named("kg"), Currency::named("eur 5"), Currency::named("")),
            (None, None, None)
        );
    }
}
