import { isTemporary } from '#core/call/call-permission.ts';
import type { CampaignCallPlan, CampaignGoal } from '#core/call/campaign-call.ts';
import {
  finalStatusOf,
  type AttemptEnd,
  type BegunAttempt,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { AutoDialWay, RefusedCall } from '#features/voice/routes/server/index.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import type { TrackedCall } from '../core/call-track.ts';
import { restAfterRefusals } from '../core/dial-room.ts';
import { pauseOfRefusal } from '../core/pause-watch.ts';
import type { AttemptWriter } from './attempt-writer.ts';
import type { EngineParts } from './engine-parts.ts';
import type { RunningCampaign } from './running-campaign.ts';

interface LeavingParts extends Pick<EngineParts, 'clock' | 'desk' | 'plans' | 'flows' | 'log'> {
  tenantId: number;
  writer: AttemptWriter;
  /** False once the tenant is at home elsewhere, or nobody dials any more. */
  mayDial(): boolean;
  /** It ended before it left. */
  gone(campaign: RunningCampaign, call: TrackedCall): void;
  pause(campaign: RunningCampaign, reason: TaskPauseReason): void;
  changed(campaignId: number): void;
}

/** One attempt on its way out of the house. */
interface Leaving {
  campaign: RunningCampaign;
  attempt: BegunAttempt;
  call: TrackedCall;
}

/** Plans of one tenant wait for each other: more at once would only wait. */
const AT_ONCE = 4;
/** What was right when it was written down need not be after this: hours pass, lists change. */
const STALE_MS = 10_000;

/** What is on its way out. */
export interface Leavings {
  send(some: readonly Leaving[]): void;
  /** Everything sent has left, or will not. */
  settled(): Promise<void>;
}

/** Attempts that were written down are planned, and their calls dialled: each once, or not at all. */
export function openLeaving(parts: LeavingParts): Leavings {
  const { tenantId, clock, desk, plans, flows, log, writer } = parts;
  const waiting: Leaving[] = [];
  const busy = new Set<Promise<void>>();

  function end({ campaign, call }: Leaving, how: AttemptEnd, neverLeft = false): void {
    const status = finalStatusOf(how);
    writer.end({
      callId: call.callId,
      campaignId: campaign.row.id,
      status,
      talkSec: 0,
      endedMs: clock.nowMs(),
      neverLeft,
      wasMachine: false,
      ofFlow: campaign.row.kind === 'ai' ? { end: null } : null,
    });
    parts.gone(campaign, call);
  }

  /** Stopped between the attempt and its call: nobody was called, and they are as before. */
  function isStopped(leaving: Leaving): boolean {
    const { campaign, call } = leaving;
    if (call.isCalledOff) {
      end(leaving, { by: 'stop' });
      return true;
    }
    const isStale = clock.monotonicMs() - call.dialledMs > STALE_MS;
    if (parts.mayDial() && campaign.row.state === 'running' && !isStale) return false;
    const isBroke = campaign.row.state === 'paused' && campaign.row.pauseReason === TaskPauseReason.balanceInsufficient;
    end(leaving, isBroke ? { by: 'plan', refused: 'dialerOverdue', detail: 'balance' } : { by: 'stop' }, true);
    return true;
  }

  function refused(leaving: Leaving, refusal: RefusedCall): void {
    const { campaign } = leaving;
    // The house is closing: nobody was called, and whoever opens it again calls them.
    if (refusal.refused === 'networkError') return end(leaving, { by: 'stop' }, true);
    end(leaving, { by: 'plan', ...refusal });
    const namesRoute = (campaign.row.routerId ?? 0) !== 0;
    const reason = pauseOfRefusal(refusal.refused, refusal.detail ?? '', namesRoute);
    if (reason !== null) parts.pause(campaign, reason);
    if (!isTemporary(refusal)) return;
    rest(campaign);
    campaign.limit = 'refused';
  }

  /** What went wrong for one goes wrong for the next as well: a list is not used up by it in minutes. */
  function rest(campaign: RunningCampaign): void {
    campaign.refusals += 1;
    campaign.restsUntilMs = clock.monotonicMs() + restAfterRefusals(campaign.refusals);
  }

  async function leave(leaving: Leaving): Promise<void> {
    const { campaign, attempt, call } = leaving;
    if (isStopped(leaving)) return;
    const { row } = campaign;
    const goal = await goalOf(leaving);
    if (!goal) {
      end(leaving, { by: 'speech' });
      return rest(campaign);
    }
    const way = await plans.autoDial({
      tenantId,
      number: attempt.member.number,
      routerId: row.routerId ?? 0,
      shown: shownNumber(campaign),
      byFlow: row.kind === 'ai',
      forCall: { callId: call.callId },
    });
    if ('refused' in way) return refused(leaving, way);
    // Speaking and planning take their time: what was stopped meanwhile does not leave.
    if (isStopped(leaving)) {
      await plans.outboundEnded(tenantId, null, way.number, false);
      return plans.giveBack({ tenantId, ...way });
    }
    campaign.refusals = 0;
    call.phase = 'dialling';
    call.dialledMs = clock.monotonicMs();
    campaign.starts = [...campaign.starts.filter((atMs) => call.dialledMs - atMs < 1_000), call.dialledMs];
    writer.note({ callId: call.callId, leftMs: clock.nowMs(), status: LiveCallStatus.dialing });
    desk.dial(planOf(tenantId, row, attempt, way, goal));
    parts.changed(row.id);
  }

  async function goalOf({ campaign: { row }, attempt, call }: Leaving): Promise<CampaignGoal | null> {
    if (row.kind !== 'ai') return agentsGoal(row);
    if (row.flowId === null) return null;
    if (flows) writer.note({ callId: call.callId, status: LiveCallStatus.synthesizing });
    const values = flows
      ? await flows.prepare({ tenantId, campaign: row, member: attempt.member })
      : columnValues(row, attempt.member.columns);
    return values && { kind: 'flow', flowId: row.flowId, fallbackGroupId: row.groupId, values };
  }

  function next(): void {
    while (busy.size < AT_ONCE) {
      const one = waiting.shift();
      if (!one) return;
      const way = leave(one)
        .catch((problem: unknown) => {
          log.warn({ err: problem, tenantId }, 'a call of a campaign could not be planned');
          // Once it was handed over nobody can say that it did not leave.
          end(one, one.call.phase === 'leaving' ? { by: 'plan', refused: 'unavailable' } : { by: 'nobody' });
          rest(one.campaign);
        })
        .finally(() => {
          busy.delete(way);
          next();
        });
      busy.add(way);
    }
  }

  return {
    send(some) {
      waiting.push(...some);
      next();
    },
    async settled() {
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}

/** Numbers of the pool in turns; none: as the route says. */
function shownNumber(campaign: RunningCampaign): string {
  const { numberPool } = campaign.row;
  if (numberPool.length === 0) return '';
  campaign.shownTurn = (campaign.shownTurn + 1) % numberPool.length;
  return numberPool[campaign.shownTurn]!;
}

const agentsGoal = ({ groupId, machineRule, machineSoundId, abandonedSoundId }: CampaignRow): CampaignGoal => ({
  kind: 'agents',
  groupId,
  machine: machineRule === 'message' ? { rule: 'message', soundId: machineSoundId } : { rule: machineRule },
  abandonedSoundId,
});

/** Attributes of the flow from the columns of the list. */
const columnValues = ({ flowValues }: CampaignRow, columns: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(flowValues).map(([name, column]) => [name, columns[column] ?? '']));

const planOf = (
  tenantId: number,
  row: CampaignRow,
  { callId, member }: BegunAttempt,
  way: AutoDialWay,
  goal: CampaignGoal,
): CampaignCallPlan => ({
  callId,
  tenantId,
  number: way.number,
  country: way.country,
  trunks: way.trunks,
  routerId: way.routerId,
  displayNumber: way.displayNumber,
  ringMs: row.ringSec * 1_000,
  task: {
    taskId: String(row.id),
    taskName: row.name,
    customerId: member.customerId === null ? null : String(member.customerId),
  },
  customerName: member.name,
  language: way.settings.language,
  settings: row.wrapUpSec === null ? way.settings : { ...way.settings, wrapUpMs: row.wrapUpSec * 1_000 },
  goal,
  charge: way.charge ?? null,
  flowCharge: way.flowCharge ?? null,
});
