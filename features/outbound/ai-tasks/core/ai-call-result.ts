import type { CampaignCallEnd } from '#core/call/campaign-call.ts';
import { QUICK_MS } from '#core/flow/result.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';

/** What is known of a call that is over. */
export interface EndedAiCall {
  status: FinalCallStatus;
  /** A machine was heard. */
  wasMachine: boolean;
  /** As the line told it; null where nothing left the house. */
  end: Pick<CampaignCallEnd, 'cause' | 'endedBy' | 'talkMs' | 'wasAnswered'> | null;
  /** What the conversation came to; null: there was none. */
  talk: AiCallResult | null;
}

/**
 * What came of a call of a flow (specification P9). Of an answered call the conversation knows it (`core/flow/result.ts`): 1 both talked and the flow
 * ended it, 2 somebody was there and nothing more, 3 the flow ended it alone, 7 and 17 the customer hung up, at once or later, 18 a machine, 20 silence,
 * 21 something broke, 22 and 23 handed to a person or not, 24 it took too long. What it cannot know: 6 somebody of ours ended the
 * call at once (`callOperate`), 7 they hung up themselves while it was still listened for whether they are a machine. Of a call that was not answered, the line: 8 declined while it
 * rang, 9 nobody answered, 10 on a list, 11 not to be called from here, 19 a mailbox before the answer, and the five ways of not
 * connecting: 12 no such number, 13 refused on the way or by "do not disturb", 14 nothing came back, 15 engaged, theirs or ours, 16 whatever else.
 *
 * Null: nothing beyond the status is known. A call nobody can decide, one that was stopped before anybody answered, and one there was no money for.
 */
export function aiResultOf(call: EndedAiCall): AiCallResult | null {
  return call.status === FinalCallStatus.talked ? ofTalk(call) : ofLine(call);
}

function ofTalk({ wasMachine, end, talk }: EndedAiCall): AiCallResult {
  if (wasMachine && talk === null) return AiCallResult.voicemail;
  // While it was listened for whether they are a machine.
  if (talk === null && end && isByUs(end) && end.talkMs < QUICK_MS) return AiCallResult.agentQuickHangup;
  if (talk === null) return AiCallResult.systemException;
  // Somebody of ours ended the call; to the conversation it is a caller who is gone.
  if (end && isByUs(end) && (talk === AiCallResult.userHungUp || talk === AiCallResult.userQuickHangup))
    return end.talkMs < QUICK_MS ? AiCallResult.agentQuickHangup : AiCallResult.aiHungUp;
  return talk;
}

const isByUs = ({ endedBy, cause }: NonNullable<EndedAiCall['end']>): boolean =>
  endedBy !== 'customer' && cause === 'normal';

function ofLine({ status, end }: EndedAiCall): AiCallResult | null {
  if (status === FinalCallStatus.failedToConnect) {
    if (end?.wasAnswered) return isByUs(end) ? AiCallResult.agentQuickHangup : AiCallResult.userQuickHangup;
    if (end?.cause === 'refused') return AiCallResult.callRefused;
    if (end?.cause === 'unreachable') return AiCallResult.temporarilyUnreachable;
  }
  return byStatus[status];
}

const byStatus: Record<FinalCallStatus, AiCallResult | null> = {
  [FinalCallStatus.talked]: AiCallResult.communicated,
  [FinalCallStatus.numberMalformed]: AiCallResult.unreachable,
  [FinalCallStatus.numberNotInService]: AiCallResult.unreachable,
  [FinalCallStatus.failedToConnect]: AiCallResult.callAbnormal,
  [FinalCallStatus.userOccupied]: AiCallResult.lineBusy,
  [FinalCallStatus.lineUnavailable]: AiCallResult.lineBusy,
  [FinalCallStatus.userBusyRejected]: AiCallResult.callRefused,
  [FinalCallStatus.userRejected]: AiCallResult.userRejected,
  [FinalCallStatus.ringNotAnswered]: AiCallResult.notAnswered,
  [FinalCallStatus.ringTooLong]: AiCallResult.notAnswered,
  [FinalCallStatus.dialNoResponse]: AiCallResult.temporarilyUnreachable,
  [FinalCallStatus.earlyMediaVoicemail]: AiCallResult.voicemailBeforeConnect,
  [FinalCallStatus.blacklisted]: AiCallResult.blacklisted,
  [FinalCallStatus.directionIllegal]: AiCallResult.callRestricted,
  [FinalCallStatus.routeNoLine]: AiCallResult.callAbnormal,
  [FinalCallStatus.schedulingError]: AiCallResult.systemException,
  [FinalCallStatus.ttsFailed]: AiCallResult.systemException,
  [FinalCallStatus.unknown]: null,
  [FinalCallStatus.stopped]: null,
  [FinalCallStatus.balanceInsufficient]: null,
};
