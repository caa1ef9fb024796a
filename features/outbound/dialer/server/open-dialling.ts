import { RESTS_FOR_MS } from '#features/outbound/campaigns/server/index.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { trackedCall, type TrackedCall } from '../core/call-track.ts';
import { flowRoom } from '../core/dial-room.ts';
import { pauseOfRoom } from '../core/pause-watch.ts';
import { whomToHold, type SharedAgent } from '../core/share-agents.ts';
import { staffOf } from '../core/staff.ts';
import { isAtWork } from './campaign-agents.ts';
import type { AttemptWriter } from './attempt-writer.ts';
import type { ExpectedCallers } from './callers.ts';
import type { Leavings } from './leaving.ts';
import type { Offers } from './offers.ts';
import type { PauseWatch } from './pause-watch.ts';
import type { RunningCampaign } from './running-campaign.ts';
import { nothingTaken, takeBatch, type Batch } from './take-batch.ts';
import { agentsNow, groupsServed, type TenantEngineParts, type TenantState } from './tenant-state.ts';

interface DiallingParts extends TenantEngineParts {
  state: TenantState;
  offers: Offers;
  leaving: Leavings;
  watch: PauseWatch;
  writer: AttemptWriter;
  callers: ExpectedCallers;
  pause(campaign: RunningCampaign, reason: TaskPauseReason): Promise<void>;
}

const MOST_IN_A_BATCH = 50;
/** Batches of one campaign in one turn, so that the others have theirs. */
const MOST_BATCHES = 6;
/** Who may be called again sooner than this is worth waiting for. */
const NIGHT_MS = 60_000;

/** Dials for one campaign as many as its pacing wants, and does what follows for agents and calls that ring. */
export const openDialling = (parts: DiallingParts): ((campaign: RunningCampaign) => Promise<void>) =>
  async function dial(campaign) {
    if (campaign.pacing) await parts.callers.look(parts.state.line);
    let wanted = wish(parts, campaign);
    for (let batches = 0; wanted > 0 && batches < MOST_BATCHES; batches += 1) {
      const most = Math.min(wanted, MOST_IN_A_BATCH);
      const { begun, looked } = await dialSome(parts, campaign, most);
      wanted -= begun.length;
      // Whoever was looked at may not be called, or there are more: the next are looked at.
      if (begun.length < most && (begun.length > 0 || looked === 0)) return;
    }
  };

const callsOf = ({ campaigns }: TenantState): TrackedCall[] =>
  [...campaigns.values()].flatMap(({ calls }) => [...calls.values()]);

function wish(parts: DiallingParts, campaign: RunningCampaign): number {
  const { state, clock, machine } = parts;
  const { row, pacing, calls } = campaign;
  const mayBegin =
    row.state === 'running' &&
    !state.isClosing &&
    !machine.isLeaving?.() &&
    campaign.nextDueMs <= clock.nowMs() &&
    campaign.restsUntilMs <= clock.monotonicMs();
  if (pacing) return paced(parts, campaign, mayBegin);
  if (!mayBegin) return 0;
  const underWay = callsOf(state).filter(({ goal }) => goal === 'flow').length;
  const { dial, limit } = flowRoom({
    callsAtOnce: row.callsAtOnce,
    underWay: calls.size,
    machineRoom: machine.roomForFlows(underWay),
  });
  campaign.limit = limit;
  return dial;
}

/** What the pacing wants of a campaign people talk for. */
function paced(parts: DiallingParts, campaign: RunningCampaign, mayBegin: boolean): number {
  const { state, clock, offers } = parts;
  const { row, calls } = campaign;
  const [nowMs, evenMs] = [clock.nowMs(), clock.monotonicMs()];
  const counted = offers.shares(agentsNow(state, parts)).get(row.id) ?? [];
  const ringing = [...calls.values()].filter(({ phase }) => phase !== 'talking' && phase !== 'leftAlone');
  const advice = campaign.pacing!.advise({
    nowMs,
    staff: staffOf(counted, nowMs, row.ringSec * 1_000),
    ringingSinceMs: ringing.map(({ dialledMs }) => nowMs - (evenMs - dialledMs)),
    inbound: {
      waiting: inboundWaiting(parts, counted),
      perSecond: inboundPerSecond(parts, counted),
      keepFree: row.keepFree,
    },
    lines: MOST_IN_A_BATCH,
    starts: MOST_IN_A_BATCH,
    customers: mayBegin ? MOST_IN_A_BATCH : 0,
  });
  campaign.why = advice.why;
  offers.hold(row.id, whomToHold(counted, row.id, advice.hold));
  withdraw(parts, ringing, advice.withdraw);
  return mayBegin ? advice.dial : 0;
}

/** Callers of the groups these agents serve who wait for somebody. */
function inboundWaiting({ state, queues, tenantId }: DiallingParts, counted: readonly SharedAgent[]): number {
  const calls = queues.waiting(tenantId).filter(({ kind, offeredTo }) => kind === 'call' && offeredTo === null);
  if (calls.length === 0) return 0;
  const served = new Set(counted.flatMap(({ userId }) => groupsServed(state, userId)));
  return calls.filter(({ groupId }) => served.has(groupId)).length;
}

