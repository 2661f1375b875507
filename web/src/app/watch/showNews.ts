import { showToast } from '@/components/toast/toast';

/** Ids of news that this tab showed; both the stream and a push may bring one. */
const shown = new Set<string>();
const REMEMBERED = 200;

/** Shows news once; `summary` names the location if there are several. */
export function showNews(id: string, detail: string, summary?: string): void {
  if (shown.has(id)) return;
  shown.add(id);
  const [oldest] = shown;
  if (shown.size > REMEMBERED && oldest !== undefined) shown.delete(oldest);
  showToast({ severity: 'info', detail, ...(summary !== undefined && { summary }) });
}
