import type { Communication } from '@/api';
import { messages } from '@/lib/messages';

const { kinds, open } = messages.subjects;

/** Title of a communication by its kind; a general one for an unknown kind. */
export function titleOf(communication: Communication | undefined): string {
  return communication?.kind
    ? (kinds[communication.kind] ?? messages.inbox.title)
    : messages.inbox.title;
}

/** Label of the link to its subject; `null` for an unknown kind of subject. */
export function openWords({ target }: Communication): string | null {
  return target !== null && target.kind in open ? open[target.kind as keyof typeof open] : null;
}

/** Reason of a communication: 'Why you got this: void of $50.00 or more, and 2 more within the hour'. */
export function reasonOf({ reason, also }: Communication): string | null {
  const words = messages.inbox;
  const parts = [
    ...(reason === '' ? [] : [words.reason(reason)]),
    ...(also > 0 ? [words.also(also)] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
