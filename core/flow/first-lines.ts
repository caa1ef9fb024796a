import type { FlowEvent, FlowLine } from './flow-events.ts';
import { flowMachine } from './flow-machine.ts';
import type { FlowRun } from './run.ts';

const MOST_LINES = 6;
const MOST_EVENTS = 50;

/**
 * What a conversation says before the caller has a word in it, as far as that can be known: to the first question, or to the first
 * thing the world is asked. A person is taken to have answered, since only persons wait for it.
 */
export function firstLines(run: FlowRun, nowMs: number): FlowLine[] {
  const lines: FlowLine[] = [];
  const coming: FlowEvent[] = [{ type: 'begun' }];
  let at = run;
  for (let events = 0; events < MOST_EVENTS && lines.length < MOST_LINES; events += 1) {
    const event = coming.shift();
    if (!event) break;
    const { state, effects } = flowMachine(at, { ...event, nowMs });
    at = state;
    for (const effect of effects) {
      if (effect.type === 'say') {
        lines.push(effect.line);
        coming.push({ type: 'said', sayId: effect.sayId, wasCut: false });
      }
      if (effect.type === 'ask' && effect.ask.what === 'detect')
        coming.push({
          type: 'answered',
          askId: effect.askId,
          answer: { ok: true, what: 'detected', person: 'human', ms: 0 },
        });
    }
  }
  return lines.slice(0, MOST_LINES);
}

/** What is said first in answer to an event, without doing anything about it; null where something else comes before. */
export function answerLine(run: FlowRun, event: FlowEvent, nowMs: number): FlowLine | null {
  for (const effect of flowMachine(run, { ...event, nowMs }).effects) {
    if (effect.type === 'say') return effect.line;
    if (effect.type === 'ask' || effect.type === 'end') return null;
  }
  return null;
}
