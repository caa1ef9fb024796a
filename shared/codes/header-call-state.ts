import { codes, type CodeOf } from '../codes.ts';

/**
 * The phone as the header sees it (specification W4). 1, 2 and 3 are all "in call" there; which
 * kind of call each one means is ours, except that 3 is also monitoring. An agent may change status in 0 and 4 only.
 */
export const HeaderCallState = codes({
  registrationFailed: { code: -1, key: 'headerCallState.registrationFailed', tone: 'red', mayChangeStatus: false },
  idle: { code: 0, key: 'headerCallState.idle', tone: 'grey', mayChangeStatus: true },
  inboundCall: { code: 1, key: 'headerCallState.inboundCall', tone: 'blue', mayChangeStatus: false },
  outboundCall: { code: 2, key: 'headerCallState.outboundCall', tone: 'blue', mayChangeStatus: false },
  monitoring: { code: 3, key: 'headerCallState.monitoring', tone: 'blue', mayChangeStatus: false },
  /** Registered, or in wrap-up. */
  ready: { code: 4, key: 'headerCallState.ready', tone: 'green', mayChangeStatus: true },
  noAgentInfo: { code: 7, key: 'headerCallState.noAgentInfo', tone: 'red', mayChangeStatus: false },
  dialing: { code: 8, key: 'headerCallState.dialing', tone: 'violet', mayChangeStatus: false },
  ringing: { code: 9, key: 'headerCallState.ringing', tone: 'violet', mayChangeStatus: false },
});
export type HeaderCallState = CodeOf<typeof HeaderCallState>;
