import type { CampaignCallPlan, CampaignGoal } from '#core/call/campaign-call.ts';
import type { LineMedia } from '#core/call/line-media.ts';
import type { BegunAttempt, CampaignRow, DueMember } from '#features/outbound/campaigns/server/index.ts';
import type { AutoDialWay, RefusedPlan } from '#features/voice/call-routes/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { filledText } from '../core/filled-text.ts';
import type { EngineParts } from './engine-parts.ts';
import { openUnleft, type UnleftParts } from './open-unleft.ts';
import type { Leaving } from './unleft.ts';
import type { RunningCampaign } from './running-campaign.ts';
import type { Leavings } from './leaving.ts';

interface LeavingParts extends UnleftParts, Pick<EngineParts, 'desk' | 'plans' | 'flows' | 'queues'> {
  changed(campaignId: number): void;
}

/** Sentences that are spoken beforehand at the same time. */
const SPOKEN_AT_ONCE = 4;
/** Calls planned in one transaction. Other calls of the tenant wait for its end, so that it is a fraction of a second. */
const PLANNED_TOGETHER = 20;

/** Everything of it is known but over which lines. */
interface Prepared extends Leaving {
  goal: CampaignGoal;
}

/** Attempts that were written down are planned, and their calls dialled: each once, or not at all. */
export function openLeaving(parts: LeavingParts): Leavings {
  const { tenantId, clock, desk, plans, flows, writer } = parts;
  const { isStopped, refused, unspoken, failed, rest } = openUnleft(parts);
  const waiting: Leaving[] = [];
  const prepared: Prepared[] = [];
  const busy = new Set<Promise<void>>();
  let isPlanning = false;
  let speaking = 0;

  /** The sentences of a flow are spoken. */
  async function prepare(leaving: Leaving): Promise<void> {
    if (isStopped(leaving)) return;
    const goal = await flowGoal(leaving);
    if (goal) return void prepared.push({ ...leaving, goal });
    unspoken(leaving);
  }

  /** The plans of several are one transaction: each sees what those before it took, and all are counted once it is written. */
  async function planTogether(ready: readonly Prepared[]): Promise<void> {
    if (ready.length === 0) return;
    const asks = ready.map(({ campaign, attempt, call }) => ({
      number: attempt.member.number,
      routerId: campaign.row.routerId ?? 0,
      shown: shownNumber(campaign),
      byFlow: campaign.row.kind === 'ai',
      forCall: { callId: call.callId },
    }));
    const ways = await plans.autoDialMany(tenantId, asks).catch((problem: unknown) => {
      if (ready.length === 1 || isUnavailable(problem)) throw problem;
      return null;
    });
    // What cannot be planned for one of them is no reason for the others: nothing of it was counted.
    if (!ways) {
      for (const one of ready) await planTogether([one]).catch((problem: unknown) => failed([one], problem));
      return;
    }
    const resting = new Set<RunningCampaign>();
    for (const [index, leaving] of ready.entries())
      await goOn(leaving, ways[index]!, resting).catch((problem: unknown) => failed([leaving], problem));
    // However many of them were refused, the lines have refused once.
    for (const campaign of resting) rest(campaign);
  }

  async function goOn(leaving: Prepared, way: AutoDialWay | RefusedPlan, resting: Set<RunningCampaign>): Promise<void> {
    if ('refused' in way) return refused(leaving, way, resting);
    let isOurs = true;
    try {
      const media = await mediaOf(parts, leaving.goal);
      // Planning takes its time: what was stopped meanwhile does not leave.
      if (isStopped(leaving)) return;
      // From here on the call itself frees its place on the line.
      isOurs = false;
      leave(leaving, way, media);
    } finally {
      if (isOurs) await unplan(parts, way);
    }
  }

  function leave({ campaign, attempt, call, goal }: Prepared, way: AutoDialWay, media: LineMedia | null): void {
    Object.assign(campaign, { refusals: 0, unpriced: 0 });
    call.phase = 'dialling';
    call.dialledMs = clock.monotonicMs();
    campaign.starts = [...campaign.starts.filter((atMs) => call.dialledMs - atMs < 1_000), call.dialledMs];
    writer.note({ callId: call.callId, leftMs: clock.nowMs(), status: LiveCallStatus.dialing });
    desk.dial({ ...planOf(tenantId, campaign.row, attempt, way, goal), media });
    parts.changed(campaign.row.id);
  }

  async function flowGoal({ campaign: { row }, attempt, call }: Leaving): Promise<CampaignGoal | null> {
    if (row.flowId === null) return null;
    if (flows) writer.note({ callId: call.callId, status: LiveCallStatus.synthesizing });
    const values = flows
      ? await flows.prepare({ tenantId, campaign: row, member: attempt.member })
      : columnValues(row, attempt.member.columns);
    return (
      values && {
        kind: 'flow',
        flowId: row.flowId,
        fallbackGroupId: row.groupId,
        machine: machineOf(row, attempt.member),
        values,
      }
    );
  }

  function run(some: readonly Leaving[], work: Promise<void>, after: () => void): void {
    const way = work
      .catch((problem: unknown) => failed(some, problem))
      .finally(() => {
        busy.delete(way);
        after();
        next();
      });
    busy.add(way);
  }

  function next(): void {
    while (speaking < SPOKEN_AT_ONCE && waiting.length > 0) {
      const one = waiting.shift()!;
      speaking += 1;
      run([one], prepare(one), () => void (speaking -= 1));
    }
    if (isPlanning || prepared.length === 0) return;
    isPlanning = true;
    const some = prepared.splice(0, PLANNED_TOGETHER).filter((leaving) => !isStopped(leaving));
    run(some, planTogether(some), () => void (isPlanning = false));
  }

  return {
    send(some) {
      for (const one of some)
        if (one.campaign.row.kind === 'ai') waiting.push(one);
        else prepared.push({ ...one, goal: agentsGoal(one.campaign.row, one.attempt.member) });
      next();
    },
    async settled() {
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}

/** What the group of its agents says before recording, and its music. */
async function mediaOf({ queues, tenantId }: LeavingParts, goal: CampaignGoal): Promise<LineMedia | null> {
  if (goal.kind !== 'agents' || goal.groupId === null) return null;
  return (await queues.group(tenantId, goal.groupId))?.media ?? null;
}

/** It does not leave: its place on the line and what was set aside for it are others' again. */
async function unplan({ plans, tenantId }: LeavingParts, way: AutoDialWay): Promise<void> {
  await plans.outboundEnded(tenantId, null, way.number, false);
  await plans.giveBack({ tenantId, ...way });
}

/** Numbers of the pool in turns; none: as the route says. */
function shownNumber(campaign: RunningCampaign): string {
  const { numberPool } = campaign.row;
  if (numberPool.length === 0) return '';
  campaign.shownTurn = (campaign.shownTurn + 1) % numberPool.length;
  return numberPool[campaign.shownTurn]!;
}

const agentsGoal = (row: CampaignRow, member: DueMember): CampaignGoal => ({
  kind: 'agents',
  groupId: row.groupId,
  machine: machineOf(row, member),
  abandonedSoundId: row.abandonedSoundId,
});

function machineOf(
  { machineRule: rule, machineSoundId: soundId, machineText }: CampaignRow,
  member: DueMember,
): CampaignGoal['machine'] {
  if (rule !== 'message') return { rule };
  return soundId === null ? { rule, soundId, text: filledText(machineText, member) } : { rule, soundId };
}

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
