import { useRef, type MouseEvent, type PointerEvent } from 'react';

export interface WindowPlace {
  x: number;
  y: number;
}
interface Size {
  width: number;
  height: number;
}

const EDGE_PX = 8;

/** A place inside the page, so that the head of a window can always be reached. */
export function keptInside(at: WindowPlace, size: Size, page: Size): WindowPlace {
  const inside = (value: number, most: number) => Math.round(Math.max(EDGE_PX, Math.min(value, most)));
  return {
    x: inside(at.x, page.width - size.width - EDGE_PX),
    y: inside(at.y, page.height - Math.min(size.height, page.height / 2) - EDGE_PX),
  };
}

/** The corner that follows clockwise on the one a window is nearest to: upper right, lower right, lower left, upper left. */
export function nextCorner(at: WindowPlace, size: Size, page: Size): WindowPlace {
  const [right, lower] = [page.width - size.width - EDGE_PX, page.height - size.height - EDGE_PX];
  const isRight = at.x > (EDGE_PX + right) / 2;
  const isLower = at.y > (EDGE_PX + lower) / 2;
  return keptInside({ x: isLower ? EDGE_PX : right, y: isRight ? lower : EDGE_PX }, size, page);
}

/**
 * Moves a window above the page: what to give its head, by which it is dragged, and a button in it, which takes it from corner to
 * corner for those who do not drag (WCAG 2.5.7). `css` finds the window from within.
 */
export function useWindowMoves(css: string, move: (to: WindowPlace) => void) {
  const grip = useRef<{ dx: number; dy: number } | null>(null);
  const boxOf = ({ currentTarget }: { currentTarget: HTMLElement }) =>
    currentTarget.closest(css)!.getBoundingClientRect();
  const page = (): Size => ({ width: innerWidth, height: innerHeight });
  const letGo = () => void (grip.current = null);
  return {
    head: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || (event.target as Element).closest('button')) return;
        const { left, top } = boxOf(event);
        grip.current = { dx: event.clientX - left, dy: event.clientY - top };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!grip.current) return;
        const { dx, dy } = grip.current;
        move(keptInside({ x: event.clientX - dx, y: event.clientY - dy }, boxOf(event), page()));
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
    toNextCorner(event: MouseEvent<HTMLElement>) {
      const box = boxOf(event);
      move(nextCorner({ x: box.left, y: box.top }, box, page()));
    },
  };
}
