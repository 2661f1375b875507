import { skipToken } from '@reduxjs/toolkit/query';
import { type NotificationRules, useGetNotificationRulesQuery } from '@/api';
import { useLocations, useSelectedLocation } from '@/state/hooks';

/** The labor percentage from which on a person wants to be notified; `null` without that rule. */
export function targetOf({ rules }: Pick<NotificationRules, 'rules'>): number | null {
  return rules.find(({ kind, enabled }) => kind === 'laborHigh' && enabled)?.threshold ?? null;
}

/** The labor target of the shown location, in percent; `null` if there is none, undefined while it loads. */
export function useLaborTarget(wanted: boolean): number | null | undefined {
  const { list } = useLocations();
  const { posID } = useSelectedLocation('chart');
  const shown = posID ?? (list.length === 1 ? list[0]?.posID : undefined);
  const skipped = !wanted || shown === undefined;
  const { currentData, isError } = useGetNotificationRulesQuery(
    skipped ? skipToken : { notificationRulesRequest: { posID: shown } },
  );
  if (skipped || isError) return null;
  return currentData && targetOf(currentData.body);
}
