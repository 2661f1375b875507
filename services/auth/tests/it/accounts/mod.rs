//! Accounts of people, from sign-up to erasure.

mod change_password;
mod confirming;
mod erasing;
mod profile;
mod reset_password;
mod sign_up;
