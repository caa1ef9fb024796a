import { CallOutcome } from '#shared/codes/call-outcome.ts';
import type { CallDetail, CallRecord } from '../contract.ts';

/** A call as a list shows it, for tests; give what matters. */
export const aRecord = (some: Partial<CallRecord> = {}): CallRecord => ({
  callId: 'c-1', direction: 'inbound', number: '525555501477', displayNumber: '525555501477', callingNumber: '14155550199', caller: '525555501477', displayCaller: '525555501477',
  callee: '14155550199', displayCallee: '14155550199', clientSipFrom: '8001', displayClientSipFrom: 'Ana (8001)', country: 'MX', callerIso2: 'MX', calleeIso2: 'US', hasEncrypt: false,
  status: CallOutcome.talked, statusName: 'Talked', callIcon: 'in', startTime: '2026-11-15 10:00:00', answerTime: '2026-11-15 10:00:20', endTime: '2026-11-15 10:02:20', duration: 140, callDuration: 120,
  ringSec: 5, queueSec: 19, holdSec: 0, mos: 4.3, aiOrcc: 'cc', taskName: '', customerId: null, customerName: 'Emilio Cárdenas', remark: '', userId: 7, userName: 'Ana', groupId: 3, groupName: 'Sales',
  routerId: null, didNumberId: null, canCallback: true, fromChat: false, postCallBack: false, hasRecording: false,
  ...some,
});

export const aDetail = (some: Partial<CallDetail> = {}): CallDetail => ({
  ...aRecord(some), cause: 'normal', sipStatus: null, refusal: null, refusalText: '', endedBy: 'customer', surveyScore: null, surveyScale: null, callbackOf: null,
  agents: [{ userId: 7, userName: 'Ana', result: 'talked' }],
  events: [], recordings: [], quality: [],
  ...some,
});
