/** An address as it is compared and sent. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

// local@domain.tld; only a mail can prove that it exists.
const pattern =
  /^[^\s@"(),:;<>[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Whether the text, trimmed and lower-cased, looks like an email address. */
export function isEmail(text: string): boolean {
  const email = normalizeEmail(text);
  return email.length <= 254 && !email.includes('..') && pattern.test(email);
}
