import { drive, type Driven, type Machine } from './machine.ts';
import { openTimers, type After } from './timers.ts';

/** The effect that asks for an event later. A late one finds another state: no machine takes a timer back. */
export interface Wake<Event> {
  type: 'wake';
  afterMs: number;
  event: Event;
}

/** What is left to do for whoever drives a machine whose timers run by themselves. */
export type Performed<Effect> = Exclude<Effect, Wake<unknown>>;
type Woken<Effect> = Extract<Effect, Wake<unknown>>['event'];

/** A machine that runs, and the timers it set. */
export interface TimedMachine<State, Event> extends Driven<State, Event> {
  /** Nobody is woken any more by what was asked for until now. */
  clearTimers(): void;
}

export interface TimedParts<Effect> {
  after: After;
  /** Where an event goes whose time has come, for those who add something to events or guard them: else to the machine. */
  wake?(event: Woken<Effect>): void;
}

/** Drives a machine as `drive` does, and performs its `wake` effects: `perform` never sees them. */
export function driveTimed<State, Event, Effect extends { type: string }>(
  machine: Machine<State, Event, Effect>,
  initial: State,
  perform: (effect: Performed<Effect>, send: (event: Event) => void) => void,
  { after, wake }: TimedParts<Effect>,
): TimedMachine<State, Event> {
  const timers = openTimers(after);
  const isWake = (effect: Effect): effect is Effect & Wake<Woken<Effect>> => effect.type === 'wake';
  const driven = drive(machine, initial, (effect, send) => {
    if (!isWake(effect)) return perform(effect as Performed<Effect>, send);
    const { afterMs, event } = effect;
    timers.later(afterMs, () => (wake ? wake(event) : send(event as Event & Woken<Effect>)));
  });
  return { ...driven, clearTimers: timers.clear };
}
