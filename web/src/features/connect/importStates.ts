import type { ImportState } from '@/api';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { messages } from '@/lib/messages';

/** States in which the server works, and another answer follows soon. */
export const workingStates: readonly ImportState[] = [
  'judging',
  'preparing',
  'sending',
  'takingOut',
  'undoing',
];

const kinds: Readonly<Record<ImportState, BadgeStyle>> = {
  uploading: 'info',
  judging: 'info',
  asking: 'caution',
  ready: 'caution',
  preparing: 'info',
  sending: 'info',
  paused: 'caution',
  done: 'success',
  takingOut: 'info',
  undoing: 'info',
  undone: 'info',
  failed: 'danger',
  discarded: 'info',
};

/** A state in words and colour. */
export function stateBadge(state: ImportState) {
  return { kind: kinds[state], label: messages.imports.states[state] };
}
