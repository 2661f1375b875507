import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useRef } from 'react';
import type { CampaignDraft } from '@/lib/storage/storage';
import { keepDraft } from './keptDrafts';

/** Milliseconds without a change before a draft is written. */
const KEEP_DEBOUNCE_MS = 300;

/** What a form holds now. */
export interface Held extends Omit<CampaignDraft, 'changedAt'> {
  /** Whether anything was typed or chosen. */
  begun: boolean;
}

/**
 * Keeps what a form holds on this device while it is written, so that leaving loses nothing. Returns a function that drops
 * it: once it is sent or discarded.
 */
export function useKeptDraft(posID: string, path: string, held: Held): () => void {
  const isDropped = useRef(false);
  const keep = useDebouncedCallback(
    ({ begun, ...draft }: Held) => {
      if (isDropped.current) return;
      keepDraft(posID, path, begun ? { ...draft, changedAt: Date.now() } : null);
    },
    { delay: KEEP_DEBOUNCE_MS, flushOnUnmount: true },
  );
  const text = JSON.stringify(held);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    isDropped.current = false;
    keep(JSON.parse(text) as Held);
  }, [text, keep]);
  return useCallback(() => {
    isDropped.current = true;
    keepDraft(posID, path, null);
  }, [posID, path]);
}
