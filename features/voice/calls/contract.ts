import { z } from 'zod';
import { attestations, diversionReasons } from '#core/telephony/network-word.ts';
import { MonitorAction } from '#shared/codes/monitor-action.ts';
import { WireCallSettings } from '#features/voice/call-settings/contract.ts';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

/** Sent to an agent's pages whenever one of their calls changes; the body is what `live` answers. */
export const CALLS_CHANGED = 'calls.changed';
/**
 * A limit passed: `holdLimit` gave the customer back, `callLimit` ended the call. `takenOver`: a supervisor serves the customer now. The money
 * for the call is about to end (`moneyLow`), does not after all (`moneyBack`), or has ended, and the call with it (`moneyOver`).
 */
export const CALL_WARNED = 'calls.warned';
export const CallWarning = z.object({
  callId: z.string(),
  what: z.enum(['holdLimit', 'callLimit', 'takenOver', 'moneyLow', 'moneyBack', 'moneyOver']),
});

/** Somebody else in a call of mine wrote about it: `{callId}`. */
export const CALL_NOTED = 'calls.noted';

const OtherParty = z.enum(['customer', 'third']);

/** A call as one person's page shows it. Moments in milliseconds, by the server's clock. */
export const LiveCall = z.object({
  callId: z.string(),
  direction: z.enum(['inbound', 'outbound', 'internal']),
  /** `ringing`: at this person. `dialing`: they wait for the other side. */
  state: z.enum(['ringing', 'dialing', 'talking', 'monitoring']),
  role: z.enum(['agent', 'colleague', 'third', 'supervisor']),
  /** Masked where the role asks for it. */
  customerNumber: z.string(),
  customerCountry: z.string().nullable(),
  /** How sure the carriers are of who calls, as ours says (STIR/SHAKEN); null where it says nothing. */
  attestation: z.enum(attestations).nullable().default(null),
  /** The number the customer dialled, where the call was forwarded to ours. Masked like theirs. */
  divertedFrom: z.string().nullable().default(null),
  /** Why it was forwarded, where the network says so. */
  divertedBecause: z.enum(diversionReasons).nullable().default(null),
  ourNumber: z.string(),
  groupId: z.number().nullable(),
  /** The task it was made for. */
  taskName: z.string().nullable().default(null),
  startedMs: z.number(),
  answeredMs: z.number().nullable(),
  /** Who waits with music. */
  held: z.enum(['customer', 'third', 'both']).nullable(),
  holdSinceMs: z.number().nullable(),
  holdEndsMs: z.number().nullable(),
  callEndsMs: z.number().nullable(),
  transfer: z
    .object({
      kind: z.enum(['blind', 'consult']),
      to: z.string(),
      toUserId: z.number().nullable(),
      talkingTo: z.enum(['customer', 'third', 'both']),
      answered: z.boolean(),
      /** Of three who talk, whom the agent lets nobody hear. */
      muted: z.array(OtherParty).default([]),
    })
    .nullable(),
  /** My last transfer came to nothing: to whom, and why. `left`: they had answered, and hung up. */
  failedTransfer: z
    .object({
      to: z.string(),
      toUserId: z.number().nullable(),
      why: z.enum(['declined', 'busy', 'noAnswer', 'unreachable', 'left']),
    })
    .nullable()
    .default(null),
  surveyArmed: z.boolean(),
  monitorMode: z.enum(['listen', 'whisper', 'barge']).nullable(),
  /** Who listens to me, where the organisation tells agents so. */
  monitoredBy: z.array(z.object({ name: z.string(), mode: z.enum(['listen', 'whisper', 'barge']) })).default([]),
  /** Whom a supervisor listens to. */
  agentName: z.string().optional(),
  /** The phone of this person is away at the moment. */
  phoneAway: z.boolean(),
  /** The customer calls from the page of a chat, without a number. */
  fromChat: z.boolean().default(false),
  /** A colleague asks me about the customer, or gave me the call; why, as far as they said. */
  handed: z
    .object({ kind: z.enum(['consult', 'transfer']), by: z.string(), reason: z.string() })
    .nullable()
    .default(null),
  /** Who of ours served the customer before, in this order. */
  hadBy: z.array(z.string()).default([]),
  /** The call I was in before it became one with this: my phone knows it by that name. */
  formerCallId: z.string().nullable().default(null),
});
export type LiveCall = z.infer<typeof LiveCall>;

