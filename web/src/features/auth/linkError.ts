import { failureText, isApiError } from '@/api';
import { messages } from '@/lib/messages';

const { network } = messages;

/** The message of a form for mailed links after a refusal; `failed` by default. */
export function linkError(error: unknown, failed: string): string {
  const status = isApiError(error) ? error.status : undefined;
  return status === 'offline' ? network.offline : failureText(error, failed);
}

/** Whether the link is the reason: it was used, is too old, or a newer one was sent. */
export function isBrokenLink(error: unknown): boolean {
  return isApiError(error) && error.status === 400 && error.field === 'token';
}
