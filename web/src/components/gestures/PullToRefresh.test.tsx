import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { PullToRefresh } from './PullToRefresh';

function renderContent(refreshing = false) {
  const onRefresh = vi.fn();
  renderWithProviders(
    <PullToRefresh refreshing={refreshing} onRefresh={onRefresh}>
      <p>Content</p>
    </PullToRefresh>,
  );
  return { onRefresh, content: screen.getAllByText('Content').at(-1) as HTMLElement };
}

function pull(distance: number, { refreshing = false, across = 0 } = {}) {
  const { onRefresh, content } = renderContent(refreshing);
  fireEvent.touchStart(content, { touches: [{ clientX: 10, clientY: 10 }] });
  fireEvent.touchMove(content, { touches: [{ clientX: 10 + across, clientY: 10 + distance }] });
  fireEvent.touchEnd(content);
  return onRefresh;
}

describe('PullToRefresh', () => {
  it('refreshes after a long pull from the top', () => {
    expect(pull(160)).toHaveBeenCalledOnce();
  });

  it('refreshes after a pull faster than the screen draws', () => {
    const { onRefresh, content } = renderContent();
    const start = createEvent.touchStart(content, { touches: [{ clientX: 10, clientY: 10 }] });
    const move = createEvent.touchMove(content, { touches: [{ clientX: 10, clientY: 170 }] });
    // Within one act nothing is drawn between the events.
    act(() => {
      for (const event of [start, move, createEvent.touchEnd(content)])
        content.dispatchEvent(event);
    });
    expect(onRefresh).toHaveBeenCalledOnce();
  });

  it('does nothing after a short pull, or an upward one', () => {
    expect(pull(60)).not.toHaveBeenCalled();
    expect(pull(-200)).not.toHaveBeenCalled();
  });

  it('does nothing while it refreshes', () => {
    expect(pull(160, { refreshing: true })).not.toHaveBeenCalled();
  });

  it('does nothing when the finger goes across', () => {
    expect(pull(160, { across: 200 })).not.toHaveBeenCalled();
  });

  it('leaves a page alone that is scrolled down', () => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300);
    expect(pull(160)).not.toHaveBeenCalled();
  });
});
