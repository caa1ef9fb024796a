import type { CaseStep } from '#core/flow/case.ts';
import { stagedAnswer, type StagedAsk } from '#core/flow/staged.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';

/** What a tester did; `asked`: what the test had stopped at, which this was the answer to. */
export interface TestedStep {
  action: number;
  text: string;
  asked?: StagedAsk;
}

/** The same as a step of a kept conversation. */
export function keptStep({ action, text, asked }: TestedStep): CaseStep {
  if (asked) return { answer: stagedAnswer(asked, text) ?? { ok: false, why: 'unknown' } };
  if (action === FlowTestAction.pressKeys) return { keys: text.replace(/[^0-9*#]/g, '') };
  if (text.trim() === '') return { silent: true };
  return action === FlowTestAction.interrupt ? { interrupts: text } : { heard: text };
}
