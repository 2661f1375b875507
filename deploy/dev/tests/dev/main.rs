//! The launcher driven as a person drives it: real servers, real processes, folders and ports of its own.

#[cfg(test)]
mod lifecycle;
#[cfg(test)]
mod users;
