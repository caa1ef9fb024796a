import { useEffect, useRef, useState } from 'react';
import type { PhoneDesk } from '../desk/phone-desk.ts';

type Tried = Parameters<PhoneDesk['tryOut']>[0];

/** Plays something once, or ends it; `playing` is what is heard now. It ends with the page. */
export function useTryOut(desk: PhoneDesk): { playing: Tried | null; toggle: (what: Tried) => void } {
  const [playing, setPlaying] = useState<Tried | null>(null);
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);
  return {
    playing,
    toggle(what) {
      stop.current();
      if (playing === what) return setPlaying(null);
      setPlaying(what);
      stop.current = desk.tryOut(what, () => setPlaying((now) => (now === what ? null : now)));
    },
  };
}