export const LiveCalls = z.object({ calls: z.array(LiveCall) });
export type LiveCalls = z.infer<typeof LiveCalls>;

const CallId = z.string().regex(/^[\w.@-]{1,100}$/);
const ofCall = z.object({ callId: CallId });

export const HAND_ON_REASON_MAX = 300;

const Colleague = z.strictObject({ userId: z.number().int().positive() });
const Group = z.strictObject({ groupId: z.number().int().positive() });

/** A colleague or a group I starred, or gave a call. */
const KeptTarget = z.object({
  userId: z.number().nullable(),
  groupId: z.number().nullable(),
  isStarred: z.boolean(),
  usedAt: WireTime.nullable(),
});
export type KeptTarget = z.infer<typeof KeptTarget>;

const TransferWish = z
  .object({
    callId: CallId,
    kind: z.enum(['blind', 'consult']),
    target: z.union([Colleague, Group, z.strictObject({ number: z.string().min(1).max(200) })]),
    /** For whoever gets the call: shown while it rings, and kept as a note of the call. */
    reason: z.string().trim().max(HAND_ON_REASON_MAX).optional(),
  })
  .refine(({ kind, target }) => kind === 'blind' || !('groupId' in target), {
    path: ['target'],
    message: 'a group cannot be consulted',
  });

/** The specification's monitor target (W3). */
export const MonitorTarget = z.object({
  sipNum: z.string(),
  action: MonitorAction.schema,
  uuid: z.string(),
  fsIp: z.string(),
  countryCode: z.string(),
  cidNumber: z.string(),
  displayDidNumber: z.string(),
  hasEncrypt: z.boolean(),
  agent: z.string(),
});

const Figure = z.number().finite().min(-1e12).max(1e12).nullable();
const QualityEntry = z.object({
  candidateRoundTripTime: Figure.optional(),
  packetsReceived: Figure.optional(),
  packetsSent: Figure.optional(),
  localMos: Figure.optional(),
  remoteMos: Figure.optional(),
  localPacketsLost: Figure.optional(),
  remotePacketsLost: Figure.optional(),
  /** Milliseconds of the page's clock. */
  timestamp: z.number().min(0).max(1e14).nullable().optional(),
});

/** Only addresses of 7 to 16 characters are kept (specification W5). */
const Addresses = z
  .array(z.string().max(100))
  .max(50)
  .transform((addresses) => addresses.filter(({ length }) => length >= 7 && length <= 16));

const QualityReport = z.object({
  callId: CallId,
  interval: z.number().int().min(0).max(3_600),
  localIPSet: Addresses,
  remoteIPSet: Addresses,
  mos: z.number().min(0).max(5).nullable(),
  webRtcReports: z.array(QualityEntry).max(2_000),
});

const CallNote = z.object({
  id: z.number(),
  callId: z.string(),
  text: z.string(),
  author: z.string(),
  createdAt: WireTime,
});
export type CallNote = z.infer<typeof CallNote>;

export const CALL_NOTE_MAX = 5_000;
/** What a page calls a note it writes. */
const DraftKey = z.string().regex(/^[\w-]{8,40}$/);
const NoteText = z.string().max(CALL_NOTE_MAX);

export const CallSettingsRead = WireCallSettings.pick({
  maxDurationOfSingleCall: true,
  maxCallHoldTime: true,
  displayTransferButton: true,
  AgentDefaultLoginStatus: true,
  satisfactionSurveyModel: true,
  activelyHangUp: true,
  postTalkSortTimeSecond: true,
  CustomerPageOpening: true,
});

const at = <P extends string>(path: P) => `/cc/api/calls/v1/${path}` as const;
const ask = { method: 'POST', access: 'calls.use', data: LiveCalls } as const;

