/** A map that forgets: of what was put in or asked for, the newest stay. */
export interface NewestKept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

/**
 * Keeps so many at most, for what a page that is open all day would otherwise pile up. `gone` is told of each that had to make
 * room, or that another took the place of.
 */
export function keepNewest<Key, Value>(most: number, gone: (value: Value) => void = () => {}): NewestKept<Key, Value> {
  const kept = new Map<Key, Value>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      const before = kept.get(key);
      kept.delete(key);
      kept.set(key, value);
      if (before !== undefined && before !== value) gone(before);
      for (const [oldest, old] of kept) {
        if (kept.size <= most) return;
        kept.delete(oldest);
        gone(old);
      }
    },
    delete: (key) => void kept.delete(key),
  };
}
