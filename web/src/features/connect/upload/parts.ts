import type { Import } from '@/api';

/** Bytes of a part; the last part of a file holds what is left. */
export const PART_BYTES = 524_288;

/** A part of a file of an import. */
export interface Part {
  /** The file's number. */
  file: number;
  /** From 0. */
  part: number;
}

export function keyOf({ file, part }: Part): string {
  return `${file}/${part}`;
}

type Files = Pick<Import, 'files'>['files'];

/** The first missing part that is not excluded, of the files that are at hand. */
export function nextPart(
  files: Files,
  isAtHand: (file: number) => boolean,
  isExcluded: (part: Part) => boolean,
): Part | null {
  for (const { file, missingParts } of files) {
    if (!isAtHand(file)) continue;
    const part = missingParts.find((number) => !isExcluded({ file, part: number }));
    if (part !== undefined) return { file, part };
  }
  return null;
}

/** How many bytes are there, and how many the files have. */
export function bytesThere(files: Files): { done: number; total: number } {
  let done = 0;
  let total = 0;
  for (const { bytes, parts, receivedParts } of files) {
    total += bytes;
    done += receivedParts >= parts ? bytes : Math.min(receivedParts * PART_BYTES, bytes);
  }
  return { done, total };
}

/** A part of a file as base64. Rejects if the device cannot read the file any more. */
export function readPart(file: Blob, part: number): Promise<string> {
  const start = part * PART_BYTES;
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.readAsDataURL(file.slice(start, start + PART_BYTES));
  });
}
