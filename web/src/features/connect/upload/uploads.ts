import type { Import } from '@/api';
import { type SendPart, startUploader, type Uploader, type UploadState } from './uploader';

interface Upload {
  uploader: Uploader;
  /** Begins it again, with the same files. */
  again: () => void;
}

/** The uploads of this tab, by import. They go on while other pages are shown. */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function isActive({ phase }: UploadState): boolean {
  return phase !== 'stopped' && phase !== 'done';
}

function changed(): void {
  // Closing the tab would end the upload: the browser asks before.
  const active = [...uploads.values()].some(({ uploader }) => isActive(uploader.state()));
  if (active) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

/**
 * Uploads the missing parts of the files that are at hand, by their numbers. `onEnd` gets the import as the last answer
 * says.
 */
export function startUpload(
  begun: Import,
  files: ReadonlyMap<number, File>,
  send: SendPart,
  onEnd: (last: Import) => void,
): void {
  const { importID } = begun;
  uploads.get(importID)?.uploader.stop();
  const uploader = startUploader({ import: begun, files, send, onChange: changed });
  const again = () => startUpload(uploader.state().import, files, send, onEnd);
  uploads.set(importID, { uploader, again });
  changed();
  void uploader.ended.then(() => {
    const { phase, import: last } = uploader.state();
    const isCurrent = uploads.get(importID)?.uploader === uploader;
    if (phase === 'done' && isCurrent) uploads.delete(importID);
    changed();
    if (isCurrent) onEnd(last);
  });
}

/** Begins a stopped upload again. */
export function retryUpload(importID: string): void {
  uploads.get(importID)?.again();
}

/** Ends an upload, and lets its files go. */
export function endUpload(importID: string): void {
  uploads.get(importID)?.uploader.stop();
  uploads.delete(importID);
  changed();
}

/** How the upload of an import stands in this tab; undefined without one. */
export function uploadOf(importID: string): UploadState | undefined {
  return uploads.get(importID)?.uploader.state();
}

export function onUploadsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
