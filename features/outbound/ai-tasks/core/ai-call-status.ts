import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { CompletionStatus } from '#shared/codes/completion-status.ts';
import { ConditionStatus } from '#shared/codes/condition-status.ts';
import { ConnectionStatus } from '#shared/codes/connection-status.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';

/** Of an attempt, as it is kept: one code while it lasts, another once it is over. */
export type AttemptStatus = LiveCallStatus | FinalCallStatus;

/**
 * The situations are those of an attempt (`campaigns/core/attempt-end.ts`), written in the numbers of AI calls (specification P9). While it
 * lasts: 1 made and not looked at yet, 2 its plan is being made, 6 what it will say is being spoken, 3 it left, 4 it rings, 5 it was answered.
 */
const shownAs: Record<AttemptStatus, AiCallStatus> = {
  [LiveCallStatus.pending]: AiCallStatus.pending,
  [LiveCallStatus.scheduling]: AiCallStatus.scheduling,
  [LiveCallStatus.dialing]: AiCallStatus.dialing,
  [LiveCallStatus.ringing]: AiCallStatus.ringing,
  [LiveCallStatus.talking]: AiCallStatus.talking,
  [LiveCallStatus.synthesizing]: AiCallStatus.synthesizing,
  [FinalCallStatus.talked]: AiCallStatus.talked,
  [FinalCallStatus.numberMalformed]: AiCallStatus.numberMalformed,
  [FinalCallStatus.failedToConnect]: AiCallStatus.failedToConnect,
  [FinalCallStatus.userOccupied]: AiCallStatus.userOccupied,
  [FinalCallStatus.userBusyRejected]: AiCallStatus.userBusyRejected,
  [FinalCallStatus.userRejected]: AiCallStatus.userRejected,
  [FinalCallStatus.schedulingError]: AiCallStatus.schedulingError,
  [FinalCallStatus.ttsFailed]: AiCallStatus.ttsFailed,
  [FinalCallStatus.unknown]: AiCallStatus.unknown,
  [FinalCallStatus.blacklisted]: AiCallStatus.blacklisted,
  [FinalCallStatus.stopped]: AiCallStatus.stopped,
  [FinalCallStatus.balanceInsufficient]: AiCallStatus.balanceInsufficient,
  [FinalCallStatus.directionIllegal]: AiCallStatus.directionIllegal,
  [FinalCallStatus.numberNotInService]: AiCallStatus.numberNotInService,
  [FinalCallStatus.ringNotAnswered]: AiCallStatus.ringNotAnswered,
  [FinalCallStatus.dialNoResponse]: AiCallStatus.dialNoResponse,
  [FinalCallStatus.earlyMediaVoicemail]: AiCallStatus.earlyMediaVoicemail,
  [FinalCallStatus.ringTooLong]: AiCallStatus.ringTooLong,
  [FinalCallStatus.routeNoLine]: AiCallStatus.routeNoLine,
  [FinalCallStatus.lineUnavailable]: AiCallStatus.lineUnavailable,
};

export const aiStatusOf = (status: AttemptStatus): AiCallStatus => shownAs[status];

/** What an attempt is kept as that is shown as this; for the filters of lists. */
export const statusShownAs = (shown: AiCallStatus): AttemptStatus =>
  (Object.keys(shownAs).map(Number) as AttemptStatus[]).find((status) => shownAs[status] === shown)!;

const isLive = (status: AttemptStatus): status is LiveCallStatus => LiveCallStatus.has(status);

/** 1 to 5 and 14 while it lasts, 6 once it is over, whatever came of it. */
export const completionOf = (status: AttemptStatus): CompletionStatus =>
  isLive(status) ? status : CompletionStatus.completed;

/** Whether somebody, or something, picked up. */
export const conditionOf = ({ wasAnswered }: { wasAnswered: boolean }): ConditionStatus =>
  wasAnswered ? ConditionStatus.connected : ConditionStatus.notConnected;

/**
 * How far the voice of a call is: 0 nothing left yet, or it is over. 1 it left. 3 it rings. 2 it was answered, and nobody of ours speaks yet. 5 the
 * flow speaks and listens. 4 the flow is through, and the call goes on: with a person, or in their queue.
 */
export function connectionOf(status: AttemptStatus, talk: 'none' | 'goesOn' | 'over'): ConnectionStatus {
  switch (status) {
    case LiveCallStatus.dialing:
      return ConnectionStatus.connecting;
    case LiveCallStatus.ringing:
      return ConnectionStatus.ringing;
    case LiveCallStatus.talking:
      if (talk === 'none') return ConnectionStatus.connected;
      return talk === 'goesOn' ? ConnectionStatus.speaking : ConnectionStatus.inCall;
    default:
      return ConnectionStatus.notConnected;
  }
}
