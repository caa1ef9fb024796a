import { z } from 'zod';
import { callSortNames } from '#core/call/call-sorts.ts';
import { lossPlaces } from '#core/figures/loss.ts';
import { attestations, diversionReasons } from '#core/telephony/network-word.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { download, endpoint, Id, nothing, PageQuery, pageOf, TableFileKind, WireTime } from '#shared/endpoint.ts';
import { RETENTION_MAX_DAYS } from './core/retention.ts';

/** A total is counted up to here; more is told as `totalCapped`. */
export const TOTAL_CAP = 10_000;
export const RECENT_CALLS = 20;
/** More columns than a record has are one chosen twice. */
const COLUMNS_MAX = 60;
export const REMARK_MAX = 500;

const CallDirection = z.enum(['inbound', 'outbound', 'internal']);

/** Which picture stands before a call. */
export const CallIcon = z.enum([
  'in',
  'inMissed',
  'out',
  'outFailed',
  'internal',
  'internalMissed',
  'voicemail',
  'lasting',
]);
export type CallIcon = z.infer<typeof CallIcon>;

/**
 * A call as lists show it (specification W3, Call record). Of a call that goes out, we are the caller; of one that comes in,
 * the customer is. For readers whose role asks for masking, the fields that would hold the customer's number
 * are empty, those that start with `display` hold it with stars, and `hasEncrypt` is true.
 */
export const CallRecord = z.object({
  callId: z.string(),
  direction: CallDirection,
  /** The customer's number; of an internal call the other agent's. */
  number: z.string(),
  displayNumber: z.string(),
  /** Our number: the one that was called, or that was shown. */
  callingNumber: z.string(),
  caller: z.string(),
  displayCaller: z.string(),
  callee: z.string(),
  displayCallee: z.string(),
  /** The phone of ours that talked, and as people see it. */
  clientSipFrom: z.string(),
  displayClientSipFrom: z.string(),
  /** ISO 3166 of the customer, and of both numbers; empty when unknown. */
  country: z.string(),
  callerIso2: z.string(),
  calleeIso2: z.string(),
  hasEncrypt: z.boolean(),
  status: CallOutcome.schema,
  /** In the caller's language. */
  statusName: z.string(),
  callIcon: CallIcon,
  startTime: WireTime,
  answerTime: WireTime.nullable(),
  endTime: WireTime.nullable(),
  /** Seconds from the first moment to the end, and of talk without hold. */
  duration: z.number().int(),
  callDuration: z.number().int(),
  ringSec: z.number().int(),
  queueSec: z.number().int(),
  holdSec: z.number().int(),
  /** 1 to 5; null when nobody measured. */
  mos: z.number().nullable(),
  aiOrcc: z.enum(['ai', 'cc']),
  taskName: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string(),
  /** They called from the page of a chat: there is no number. */
  fromChat: z.boolean(),
  remark: z.string(),
  userId: z.number().nullable(),
  userName: z.string(),
  groupId: z.number().nullable(),
  groupName: z.string(),
  routerId: z.number().nullable(),
  didNumberId: z.number().nullable(),
  /** There is a number to call back. */
  canCallback: z.boolean(),
  /** Somebody has called back since. */
  postCallBack: z.boolean(),
  hasRecording: z.boolean(),
});
export type CallRecord = z.infer<typeof CallRecord>;

const text = z.string().trim().max(100).optional();
const Day = z
  .string()
  .regex(/^[1-9]\d{3}-\d\d-\d\d$/)
  .refine((day) => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day, 'no such day');
const Seconds = z.coerce.number().int().min(0).max(1_000_000).optional();

/** Softphone record search (specification W3). */
export const RecordFilter = z.object({
  direction: CallDirection.optional(),
  /** The group whose line the caller stood in. */
  group: Id.optional(),
  /** People of this group took part. */
  userGroupId: Id.optional(),
  /** Part of the customer's name; masked readers find by its first letter. */
  name: text,
  /** The beginning or the end of the customer's number; masked readers find by the end they see. */
  number: text,
  /** The same of the side that called. */
  caller: text,
  callId: text,
  status: CallOutcome.schema.optional(),
  /** Finished calls of one sort: those a figure counts. */
  sort: z.enum(callSortNames).optional(),
  /** Whose call it is: who talked last, else was rung last. */
  userId: Id.optional(),
  /** Made for this task. */
  campaignId: Id.optional(),
  /** The trunk it was to leave by. */
  trunkId: Id.optional(),
  /** The number of ours that was called or shown. */
  didNumberId: Id.optional(),
  /** Calls that came in and were lost there: nobody of ours talked. */
  lostAt: z.enum(lossPlaces).optional(),
  /** A day in the reader's zone, both included, or a moment in UTC, the last not included. Today unless said. */
  startDate: z.union([Day, WireTime]).optional(),
  endDate: z.union([Day, WireTime]).optional(),
  /** Bounds of `duration`, both included. */
  min: Seconds,
  max: Seconds,
});
export type RecordFilter = z.infer<typeof RecordFilter>;

