import { answerLine } from '#core/flow/first-lines.ts';
import type { FlowEvent } from '#core/flow/flow-events.ts';
import type { FlowRun } from '#core/flow/run.ts';
import type { Mouth } from './mouth.ts';

/** Makes the words of a likely answer, and nothing else: nothing is asked, told or kept before it is sure. */
export function prepareAnswer(mouth: Pick<Mouth, 'prepare'>, run: FlowRun, event: FlowEvent, nowMs: number): void {
  try {
    const line = answerLine(run, event, nowMs);
    if (line) mouth.prepare(line);
  } catch {
    // Whatever it is happens again when it is sure, and is told then.
  }
}
