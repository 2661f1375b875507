import { useSyncExternalStore } from 'react';
import { type CampaignDraft, read, write } from '@/lib/storage/storage';

/** Most drafts that are kept on a device; of more, the oldest goes. */
const DRAFTS_MAX = 20;

const readers = new Set<() => void>();

/** Identifies the draft of a location's form. */
function keyOf(posID: string, path: string): string {
  return `${posID} ${path}`;
}

/** The kept draft of a form; `null` without one. */
export function keptDraft(posID: string, path: string): CampaignDraft | null {
  return read('campaign_drafts')?.[keyOf(posID, path)] ?? null;
}

/** Keeps what a form holds; `null` drops it. */
export function keepDraft(posID: string, path: string, draft: CampaignDraft | null): void {
  const { [keyOf(posID, path)]: _, ...others } = read('campaign_drafts') ?? {};
  const all = draft === null ? others : { ...others, [keyOf(posID, path)]: draft };
  const newest = Object.entries(all).sort(([, a], [, b]) => b.changedAt - a.changedAt);
  write('campaign_drafts', Object.fromEntries(newest.slice(0, DRAFTS_MAX)));
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
}

/** A text that changes with the kept drafts: the page that is left may keep its draft after the next one is drawn. */
export function useKeptDrafts(): string {
  return useSyncExternalStore(subscribe, () => JSON.stringify(read('campaign_drafts')));
}
