import type { CampaignCallEvent } from '#core/call/campaign-call.ts';
import { finalStatusOf } from '#features/outbound/campaigns/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { isLeaseLost } from '#platform/server/leases/lease.ts';
import type { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { track, type TrackedCall, type TrackEffect } from '../core/call-track.ts';
import { openAttemptWriter, type AttemptWriter } from './attempt-writer.ts';
import { liveCampaign } from './live-campaign.ts';
import { openCallers } from './open-callers.ts';
import { openDialling } from './open-dialling.ts';
import { openLeaving } from './open-leaving.ts';
import { openOffers } from './open-offers.ts';
import type { Offers } from './offers.ts';
import { openPauseWatch } from './open-pause-watch.ts';
import { openTurns, TOGETHER_MS } from './open-turns.ts';
import { dropCampaign, readCampaigns } from './read-campaigns.ts';
import { notePerson, shiftWall, type RunningCampaign } from './running-campaign.ts';
import type { TenantEngine } from './tenant-engine.ts';
import { agentsNow, newState, ordered, type TenantEngineParts, type TenantState } from './tenant-state.ts';

/** While somebody rings or may be called the moment itself matters: risks change, seconds of the lines pass. */
const TICK_MS = 1_000;
const LONGEST_SLEEP_MS = 30_000;
const AGAIN_MS = 1_000;
const FAULT_RESTS_MS = 5_000;
const WALL_STEP_MS = 60_000;

export function openTenantEngine(parts: TenantEngineParts): TenantEngine {
  const { tenantId, clock, log } = parts;
  const state = newState(parts.found);
  const writer = openAttemptWriter(parts);
  const watch = openPauseWatch(parts);
  const offers = openOffers({ ...parts, state });
  const leaving = openLeaving({
    ...parts,
    writer,
    mayDial: () => !state.isStopped && !state.isClosing && parts.isHere(),
    gone: forget,
    pause: (campaign, reason) => void pause(campaign, reason),
  });
  const dial = openDialling({ ...parts, state, offers, leaving, watch, writer, callers: openCallers(parts), pause });
  const turns = openTurns({ ...parts, look });
  const by = { ...parts, state };

  async function look(): Promise<number> {
    try {
      mindWall(state, clock);
      if (state.mustRead) {
        state.mustRead = false;
        await readCampaigns({ ...parts, state, offers });
        for (const event of state.untold.splice(0)) handleEvent(event);
      }
      for (const one of state.paused)
        if (one.lookAtMs <= clock.monotonicMs())
          one.lookAtMs =
            clock.monotonicMs() + (await alone(by, one.row.id, () => watch.look(one.row), LONGEST_SLEEP_MS));
      const due = dueNow(state, clock);
      offers.serve();
      for (const campaign of ordered(state)) await alone(by, campaign.row.id, () => dial(campaign), undefined);
      // Whoever turned out to have nobody to call leaves their agents to the others.
      return state.mustRead || dueNow(state, clock) < due ? TOGETHER_MS : sleepMs(state, parts);
    } catch (problem) {
      // What could not be read or written is tried again, and nothing was dialled for it.
      state.mustRead = true;
      report(problem);
      return AGAIN_MS;
    }
  }

  const report = (problem: unknown): void =>
    isPassing(problem) ? undefined : log.error({ err: problem, tenantId }, 'campaigns could not go on');

  async function pause(campaign: RunningCampaign, reason: TaskPauseReason): Promise<void> {
    if (campaign.row.state !== 'running') return;
    campaign.row = { ...campaign.row, state: 'paused', pauseReason: reason };
    campaign.limit = 'paused';
    parts.changed(campaign.row.id);
    await watch.pause(campaign.row.id, reason).catch(report);
    state.mustRead = true;
    turns.soon(TOGETHER_MS);
  }

  function forget(campaign: RunningCampaign, call: TrackedCall): void {
    campaign.calls.delete(call.callId);
    if (call.offeredTo !== null) offers.free(call.offeredTo, call.callId);
    if (campaign.row.state !== 'running' && campaign.calls.size === 0) dropCampaign({ state, offers }, campaign);
    // Whoever is called again may be due sooner than was known.
    campaign.nextDueMs = Math.min(campaign.nextDueMs, clock.nowMs() + TICK_MS);
    parts.changed(campaign.row.id);
    turns.soon(TOGETHER_MS);
  }

  function handleEvent(event: CampaignCallEvent): void {
    if (isForLater(state, event)) return;
    const campaign = [...state.campaigns.values()].find(({ calls }) => calls.has(event.callId));
    const call = campaign?.calls.get(event.callId);
    if (!campaign || !call || state.isStopped) return;
    mindWall(state, clock);
    const asked = call.offeredTo;
    if (event.type === 'notTaken') offers.free(event.userId, call.callId);
    if (event.type === 'optedOut') writer.optOut(call.number);
    for (const one of track(call, event, clock.monotonicMs())) {
      takeEffect({ clock, writer, offers }, campaign, call, one);
      if (one.type === 'ended') forget(campaign, call);
    }
    // Called off, or too late: they handled nothing.
    if (asked !== null && call.offeredTo !== asked && event.type !== 'connected') offers.free(asked, call.callId);
    parts.changed(campaign.row.id);
    turns.soon(TOGETHER_MS);
  }

  turns.soon(0);
  return {
    wake() {
      state.mustRead = true;
      watch.forget();
      turns.soon(TOGETHER_MS);
    },
    handleEvent,
    agentChanged({ userId, call, wrapUp }) {
      noteHandled(state, userId, [call?.callId, wrapUp?.callId], clock.monotonicMs());
      if (state.campaigns.size === 0) return;
      offers.serve();
      turns.soon(TOGETHER_MS);
    },
    live: (campaignId) => liveOf(by, campaignId),
    endCall: (callId) => endCall(by, callId),
    isIdle: () => state.campaigns.size === 0 && state.paused.length === 0 && !state.mustRead && !turns.isRunning(),
    async settled() {
      await turns.settled();
      await leaving.settled();
      await offers.settled();
      await writer.settled();
    },
    close: () => void (state.isClosing = true),
    stop() {
      for (const { row } of state.campaigns.values()) offers.hold(row.id, []);
      state.isStopped = true;
      state.campaigns.clear();
      turns.stop();
      writer.stop();
    },
  };
}

/** False where it does not go on. */
function endCall(
  { state, desk, tenantId }: Pick<TenantEngineParts, 'desk' | 'tenantId'> & { state: TenantState },
  callId: string,
): boolean {
  const call = [...state.campaigns.values()].flatMap(({ calls }) => calls.get(callId) ?? [])[0];
  if (call?.phase === 'leaving') call.isCalledOff = true;
  else if (call) desk.end(tenantId, callId, 'now');
  return call !== undefined;
}

/** The campaign of its call is not read yet: it is told then. */
function isForLater({ found, untold }: TenantState, event: CampaignCallEvent): boolean {
  const isLater = [...found, ...untold].some(({ callId }) => callId === event.callId);
  if (isLater) untold.push(event);
  return isLater;
}

/** What goes wrong with one campaign keeps no other from going on; it is tried again a little later. */
async function alone<Answer>(
  { state, clock, log, tenantId }: Pick<TenantEngineParts, 'clock' | 'log' | 'tenantId'> & { state: TenantState },
  campaignId: number,
  work: () => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  try {
    return await work();
  } catch (problem) {
    if (isPassing(problem)) throw problem;
    log.error({ err: problem, tenantId, campaignId }, 'a campaign could not go on');
    const campaign = state.campaigns.get(campaignId);
    if (campaign) campaign.restsUntilMs = Math.max(campaign.restsUntilMs, clock.monotonicMs() + FAULT_RESTS_MS);
    return otherwise;
  }
}

/** A home that is lost may be had back in a moment: meanwhile nothing is written, and nobody dialled. */
const isPassing = (problem: unknown): boolean => isUnavailable(problem) || isLeaseLost(problem);

/** A wall that is set tells other days: what was answered is counted by the new one. Small steps are those of a clock that is kept right. */
function mindWall(state: TenantState, clock: TenantEngineParts['clock']): void {
  const aheadMs = clock.nowMs() - clock.monotonicMs();
  const byMs = aheadMs - (state.wallAheadMs ?? aheadMs);
  if (state.wallAheadMs === null || Math.abs(byMs) >= WALL_STEP_MS) {
    state.wallAheadMs = aheadMs;
    if (byMs !== 0) for (const campaign of state.campaigns.values()) shiftWall(campaign, byMs);
  }
}

/** How one of them stands. */
function liveOf(
  { state, ...parts }: Pick<TenantEngineParts, 'tenantId' | 'board' | 'clock'> & { state: TenantState },
  campaignId: number,
): ReturnType<TenantEngine['live']> {
  const campaign = state.campaigns.get(campaignId);
  if (!campaign) return null;
  const agents = agentsNow(state, parts).filter(({ worksOn }) => worksOn.includes(campaignId));
  return liveCampaign(campaign, agents, parts.board.ofTenant(parts.tenantId), parts.clock);
}

/** An agent is done with a call of a campaign, also of one that is over by now, once the board has them neither in it nor in the work after it. */
function noteHandled(
  { handling, campaigns }: TenantState,
  userId: number,
  busyWith: readonly (string | undefined)[],
  evenMs: number,
): void {
  const handled = handling.get(userId);
  if (!handled || busyWith.includes(handled.callId)) return;
  const campaign = campaigns.get(handled.campaignId);
  // While somebody is only being asked the board need not know it yet.
  if (campaign?.calls.get(handled.callId)?.offeredTo === userId) return;
  handling.delete(userId);
  campaign?.pacing?.handled(evenMs - handled.sinceMs);
}

/** What an event of a call means besides. */
function takeEffect(
  { clock, writer, offers }: { clock: { nowMs(): number }; writer: AttemptWriter; offers: Offers },
  campaign: RunningCampaign,
  call: TrackedCall,
  one: TrackEffect,
): void {
  switch (one.type) {
    case 'note':
      return writer.note({ callId: call.callId, ...one.news });
    case 'rang':
      return campaign.pacing?.rang(one);
    case 'person':
      return notePerson(campaign, clock.nowMs(), one.abandoned);
    case 'wantsAgent':
      return offers.serve();
    case 'ended':
      return writer.end({
        callId: call.callId,
        campaignId: campaign.row.id,
        status: finalStatusOf(call.hungUp ? { by: 'hangUp' } : { by: 'line', ...one.end }),
        talkSec: call.hungUp ? 0 : Math.round(one.end.talkMs / 1_000),
        endedMs: clock.nowMs(),
        optedOut: call.optedOut,
        wasMachine: call.wasMachine,
        ofFlow: call.goal === 'flow' ? { end: one.end } : null,
      });
  }
}

/** How many campaigns may have somebody to call at this moment. */
const dueNow = ({ campaigns }: TenantState, clock: Pick<TenantEngineParts['clock'], 'nowMs'>): number =>
  [...campaigns.values()].filter(({ row, nextDueMs }) => row.state === 'running' && nextDueMs <= clock.nowMs()).length;

/** How long nothing has to be looked at, whatever happens besides. */
function sleepMs({ campaigns, paused }: TenantState, { clock }: Pick<TenantEngineParts, 'clock'>): number {
  const [nowMs, evenMs] = [clock.nowMs(), clock.monotonicMs()];
  const waits = [...campaigns.values()].map(({ calls, row, nextDueMs, pacing, why }) => {
    if (calls.size > 0) return TICK_MS;
    if (row.state !== 'running') return LONGEST_SLEEP_MS;
    if (nextDueMs > nowMs) return nextDueMs - nowMs;
    // Without agents nobody is dialled, whatever the moment: the board tells when that changes.
    return pacing && why !== null && why.free + why.handling === 0 ? LONGEST_SLEEP_MS : TICK_MS;
  });
  const leastMs = Math.min(Infinity, ...waits, ...paused.map(({ lookAtMs }) => lookAtMs - evenMs));
  return leastMs === Infinity ? Infinity : Math.min(LONGEST_SLEEP_MS, Math.max(TOGETHER_MS, leastMs));
}
