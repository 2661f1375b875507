import { useCallback, useSyncExternalStore } from 'react';
import type { Import } from '@/api';
import { connectApi } from '@/api/connect';
import { useAppDispatch } from '@/state/hooks';
import { onUploadsChanged, startUpload, uploadOf } from './uploads';

/** How the upload of an import stands in this tab; undefined without one. */
export function useUpload(importID: string) {
  return useSyncExternalStore(onUploadsChanged, () => uploadOf(importID));
}

/** Begins to upload the missing parts of an import's files. */
export function useStartUpload() {
  const dispatch = useAppDispatch();
  return useCallback(
    (begun: Import, files: ReadonlyMap<number, File>) => {
      const { posID, importID } = begun;
      startUpload(
        begun,
        files,
        async (part) => {
          const request = { putImportPartRequest: { posID, importID, ...part } };
          // Untracked: the store keeps no bytes of files.
          const call = connectApi.endpoints.putImportPart.initiate(request, { track: false });
          return (await dispatch(call).unwrap()).body;
        },
        () => dispatch(connectApi.util.invalidateTags(['Imports'])),
      );
    },
    [dispatch],
  );
}
