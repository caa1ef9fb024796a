import type { EndCause } from '#core/telephony/telephony.port.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import type { FailureName } from '#shared/errors.ts';

/** How an attempt ended, as the exchange and the plan of the call tell it. */
export type AttemptEnd =
  /** It was refused before it left: the rules of calls, or of the campaign. */
  | { by: 'plan'; refused: FailureName; detail?: string }
  /** The sentences could not be spoken beforehand. */
  | { by: 'speech' }
  /** The campaign was stopped, or its money was gone, before anybody answered. */
  | { by: 'stop' }
  /** The server went down in between, and nobody can say what became of it. */
  | { by: 'nobody' }
  /** Whoever took the line hung up while it was still being told whether they are a machine. */
  | { by: 'hangUp' }
  | {
      by: 'line';
      cause: EndCause;
      sipStatus: number | null;
      wasAnswered: boolean;
      /** Null: it never rang. */
      rangMs: number | null;
      /** A machine spoke before anybody answered. */
      earlyVoicemail: boolean;
      /** We gave up by our own clock. */
      gaveUp: boolean;
    };

/**
 * The final status of an attempt (specification P9: 6 to 27). Every one has a situation of its own:
 * 6 answered. 8 no number by its shape, 21 the network knows no such number (404, 410, 484, 604). 10 the line is busy (486), 11 busy
 * everywhere (600, the network's word for "do not disturb"), 12 declined. 22 it rang, and whoever was called let it ring until the network gave up; 25
 * until we did. 23 it never rang and nothing came back. 24 a mailbox spoke before the answer. 9 whatever else went wrong on the way, also
 * a line that was taken and hung up before anybody could speak (`hung_up` tells it apart). 13 the plan
 * could not be made. 15 speech. 16 unknown. 17 kept out by a list. 18 stopped. 19 no money. 20 a country or a kind of number that is not
 * called. 26 the route has no line, 27 lines there are, and none works or has room.
 */
export function finalStatusOf(end: AttemptEnd): FinalCallStatus {
  switch (end.by) {
    case 'plan':
      return refusals[end.refused]?.(end.detail) ?? FinalCallStatus.schedulingError;
    case 'speech':
      return FinalCallStatus.ttsFailed;
    case 'stop':
      return FinalCallStatus.stopped;
    case 'nobody':
      return FinalCallStatus.unknown;
    case 'hangUp':
      return FinalCallStatus.failedToConnect;
    case 'line':
      return endOnTheLine(end);
  }
}

function endOnTheLine(end: Extract<AttemptEnd, { by: 'line' }>): FinalCallStatus {
  if (end.wasAnswered) return FinalCallStatus.talked;
  if (end.earlyVoicemail) return FinalCallStatus.earlyMediaVoicemail;
  const rang = end.rangMs !== null;
  if (end.gaveUp) return rang ? FinalCallStatus.ringTooLong : FinalCallStatus.dialNoResponse;
  if (end.sipStatus !== null && noSuchNumber.has(end.sipStatus)) return FinalCallStatus.numberNotInService;
  switch (end.cause) {
    case 'busy':
      return end.sipStatus === BUSY_EVERYWHERE ? FinalCallStatus.userBusyRejected : FinalCallStatus.userOccupied;
    case 'rejected':
      return FinalCallStatus.userRejected;
    case 'noAnswer':
      return rang ? FinalCallStatus.ringNotAnswered : FinalCallStatus.dialNoResponse;
    case 'cancelled':
      return FinalCallStatus.stopped;
    case 'server':
      return FinalCallStatus.unknown;
    case 'normal':
    case 'unreachable':
    case 'deviceError':
    case 'refused':
    case 'lost':
    case 'failed':
      return FinalCallStatus.failedToConnect;
  }
}
const noSuchNumber = new Set([404, 410, 484, 604]);
const BUSY_EVERYWHERE = 600;

const refusals: Partial<Record<FailureName, (detail?: string) => FinalCallStatus>> = {
  wrongNumber: () => FinalCallStatus.numberMalformed,
  cannotCallNumber: () => FinalCallStatus.directionIllegal,
  countryNotAllowed: () => FinalCallStatus.directionIllegal,
  numberBlacklisted: () => FinalCallStatus.blacklisted,
  dialerOverdue: (detail) =>
    detail === 'balance' ? FinalCallStatus.balanceInsufficient : FinalCallStatus.schedulingError,
  noTrunk: (detail) =>
    detail === 'allFull' || detail === 'concurrent' ? FinalCallStatus.lineUnavailable : FinalCallStatus.routeNoLine,
  callsPerSecondLimit: () => FinalCallStatus.lineUnavailable,
};

/** What came of a call of a preview task (specification P9: 1 to 3): missed where somebody could have answered. */
export function previewResultOf(status: FinalCallStatus): PreviewResult {
  if (status === FinalCallStatus.talked) return PreviewResult.normalEnd;
  return missed.has(status) ? PreviewResult.missed : PreviewResult.unableToConnect;
}
const missed: ReadonlySet<FinalCallStatus> = new Set([
  FinalCallStatus.userOccupied,
  FinalCallStatus.userBusyRejected,
  FinalCallStatus.userRejected,
  FinalCallStatus.ringNotAnswered,
  FinalCallStatus.earlyMediaVoicemail,
  FinalCallStatus.ringTooLong,
]);
