/** Router state from sign-up to login: the address that the link was sent to. */
interface MailedTo {
  mailedTo: string;
}

export function mailedToState(email: string): MailedTo {
  return { mailedTo: email };
}

/** The address that a link was just sent to, after sign-up. */
export function mailedToOf(state: unknown): string | null {
  const { mailedTo } = (state ?? {}) as Partial<MailedTo>;
  return typeof mailedTo === 'string' ? mailedTo : null;
}
