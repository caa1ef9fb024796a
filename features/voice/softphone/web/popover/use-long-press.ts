import { useEffect, useRef, type MouseEvent } from 'react';

const LONG_MS = 600;

/** A button that does something else when it is held; what to give it. The keyboard only presses. */
export function useLongPress({ onPress, onLongPress }: { onPress: () => void; onLongPress: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const latest = useRef(onLongPress);
  useEffect(() => {
    latest.current = onLongPress;
  });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown() {
      stop();
      wasLong.current = false;
      timer.current = setTimeout(() => {
        wasLong.current = true;
        latest.current();
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick() {
      if (!wasLong.current) onPress();
      wasLong.current = false;
    },
  };
}
