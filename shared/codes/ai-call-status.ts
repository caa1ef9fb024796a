import { codes, type CodeOf } from '../codes.ts';

/**
 * A call of an AI agent, live and ended (specification P9). 11 and 23 are told apart as 8 and 21 of the final
 * statuses; an attempt nobody can decide ends as unknown.
 */
export const AiCallStatus = codes({
  pending: { code: 1, key: 'aiCallStatus.pending', tone: 'grey' },
  scheduling: { code: 2, key: 'aiCallStatus.scheduling', tone: 'grey' },
  dialing: { code: 3, key: 'aiCallStatus.dialing', tone: 'violet' },
  ringing: { code: 4, key: 'aiCallStatus.ringing', tone: 'violet' },
  talking: { code: 5, key: 'aiCallStatus.talking', tone: 'blue' },
  synthesizing: { code: 6, key: 'aiCallStatus.synthesizing', tone: 'warning' },
  talked: { code: 10, key: 'aiCallStatus.talked', tone: 'green' },
  numberMalformed: { code: 11, key: 'aiCallStatus.numberMalformed', tone: 'red' },
  failedToConnect: { code: 12, key: 'aiCallStatus.failedToConnect', tone: 'red' },
  userOccupied: { code: 13, key: 'aiCallStatus.userOccupied', tone: 'warning' },
  userBusyRejected: { code: 14, key: 'aiCallStatus.userBusyRejected', tone: 'warning' },
  userRejected: { code: 15, key: 'aiCallStatus.userRejected', tone: 'warning' },
  schedulingError: { code: 16, key: 'aiCallStatus.schedulingError', tone: 'red' },
  ttsFailed: { code: 17, key: 'aiCallStatus.ttsFailed', tone: 'red' },
  unknown: { code: 18, key: 'aiCallStatus.unknown', tone: 'grey' },
  blacklisted: { code: 19, key: 'aiCallStatus.blacklisted', tone: 'red' },
  /** Stopped on purpose, or for want of balance. */
  stopped: { code: 20, key: 'aiCallStatus.stopped', tone: 'grey' },
  balanceInsufficient: { code: 21, key: 'aiCallStatus.balanceInsufficient', tone: 'red' },
  directionIllegal: { code: 22, key: 'aiCallStatus.directionIllegal', tone: 'red' },
  numberNotInService: { code: 23, key: 'aiCallStatus.numberNotInService', tone: 'red' },
  ringNotAnswered: { code: 24, key: 'aiCallStatus.ringNotAnswered', tone: 'warning' },
  dialNoResponse: { code: 25, key: 'aiCallStatus.dialNoResponse', tone: 'warning' },
  earlyMediaVoicemail: { code: 26, key: 'aiCallStatus.earlyMediaVoicemail', tone: 'warning' },
  ringTooLong: { code: 27, key: 'aiCallStatus.ringTooLong', tone: 'warning' },
  routeNoLine: { code: 28, key: 'aiCallStatus.routeNoLine', tone: 'red' },
  lineUnavailable: { code: 29, key: 'aiCallStatus.lineUnavailable', tone: 'red' },
});
export type AiCallStatus = CodeOf<typeof AiCallStatus>;
