//! How a file writes numbers, dates, times and words. A form is never guessed from one cell: evidence is gathered over a
//! whole column, and more than one form may be left, which a person then chooses from.
