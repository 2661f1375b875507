import { reportNames, reportOf } from '@/lib/figures';
import { messages } from '@/lib/messages';

/** Tabs of /home/history-report: a figure of the daily row each. */
export type HistoryTab = keyof typeof messages.reports.history;
/** Kinds of figures of the summary. */
export type SummaryKind = keyof typeof messages.reports.summary;

/** A tab strip's entries: key and label. */
export interface TabEntry<K extends string> {
  key: K;
  label: string;
}

function entries<K extends string>(labels: Readonly<Record<K, string>>): TabEntry<K>[] {
  return (Object.keys(labels) as K[]).map((key) => ({ key, label: labels[key] }));
}

/** Tabs of /home/daily-sales, in the order of the catalogue. */
export const dailyTabs: readonly TabEntry<string>[] = reportNames.map((name) => reportOf(name).tab);
export const historyTabs: readonly TabEntry<HistoryTab>[] = entries(messages.reports.history);
export const summaryKinds: readonly TabEntry<SummaryKind>[] = entries(messages.reports.summary);

/** The tab in an address; the first by default. */
export function tabFrom<K extends string>(
  tabs: readonly TabEntry<K>[],
  named: string | null,
  first: K,
): K {
  return tabs.find((tab) => tab.key === named)?.key ?? first;
}
