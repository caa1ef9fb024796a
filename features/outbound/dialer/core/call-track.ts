import type { CampaignCallEnd, CampaignCallEvent } from '#core/call/campaign-call.ts';
import type { CampaignGoingOn } from '#core/call/going-on.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import type { RingOutcome } from './pacing.ts';

/**
 *   leaving ──▶ dialling ──▶ ringing ──▶ waiting ──▶ talking
 *                                          │
 *                                          ▼
 *                                       leftAlone      a machine, or nobody came in time
 */
type CallPhase = 'leaving' | 'dialling' | 'ringing' | 'waiting' | 'talking' | 'leftAlone';

/** A call of a campaign from its attempt to its end. Moments are those of a clock that counts evenly. */
export interface TrackedCall {
  readonly callId: string;
  readonly campaignId: number;
  readonly number: string;
  readonly goal: 'agents' | 'flow';
  phase: CallPhase;
  dialledMs: number;
  answeredMs: number | null;
  wasMachine: boolean;
  isAbandoned: boolean;
  /** They were gone before anybody could be told from a machine. */
  hungUp: boolean;
  optedOut: boolean;
  /** What came of its ringing was told. */
  isJudged: boolean;
  isWithdrawn: boolean;
  /** Somebody ended it before it left: it never does. */
  isCalledOff: boolean;
  userId: number | null;
  /** Who is being asked to take it, and who did not. */
  offeredTo: number | null;
  readonly refusedBy: Set<number>;
}

/** What is new of it for the database. */
interface TrackedNews {
  status?: LiveCallStatus;
  rangMs?: number;
  answeredMs?: number;
  connectedMs?: number;
  userId?: number;
  abandonedMs?: number;
  byMachine?: boolean;
  hungUp?: boolean;
}

export type TrackEffect =
  | { type: 'note'; news: TrackedNews }
  /** For the pacing. */
  | { type: 'rang'; rangMs: number; outcome: RingOutcome }
  | { type: 'person'; abandoned: boolean }
  | { type: 'wantsAgent' }
  | { type: 'ended'; end: CampaignCallEnd };

export const trackedCall = (
  of: Pick<TrackedCall, 'callId' | 'campaignId' | 'number' | 'goal'>,
  nowMs: number,
): TrackedCall => ({
  ...of,
  phase: 'leaving',
  dialledMs: nowMs,
  answeredMs: null,
  wasMachine: false,
  isAbandoned: false,
  hungUp: false,
  optedOut: false,
  isJudged: false,
  isWithdrawn: false,
  isCalledOff: false,
  userId: null,
  offeredTo: null,
  refusedBy: new Set(),
});

/** A call that outlived the process it was tracked in. `aheadMs`: how far the wall is ahead of the clock that counts evenly. */
export function trackedAgain(
  { callId, campaignId, number }: Pick<TrackedCall, 'callId' | 'campaignId' | 'number'>,
  { at, goal, hasRung, dialledMs, userId, offeredTo }: CampaignGoingOn,
  aheadMs: number,
): TrackedCall {
  const evenMs = dialledMs - aheadMs;
  const phase = phaseAgain[at];
  const isAnswered = phase === 'waiting' || phase === 'talking' || phase === 'leftAlone';
  return {
    ...trackedCall({ callId, campaignId, number, goal }, evenMs),
    phase: phase === 'dialling' && hasRung ? 'ringing' : phase,
    answeredMs: isAnswered ? evenMs : null,
    wasMachine: at === 'machine',
    isAbandoned: at === 'sorry' || at === 'optedOut',
    optedOut: at === 'optedOut',
    isJudged: isAnswered && phase !== 'waiting',
    userId,
    offeredTo,
  };
}

const phaseAgain: Record<CampaignGoingOn['at'], CallPhase> = {
  ringing: 'dialling',
  listening: 'ringing',
  wanted: 'waiting',
  sorry: 'leftAlone',
  optedOut: 'leftAlone',
  machine: 'leftAlone',
  settled: 'talking',
};

