import { useCallback } from 'react';
import { type Location, type NewLocation, useMakeLocationMutation } from '@/api';

/** Makes a location of the signed-in person; rejects with the error of the call. */
export function useCreateLocation() {
  const [call, { isLoading }] = useMakeLocationMutation();
  const create = useCallback(
    async (location: NewLocation): Promise<Location> => (await call(location).unwrap()).body,
    [call],
  );
  return { create, busy: isLoading };
}
