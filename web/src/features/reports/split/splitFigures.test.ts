import { describe, expect, it } from 'vitest';
import type { ItemRow } from '@/api';
import type { ChartStyle } from '@/components/charts';
import { hourlyRow, itemRow } from '@/testing/data/reportRows';
import { comparedDays, comparedRows, reportAnswer } from '@/testing/data/reportTotals';
import { memberLines, totalLine } from '../list/lines';
import { splitReports } from './catalogue';
import { hoursBetween } from './hours';
import { splitFigures } from './splitFigures';

const style: ChartStyle = {
  palette: ['#111111'],
  comparison: '#999999',
  text: '#000000',
  grid: '#eeeeee',
  surface: '#ffffff',
  fontFamily: 'Inter',
  fontSize: 12,
  reducedMotion: true,
};

describe('rows of a split', () => {
  it('add items of several locations up by name and category', () => {
    const { members, total, locations } = splitFigures(
      splitReports.item,
      reportAnswer('Item', [
        itemRow('a', 'i1', 'Margherita', { grossSales: 10.1, quantity: 0.1 }),
        itemRow('b', 'i9', 'Margherita', { grossSales: 20.2, quantity: 0.2 }),
        itemRow('b', 'i1', 'Cola', { grossSales: 5, minorCategory: 'Soft' }),
        itemRow('b', 'i2', 'Cola', { grossSales: 7, minorCategory: 'Diet' }),
      ]),
      [],
    );
    expect(
      members.map(({ name, detail, summary: { amounts } }) => [
        name,
        detail,
        amounts.GROSS_SALES,
        amounts.QUANTITY,
      ]),
    ).toEqual([
      ['Margherita', 'Food · Pizza', 30.3, 0.3],
      ['Cola', 'Food · Diet', 7, 1],
      ['Cola', 'Food · Soft', 5, 1],
    ]);
    expect(total.amounts.GROSS_SALES).toBe(42.3);
    expect(locations.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('keep items of one location apart by their id', () => {
    const { members } = splitFigures(
      splitReports.item,
      reportAnswer('Item', [
        itemRow('a', 'i1', 'Cola', { grossSales: 1 }),
        itemRow('a', 'i2', 'Cola', { grossSales: 2 }),
      ]),
      [],
    );
    expect(members).toHaveLength(2);
  });

  it("compare the total by the answer's own totals", () => {
    const rows = [itemRow('a', 'i1', 'Cola', { grossSales: 90 }, 45)];
    const answer = reportAnswer('Item', comparedRows(rows, { compareTo: 'previous' }) as ItemRow[]);
    const compared = { ...comparedDays, current: { grossSales: 90 }, before: { grossSales: 180 } };
    const { total, members } = splitFigures(
      splitReports.item,
      { ...answer, total: { ...answer.total, compared } },
      [],
    );
    expect(totalLine('GROSS_SALES', total, []).change?.text).toBe('-50%');
    expect(memberLines('GROSS_SALES', members, total)[0]?.change?.text).toBe('+100%');
  });

  it('leave no gap between hours', () => {
    const { members } = splitFigures(
      splitReports.hourly,
      reportAnswer('Hourly', [
        hourlyRow('a', 23, { grossSales: 30 }),
        hourlyRow('a', 25, { grossSales: 60 }),
      ]),
      [],
    );
    expect(members.map(({ name, summary }) => [name, summary.amounts.GROSS_SALES])).toEqual([
      ['11 PM – 12 AM', 30],
      ['12 AM – 1 AM', 0],
      ['1 AM – 2 AM', 60],
    ]);
    expect(hoursBetween([])).toEqual([]);
  });

  it('reach into the next morning, each hour with its own name', () => {
    const { members } = splitFigures(
      splitReports.hourly,
      reportAnswer('Hourly', [
        hourlyRow('a', 11, { grossSales: 30 }),
        hourlyRow('a', 35, { grossSales: 60 }),
      ]),
      [],
    );
    expect(members).toHaveLength(25);
    expect(members[0]).toMatchObject({ name: '11 AM – 12 PM', short: '11 AM' });
    expect(members[23]).toMatchObject({ name: '10 AM – 11 AM', short: '10 AM' });
    expect(members[24]).toMatchObject({
      name: '11 AM – 12 PM next day',
      short: '11 AM next day',
      summary: { amounts: { GROSS_SALES: 60 } },
    });
    const slides = splitReports.hourly.charts({
      rows: [],
      members,
      groups: [],
      locations: [],
      before: 'before',
      hours: [],
      target: null,
    });
    for (const { build, table } of slides.filter((slide) => slide.build !== null)) {
      expect(table.rows).toHaveLength(25);
      expect(table.rows.at(-1)?.name).toBe('11 AM – 12 PM next day');
      const { xAxis, series } = build?.(style) ?? {};
      expect(xAxis).toMatchObject({ data: members.map(({ short }) => short) });
      expect([series].flat().map((one) => (one?.data as unknown[])?.length)).toContain(25);
    }
  });
});