/** What an event of the desk makes of a call; it is changed. `nowMs` is of the clock that counts evenly, `event.atMs` is the wall's. */
export function track(call: TrackedCall, event: CampaignCallEvent, nowMs: number): TrackEffect[] {
  switch (event.type) {
    case 'rang':
      if (call.phase !== 'leaving' && call.phase !== 'dialling') return [];
      call.phase = 'ringing';
      return [{ type: 'note', news: { status: LiveCallStatus.ringing, rangMs: event.atMs } }];
    case 'answered':
      if (call.answeredMs !== null) return [];
      call.answeredMs = nowMs;
      call.phase = call.goal === 'agents' ? 'waiting' : 'talking';
      return [
        { type: 'note', news: { status: LiveCallStatus.talking, answeredMs: event.atMs } },
        ...(call.goal === 'agents' ? [{ type: 'wantsAgent' } as const] : judged(call, 'person', nowMs, false)),
      ];
    case 'machine':
      call.wasMachine = true;
      call.answeredMs ??= nowMs;
      call.phase = 'leftAlone';
      return [
        { type: 'note', news: { byMachine: true, answeredMs: event.atMs } },
        ...judged(call, 'machine', nowMs, false),
      ];
    case 'notTaken':
      call.refusedBy.add(event.userId);
      if (call.offeredTo === event.userId) call.offeredTo = null;
      return call.phase === 'waiting' ? [{ type: 'wantsAgent' }] : [];
    case 'connected':
      call.phase = 'talking';
      call.userId = event.userId;
      call.offeredTo = null;
      return [
        { type: 'note', news: { userId: event.userId, connectedMs: event.atMs } },
        ...judged(call, 'person', nowMs, false),
      ];
    case 'abandoned':
      return abandoned(call, event.atMs, nowMs);
    case 'optedOut':
      call.optedOut = true;
      return [];
    case 'ended':
      return ended(call, event, nowMs);
  }
}

/** What came of its ringing is told once: how long it rang, and whether a person found somebody. */
function judged(call: TrackedCall, outcome: RingOutcome, nowMs: number, isAbandoned: boolean): TrackEffect[] {
  if (call.isJudged) return [];
  call.isJudged = true;
  const rang: TrackEffect = { type: 'rang', rangMs: (call.answeredMs ?? nowMs) - call.dialledMs, outcome };
  return outcome === 'person' ? [rang, { type: 'person', abandoned: isAbandoned }] : [rang];
}

function abandoned(call: TrackedCall, atMs: number, nowMs: number): TrackEffect[] {
  call.isAbandoned = true;
  call.phase = 'leftAlone';
  call.offeredTo = null;
  return [{ type: 'note', news: { abandonedMs: atMs } }, ...judged(call, 'person', nowMs, true)];
}

function ended(
  call: TrackedCall,
  { end, atMs }: Extract<CampaignCallEvent, { type: 'ended' }>,
  nowMs: number,
): TrackEffect[] {
  // Whoever answers, waits and hangs up has found nobody, however short they waited.
  // Machines are listened for, and they leave meanwhile: nobody was wanted for them, so nobody was missing.
  const isUnheard = call.answeredMs === null && end.wasAnswered;
  if (isUnheard && end.endedBy === 'customer') {
    call.hungUp = true;
    const note = { type: 'note', news: { hungUp: true } } as const;
    return [note, ...judged(call, 'machine', nowMs, false), { type: 'ended', end }];
  }
  const gaveUpOnUs = call.phase === 'waiting' && !call.wasMachine ? abandoned(call, atMs, nowMs) : [];
  return [...gaveUpOnUs, ...judged(call, ringOutcome(call, end), nowMs, false), { type: 'ended', end }];
}

/** Lines that fail before it rings say nothing about people. */
function ringOutcome(call: TrackedCall, { wasAnswered, earlyVoicemail, rangMs, cause }: CampaignCallEnd): RingOutcome {
  if (call.isWithdrawn || cause === 'cancelled') return 'withdrawn';
  if (earlyVoicemail) return 'machine';
  if (wasAnswered) return 'person';
  const isOfPeople = cause === 'busy' || cause === 'rejected' || cause === 'noAnswer';
  return rangMs !== null || isOfPeople ? 'nobody' : 'refused';
}