const RecordPage = pageOf(CallRecord).extend({ totalCapped: z.boolean() });

/** Something that happened in a call. */
export const LifeEvent = z.object({
  at: WireTime,
  type: z.string(),
  /** Who of ours, by id and name, where the event has somebody. */
  userId: z.number().nullable(),
  userName: z.string(),
  /** Everything else the event says: reason, position, to, mode, score. Numbers are masked like everywhere. */
  detail: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
});
export type LifeEvent = z.infer<typeof LifeEvent>;

export const Recording = z.object({
  recordingId: z.string(),
  kind: z.enum(['call', 'voicemail']),
  durationMs: z.number().int(),
  bytes: z.number().int(),
  createdAt: WireTime,
  /** When its time was over; null while it can be heard. */
  deletedAt: WireTime.nullable(),
});
export type Recording = z.infer<typeof Recording>;

export const QualityReport = z.object({
  at: WireTime,
  party: z.enum(['agent', 'customer']),
  mos: z.number().nullable(),
  packetsReceived: z.number(),
  packetsSent: z.number(),
  packetsLost: z.number(),
  jitterMs: z.number(),
  roundTripMs: z.number().nullable(),
  remoteLossFraction: z.number().nullable(),
});

export const AgentPart = z.object({
  userId: z.number(),
  userName: z.string(),
  result: z.enum(['rang', 'talked', 'missed', 'rejected', 'busy', 'deviceError', 'withdrawn']),
});

export const CallDetail = CallRecord.extend({
  cause: z.string(),
  sipStatus: z.number().nullable(),
  /** The failure code 8NN of a call that was not allowed, and its text. */
  refusal: z.number().nullable(),
  refusalText: z.string(),
  endedBy: z.enum(['agent', 'customer', 'server']).nullable(),
  surveyScore: z.number().nullable(),
  /** The best score there was to give, 2 to 9; what is compared or averaged has to be of one scale. */
  surveyScale: z.number().nullable(),
  callbackOf: z.string().nullable(),
  /** How sure the carriers were of who called, as ours said (STIR/SHAKEN); null where it said nothing. */
  attestation: z.enum(attestations).nullable(),
  /** The number the customer dialled, where the call was forwarded to ours. With stars for readers who see those. */
  divertedFrom: z.string().nullable(),
  /** Why it was forwarded, where the network said so. */
  divertedBecause: z.enum(diversionReasons).nullable(),
  /** The reader keeps the box a message of this call is in. */
  keepsMessage: z.boolean().optional(),
  agents: z.array(AgentPart),
  events: z.array(LifeEvent),
  recordings: z.array(Recording),
  quality: z.array(QualityReport),
});
export type CallDetail = z.infer<typeof CallDetail>;

export const RecordColumn = CallRecord.keyof();
const CallId = z.string().min(1).max(200);
const RecordingId = z.string().regex(/^[\w.:-]{1,200}$/);
const Retention = z.object({
  /** Null: recordings are kept without end. */
  days: z.number().int().min(1).max(RETENTION_MAX_DAYS).nullable(),
});

const cdr = <P extends string>(path: P) => `/cc/api/ccCdr/v1/${path}` as const;
const recording = <P extends string>(path: P) => `/cc/api/recording/v1/${path}` as const;
const use = 'call-records.use';
const orAll = ['call-records.view'] as const;

