import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './store.ts';

/**
 * The value of a store for a component, or the part of it that `select` picks: the component is drawn again when that
 * part is another one. `select` picks what is there; an object it built would be another one each time.
 */
export function useStore<Value>(store: ReadableStore<Value>): Value;
export function useStore<Value, Part>(store: ReadableStore<Value>, select: (value: Value) => Part): Part;
export function useStore<Value, Part>(store: ReadableStore<Value>, select?: (value: Value) => Part): Value | Part {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()));
}
