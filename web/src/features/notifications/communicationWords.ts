import type { Communication } from '@/api';
import { messages } from '@/lib/messages';

const { kinds, open } = messages.subjects;

/** What it is called: by its kind, or plainly where this version does not know the kind. */
export function titleOf(told: Communication | undefined): string {
  return told?.kind ? (kinds[told.kind] ?? messages.inbox.title) : messages.inbox.title;
}

/** What the button says that leads to what it is about; `null` where this version does not know the way. */
export function openWords({ target }: Communication): string | null {
  return target !== null && target.kind in open ? open[target.kind as keyof typeof open] : null;
}

/** Why it was told: 'Because: a void of $50.00 or more, and 2 more within the hour'. */
export function reasonOf({ reason, also }: Communication): string | null {
  const words = messages.inbox;
  const parts = [
    ...(reason === '' ? [] : [words.because(reason)]),
    ...(also > 0 ? [words.also(also)] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