/** Callers who are expected at these agents: of each group as large a part as they are of those who are at work for it. */
function inboundPerSecond(parts: DiallingParts, counted: readonly SharedAgent[]): number {
  const { state, board, tenantId, clock, callers } = parts;
  const ofTask = agentsByGroup(
    state,
    counted.filter(({ doing }) => doing !== 'away'),
  );
  const rated = [...ofTask].filter(([groupId]) => callers.perSecond(groupId) > 0);
  if (rated.length === 0) return 0;
  const all = agentsByGroup(
    state,
    board.ofTenant(tenantId).filter((agent) => isAtWork(agent, clock.nowMs())),
  );
  return rated.reduce(
    (sum, [groupId, ours]) => sum + (callers.perSecond(groupId) * ours) / Math.max(ours, all.get(groupId) ?? 0),
    0,
  );
}

function agentsByGroup(state: TenantState, agents: readonly { userId: number }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { userId } of agents)
    for (const groupId of groupsServed(state, userId)) counts.set(groupId, (counts.get(groupId) ?? 0) + 1);
  return counts;
}

/** Agents are gone for whom they rang: the youngest have rung for the shortest time. */
function withdraw({ desk, tenantId }: DiallingParts, ringing: readonly TrackedCall[], count: number): void {
  const able = ringing.filter(({ phase }) => phase === 'ringing' || phase === 'dialling');
  const taken = able.filter(({ isWithdrawn }) => isWithdrawn).length;
  const youngest = able.filter(({ isWithdrawn }) => !isWithdrawn).toSorted((a, b) => b.dialledMs - a.dialledMs);
  for (const call of youngest.slice(0, Math.max(0, count - taken))) {
    call.isWithdrawn = true;
    desk.end(tenantId, call.callId, 'withdrawn');
  }
}

async function dialSome(parts: DiallingParts, campaign: RunningCampaign, wanted: number): Promise<Batch> {
  const { tenantId, db, clock, state, watch, pause } = parts;
  const stop = await watch.whyNot(campaign.row);
  if (stop !== null) await pause(campaign, stop);
  if (campaign.row.state !== 'running') return nothingTaken;
  const ask = {
    campaignId: campaign.row.id,
    wanted,
    // Written down and not planned yet, of whatever campaign: they take places on the lines in a moment.
    leaving: callsOf(state).filter(({ phase }) => phase === 'leaving').length,
    passes: campaign.passes,
    nowMs: clock.nowMs(),
  };
  const made: string[] = [];
  const newCallId = (): string => {
    const callId = parts.newCallId();
    made.push(callId);
    return callId;
  };
  const batch = await db
    .tenant({ tenantId }, (tx) => takeBatch({ ...parts, newCallId }, tx, ask))
    .catch(async (problem: unknown) => {
      await takeBack(parts, campaign, made);
      throw problem;
    });
  if (batch.isOver) state.mustRead = true;
  const reason = batch.isClosed ? TaskPauseReason.scheduledPause : batch.room && pauseOfRoom(batch.room);
  if (reason !== null) await pause(campaign, reason);
  send(parts, campaign, batch);
  await noteBatch(parts, campaign, batch);
  return batch;
}

/**
 * Whether they were written down nobody can say, if the connection was lost just then; that nothing of them left is sure. Without this they
 * would be under way for a day.
 */
async function takeBack(
  { writer, clock }: DiallingParts,
  { row }: RunningCampaign,
  callIds: readonly string[],
): Promise<void> {
  for (const callId of callIds)
    writer.end({
      callId,
      campaignId: row.id,
      status: FinalCallStatus.stopped,
      talkSec: 0,
      endedMs: clock.nowMs(),
      neverLeft: true,
      wasMachine: false,
      ofFlow: row.kind === 'ai' ? { end: null } : null,
    });
  if (callIds.length > 0) await writer.settled();
}

/** Everything of it is known here before the first of it leaves. */
function send({ clock, leaving, changed }: DiallingParts, campaign: RunningCampaign, { begun }: Batch): void {
  const goal = campaign.row.kind === 'ai' ? 'flow' : 'agents';
  const some = begun.map((attempt) => {
    const { callId, member } = attempt;
    const of = { callId, campaignId: campaign.row.id, number: member.number, goal } as const;
    const call = trackedCall(of, clock.monotonicMs());
    campaign.calls.set(callId, call);
    return { campaign, attempt, call };
  });
  leaving.send(some);
  if (some.length > 0) changed(campaign.row.id);
}

async function noteBatch({ clock, pause }: DiallingParts, campaign: RunningCampaign, batch: Batch): Promise<void> {
  const { begun, looked, limit, nextMs, sawHours, isUnpriced } = batch;
  campaign.passes = begun.length === 0 && looked > 0 ? campaign.passes + 1 : 0;
  campaign.sawHours = begun.length === 0 && (campaign.sawHours || sawHours);
  const wasOld = campaign.limit === 'oldList' && begun.length === 0;
  if (campaign.row.state === 'running') campaign.limit = limit ?? (wasOld ? 'oldList' : null);
  if (nextMs === undefined) return;
  campaign.nextDueMs = nextMs ?? Infinity;
  campaign.limit ??= 'customers';
  const onlyResting = nextMs === null || nextMs > clock.nowMs() + RESTS_FOR_MS / 2;
  // Whoever stands still for prices looks for them; one that only waits would not before tomorrow.
  if ((campaign.unpriced > 0 || isUnpriced) && onlyResting && campaign.calls.size === 0)
    return pause(campaign, TaskPauseReason.pricingError);
  // Nobody may be called for a while, since it is night where they are.
  const isNight = campaign.sawHours && nextMs !== null && nextMs > clock.nowMs() + NIGHT_MS;
  if (isNight && campaign.calls.size === 0) await pause(campaign, TaskPauseReason.scheduledPause);
}
