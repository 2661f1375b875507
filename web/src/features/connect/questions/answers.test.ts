import { describe, expect, it } from 'vitest';
import { conflict, datesQuestion, importOf } from '@/testing/data/imports';
import {
  CONFLICTS,
  chosenBefore,
  conflictSums,
  missingAnswers,
  newIn,
  tableOfColumns,
} from './answers';

const tax = { ...datesQuestion, id: 'tax', answer: 'beside' };
const asked = importOf({ questions: [datesQuestion, tax], conflicts: [conflict(3)] });

describe('answers', () => {
  it('begin with those of before', () => {
    const chosen = chosenBefore(asked);
    expect(chosen).toEqual({ answers: { tax: 'beside' }, conflictChoice: null });
    expect(missingAnswers(asked, chosen)).toEqual(['dates/0', CONFLICTS]);
    expect(newIn(asked, chosen)).toBeNull();
  });

  it('are sent where they are new', () => {
    const answers = { tax: 'inside', 'dates/0': 'day-first' };
    expect(newIn(asked, { answers, conflictChoice: 'skip' })).toEqual({
      answers: [
        { id: 'dates/0', value: 'day-first' },
        { id: 'tax', value: 'inside' },
      ],
      conflictChoice: 'skip',
    });
    const settled = { ...asked, conflictChoice: 'skip' as const };
    const same = { answers: { tax: 'beside' }, conflictChoice: 'skip' as const };
    expect(newIn(settled, same)).toBeNull();
  });

  it('about columns name their table', () => {
    expect(tableOfColumns({ id: 'columns/12' })).toBe(12);
    expect(tableOfColumns({ id: 'dates/0' })).toBeNull();
  });

  it('stand beside the sums of both sources', () => {
    expect(conflictSums([conflict(3), conflict(4)])).toEqual({
      checks: 80,
      netSales: 3200,
      importChecks: 78,
      importNetSales: 3112,
    });
  });
});
