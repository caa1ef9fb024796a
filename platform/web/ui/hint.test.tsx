import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeOf, startHints } from './hint.ts';

const room = { width: 1_000, height: 600 };
const words = { width: 80, height: 24 };
const at = (left: number, top: number) =>
  ({ left, top, right: left + 34, bottom: top + 34, width: 34, height: 34 }) as DOMRect;

test('a hint stands above its button, below where there is no room, and never outside the window', () => {
  expect(placeOf(at(500, 300), words, undefined, room)).toEqual({ left: 477, top: 271 });
  expect(placeOf(at(500, 10), words, undefined, room)).toEqual({ left: 477, top: 49 });
  expect(placeOf(at(960, 300), words, undefined, room).left).toBe(915);
  expect(placeOf(at(0, 300), words, undefined, room).left).toBe(5);
  expect(placeOf(at(10, 300), words, 'right', room)).toEqual({ left: 49, top: 305 });
});

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  stop = startHints();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
const rest = () => act(() => vi.advanceTimersByTime(400));

test('a button says its name when the mouse rests on it, until it is pressed', () => {
  render(
    <>
      <button type="button" data-hint="Downloads">
        ↓
      </button>
      <p>elsewhere</p>
    </>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerOver(button, { pointerType: 'mouse' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  rest();
  expect(screen.getByRole('tooltip').textContent).toBe('Downloads');
  fireEvent.pointerDown(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerOver(screen.getByText('elsewhere'), { pointerType: 'mouse' });
  rest();
  expect(screen.queryByRole('tooltip')).toBeNull();
});
