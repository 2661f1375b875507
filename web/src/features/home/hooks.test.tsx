import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useKnownAtRequest } from './useKnownAtRequest';
import { useRollingNumber } from './useRollingNumber';

describe('useKnownAtRequest', () => {
  it('knows what was there when the answered request was sent', () => {
    const { result, rerender } = renderHook(
      (props: { requestId: string; isFetching: boolean; current: string }) =>
        useKnownAtRequest(props, props.current, 'nothing'),
      { initialProps: { requestId: '1', isFetching: true, current: 'a' } },
    );
    expect(result.current).toBe('nothing');
    rerender({ requestId: '1', isFetching: true, current: 'b' });
    rerender({ requestId: '1', isFetching: false, current: 'b' });
    // 'b' came while the request was under way: the answer may lack it.
    expect(result.current).toBe('a');
    rerender({ requestId: '2', isFetching: true, current: 'b' });
    expect(result.current).toBe('a');
    rerender({ requestId: '2', isFetching: false, current: 'c' });
    expect(result.current).toBe('b');
  });

  it('knows nothing of a request that it finds answered', () => {
    const { result } = renderHook(() =>
      useKnownAtRequest({ requestId: '1', isFetching: false }, 'a', 'nothing'),
    );
    expect(result.current).toBe('nothing');
  });
});

describe('useRollingNumber', () => {
  const motion = window.matchMedia;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  });

  afterEach(() => {
    vi.useRealTimers();
    window.matchMedia = motion;
  });

  function roll() {
    return renderHook(({ target }) => useRollingNumber(target), { initialProps: { target: 100 } });
  }

  it('changes at once under reduced motion', () => {
    const { result, rerender } = roll();
    rerender({ target: 200 });
    expect(result.current).toBe(200);
  });

  it('rolls to the new number within 200 ms otherwise', () => {
    window.matchMedia = (query) => ({ ...motion(query), matches: false });
    const { result, rerender } = roll();
    rerender({ target: 200 });
    expect(result.current).toBe(100);
    act(() => void vi.advanceTimersByTime(120));
    expect(result.current).toBeGreaterThan(100);
    expect(result.current).toBeLessThan(200);
    act(() => void vi.advanceTimersByTime(150));
    expect(result.current).toBe(200);
  });
});
