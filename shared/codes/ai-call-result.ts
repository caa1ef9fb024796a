import { codes, type CodeOf } from '../codes.ts';

/** What came of a call of an AI agent (specification P9). 12 to 16 are the five ways of not connecting. */
export const AiCallResult = codes({
  communicated: { code: 1, key: 'aiCallResult.communicated', tone: 'green' },
  humanVoice: { code: 2, key: 'aiCallResult.humanVoice', tone: 'green' },
  aiHungUp: { code: 3, key: 'aiCallResult.aiHungUp', tone: 'green' },
  agentQuickHangup: { code: 6, key: 'aiCallResult.agentQuickHangup', tone: 'warning' },
  userQuickHangup: { code: 7, key: 'aiCallResult.userQuickHangup', tone: 'warning' },
  userRejected: { code: 8, key: 'aiCallResult.userRejected', tone: 'warning' },
  notAnswered: { code: 9, key: 'aiCallResult.notAnswered', tone: 'warning' },
  blacklisted: { code: 10, key: 'aiCallResult.blacklisted', tone: 'red' },
  callRestricted: { code: 11, key: 'aiCallResult.callRestricted', tone: 'red' },
  unreachable: { code: 12, key: 'aiCallResult.unreachable', tone: 'red' },
  callRefused: { code: 13, key: 'aiCallResult.callRefused', tone: 'red' },
  temporarilyUnreachable: { code: 14, key: 'aiCallResult.temporarilyUnreachable', tone: 'red' },
  lineBusy: { code: 15, key: 'aiCallResult.lineBusy', tone: 'red' },
  callAbnormal: { code: 16, key: 'aiCallResult.callAbnormal', tone: 'red' },
  userHungUp: { code: 17, key: 'aiCallResult.userHungUp', tone: 'green' },
  voicemail: { code: 18, key: 'aiCallResult.voicemail', tone: 'warning' },
  voicemailBeforeConnect: { code: 19, key: 'aiCallResult.voicemailBeforeConnect', tone: 'warning' },
  silence: { code: 20, key: 'aiCallResult.silence', tone: 'warning' },
  systemException: { code: 21, key: 'aiCallResult.systemException', tone: 'red' },
  transferSucceeded: { code: 22, key: 'aiCallResult.transferSucceeded', tone: 'green' },
  transferFailed: { code: 23, key: 'aiCallResult.transferFailed', tone: 'red' },
  timeoutHangup: { code: 24, key: 'aiCallResult.timeoutHangup', tone: 'warning' },
});
export type AiCallResult = CodeOf<typeof AiCallResult>;
