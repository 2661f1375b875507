import type { ConnectablePos } from '@/api/connect';

/** POS systems that can be connected, in the order in which they are offered. */
export const posSystems = [
  'square',
  'clover',
  'toast',
] as const satisfies readonly ConnectablePos[];
