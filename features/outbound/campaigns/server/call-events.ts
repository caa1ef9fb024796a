import { CALL_ANSWERED, CALL_CORRECTED, CALL_ENDED, CALL_STARTED } from '#features/voice/call-records/contract.ts';
import { taskCallsAmong, type TaskCallRecord } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { finalStatusOf, previewResultOf } from '../core/attempt-end.ts';
import { afterAttempt } from '../core/retry-plan.ts';
import { attemptsRepo, type HeldAttempt } from './attempts.repo.ts';
import { announceToPrograms } from './campaign-news.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { closeMember, publishMember } from './close-member.ts';
import { dialsRepo } from './dials.repo.ts';
import { memberMoves } from './member-moves.repo.ts';
import { membersRepo, type CampaignMember } from './members.repo.ts';

/** A call to somebody of a campaign. */
interface PlacedCall {
  call: TaskCallRecord;
  memberId: number;
  /** Which attempt it is has been written down. */
  isBound: boolean;
}

/** Whom calls go to: as their attempts say, or where there is none yet as they were dialled. */
async function placedAmong(tx: TenantTx, callIds: readonly string[]): Promise<PlacedCall[]> {
  const calls = await taskCallsAmong(tx, callIds);
  if (calls.length === 0) return [];
  const known = await attemptsRepo(tx).membersOf(calls.map(({ callId }) => callId));
  const placed: PlacedCall[] = [];
  for (const call of calls) {
    const bound = known.get(call.callId);
    const memberId = bound ?? (await dialledMember(tx, call));
    if (memberId !== undefined) placed.push({ call, memberId, isBound: bound !== undefined });
  }
  return placed;
}

async function dialledMember(
  tx: TenantTx,
  { taskId, number, customerId, userId }: TaskCallRecord,
): Promise<number | undefined> {
  if (userId === null || !/^\d{1,15}$/.test(taskId)) return undefined;
  const ofOurs = customerId === null ? null : Number(customerId);
  return (await membersRepo(tx).called(Number(taskId), number, ofOurs))?.id;
}

/**
 * The attempt a call is: by its id, or the one its agent made on whom it goes to. Its customer is held: two calls to one are told of side by
 * side, and each must see what the other took.
 */
async function attemptOf(
  tx: TenantTx,
  { call: { callId, userId }, memberId }: PlacedCall,
): Promise<HeldAttempt | null> {
  const attempts = attemptsRepo(tx);
  // Asked again: who heard of the start of the call may have bound it in between.
  const bound = await attempts.ofCall(callId);
  if (bound || userId === null) return bound;
  await dialsRepo(tx).bind(memberId, userId, callId);
  return attempts.ofCall(callId);
}

/** How a call of people ended, in the words of the line. */
const endOf = (call: TaskCallRecord) =>
  ({
    by: 'line',
    cause: call.cause ?? (call.outcome === CallOutcome.server ? 'server' : 'failed'),
    sipStatus: call.sipStatus,
    wasAnswered: call.wasAnswered,
    rangMs: call.ringSec > 0 || call.outcome === CallOutcome.noAnswer ? call.ringSec * 1_000 : null,
    earlyVoicemail: false,
    gaveUp: false,
  }) as const;

/** What came of a call: the attempt ends, and its customer is done with, or called again when the rule says. */
async function endAttempt(tx: TenantTx, placed: PlacedCall, nowMs: number): Promise<void> {
  const { call } = placed;
  const attempt = await attemptOf(tx, placed);
  if (!attempt || attempt.isOver) return;
  const endedMs = call.endedMs ?? nowMs;
  // Nobody had the agent's own phone at the ear, so the customer was not called: they stay as they were.
  if (call.outcome === CallOutcome.agentUnreached) {
    const status = FinalCallStatus.schedulingError;
    await attemptsRepo(tx).end(attempt.id, { status, result: null, talkSec: 0, endedMs });
    const uncalled = await membersRepo(tx).find(attempt.memberId);
    if (uncalled) await publishMember(tx, uncalled);
    return announceToPrograms(tx, attempt.campaignId, { attemptIds: [attempt.id] });
  }
  const status = finalStatusOf(endOf(call));
  const result = previewResultOf(status);
  await attemptsRepo(tx).end(attempt.id, { status, result, talkSec: call.talkSec, endedMs });
  const member = await membersRepo(tx).find(attempt.memberId);
  await announceToPrograms(tx, attempt.campaignId, { attemptIds: [attempt.id] });
  if (!member) return;
  await memberMoves(tx).noteCall(member.id, result, endedMs);
  const campaign = await campaignsRepo(tx).find(member.campaignId);
  const past = (await attemptsRepo(tx).past(member.id)).map((one) => ({ ...one, wasMachine: false }));
  if (member.taskState === 0 && !isPromised(member, endedMs) && campaign && past.length > 0) {
    const after = afterAttempt(campaign.retry, past);
    if (after.is === 'again') await memberMoves(tx).wait(member.id, after.notBeforeMs, { isFollowUp: false });
    else if (result === PreviewResult.normalEnd) await closeMember(tx, member, 'result', call.userId, nowMs);
    else if (after.because !== 'undecided') await closeMember(tx, member, after.because, call.userId, nowMs);
  }
  await publishMember(tx, member, { isResult: true });
}

