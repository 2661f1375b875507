import { messages } from '@/lib/messages';

/** A name as the POS sent it; none for the location's own card account, and in answers that a device kept. */
interface HasProcessor {
  processor?: string | null;
}

interface Row {
  saffron: HasProcessor;
}

const own = messages.moneyTab.ownProcessor;

/** The name of the processor of a payment, a payout or a mismatch. */
export function processorOf({ processor }: HasProcessor): string {
  return processor ?? own;
}

/** Whether another processor than the location's own card account moved the money. */
export function isOthers({ processor }: HasProcessor): boolean {
  return Boolean(processor);
}

/** Whether no row is of the location's own card account; the POS sends the others only when something happens. */
export function areOthers(rows: readonly Row[]): boolean {
  return rows.length > 0 && rows.every(({ saffron }) => isOthers(saffron));
}

/** The processor that rows of a list need not name: the only one, else the own one. `undefined` while nothing is known. */
export function usualOf(rows: readonly Row[] | undefined): string | undefined {
  const names = new Set(rows?.map(({ saffron }) => processorOf(saffron)));
  const [first] = names;
  return names.size > 1 ? own : first;
}

/** The processor of a row of a list; `null` if it is the usual one. */
export function unusualOf({ saffron }: Row, usual: string | undefined): string | null {
  const name = processorOf(saffron);
  return usual === undefined || name === usual ? null : name;
}
