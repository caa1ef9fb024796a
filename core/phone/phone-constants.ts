/**
 * The numbers the specification gives for the softphone (W9, P9 and the rules of W4 and W5), by name, with their unit.
 * The adapter of the browser reads what concerns the protocol from here as well; waits of several tabs stand in `tabs-machine.ts`,
 * the meter and the test of flows in `features/flows/flow-test/core/limits.ts`.
 */
export const PHONE = {
  /** [CALL-05] Belief and reality are compared so often. */
  checkEveryMs: 4_000,
  /** [CALL-05] "More than 2 consecutive failures". */
  checkFailuresAllowed: 2,
  /** [CALL-19] What we register with; P9 says the same. */
  registerExpirySec: 300,
  /** [CALL-19] The library's own default, which ours replaces: nothing reads it, the table of the specification is whole. */
  libraryRegisterExpirySec: 600,
  /** [CALL-19] A registration is refreshed when so much of it has passed. */
  registerRefreshPercent: 99,
  /** [CALL-19] Of subscriptions and publications, which a phone without a presence list makes none of: nothing reads them. */
  subscriptionExpirySec: 3_600,
  publicationExpirySec: 3_600,
  /** [CALL-19] The quality of a call is looked at so often … */
  statsEveryMs: 1_000,
  /** … and reported so often, where the sip info says nothing (callMonitorInterval). */
  reportEverySec: 5,
  /** [CALL-14] "Only if the call lasted more than 5 s". */
  reportOnlyAfterMs: 5_000,
  keepAliveSec: 20,
  /** [CALL-19] How long the sound of a call may take to come up, or back, before the call is given up (`sound-watch.ts`) … */
  connectAudioMs: 55_000,
  /** … and its picture: there are no video calls, so nothing reads it. */
  connectVideoMs: 35_000,
  /** [CALL-19] How long the websocket may take to open. */
  transportTimeoutMs: 5_000,
  reconnections: 3,
  reconnectEveryMs: 4_000,
  /** [CALL-05] Ours: an error rests for one check before everything is built again. */
  reinitAfterMs: 4_000,
  /** [CALL-19] A ceiling; the offer leaves with the first usable candidate. */
  iceGatheringMs: 5_000,
  /** [CALL-07] */
  unregisterDelayMs: 100,
  /** [CALL-12] */
  autoAnswerAfterMs: 1_000,
  /** [CALL-19] An incoming call nobody answers. */
  unansweredMs: 60_000,
  /** Ours: a hang-up that is not confirmed by then has to do without. */
  endWithinMs: 5_000,
  /** P9: how long "hung up" is shown, and how long a queued call waits once the phone is registered. */
  hangUpShownMs: 1_000,
  dialAfterRegisteredMs: 1_000,
  /** [CALL-15] */
  toneGapMs: 250,
  /** Ours, as at the exchange: a comma waits. */
  commaMs: 2_000,
  /** [PHONE-19] "At 60 s or less". */
  warnAtSec: 60,
  /** [PHONE-10] */
  numberMaxDigits: 20,
  /** P9: the dial pad itself takes more, as in a call. */
  padMaxKeys: 99,
  /** [PHONE-15] */
  enterDebounceMs: 1_000,
  /** [PHONE-04] In percent. */
  volumeMax: 100,
  volumeStep: 10,
  /** [PHONE-20] Nobody is looked up while monitoring. */
  lookupPageSize: 30,
  lookupPageSizeMonitoring: 0,
  /** [PHONE-07] */
  recordPage: 1,
  recordPageSize: 10,
  /** P9: the microphone is looked for so often. */
  microphoneCheckMs: 1_000,
  /** [STATUS-09] Minute ticks, and how many make a keepalive. */
  statusTickMs: 60_000,
  statusKeepaliveTicks: 3,
  /** [STATUS-13] */
  statusZoneHours: 8,
  /** [STATUS-12] Unload so soon after before-unload means the page is closed. */
  unloadWithinMs: 5,
  /** Ours: signing out never waits longer for one of its steps. */
  leaveStepMs: 3_000,
} as const;

/** How the phone refuses a call, and what the server makes of it (`features/voice/calls/core/ending.ts`). */
export const RejectStatus = {
  /** [CALL-19] The agent declined: rejected. */
  declined: 603,
  /** In a call already: rejected, the agent stays available. */
  busy: 486,
  /** [CALL-04] Not for this agent now: counts as a phone that could not take it, so page and server are brought to agree. */
  unavailable: 480,
  /** [CALL-19] Nobody answered: missed. */
  unanswered: 408,
  /** No microphone: a device error, and the caller goes on at once. */
  noDevice: 488,
} as const;
export type RejectStatus = (typeof RejectStatus)[keyof typeof RejectStatus];
