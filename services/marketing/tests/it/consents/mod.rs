//! Consent, and the words by which guests withdraw it.

mod consent;
mod opt_out;
