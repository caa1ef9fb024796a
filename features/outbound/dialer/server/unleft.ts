import type { BegunAttempt } from '#features/outbound/campaigns/server/index.ts';
import type { RefusedPlan } from '#features/voice/call-routes/server/index.ts';
import type { TrackedCall } from '../core/call-track.ts';
import type { RunningCampaign } from './running-campaign.ts';

/** One attempt on its way out of the house. */
export interface Leaving {
  campaign: RunningCampaign;
  attempt: BegunAttempt;
  call: TrackedCall;
}

/** Ends of attempts whose calls do not leave. */
export interface UnleftCalls {
  /** Stopped between the attempt and its call: nobody was called, and they are as before. */
  isStopped(leaving: Leaving): boolean;
  /** By the plan; `resting` are those whose lines refused for a while. */
  refused(leaving: Leaving, refusal: RefusedPlan, resting: Set<RunningCampaign>): void;
  /** What it would have said could not be spoken. */
  unspoken(leaving: Leaving): void;
  failed(some: readonly Leaving[], problem: unknown): void;
  /** What went wrong for one goes wrong for the next as well: a list is not used up by it in minutes. */
  rest(campaign: RunningCampaign): void;
}
