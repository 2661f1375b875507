import { describe, expect, it } from 'vitest';
import { splitRow } from '@/testing/data/splitRows';
import { membersOf } from '../rows/members';
import { pieSlide, rankingSlide, topOf } from './slides';

describe('many members', () => {
  const rows = Array.from({ length: 12 }, (_, index) =>
    splitRow('a', { name: `Item ${index}` }, { grossSales: index + 0.1, quantity: 1 }),
  );
  const members = membersOf(rows, ['GROSS_SALES', 'AVERAGE_CHECK'], 'GROSS_SALES', ({ name }) => ({
    key: name,
    name,
  }));

  it('are eight and the others, exactly', () => {
    const top = topOf(members, 'GROSS_SALES');
    expect(top).toHaveLength(9);
    expect(top[0]).toEqual({ name: 'Item 11', value: 11.1 });
    expect(top.at(-1)).toEqual({ name: 'Other', value: 6.4, rest: true });
    expect(rankingSlide('GROSS_SALES', members, 'Item').table.rows.at(-1)?.values).toEqual([
      '$6.40',
    ]);
  });

  it('are said to be a part of all', () => {
    expect(rankingSlide('GROSS_SALES', members, 'Item').note).toBe('Top 8 are 90% of gross sales');
    expect(rankingSlide('GROSS_SALES', members.slice(0, 8), 'Item').note).toBeUndefined();
  });

  it('are those furthest from 0 in a balance, without the others', () => {
    const drawers = Array.from({ length: 10 }, (_, index) =>
      splitRow('a', { name: `Ana ${index}` }, { overShort: index % 2 === 0 ? index : -index }),
    );
    const ids = ['CASH_OVER_SHORT'] as const;
    const people = membersOf(drawers, ids, ids[0], ({ name }) => ({ key: name, name }));
    expect(people.map(({ name }) => name).slice(0, 3)).toEqual(['Ana 9', 'Ana 8', 'Ana 7']);
    const values = topOf(people, 'CASH_OVER_SHORT').map(({ value }) => value);
    expect(values).toEqual([8, 6, 4, 2, -3, -5, -7, -9]);
    const { note, table } = rankingSlide('CASH_OVER_SHORT', people, 'Employee');
    expect(note).toBeUndefined();
    expect(table.rows.at(0)?.values).toEqual(['+$8.00']);
  });

  it('have no sum of averages', () => {
    expect(topOf(members, 'AVERAGE_CHECK')).toEqual([]);
    expect(rankingSlide('AVERAGE_CHECK', members, 'Item').build).toBeNull();
  });

  it('are shares with two decimals in the table of a pie', () => {
    const { table } = pieSlide('GROSS_SALES', members.slice(0, 3), 'Item');
    expect(table.rows.map(({ values }) => values[1])).toEqual(['36.63%', '33.33%', '30.03%']);
  });
});
