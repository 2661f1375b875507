import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dailyRow } from '@/testing/data/reportRows';
import { renderWithProviders } from '@/testing/renderApp';
import { MissingWages } from './MissingWages';
import { missingWagesPath } from './missingWagesPath';

const row = (posID: string, hoursWithoutWage: number) =>
  dailyRow(posID, '2026-11-21', { grossLabor: 40, hoursWithoutWage });

describe('the path to wages that are missing', () => {
  it('leads to the location with the most hours without one', () => {
    expect(missingWagesPath([row('a', 3), row('b', 7.5), row('c', 0)])).toBe(
      '/admin-configuration/wages?posID=b',
    );
  });

  it('is missing while each shift has a wage', () => {
    expect(missingWagesPath([row('a', 0)])).toBeUndefined();
    expect(missingWagesPath([])).toBeUndefined();
    // An answer of an earlier version.
    expect(missingWagesPath([{ posID: 'a' }])).toBeUndefined();
  });
});

describe('the note on missing wages', () => {
  it('says how to enter them', () => {
    renderWithProviders(<MissingWages locations={[row('a', 3)]} />);
    expect(screen.getByText('Some shifts have no wage.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Enter wages' })).toHaveAttribute(
      'href',
      '/admin-configuration/wages?posID=a',
    );
  });

  it('is missing while each shift has a wage', () => {
    renderWithProviders(<MissingWages locations={[row('a', 0)]} />);
    expect(screen.queryByText('Some shifts have no wage.')).toBeNull();
  });
});
