import { isTemporary } from '#core/call/call-permission.ts';
import { finalStatusOf, type AttemptEnd, type WaitsFor } from '#features/outbound/campaigns/server/index.ts';
import type { RefusedPlan } from '#features/voice/call-routes/server/index.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import type { FailureName } from '#shared/errors.ts';
import type { TrackedCall } from '../core/call-track.ts';
import { restAfterRefusals } from '../core/dial-room.ts';
import { pauseOfRefusal } from '../core/pause-watch.ts';
import type { AttemptWriter } from './attempt-writer.ts';
import type { EngineParts } from './engine-parts.ts';
import type { RunningCampaign } from './running-campaign.ts';
import type { UnleftCalls, Leaving } from './unleft.ts';

export interface UnleftParts extends Pick<EngineParts, 'clock' | 'log'> {
  tenantId: number;
  writer: AttemptWriter;
  /** False once the tenant is at home elsewhere, or nobody dials any more. */
  mayDial(): boolean;
  /** It ended before it left. */
  gone(campaign: RunningCampaign, call: TrackedCall): void;
  pause(campaign: RunningCampaign, reason: TaskPauseReason): void;
}

/** What was right when it was written down need not be after this: hours pass, lists change. */
const STALE_MS = 10_000;

/** Limits that protect called people. Nobody knows here when they end, so it is asked again after this. */
const OF_LIMITS: ReadonlySet<FailureName> = new Set(['fiveNumberLimit', 'callFailureLimit']);
const LIMIT_RESTS_MS = 600_000;

const UNPRICED_MOST = 10;

export function openUnleft(parts: UnleftParts): UnleftCalls {
  const { tenantId, clock, log, writer } = parts;

  function end(
    { campaign, call }: Leaving,
    how: AttemptEnd,
    more: { neverLeft?: boolean; waitsFor?: WaitsFor } = {},
  ): void {
    const status = finalStatusOf(how);
    writer.end({
      callId: call.callId,
      campaignId: campaign.row.id,
      status,
      talkSec: 0,
      endedMs: clock.nowMs(),
      ...more,
      wasMachine: false,
      ofFlow: campaign.row.kind === 'ai' ? { end: null } : null,
    });
    parts.gone(campaign, call);
  }

  function isStopped(leaving: Leaving): boolean {
    const { campaign, call } = leaving;
    if (call.isCalledOff) {
      end(leaving, { by: 'stop' });
      return true;
    }
    const isStale = clock.monotonicMs() - call.dialledMs > STALE_MS;
    if (parts.mayDial() && campaign.row.state === 'running' && !isStale) return false;
    const isBroke = campaign.row.state === 'paused' && campaign.row.pauseReason === TaskPauseReason.balanceInsufficient;
    end(leaving, isBroke ? { by: 'plan', refused: 'dialerOverdue', detail: 'balance' } : { by: 'stop' }, {
      neverLeft: true,
    });
    return true;
  }

  function refused(leaving: Leaving, refusal: RefusedPlan, resting: Set<RunningCampaign>): void {
    const { campaign } = leaving;
    // The house is closing: nobody was called, and whoever opens it again calls them.
    if (refusal.refused === 'networkError') return end(leaving, { by: 'stop' }, { neverLeft: true });
    if (OF_LIMITS.has(refusal.refused)) return overLimit(leaving, refusal);
    if (refusal.refused === 'dialerOverdue' && refusal.detail === 'noPrice') return unpriced(leaving, refusal);
    end(leaving, { by: 'plan', ...refusal });
    const namesRoute = (campaign.row.routerId ?? 0) !== 0;
    const reason = pauseOfRefusal(refusal.refused, refusal.detail ?? '', namesRoute);
    if (reason !== null) parts.pause(campaign, reason);
    if (!isTemporary(refusal)) return;
    resting.add(campaign);
    campaign.limit = 'refused';
  }

  /** One number without a price rests alone. Where so many in a row have none, the prices are wrong and not the numbers. */
  function unpriced(leaving: Leaving, refusal: RefusedPlan): void {
    const { campaign } = leaving;
    end(leaving, { by: 'plan', ...refusal }, { waitsFor: 'noPrice' });
    campaign.unpriced += 1;
    if (campaign.unpriced >= UNPRICED_MOST) parts.pause(campaign, TaskPauseReason.pricingError);
  }

  /** A limit of the team is reached: for this number, which rests, or for all of them, and then nobody else is tried for a while either. */
  function overLimit(leaving: Leaving, refusal: RefusedPlan): void {
    const { campaign } = leaving;
    const isOfAll = refusal.detail === 'numbers';
    end(leaving, { by: 'plan', ...refusal }, isOfAll ? {} : { waitsFor: 'teamLimit' });
    if (!isOfAll) return;
    campaign.limit = 'teamLimit';
    campaign.restsUntilMs = clock.monotonicMs() + LIMIT_RESTS_MS;
  }

  function rest(campaign: RunningCampaign): void {
    campaign.refusals += 1;
    const untilMs = clock.monotonicMs() + restAfterRefusals(campaign.refusals);
    campaign.restsUntilMs = Math.max(campaign.restsUntilMs, untilMs);
  }

  /** Once it was handed over nobody can say that it did not leave. */
  function failed(some: readonly Leaving[], problem: unknown): void {
    log.warn({ err: problem, tenantId }, 'calls of a campaign could not be planned');
    for (const one of some)
      end(one, one.call.phase === 'leaving' ? { by: 'plan', refused: 'unavailable' } : { by: 'nobody' });
    for (const campaign of new Set(some.map((one) => one.campaign))) rest(campaign);
  }

  return {
    isStopped,
    refused,
    unspoken(leaving) {
      end(leaving, { by: 'speech' });
      rest(leaving.campaign);
    },
    failed,
    rest,
  };
}
