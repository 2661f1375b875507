/**
 * A key that makes a call safe to repeat. Browsers make UUIDs only for pages over https or from localhost; elsewhere
 * the same number of random bits serves.
 */
export function idempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') {
    return crypto.randomUUID();
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
