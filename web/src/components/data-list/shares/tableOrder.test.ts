import { describe, expect, it } from 'vitest';
import { relativeChange } from '@/lib/numbers';
import type { ShareRow } from './shareRow';
import { inOrder, nextSort, type Sort } from './tableOrder';

function row(name: string, sales: number | null, before: number): ShareRow {
  return {
    key: name,
    name,
    value: '',
    amounts: { GROSS_SALES: sales },
    change: relativeChange(sales ?? 0, before, 'more'),
  };
}

const rows = [row('Table 10', 500, 400), row('Table 9', null, 0), row('Table 2', 900, 1000)];

function names(sort: Sort) {
  return inOrder(rows, sort).map(({ name }) => name);
}

describe('inOrder', () => {
  it('keeps the own order of the report until one is chosen', () => {
    expect(names(null)).toEqual(['Table 10', 'Table 9', 'Table 2']);
  });

  it('reads numbers in names as numbers', () => {
    expect(names({ by: 'name', descending: false })).toEqual(['Table 2', 'Table 9', 'Table 10']);
  });

  it.each([
    [true, ['Table 2', 'Table 10', 'Table 9']],
    [false, ['Table 10', 'Table 2', 'Table 9']],
  ])('sorts by a figure, without one last, descending: %s', (descending, expected) => {
    expect(names({ by: 'GROSS_SALES', descending })).toEqual(expected);
  });

  it('sorts by the change against the compared span', () => {
    expect(names({ by: 'change', descending: false })).toEqual(['Table 2', 'Table 10', 'Table 9']);
  });
});

describe('nextSort', () => {
  it('turns around at the second tap and ends at the third', () => {
    const first = nextSort(null, 'GROSS_SALES');
    const second = nextSort(first, 'GROSS_SALES');
    expect([first, second, nextSort(second, 'GROSS_SALES')]).toEqual([
      { by: 'GROSS_SALES', descending: true },
      { by: 'GROSS_SALES', descending: false },
      null,
    ]);
  });

  it('starts names at A', () => {
    expect(nextSort({ by: 'change', descending: true }, 'name')).toEqual({
      by: 'name',
      descending: false,
    });
  });
});
