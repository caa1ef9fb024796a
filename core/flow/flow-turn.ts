import type { MessageType } from '#shared/codes/message-type.ts';
import type { FlowEffect } from './flow-events.ts';
import type { FlowRun } from './run.ts';

/** A decision while it is made. `steps` counts nodes entered since something happened outside. */
export interface FlowTurn {
  run: FlowRun;
  readonly nowMs: number;
  readonly effects: FlowEffect[];
  steps: number;
  /** The caller did it, by voice or key. */
  byCaller: boolean;
  /** Something was said since. */
  spoke: boolean;
}

/** Takes part of the conversation's state in place of what it was. */
export const change = (turn: FlowTurn, part: Partial<FlowRun>): void => void (turn.run = { ...turn.run, ...part });

/** A row to be shown and kept. */
export const emitMessage = (turn: FlowTurn, type: MessageType, info: Readonly<Record<string, unknown>>): void =>
  void turn.effects.push({ type: 'addMessage', message: { type, nodeId: turn.run.at, info } });

/** A number nothing had before. */
export const next = (turn: FlowTurn): number => {
  change(turn, { made: turn.run.made + 1 });
  return turn.run.made;
};

/** Nobody listens, nothing is asked, nothing wakes any more. */
export function quiet(turn: FlowTurn): void {
  if (turn.run.listening !== null) turn.effects.push({ type: 'deaf' });
  if (turn.run.asking !== null) turn.effects.push({ type: 'forget', askId: turn.run.asking });
  change(turn, { listening: null, asking: null, waking: null });
}

/** What waits to be said is not. */
export function hush(turn: FlowTurn): void {
  if (turn.run.saying.length > 0) turn.effects.push({ type: 'hush' });
  change(turn, { saying: [] });
}
