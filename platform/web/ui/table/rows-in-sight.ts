import { useLayoutEffect, useState, type RefObject } from 'react';

/** So many more on either side are drawn, so that a turn of the wheel shows no gap; and by so many at once it goes on. */
const BESIDE = 12;
const AT_ONCE = 4;
/** Until it is known how much is in sight. */
const FIRST = 40;

export interface RowsInSight {
  from: number;
  to: number;
  /** Brings a row into sight. */
  show: (index: number) => void;
}

/** Of many rows of one height those that are in sight of what scrolls; all of them unless `isOn`. */
export function useRowsInSight(
  scroll: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  isOn: boolean,
): RowsInSight {
  const [{ from, to }, setRange] = useState({ from: 0, to: FIRST });
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!isOn || !box) return;
    const look = (): void => {
      const first = Math.floor(box.scrollTop / rowHeight / AT_ONCE) * AT_ONCE;
      const last = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight / AT_ONCE) * AT_ONCE;
      const next = { from: Math.max(0, first - BESIDE), to: last + BESIDE };
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    return () => {
      box.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [scroll, rowHeight, isOn]);
  if (!isOn) return { from: 0, to: count, show: () => {} };
  return {
    from: Math.min(from, Math.max(0, count - 1)),
    to: Math.min(to, count),
    show(index) {
      const box = scroll.current;
      if (!box) return;
      const [above, below] = [index * rowHeight, (index + 1) * rowHeight - box.clientHeight];
      if (above < box.scrollTop) box.scrollTo({ top: above });
      else if (below > box.scrollTop) box.scrollTo({ top: below });
    },
  };
}