/** Somebody promised another call while this one lasted, or called before the time: the promise stands. */
const isPromised = ({ isFollowUp, nextAt }: CampaignMember, endedMs: number): boolean =>
  isFollowUp && nextAt !== null && fromWireTime(nextAt) > endedMs;

/** Its record was closed by a guess, and says now that somebody was talked to: they are not called again for it. */
async function correctAttempt(tx: TenantTx, { call }: PlacedCall, nowMs: number): Promise<void> {
  const attempts = attemptsRepo(tx);
  const attempt = await attempts.ofCall(call.callId);
  const { wasAnswered, talkSec, startedMs, ringSec, endedMs } = call;
  if (!wasAnswered || !attempt?.isOver) return;
  // Else it was known that they talked: their customer was decided about, and at most the seconds are others.
  const wasUnknown = attempt.status === FinalCallStatus.unknown;
  if (!wasUnknown && (attempt.status !== FinalCallStatus.talked || attempt.talkSec === talkSec)) return;
  const overMs = endedMs ?? nowMs;
  await attempts.wasTalk(attempt.id, { talkSec, answeredMs: startedMs + ringSec * 1_000, endedMs: overMs });
  const member = await membersRepo(tx).find(attempt.memberId);
  await announceToPrograms(tx, attempt.campaignId, { attemptIds: [attempt.id] });
  if (!member || !wasUnknown) return;
  await memberMoves(tx).update(member.id, { result: PreviewResult.normalEnd });
  if (member.taskState === 0 && !isPromised(member, overMs))
    await closeMember(tx, member, 'result', call.userId, nowMs);
  await publishMember(tx, member, { isResult: true });
}

interface OfCalls {
  tenantId: number;
  callIds: string[];
}

// Nothing is done for calls of teams that have no attempt of a person under way; those of programs have left by themselves.
const isUnderWay = 'exists (select from campaign_attempt where ended_at is null and left_at is null)';

const isOutbound = ({ direction }: { direction: string }): boolean => direction === 'outbound';

/** Attempts learn what became of their calls. */
export function campaignCallEvents({ db, clock }: Pick<World, 'db' | 'clock'>): ServerFeature['subscriptions'] {
  const eachPlaced =
    (work: (tx: TenantTx, placed: PlacedCall, nowMs: number) => Promise<void>) =>
    ({ tenantId, callId }: { tenantId: number; callId: string }): Promise<void> =>
      db.tenant({ tenantId }, async (tx) => {
        for (const placed of await placedAmong(tx, [callId])) {
          await membersRepo(tx).hold([placed.memberId]);
          await work(tx, placed, clock.nowMs());
        }
      });
  return {
    [CALL_STARTED]: {
      when: ({ directions }: { directions: string[] }) => directions.includes('outbound'),
      wanted: isUnderWay,
      run: ({ tenantId, callIds }: OfCalls) =>
        db.tenant({ tenantId }, async (tx) => {
          const unbound = (await placedAmong(tx, callIds)).filter(({ isBound }) => !isBound);
          if (unbound.length > 0) await membersRepo(tx).hold(unbound.map(({ memberId }) => memberId));
          for (const placed of unbound) await attemptOf(tx, placed);
          await attemptsRepo(tx).began(callIds);
        }),
    },
    [CALL_ANSWERED]: {
      wanted: isUnderWay,
      run: ({ tenantId, callIds }: OfCalls) =>
        db.tenant({ tenantId }, (tx) => attemptsRepo(tx).answered(callIds, clock.nowMs())),
    },
    [CALL_ENDED]: { when: isOutbound, wanted: isUnderWay, run: eachPlaced(endAttempt) },
    // Its attempt is over.
    [CALL_CORRECTED]: { when: isOutbound, run: eachPlaced(correctAttempt) },
  };
}
