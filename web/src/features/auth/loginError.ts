import { failureText, isApiError } from '@/api';
import { messages } from '@/lib/messages';

const auth = messages.auth;
const network = messages.network;

/** The login form's message after a refusal. */
export function loginError(error: unknown): string {
  const status = isApiError(error) ? error.status : undefined;
  if (status === 401) return auth.wrongPassword;
  if (status === 'offline') return network.offline;
  return failureText(error, auth.loginFailed);
}
