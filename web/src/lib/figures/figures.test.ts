import { describe, expect, it } from 'vitest';
import { figureOf, reportNames, reportOf } from '.';

describe('the catalogue of figures', () => {
  it('names, counts and explains each figure of each report', () => {
    expect(reportNames).toContain('Summary');
    for (const { figures, call, title } of reportNames.map(reportOf)) {
      expect(call).toMatch(/^get-/);
      expect(title).not.toBe('');
      expect(figures.length).toBeGreaterThan(0);
      for (const { label, definition, unit, prefer } of figures) {
        expect(label).not.toBe('');
        expect(definition).toMatch(/\.$/);
        expect(['money', 'count', 'quantity', 'hours', 'minutes', 'percent']).toContain(unit);
        expect(['more', 'less', 'neutral']).toContain(prefer);
      }
    }
  });

  it('distinguishes the profit of an item from that of a day', () => {
    expect(figureOf('ITEM_PROFIT').key).toBe(figureOf('GROSS_PROFIT').key);
    expect(reportOf('Item').figureIds).toContain('ITEM_PROFIT');
  });

  it('splits by names, not by ids', () => {
    expect(reportOf('Labor').splits.map(({ key }) => key)).toEqual(['job', 'employeeName']);
  });

  it('has no other reports', () => {
    expect(() => reportOf('Weather')).toThrow(/has no report Weather/);
  });
});
