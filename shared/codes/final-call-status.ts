import { codes, type CodeOf } from '../codes.ts';

/**
 * How a call of a task ended (specification P9). "Invalid number" stands there twice, 8 and 21: we take
 * the first as misspelt and the second as not in service. An attempt nobody can decide ends as unknown.
 */
export const FinalCallStatus = codes({
  talked: { code: 6, key: 'finalCallStatus.talked', tone: 'green' },
  numberMalformed: { code: 8, key: 'finalCallStatus.numberMalformed', tone: 'red' },
  failedToConnect: { code: 9, key: 'finalCallStatus.failedToConnect', tone: 'red' },
  userOccupied: { code: 10, key: 'finalCallStatus.userOccupied', tone: 'warning' },
  userBusyRejected: { code: 11, key: 'finalCallStatus.userBusyRejected', tone: 'warning' },
  userRejected: { code: 12, key: 'finalCallStatus.userRejected', tone: 'warning' },
  schedulingError: { code: 13, key: 'finalCallStatus.schedulingError', tone: 'red' },
  ttsFailed: { code: 15, key: 'finalCallStatus.ttsFailed', tone: 'red' },
  unknown: { code: 16, key: 'finalCallStatus.unknown', tone: 'grey' },
  blacklisted: { code: 17, key: 'finalCallStatus.blacklisted', tone: 'red' },
  /** Stopped on purpose, or for want of balance. */
  stopped: { code: 18, key: 'finalCallStatus.stopped', tone: 'grey' },
  balanceInsufficient: { code: 19, key: 'finalCallStatus.balanceInsufficient', tone: 'red' },
  directionIllegal: { code: 20, key: 'finalCallStatus.directionIllegal', tone: 'red' },
  numberNotInService: { code: 21, key: 'finalCallStatus.numberNotInService', tone: 'red' },
  ringNotAnswered: { code: 22, key: 'finalCallStatus.ringNotAnswered', tone: 'warning' },
  dialNoResponse: { code: 23, key: 'finalCallStatus.dialNoResponse', tone: 'warning' },
  earlyMediaVoicemail: { code: 24, key: 'finalCallStatus.earlyMediaVoicemail', tone: 'warning' },
  ringTooLong: { code: 25, key: 'finalCallStatus.ringTooLong', tone: 'warning' },
  routeNoLine: { code: 26, key: 'finalCallStatus.routeNoLine', tone: 'red' },
  lineUnavailable: { code: 27, key: 'finalCallStatus.lineUnavailable', tone: 'red' },
});
export type FinalCallStatus = CodeOf<typeof FinalCallStatus>;
