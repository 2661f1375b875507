/**
 * A key that makes a call safe to send twice. Browsers give whole UUIDs only to pages that came over
 * https or from this machine; elsewhere the same number of random bits does.
 */
export function idempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') {
    return crypto.randomUUID();
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
