//! Killed services and servers while an import is under way.
