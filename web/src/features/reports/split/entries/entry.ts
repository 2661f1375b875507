import { reportOf, wordOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import type { ReportRow } from '@/lib/numbers';
import type { MemberInfo } from '../../rows/members';
import type { SplitGroup } from '../splitReport';

/** A report's entry in the catalogue, and its split: the last one by default. */
export function entry(name: string, key?: string) {
  const report = reportOf(name);
  const split = report.splits.find((one) => one.key === key) ?? report.splits.at(-1);
  return { report, names: split?.label ?? messages.reportWords.hour };
}

/** A member with an id and a name; over several locations both must agree. */
export function memberNamed(name: string, id?: string | null): MemberInfo {
  return { key: JSON.stringify([id ?? null, name]), name };
}

const splitWords: Readonly<Record<string, string>> = messages.splitWords;

/** The rows of a report by one of its coarser splits, and by an id beside the name. */
export function groupBy<R extends ReportRow>(
  name: string,
  key: keyof R & string,
  id?: keyof R & string,
): SplitGroup<R> {
  return {
    names: splitWords[key] ?? entry(name, key).names,
    memberOf: (row) =>
      memberNamed(wordOf(key, String(row[key])), id === undefined ? null : String(row[id])),
  };
}
