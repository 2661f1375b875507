/** What sign-up leaves for login: where the link was sent. */
interface MailedTo {
  mailedTo: string;
}

export function mailedToState(email: string): MailedTo {
  return { mailedTo: email };
}

/** Where a link was sent a moment ago, if somebody comes from sign-up. */
export function mailedToOf(state: unknown): string | null {
  const { mailedTo } = (state ?? {}) as Partial<MailedTo>;
  return typeof mailedTo === 'string' ? mailedTo : null;
}
