import { useCallback, useState } from 'react';
import { api } from '@/api';
import { useAppDispatch } from '../hooks';
import type { AppDispatch, RootState } from '../store/rootReducer';

/** What the middleware of RTK Query answers about subscriptions. */
interface SubscriptionCounts {
  getSubscriptionCount: (queryCacheKey: string) => number;
}

/** Reads all shown queries again; resolves when all are answered. */
export function refreshShown() {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    // The state's own subscriptions lag half a second behind.
    const { getSubscriptionCount } = dispatch(
      api.internalActions.internal_getRTKQSubscriptions(),
    ) as unknown as SubscriptionCounts;
    const endpoints = api.endpoints as unknown as Record<
      string,
      { initiate?: (arg: unknown, options: object) => Parameters<AppDispatch>[0] }
    >;
    const refetches = Object.entries(getState().api.queries).flatMap(([key, query]) => {
      const shown = getSubscriptionCount(key) > 0;
      const initiate = endpoints[query?.endpointName ?? '']?.initiate;
      return shown && query && initiate
        ? [dispatch(initiate(query.originalArgs, { forceRefetch: true, subscribe: false }))]
        : [];
    });
    await Promise.all(refetches);
  };
}

/** Refreshes the shown queries; `refreshing` while it does. */
export function useRefresh(): { refreshing: boolean; refresh: () => void } {
  const dispatch = useAppDispatch();
  const [refreshing, setRefreshing] = useState(false);
  const refresh = useCallback(() => {
    setRefreshing(true);
    void dispatch(refreshShown()).finally(() => setRefreshing(false));
  }, [dispatch]);
  return { refreshing, refresh };
}
