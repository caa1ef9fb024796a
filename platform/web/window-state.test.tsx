import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { windowState } from './window-state.ts';

test('a window is opened from anywhere, each time anew, and keeps what it was opened with while it closes', () => {
  const sender = windowState({ number: '' });
  const { result } = renderHook(() => sender.use());
  expect(result.current).toEqual({ opened: false, number: '', turn: 0 });
  act(() => sender.open({ number: '5551234' }));
  expect(result.current).toEqual({ opened: true, number: '5551234', turn: 1 });
  act(() => sender.close());
  expect(result.current).toEqual({ opened: false, number: '5551234', turn: 1 });
  act(() => sender.open({ number: '' }));
  expect(sender.get()).toEqual({ opened: true, number: '', turn: 2 });
});