export const callRecordsApi = {
  page: endpoint({
    method: 'POST',
    path: cdr('page'),
    access: use,
    widenedBy: orAll,
    reads: true,
    api: 'calls.read',
    summary:
      'Searches call records, newest first: my own, or everybody’s with call-records.view. To go far back, give the last callId seen as before.',
    input: PageQuery.extend(RecordFilter.shape).extend({ before: CallId.optional() }),
    data: RecordPage,
  }),
  recent: endpoint({
    method: 'POST',
    path: cdr('recent'),
    access: use,
    widenedBy: orAll,
    reads: true,
    summary: 'My last 20 calls.',
    input: nothing,
    data: z.array(CallRecord),
  }),
  detail: endpoint({
    method: 'POST',
    path: cdr('detail'),
    access: use,
    widenedBy: orAll,
    reads: true,
    api: 'calls.read',
    summary: 'One call with everything that happened in it, its recordings and how it sounded.',
    input: z.object({ callId: CallId }),
    data: CallDetail,
  }),
  customerDetailPage: endpoint({
    method: 'POST',
    path: cdr('customer/detail/page'),
    access: use,
    widenedBy: orAll,
    reads: true,
    api: 'calls.read',
    summary:
      'The calls of one customer with anybody of the team, by customer id, by whole number (nothing is found for masked readers), or by one of their calls that I was in.',
    input: PageQuery.extend({
      customerId: z.coerce.string().min(1).max(100).optional(),
      phone: z.string().trim().min(1).max(30).optional(),
      callId: CallId.optional(),
    }),
    data: RecordPage,
  }),
  customList: endpoint({
    method: 'POST',
    path: cdr('custom/list'),
    access: 'call-records.view',
    reads: true,
    summary: 'Call records of everybody with the chosen columns alone.',
    input: PageQuery.extend(RecordFilter.shape).extend({
      columns: z.array(RecordColumn).min(1).max(COLUMNS_MAX),
      before: CallId.optional(),
    }),
    data: pageOf(CallRecord.partial()).extend({ totalCapped: z.boolean(), columns: z.array(RecordColumn) }),
  }),
  remark: endpoint({
    method: 'POST',
    path: cdr('remark'),
    access: use,
    widenedBy: ['call-records.edit'],
    summary: 'Writes the remark of one of my calls; of anybody’s with call-records.edit.',
    input: z.object({ callId: CallId, remark: z.string().trim().max(REMARK_MAX) }),
    data: z.null(),
  }),
  exportPage: endpoint({
    method: 'POST',
    path: cdr('export'),
    access: 'call-records.export',
    freshProof: true,
    summary: 'Asks for a file of the records a search finds; it appears among the downloads.',
    input: RecordFilter.extend({ kind: TableFileKind.default('csv') }),
    data: z.object({ id: z.number() }),
  }),

  listenTicket: endpoint({
    method: 'POST',
    path: recording('ticket'),
    access: use,
    widenedBy: ['call-records.listen'],
    summary:
      'A link to listen to a recording: of one of my calls, or of any with call-records.listen. Good for a minute and as long as the recording plays, while the session lasts.',
    input: z.object({ recordingId: RecordingId }),
    data: z.object({ url: z.string() }),
  }),
  downloadTicket: endpoint({
    method: 'POST',
    path: recording('downloadTicket'),
    access: 'call-records.download',
    summary: 'A link to save a recording; good for a minute.',
    input: z.object({ recordingId: RecordingId }),
    data: z.object({ url: z.string() }),
  }),
  retention: endpoint({
    method: 'GET',
    path: recording('retention'),
    access: 'call-records.edit',
    summary: 'How many days recordings are kept.',
    input: nothing,
    data: Retention,
  }),
  setRetention: endpoint({
    method: 'PUT',
    path: recording('retention'),
    access: 'call-records.edit',
    summary: 'Sets how many days recordings are kept; older ones go the next night.',
    input: Retention,
    data: z.null(),
  }),
  retentionLoss: endpoint({
    method: 'GET',
    path: recording('retention/loss'),
    access: 'call-records.edit',
    summary: 'How many recordings would go the next night if they were kept for so many days.',
    input: z.object({ days: z.coerce.number().int().min(1).max(RETENTION_MAX_DAYS) }),
    data: z.object({ recordings: z.number() }),
  }),
  recording: download({
    method: 'GET',
    path: recording('{recordingId}'),
    access: use,
    widenedBy: ['call-records.listen'],
    takesPass: true,
    logged: true,
    api: 'recordings.read',
    summary: 'The sound of a recording (WAV), whole or in parts.',
    input: z.object({ recordingId: RecordingId }),
  }),
  recordingFile: download({
    method: 'GET',
    path: recording('{recordingId}/file'),
    access: 'call-records.download',
    takesPass: true,
    logged: true,
    summary: 'A recording to save.',
    input: z.object({ recordingId: RecordingId }),
  }),
};

/** Pushed to everybody who took part in a call, once it has ended: `{callId}`. */
export const CALL_RECORD_ADDED = 'call-records.added';

/** Pushed to everybody who sees all records, for calls that have ended: `{callIds}`. */
export const CALL_RECORDS_GREW = 'call-records.grew';

/** Announced for calls that begin: `{tenantId, callIds, directions}`, the direction of each in the same order. */
export const CALL_STARTED = 'call-records.started';

/** Announced for calls that somebody answers: `{tenantId, callIds}`; again when another takes them over. */
export const CALL_ANSWERED = 'call-records.answered';

/** Announced once a recording can be heard: `{tenantId, callId, recordingId}`. */
export const RECORDING_READY = 'call-records.recordingReady';

/** Announced in the transaction that completes the record: `{tenantId, callId, direction, outcome}`. */
export const CALL_ENDED = 'call-records.ended';

/** Announced beside it where the record was completed before, by a guess, and now says what was heard: `{tenantId, callId, direction}`. */
export const CALL_CORRECTED = 'call-records.corrected';
