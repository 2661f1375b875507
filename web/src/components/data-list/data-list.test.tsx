import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { ChangeBadge, ListRow, ShareList, VirtualList, VirtualRows } from '.';

describe('ShareList', () => {
  it('is a table with the total first and a named row for each line', () => {
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

describe('ChangeBadge', () => {
  it('says in words what it compares with', () => {
    renderWithProviders(
      <p>
        <ChangeBadge change={{ direction: 'up', tone: 'bad', text: '+12%' }} />
      </p>,
    );
    expect(screen.getByText('+12%')).toHaveTextContent('Against last week: +12%');
  });

  it('is nothing where there is nothing to compare', () => {
    const { container } = renderWithProviders(<ChangeBadge change={null} />);
    expect(container.querySelector('[data-tone]')).toBeNull();
  });
});

describe('VirtualList', () => {
  beforeEach(() => {
    // jsdom lays nothing out.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
  });

  const many = Array.from({ length: 1000 }, (_, index) => ({ id: `n${index}` }));

  it('holds only the rows in sight and tells how many there are', () => {
    renderWithProviders(
      <VirtualList
        label="Checks"
        items={many}
        keyOf={(item) => item.id}
        render={(item) => <ListRow title={item.id} value="$1.00" />}
      />,
    );
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(100);
    expect(rows[0]).toHaveAttribute('aria-setsize', '1000');
  });

  it('asks for more only near its end', () => {
    const onNearEnd = vi.fn();
    const list = (count: number) => (
      <VirtualRows
        label="Checks"
        count={count}
        keyAt={(index) => index}
        render={(index) => <ListRow title={String(index)} value="$1.00" />}
        onNearEnd={onNearEnd}
      />
    );
    const { unmount } = renderWithProviders(list(many.length));
    expect(onNearEnd).not.toHaveBeenCalled();
    unmount();
    renderWithProviders(list(10));
    expect(onNearEnd).toHaveBeenCalled();
  });
});
