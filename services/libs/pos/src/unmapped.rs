/// An object that could not become a fact. It never stops others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmapped {
    /// What it is, such as order.
    pub kind: &'static str,
    /// Its id at the POS; empty if it has none.
    pub id: String,
    /// For an owner: what is wrong, and what to do.
    pub why: String,
}

impl Unmapped {
    /// An object of a kind.
    #[must_use]
    pub fn new(kind: &'static str, id: &str, why: String) -> Unmapped {
        Unmapped { kind, id: id.to_owned(), why }
    }
}
