import type { CallEffect } from '#core/call/call-events.ts';
import type { DrivenCall } from './live-call.ts';

/** Listens to who takes calls of campaigns, and tells their calls. */
export interface AnswererEars {
  perform(effect: EarEffect, live: DrivenCall): Promise<void>;
  /** The call is over, or not ours any more. */
  forget(callId: string): void;
}

export type EarEffect = Extract<CallEffect, { type: 'hearAnswerer' | 'hearNoMore' }>;

export const isEarEffect = (effect: CallEffect): effect is EarEffect =>
  effect.type === 'hearAnswerer' || effect.type === 'hearNoMore';
