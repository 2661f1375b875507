import type { Store } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useMemo } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { type Location, useGetRestaurantListQuery } from '@/api';
import { everyMinutes } from '@/lib/polling/everyMinutes';
import { read } from '@/lib/storage/storage';
import { type LocationVariant, locationSelected } from './selectedLocation';
import type { AppDispatch, RootState } from './store/rootReducer';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<Store<RootState>>();

/** Whether there is a session. */
export function useSignedIn(): boolean {
  return useAppSelector((state) => state.session.user !== null);
}

/** The id of the open session; empty without one. `baseQuery` adds it to calls. */
export function useSessionID(): string {
  return useAppSelector((state) => state.session.user?.sessionID ?? '');
}

export interface Locations {
  /** The linked locations; until they are loaded, those of the last visit. */
  list: readonly Location[];
  /** Whether the server answered: before, an empty list does not mean that no location is linked. */
  loaded: boolean;
  loading: boolean;
  failed: boolean;
  /** Why. */
  error: unknown;
  refetch: () => void;
}

/** Each location's 'today' changes at the start of its day. */
const options = everyMinutes(5);

const none: readonly Location[] = [];

/** What a list that was remembered may lack. */
const standard = { dayStart: '04:00', dayStarts: [], isSample: false };

function rememberedLocations(): readonly Location[] {
  return read('locations')?.map((location) => ({ ...standard, ...location })) ?? none;
}

/** The user's linked locations. After a failed load, `loaded` is false. */
export function useLocations(): Locations {
  const signedIn = useSignedIn();
  const { data, isLoading, isError, error, refetch } = useGetRestaurantListQuery(
    signedIn ? undefined : skipToken,
    options,
  );
  const remembered = useMemo(() => (signedIn ? rememberedLocations() : none), [signedIn]);
  return useMemo(
    () => ({
      list: data?.body ?? remembered,
      loaded: data !== undefined,
      loading: isLoading,
      failed: isError && data === undefined,
      error,
      refetch: () => void refetch(),
    }),
    [data, remembered, isLoading, isError, error, refetch],
  );
}

/** The sample restaurant in which the user only looks around; it is then the one location of the list. */
export function useSample(): Location | undefined {
  return useLocations().list.find(({ isSample }) => isSample);
}

export interface SelectedLocation {
  /** posID of the chosen location; null stands for all of them, or for none chosen yet. */
  posID: string | null;
  /** The chosen location; undefined until the list is loaded, or if it is no longer linked. */
  location: Location | undefined;
  /** Null is 'All Locations': it clears the selection. */
  select: (posID: string | null) => void;
}

/**
 * The remembered location of charts, or of all other screens; the only one if there is one. An unlinked location counts
 * as not chosen.
 */
export function useSelectedLocation(variant: LocationVariant): SelectedLocation {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => state.selectedLocation[variant]);
  const { list, loaded } = useLocations();
  const select = useCallback(
    (posID: string | null) => {
      dispatch(locationSelected(posID));
    },
    [dispatch],
  );
  return useMemo(() => {
    // A single location need not be chosen.
    const only = loaded && list.length === 1 ? list[0] : undefined;
    const location = only ?? list.find(({ posID }) => posID === chosen);
    const posID = location?.posID ?? (loaded ? null : chosen);
    return { posID, location, select };
  }, [list, loaded, chosen, select]);
}
