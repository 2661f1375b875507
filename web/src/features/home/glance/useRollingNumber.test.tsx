import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRollingNumber } from './useRollingNumber';

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
