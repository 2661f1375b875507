import { formatBytes } from '@/lib/files/size';
import { messages } from '@/lib/messages';

const words = messages.upload;

/** The most bytes of an import, and its most files. */
const MOST_BYTES = 1024 ** 3;
const MOST_FILES = 20;
/** The longest name of a file, in characters. */
const LONGEST_NAME = 200;

/** What the device's picker offers. Some phones know CSV files by a type only, others by their ending. */
export const ACCEPTED = [
  '.csv',
  '.tsv',
  '.txt',
  '.zip',
  '.xlsx',
  'text/csv',
  'text/comma-separated-values',
  'text/tab-separated-values',
  'text/plain',
  'application/csv',
  'application/vnd.ms-excel',
  'application/zip',
  'application/x-zip-compressed',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].join(',');

const OLD_EXCEL = /\.xls$/i;
const NO_TABLE = /\.(pdf|docx?|pages|numbers|png|jpe?g|heic|gif|rtf|html?|pptx?)$/i;

/** A file of an import, by what the browser knows without reading it. */
export type NamedFile = Pick<File, 'name' | 'size'>;

/** The files with further ones; the same file counts once. */
export function withFiles<Chosen extends NamedFile>(
  chosen: readonly Chosen[],
  further: readonly Chosen[],
): Chosen[] {
  const all = [...chosen];
  for (const file of further) {
    if (!all.some(({ name, size }) => name === file.name && size === file.size)) all.push(file);
  }
  return all;
}

export function bytesOf(files: readonly NamedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function problemOf({ name, size }: NamedFile): string | null {
  if (size === 0) return words.empty(name);
  if ([...name].length > LONGEST_NAME) return words.longName(`${name.slice(0, 40)}…`);
  if (OLD_EXCEL.test(name)) return words.oldExcel(name);
  return NO_TABLE.test(name) ? words.noTable(name) : null;
}

/** Why these files cannot be uploaded together; empty if they can. */
export function problemsOf(files: readonly NamedFile[]): string[] {
  if (files.length === 0) return [words.none];
  const problems = files.map(problemOf).filter((problem) => problem !== null);
  if (files.length > MOST_FILES) problems.push(words.tooMany(files.length));
  const bytes = bytesOf(files);
  if (bytes > MOST_BYTES) problems.push(words.tooLarge(formatBytes(bytes)));
  return problems;
}

/** The chosen files by the numbers of the import's files, and the chosen ones that are none of them. */
export function matched<Chosen extends NamedFile>(
  files: readonly { file: number; name: string; bytes: number }[],
  chosen: readonly Chosen[],
): { byNumber: Map<number, Chosen>; others: Chosen[] } {
  const byNumber = new Map<number, Chosen>();
  const others = new Set(chosen);
  for (const { file, name, bytes } of files) {
    const same = chosen.find((one) => one.name.trim() === name && one.size === bytes);
    if (same === undefined) continue;
    byNumber.set(file, same);
    others.delete(same);
  }
  return { byNumber, others: [...others] };
}
