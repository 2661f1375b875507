/** Milliseconds for which a toast is shown by default. */
export const defaultLife = 3000;
/** Milliseconds of a toast with an action: long enough to read it and to reach it with a keyboard. */
export const actionLife = 10_000;
