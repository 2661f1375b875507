/** US format: optional 1, area code perhaps in parentheses, 3 digits, 4 digits, dashes or spaces between. */
const pattern = /^(?:1[-\s]?)?(?:\(\d{3}\)|\d{3})[-\s]?\d{3}[-\s]?\d{4}$/;

/** Whether the text is a phone number in US format. */
export function isPhone(text: string): boolean {
  return pattern.test(text.trim());
}

/** The ten digits of a number that `isPhone` accepts: how it is sent. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').slice(-10);
}
