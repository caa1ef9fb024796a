import { rejectionOfSipStatus } from '#shared/call-rejection.ts';
import { statusOfCause } from '#core/telephony/end-causes.ts';
import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { OfferOutcome } from '#core/agent-status/live-agent.ts';
import type { CallEnd, CallOutcomeName } from '#core/call/call-life.ts';
import type { OnCampaign } from '#core/call/call.ts';
import type { CampaignCallEnd } from '#core/call/campaign-call.ts';
import { act, change, sendAway, emitCampaignNews, type CallTurn } from '#core/call/call-turn.ts';
import { leaveFlow } from '#core/call/on-flow.ts';

export interface Ending {
  outcome: CallOutcomeName;
  cause: EndCause;
  sipStatus?: number | null;
  refusal?: number | null;
  endedBy: CallEnd['endedBy'];
}

/** The call is over: everybody goes, whoever waits in line leaves it, the record is closed. Happens once. */
export function end(turn: CallTurn, { outcome, cause, sipStatus = null, refusal = null, endedBy }: Ending): void {
  const { call } = turn;
  if (call.at === 'over') return;
  if (call.queue) act(turn, { type: 'leaveLine', queueId: call.queue.queueId, why: leaving(outcome) });
  leaveFlow(turn, outcome);
  if (call.ringFirst) neverCalled(turn);
  if (call.transfer?.reportTo) act(turn, { type: 'reportTransfer', leg: call.transfer.reportTo, sipStatus: GONE });
  if (call.recording) act(turn, { type: 'stopRecording', recordingId: call.recording });
  if (call.voicemail?.recordingId) act(turn, { type: 'stopRecording', recordingId: call.voicemail.recordingId });
  const status = sipStatus ?? statusOfCause(cause);
  change(turn, {
    at: 'over',
    queue: null,
    transfer: null,
    hold: null,
    menu: null,
    playing: null,
    recording: null,
    voicemail: null,
  });
  for (const party of call.parties) sendAway(turn, party, status);
  // Whoever has talked is no missed call, however it went on.
  const recordedOutcome = call.answeredMs !== null && outcome !== 'server' && outcome !== 'failed' ? 'talked' : outcome;
  act(turn, {
    type: 'close',
    end: { endedMs: turn.nowMs, outcome: recordedOutcome, cause, sipStatus, refusal, endedBy },
  });
  if (call.campaign)
    emitCampaignNews(turn, {
      type: 'ended',
      end: { ...spent(call.campaign, turn.nowMs), outcome: recordedOutcome, cause, sipStatus, endedBy },
    });
}

const spent = (
  { rangMs, pickedUpMs, spokeEarly, gaveUp }: OnCampaign,
  nowMs: number,
): Pick<CampaignCallEnd, 'wasAnswered' | 'rangMs' | 'earlyVoicemail' | 'gaveUp' | 'talkMs'> => ({
  wasAnswered: pickedUpMs !== null,
  rangMs: rangMs === null ? null : (pickedUpMs ?? nowMs) - rangMs,
  earlyVoicemail: spokeEarly && pickedUpMs === null,
  gaveUp,
  talkMs: pickedUpMs === null ? 0 : nowMs - pickedUpMs,
});

/** Whom the call was for is not rung any more: a number has its end, and a colleague who was kept free is free. */
function neverCalled(turn: CallTurn): void {
  const { first, facts, ringFirst } = turn.call;
  const userId = ringFirst?.userId ?? null;
  if (first?.kind === 'agent')
    act(turn, { type: 'sendToBoard', userId: first.userId, news: { offerEnded: 'withdrawn' } });
  else if (first?.kind === 'number')
    act(turn, {
      type: 'dialEnded',
      number: facts.customerNumber,
      userId,
      answered: false,
      trunkId: null,
      talkedMs: 0,
      ...(first.charge && { chargeRef: first.charge.ref }),
    });
  change(turn, { ringFirst: null });
}

const GONE = 487;

const leaving = (outcome: CallOutcomeName): 'abandoned' | 'callback' | 'voicemail' | 'serverStopped' =>
  outcome === 'callbackPromised'
    ? 'callback'
    : outcome === 'voicemail'
      ? 'voicemail'
      : outcome === 'server'
        ? 'serverStopped'
        : 'abandoned';

/** The called side did not take the call: how it ends, and what the phone that called is told. */
export function notTaken(cause: EndCause, sipStatus: number | null): Ending {
  const refusal = sipStatus === null ? null : rejectionOfSipStatus(sipStatus);
  return {
    outcome: refusal === null ? outcomeOf[cause] : 'refused',
    cause,
    sipStatus: sipStatus ?? statusOfCause(cause),
    refusal,
    endedBy: 'customer',
  };
}

const outcomeOf: Record<EndCause, CallOutcomeName> = {
  normal: 'noAnswer',
  cancelled: 'cancelled',
  busy: 'busy',
  rejected: 'declined',
  noAnswer: 'noAnswer',
  unreachable: 'unreachable',
  deviceError: 'deviceError',
  refused: 'failed',
  lost: 'failed',
  failed: 'failed',
  server: 'server',
};

/** How the ringing of an agent ended, by the end of their leg. */
export const offerOutcome = (cause: EndCause): Exclude<OfferOutcome, 'answered'> => {
  if (cause === 'noAnswer') return 'missed';
  if (cause === 'rejected' || cause === 'busy') return cause;
  return cause === 'cancelled' || cause === 'server' ? 'withdrawn' : 'deviceError';
};
