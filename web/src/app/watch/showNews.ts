import { showToast } from '@/components/toast/toast';

/** Ids of news that this tab told; the stream and a push may both bring one. */
const told = new Set<string>();
const REMEMBERED = 200;

/** Says what is new, once. `where` names its location where there are several. */
export function showNews(id: string, detail: string, where?: string): void {
  if (told.has(id)) return;
  told.add(id);
  const [oldest] = told;
  if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest);
  showToast({ severity: 'info', detail, ...(where !== undefined && { summary: where }) });
}
