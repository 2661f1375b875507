import { useCallback, useEffect, useMemo } from 'react';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { useAddress } from '@/components/navigation/useAddress';
import { type DateRange, dateOf, dayRange } from '@/lib/dates';
import { EXCEPTIONS, spanFrom } from '@/lib/paths';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import { checkNamed } from './check/checkId';

/**
 * The state of the page in its address: dates, search words, whether only exceptions show, opened check. An address may name a location too, which
 * selects it.
 */
export function useHistoryAddress() {
  const { params, put, show } = useAddress();
  const { list } = useLocations();
  const { posID: selected, select } = useSelectedLocation('general');
  const named = params.get('posID');
  const linked = list.some(({ posID }) => posID === named) ? named : null;
  const posID = linked ?? selected;
  const today = useBusinessDate(posID);
  const { from, to, q = '' } = spanFrom(params);
  const range = useMemo(() => dayRange(from ?? to ?? today, to ?? today, today), [from, to, today]);

  useEffect(() => {
    if (linked !== null) {
      select(linked);
      put({ posID: null });
    }
  }, [linked, select, put]);

  const setRange = useCallback(
    ({ startDate, endDate }: DateRange) =>
      put({ from: dateOf(startDate), to: dateOf(endDate), check: null }),
    [put],
  );
  // An opened detail stays: it may be tapped before the typing counts as paused.
  const setSearch = useCallback((words: string) => put({ q: words }), [put]);
  const setExceptions = useCallback(
    (only: boolean) => put({ [EXCEPTIONS]: only ? '1' : null }),
    [put],
  );
  const open = useCallback((key: string | null) => show({ check: key }), [show]);
  const opened = params.get('check');
  return {
    posID,
    /** False until the locations are loaded: before, today is unknown. */
    ready: list.length > 0,
    today,
    range,
    q,
    exceptions: params.get(EXCEPTIONS) === '1',
    check: checkNamed(opened, posID),
    setRange,
    setSearch,
    setExceptions,
    open,
  };
}
