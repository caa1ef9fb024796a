import { createEmitter } from './emitter.ts';

/** A value of this page that changes: components read it with `useStore`, everything else with `get` and `subscribe`. */
export interface Store<Value> {
  get(): Value;
  /** Nobody is told of a value that was there already. */
  set(next: Value): void;
  update(change: (now: Value) => Value): void;
  /** Tells that there is another value; the answer stops it. */
  subscribe(listener: () => void): () => void;
}

/** The half of a store that is for readers. */
export type ReadableStore<Value> = Pick<Store<Value>, 'get' | 'subscribe'>;

/** Begins with the first who subscribes; what it answers is called when the last one left. */
type WhileWatched<Value> = (store: Store<Value>) => () => void;

/** One value and those who want to know when it changes. */
export function createStore<Value>(initial: Value, whileWatched?: WhileWatched<Value>): Store<Value> {
  let value = initial;
  const changes = createEmitter();
  let watching = 0;
  let stop: (() => void) | undefined;

  const store: Store<Value> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      changes.emit();
    },
    update: (change) => store.set(change(value)),
    subscribe(listener) {
      const unsubscribe = changes.subscribe(listener);
      watching += 1;
      if (watching === 1) stop = whileWatched?.(store);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        unsubscribe();
        watching -= 1;
        if (watching === 0) stop?.();
      };
    },
  };
  return store;
}
