import { useEffect } from 'react';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import type { LocationVariant } from '@/state/selectedLocation';
import { useAddress } from '../navigation/useAddress';

/**
 * Selects the location that the page's address names with `posID`, and removes it from the address. True until that is
 * done, while the page still belongs to another location. An unlinked location is not selected.
 */
export function useNamedLocation(variant: LocationVariant): boolean {
  const { params, put } = useAddress();
  const { list, loading } = useLocations();
  const { select } = useSelectedLocation(variant);
  const named = params.get('posID');
  const waiting = list.length === 0 && loading;
  const linked = list.some(({ posID }) => posID === named);

  useEffect(() => {
    if (named === null || waiting) return;
    if (linked) select(named);
    put({ posID: null });
  }, [named, waiting, linked, select, put]);

  return named !== null;
}
