import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { ShareList } from './ShareList';

describe('ShareList', () => {
  it('is a table with the total first and a header for each row', () => {
    renderWithProviders(
      <ShareList
        title="By day"
        total={{ key: 'total', name: 'Total', value: '$40.00' }}
        rows={[
          { key: 'a', name: 'Monday', detail: 'so far', value: '$30.00', share: 0.75 },
          { key: 'b', name: 'Tuesday', value: '$10.00', share: 0.25 },
        ]}
      />,
    );
    const table = within(screen.getByRole('table', { name: 'By day' }));
    expect(table.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      'Total',
      'Mondayso far',
      'Tuesday',
    ]);
    expect(table.getByRole('row', { name: /Monday/ })).toHaveTextContent('75%');
    expect(table.getByRole('row', { name: /Total/ })).not.toHaveTextContent('%');
  });

  it('scales bars to the largest row, and shares to the total', () => {
    renderWithProviders(
      <ShareList
        title="By day"
        rows={[
          { key: 'a', name: 'Monday', value: '$30.00', share: 0.04 },
          { key: 'b', name: 'Tuesday', value: '$15.00', share: 0.02 },
        ]}
      />,
    );
    const rows = within(screen.getByRole('table', { name: 'By day' })).getAllByRole('row');
    const widths = rows.flatMap((row) =>
      [...row.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width),
    );
    expect(widths).toEqual(['100%', '50%']);
    expect(rows.at(-1)).toHaveTextContent('2%');
  });

  it('heads the rows of a group with its name', () => {
    renderWithProviders(
      <ShareList
        title="Tables"
        rows={[
          { key: 'a', name: 'Table 7', group: 'Taco Corner', value: '$9.00' },
          { key: 'b', name: 'Table 8', group: 'Taco Corner', value: '$8.00' },
          { key: 'c', name: 'Table 7', group: 'Saffron Pizza', value: '$7.00' },
          { key: 'd', name: 'Unassigned', value: '$1.00' },
        ]}
      />,
    );
    const [, ...rows] = within(screen.getByRole('table', { name: 'Tables' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Taco Corner',
      'Table 7$9.00',
      'Table 8$8.00',
      'Saffron Pizza',
      'Table 7$7.00',
      'Unassigned$1.00',
    ]);
  });
});
