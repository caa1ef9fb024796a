/** A decision: the next state, and what the outside world is asked to do about it. */
export interface Step<State, Effect> {
  state: State;
  effects: Effect[];
}

/** A pure decision about what an event changes; it knows no clock and no network. */
export type Machine<State, Event, Effect> = (state: State, event: Event) => Step<State, Effect>;

/** A machine that runs: events go in, the state can be read and watched. */
export interface Driven<State, Event> {
  send(event: Event): void;
  current(): State;
  /** Tells every new state; the answer stops it. */
  watch(watcher: (state: State) => void): () => void;
}

/**
 * Keeps the state of one machine and hands its effects to `perform`.
 * An event sent while another is handled waits its turn, so a decision is never
 * interrupted half way.
 */
export function drive<State, Event, Effect>(
  machine: Machine<State, Event, Effect>,
  initial: State,
  perform: (effect: Effect, send: (event: Event) => void) => void,
): Driven<State, Event> {
  let state = initial;
  const waiting: Event[] = [];
  const watchers = new Set<(state: State) => void>();
  let busy = false;

  function send(event: Event): void {
    waiting.push(event);
    if (busy) return;
    busy = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const before = state;
        const step = machine(state, next);
        state = step.state;
        if (state !== before) for (const watcher of watchers) watcher(state);
        for (const effect of step.effects) perform(effect, send);
      }
    } finally {
      busy = false;
    }
  }

  return {
    send,
    current: () => state,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
