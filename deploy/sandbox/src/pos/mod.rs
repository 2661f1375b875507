//! The sandbox POS.
