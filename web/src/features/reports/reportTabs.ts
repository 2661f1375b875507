import { messages } from '@/lib/messages';

/** Tabs of /home/daily-sales, in the order of the catalogue. */
export type DailyTab = keyof typeof messages.reports.daily;
/** Tabs of /home/history-report: a metric of the daily row each. */
export type HistoryTab = keyof typeof messages.reports.history;

/** A tab strip's entries: key and label. */
export interface TabEntry<K extends string> {
  key: K;
  label: string;
}

function entries<K extends string>(labels: Readonly<Record<K, string>>): TabEntry<K>[] {
  return (Object.keys(labels) as K[]).map((key) => ({ key, label: labels[key] }));
}

export const dailyTabs: readonly TabEntry<DailyTab>[] = entries(messages.reports.daily);
export const historyTabs: readonly TabEntry<HistoryTab>[] = entries(messages.reports.history);

/** The tab that an address names; the first where it names none. */
export function tabFrom<K extends string>(
  tabs: readonly TabEntry<K>[],
  named: string | null,
): K | undefined {
  return (tabs.find((tab) => tab.key === named) ?? tabs[0])?.key;
}