export const callsApi = {
  live: endpoint({
    method: 'GET',
    path: at('live'),
    access: 'calls.use',
    summary: 'My calls as they stand, for a page that was loaded anew.',
    input: nothing,
    data: LiveCalls,
  }),
  settings: endpoint({
    method: 'GET',
    path: at('settings'),
    access: 'signedIn',
    summary: 'The settings calls obey.',
    input: nothing,
    data: CallSettingsRead,
  }),
  customerPage: endpoint({
    method: 'POST',
    path: at('customerPage'),
    access: 'calls.use',
    reads: true,
    summary:
      'The page of the team’s own program about the customer of a call of mine. Without an address there is nothing I may see of them in it.',
    input: ofCall,
    data: z.object({ address: z.string().nullable(), opening: WireCallSettings.shape.CustomerPageOpening }),
  }),
  dial: endpoint({
    ...ask,
    path: at('dial'),
    limit: { per: 'user', max: 60, windowSec: 60 },
    summary:
      'Calls somebody when my calls ring at a mobile: first that rings, and when I pressed 1 there, whom I call. Others call with their phone.',
    input: z.object({
      /** A number, an extension, or what stands for a number. */
      number: z.string().min(1).max(200),
      countryCode: z.string().max(6).default(''),
      /** 0 for the default lines. */
      routerId: z.number().int().min(0).max(1e15).default(0),
      /** To be shown; empty for the default. */
      shown: z.string().max(20).default(''),
      /** The call this one answers. */
      callbackCallId: z.string().max(100).default(''),
      taskId: z.string().max(100).default(''),
      customerId: z.string().max(100).default(''),
    }),
  }),
  hold: endpoint({ ...ask, path: at('hold'), summary: 'Puts whom I talk to on hold.', input: ofCall }),
  unhold: endpoint({ ...ask, path: at('unhold'), summary: 'Takes them back.', input: ofCall }),
  hangUp: endpoint({
    ...ask,
    path: at('hangUp'),
    summary: 'Leaves the call, or declines one that rings.',
    input: ofCall,
  }),
  transfer: endpoint({
    ...ask,
    path: at('transfer'),
    summary: 'Hands the customer to a colleague, a group or a number, at once or after a word with them.',
    input: TransferWish,
  }),
  transferSwap: endpoint({
    ...ask,
    path: at('transferSwap'),
    summary: 'Turns from the one to the other while consulting.',
    input: ofCall,
  }),
  talkWith: endpoint({
    ...ask,
    path: at('talkWith'),
    summary:
      'While consulting, talks to the customer, to whom I consult, or lets all three talk; who is left out waits.',
    input: z.object({ callId: CallId, with: z.enum(['customer', 'third', 'both']) }),
  }),
  muteParty: endpoint({
    ...ask,
    path: at('muteParty'),
    summary: 'Of three who talk, lets nobody hear one of the two others, or lets them speak again.',
    input: z.object({ callId: CallId, who: OtherParty, muted: z.boolean() }),
  }),
  dropParty: endpoint({
    ...ask,
    path: at('dropParty'),
    summary: 'While consulting, ends the call of the customer or of whom I consult; I talk on with the other.',
    input: z.object({ callId: CallId, who: OtherParty }),
  }),
  merge: endpoint({
    ...ask,
    path: at('merge'),
    summary:
      'Joins another call of mine to this one: all three talk, and the other call ends. For phones that have two calls at once.',
    input: z.object({ callId: CallId, otherCallId: CallId }),
  }),
  transferComplete: endpoint({
    ...ask,
    path: at('transferComplete'),
    summary: 'Leaves the customer with whom I consulted.',
    input: ofCall,
  }),
  transferCancel: endpoint({
    ...ask,
    path: at('transferCancel'),
    summary: 'Ends the consultation or the transfer and takes the customer back.',
    input: ofCall,
  }),
  transferTargets: endpoint({
    method: 'GET',
    path: at('transferTargets'),
    access: 'calls.use',
    summary: 'Colleagues and groups I starred or gave a call, the last ones first.',
    input: nothing,
    data: z.array(KeptTarget),
  }),
  starTarget: endpoint({
    method: 'POST',
    path: at('starTarget'),
    access: 'calls.use',
    summary: 'Stars a colleague or a group, or takes the star away; answers what I keep.',
    input: z.object({ target: z.union([Colleague, Group]), isStarred: z.boolean() }),
    data: z.array(KeptTarget),
  }),
  survey: endpoint({
    ...ask,
    path: at('survey'),
    summary: 'Asks the customer how it was once I have hung up.',
    input: ofCall,
  }),
  sendKeys: endpoint({
    ...ask,
    path: at('sendKeys'),
    summary: 'Presses keys towards whom I talk to.',
    input: z.object({ callId: CallId, keys: z.string().regex(/^[0-9A-D#*,]{1,64}$/) }),
  }),
  monitorStart: endpoint({
    method: 'POST',
    path: at('monitorStart'),
    access: 'calls.monitor',
    summary: 'Lets my phone listen to a colleague’s call.',
    input: z.object({
      sipNumber: z.string().regex(/^\d{1,20}$/),
      uuid: CallId,
      asmIp: z.string().max(100).default(''),
      asmPort: z.union([z.number().int(), z.string().max(10)]).optional(),
      cmsIp: z.string().max(100).default(''),
      action: MonitorAction.schema.default('listen'),
      /** How I take part from the first moment on, where that is more than the action can say. */ part: z
        .enum(['listen', 'whisper', 'barge', 'takeOver'])
        .optional(),
    }),
    data: MonitorTarget,
  }),
  monitorMode: endpoint({
    method: 'POST',
    path: at('monitorMode'),
    access: 'calls.monitor',
    summary: 'Listens, whispers to the agent, or speaks to both.',
    input: z.object({ callId: CallId, mode: z.enum(['listen', 'whisper', 'barge']) }),
    data: LiveCalls,
  }),
  monitorStop: endpoint({
    method: 'POST',
    path: at('monitorStop'),
    access: 'calls.monitor',
    summary: 'Stops listening.',
    input: ofCall,
    data: LiveCalls,
  }),
  monitorTakeOver: endpoint({
    method: 'POST',
    path: at('monitorTakeOver'),
    access: 'calls.monitor',
    summary: 'Takes the agent’s place in a call I listen to; they are told.',
    input: ofCall,
    data: LiveCalls,
  }),
  quality: endpoint({
    method: 'POST',
    path: at('quality'),
    access: 'calls.use',
    limit: { per: 'user', max: 30, windowSec: 60 },
    summary: 'How my page heard a call of more than five seconds.',
    input: QualityReport,
    data: z.null(),
    reads: true,
    renewsSession: false,
  }),
  previewLog: endpoint({
    method: 'POST',
    path: at('previewLog'),
    access: 'calls.use',
    summary: 'A customer of a task was looked at and called.',
    input: z.object({
      taskName: z.string().max(200),
      customerName: z.string().max(200),
      taskId: z.string().max(100),
      customerId: z.string().max(100),
      phone: z.string().max(50),
    }),
    data: z.null(),
  }),
  note: endpoint({
    method: 'POST',
    path: at('note'),
    access: 'calls.use',
    summary:
      'Writes down what a call of mine was about; earlier words are kept. With the `draftKey` of a note that saved itself, these are its last words.',
    input: z.object({ callId: CallId, text: NoteText, draftKey: DraftKey.optional() }),
    data: CallNote,
  }),
  noteDraft: endpoint({
    method: 'POST',
    path: at('noteDraft'),
    access: 'calls.use',
    limit: { per: 'user', max: 120, windowSec: 60 },
    summary:
      'Saves what I am writing about a call of mine. Of one `draftKey` the highest revision stays, whatever arrives last.',
    input: z.object({
      callId: CallId,
      text: NoteText,
      draftKey: DraftKey,
      revision: z.number().int().min(1).max(1_000_000_000),
    }),
    data: CallNote,
    // Logged once it is finished: not every word on the way there.
    reads: true,
  }),
  notes: endpoint({
    method: 'POST',
    path: at('notes'),
    access: 'calls.use',
    summary: 'What was written about a call, newest first.',
    input: ofCall,
    data: z.array(CallNote),
    reads: true,
  }),
  customerNotes: endpoint({
    method: 'POST',
    path: at('customerNotes'),
    access: 'calls.use',
    reads: true,
    summary:
      'What anybody wrote about earlier calls with the customer of a call of mine, newest first; of each call the last word.',
    input: ofCall,
    data: z.array(CallNote),
  }),
};
