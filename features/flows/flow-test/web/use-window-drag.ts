import { useRef, useState, type PointerEvent } from 'react';

const EDGE_PX = 8;

/** A window that is dragged by its head, and stays on the page. `at` is null until it was. */
export function useWindowDrag() {
  const place = useRef<HTMLDivElement>(null);
  const grip = useRef<{ dx: number; dy: number } | null>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const drag = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      const { left, top } = place.current!.getBoundingClientRect();
      grip.current = { dx: event.clientX - left, dy: event.clientY - top };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!grip.current) return;
      const { width } = place.current!.getBoundingClientRect();
      const inside = (value: number, most: number) => Math.round(Math.max(EDGE_PX, Math.min(value, most)));
      setAt({
        x: inside(event.clientX - grip.current.dx, innerWidth - width - EDGE_PX),
        y: inside(event.clientY - grip.current.dy, innerHeight - 56),
      });
    },
    onPointerUp: () => void (grip.current = null),
    onPointerCancel: () => void (grip.current = null),
  };
  return { place, at, drag };
}
