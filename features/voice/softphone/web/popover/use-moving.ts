import { useRef, type PointerEvent } from 'react';
import { phoneWindow } from './phone-window.ts';

const EDGE_PX = 8;

/** A place inside the window, so that the head can always be reached. */
export function keptInside(
  at: { x: number; y: number },
  size: { width: number; height: number },
  page: { width: number; height: number },
): { x: number; y: number } {
  const inside = (value: number, most: number) => Math.round(Math.max(EDGE_PX, Math.min(value, most)));
  return {
    x: inside(at.x, page.width - size.width - EDGE_PX),
    y: inside(at.y, page.height - Math.min(size.height, page.height / 2) - EDGE_PX),
  };
}

/** Moves the window by its head: what to give the head. */
export function useMoving(enabled: boolean) {
  const grip = useRef<{ dx: number; dy: number } | null>(null);
  if (!enabled) return {};
  const windowOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.closest<HTMLElement>('.phone')!;
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      const { left, top } = windowOf(event).getBoundingClientRect();
      grip.current = { dx: event.clientX - left, dy: event.clientY - top };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!grip.current) return;
      const { width, height } = windowOf(event).getBoundingClientRect();
      phoneWindow.set({
        at: keptInside(
          { x: event.clientX - grip.current.dx, y: event.clientY - grip.current.dy },
          { width, height },
          { width: innerWidth, height: innerHeight },
        ),
      });
    },
    onPointerUp: () => void (grip.current = null),
    onPointerCancel: () => void (grip.current = null),
  };
}
