import type { Import, ImportConflict, ImportConflictChoice, ImportQuestion } from '@/api';
import { sumMoney } from '@/lib/money';
import type { Saying } from '../useImportSteps';

/** What a person chose so far: a value by question, and what becomes of days of another source. */
export interface Chosen {
  answers: Readonly<Record<string, string>>;
  conflictChoice: ImportConflictChoice | null;
}

type Asked = Pick<Import, 'questions' | 'conflicts' | 'conflictChoice'>;

/** What was chosen before. */
export function chosenBefore({ questions, conflictChoice }: Asked): Chosen {
  const answered = questions.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer]]));
  return { answers: Object.fromEntries(answered), conflictChoice };
}

/** The id under which the choice about days of another source is missing. */
export const CONFLICTS = 'conflicts';

/** Questions without an answer, in their order. */
export function missingAnswers({ questions, conflicts }: Asked, chosen: Chosen): string[] {
  const open = questions.filter(({ id }) => chosen.answers[id] === undefined).map(({ id }) => id);
  return conflicts.length > 0 && chosen.conflictChoice === null ? [...open, CONFLICTS] : open;
}

/** What is new in the choices; `null` if nothing is. */
export function newIn(asked: Asked, chosen: Chosen): Saying | null {
  const answers = asked.questions.flatMap(({ id, answer }) => {
    const value = chosen.answers[id];
    return value === undefined || value === answer ? [] : [{ id, value }];
  });
  const choice = chosen.conflictChoice;
  const decided = choice !== null && choice !== asked.conflictChoice;
  if (answers.length === 0 && !decided) return null;
  return {
    ...(answers.length > 0 && { answers }),
    ...(decided && { conflictChoice: choice }),
  };
}

/** The number of the table that a question is about, if it is about what its columns mean. */
export function tableOfColumns({ id }: Pick<ImportQuestion, 'id'>): number | null {
  const [, table] = /^columns\/(\d+)$/.exec(id) ?? [];
  return table === undefined ? null : Number(table);
}

/** Sums of days of another source, and of the files on these days. */
export function conflictSums(conflicts: readonly ImportConflict[]) {
  return {
    checks: conflicts.reduce((sum, { checks }) => sum + checks, 0),
    netSales: sumMoney(conflicts.map(({ netSales }) => netSales)),
    importChecks: conflicts.reduce((sum, { importChecks }) => sum + importChecks, 0),
    importNetSales: sumMoney(conflicts.map(({ importNetSales }) => importNetSales)),
  };
}
