import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { FlowRun } from './run.ts';

/** Whoever says nothing and is gone before this, hung up quickly. */
export const QUICK_MS = 10_000;

/** What a conversation ends as when we end it. */
export const resultOfEnding = ({ leaning, callerTookPart }: FlowRun): AiCallResult =>
  leaning ?? (callerTookPart ? AiCallResult.communicated : AiCallResult.aiHungUp);

/** What it ends as when the caller does. */
export function resultOfHangUp({ leaning, callerTookPart, begunMs }: FlowRun, nowMs: number): AiCallResult {
  if (leaning === AiCallResult.voicemail || leaning === AiCallResult.transferFailed) return leaning;
  return callerTookPart || nowMs - (begunMs ?? nowMs) >= QUICK_MS
    ? AiCallResult.userHungUp
    : AiCallResult.userQuickHangup;
}

/** What is still true once somebody spoke: silence and a mere voice are not. */
export const leaningOnceHeard = (leaning: AiCallResult | null): AiCallResult | null =>
  leaning === AiCallResult.silence || leaning === AiCallResult.humanVoice ? null : leaning;
