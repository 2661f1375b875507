import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useValueAtRequest } from './useValueAtRequest';

describe('useValueAtRequest', () => {
  it('has the values at the time of the answered request', () => {
    const { result, rerender } = renderHook(
      (props: { requestId: string; isFetching: boolean; current: string }) =>
        useValueAtRequest(props, props.current, 'nothing'),
      { initialProps: { requestId: '1', isFetching: true, current: 'a' } },
    );
    expect(result.current).toBe('nothing');
    rerender({ requestId: '1', isFetching: true, current: 'b' });
    rerender({ requestId: '1', isFetching: false, current: 'b' });
    // 'b' arrived during the request: the answer may lack it.
    expect(result.current).toBe('a');
    rerender({ requestId: '2', isFetching: true, current: 'b' });
    expect(result.current).toBe('a');
    rerender({ requestId: '2', isFetching: false, current: 'c' });
    expect(result.current).toBe('b');
  });

  it('has no values for a request that is answered before', () => {
    const { result } = renderHook(() =>
      useValueAtRequest({ requestId: '1', isFetching: false }, 'a', 'nothing'),
    );
    expect(result.current).toBe('nothing');
  });
});
