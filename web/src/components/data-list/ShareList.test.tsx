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
});
