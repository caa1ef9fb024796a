/**
 * Headers of our own in the signalling of a call, both ways (specification W7 names what they carry).
 * The server believes none of them: each is checked against what the account may do.
 */
export const CallHeader = {
  /** Outbound line chosen by the agent; `0` stands for the default lines. */
  routerId: 'X-Router-Id',
  /** Dialling code of the callee's country, digits only. */
  calleeCountryCode: 'X-Callee-Country-Code',
  /** The display number the agent chose; empty for the default. */
  outCallerNumber: 'X-Out-Caller-Number',
  /** The queue server's node, by its id. */
  asmIp: 'X-Asm-Ip',
  asmPort: 'X-Asm-Port',
  /** The record this call answers. */
  callbackCallId: 'X-Callback-Call-Id',
  ccAgent: 'X-CC-Agent',
  ccToken: 'X-CC-Token',
  /** On calls to a browser: our id of the call. */
  callId: 'X-Call-Id',
  /** The customer's number, masked where the role asks. */
  customerNumber: 'X-Customer-Number',
  customerCountryCode: 'X-Customer-Country-Code',
  /** The number the customer dialled. */
  didNumber: 'X-Did-Number',
  /** Who calls, where the server knows it before anybody looks; encoded as in addresses of pages. */
  customerName: 'X-Customer-Name',
  groupName: 'X-Group-Name',
  direction: 'X-Call-Direction',
  /** A call that carries it is a supervisor's monitoring call and answers by itself. */
  eavesdropTarget: 'X-Eavesdrop-Target',
  /** `1` on a call that rings a phone again for the conversation it was cut out of: the page answers by itself. */
  resume: 'X-Call-Resume',
  /** `1` on a call of a campaign: who is free for it answers at once, whatever they prefer otherwise. */
  answersItself: 'X-Call-Answers-Itself',
  /** The campaign that made the call; encoded as in addresses of pages. */
  taskName: 'X-Task-Name',
  /** Started from a task. */
  taskId: 'X-Task-Id',
  customerId: 'X-Customer-Id',
  /** Towards a carrier, with a call for help: where whoever calls is; encoded as in addresses of pages. */
  emergencyAddress: 'X-Emergency-Address',
} as const;
export type CallHeader = (typeof CallHeader)[keyof typeof CallHeader];

/** Stands where a caller's number would for visitors of a chat, who have none. */
export const CHAT_CALLER = 'chat';

/** Numbers the exchange answers itself: an echo for the line check, a test call for the equipment check. */
export const ECHO_NUMBER = '9196';
export const TEST_CALL_NUMBER = '4444';
