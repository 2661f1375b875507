import { useCallback } from 'react';
import { type CreateLocationRequest, type Location, useCreateLocationMutation } from '@/api';

/** Makes a location of the signed-in person; rejects with the error of the call. */
export function useCreateLocation() {
  const [call, { isLoading }] = useCreateLocationMutation();
  const create = useCallback(
    async (createLocationRequest: CreateLocationRequest): Promise<Location> =>
      (await call({ createLocationRequest }).unwrap()).body,
    [call],
  );
  return { create, busy: isLoading };
}
