import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { ListRow } from '../ListRow';
import { VirtualList } from './VirtualList';
import { VirtualRows } from './VirtualRows';

describe('VirtualList', () => {
  beforeEach(() => {
    // jsdom lays nothing out.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
  });

  const many = Array.from({ length: 1000 }, (_, index) => ({ id: `n${index}` }));

  it('renders only the rows in sight and states their number', () => {
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

  it('calls onNearEnd only near its end', () => {
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
