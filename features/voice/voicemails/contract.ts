import { z } from 'zod';
import { endpoint, Id, nothing, TableFileKind, WireTime } from '#shared/endpoint.ts';

export const REMARK_MAX = 500;
/** New messages of a box are counted up to here. */
export const COUNT_CAP = 999;
const PAGE_MOST = 100;

/** A box of messages: the main one, a group's, an agent's. */
const Mailbox = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('main') }),
  z.object({ kind: z.literal('group'), groupId: Id }),
  z.object({ kind: z.literal('agent'), userId: Id }),
]);

const Box = z.object({
  /** `main`, `group:7`, `agent:12`. */
  box: z.string(),
  kind: z.enum(['main', 'group', 'agent']),
  /** Of the group or the agent; empty for the main box. */
  name: z.string(),
});

/** A box the reader keeps. */
export const KeptBox = Box.extend({
  /** New messages, counted up to `COUNT_CAP`. */
  fresh: z.number().int(),
  /** Theirs by what they are, not only because they may see all. */
  mine: z.boolean(),
});
export type KeptBox = z.infer<typeof KeptBox>;

export const messageStates = ['new', 'heard', 'done'] as const;
export const MessageState = z.enum(messageStates);
export type MessageState = z.infer<typeof MessageState>;

/**
 * A message somebody left. For readers whose role asks for masking `number` is empty, `displayNumber` holds it with stars,
 * and the name and the remark are masked.
 */
export const Voicemail = z.object({
  id: z.number(),
  callId: z.string(),
  recordingId: z.string(),
  box: z.string(),
  boxKind: Box.shape.kind,
  boxName: z.string(),
  number: z.string(),
  displayNumber: z.string(),
  country: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string(),
  /** They called from the page of a chat: there is no number. */
  fromChat: z.boolean(),
  ourNumber: z.string(),
  leftAt: WireTime,
  durationMs: z.number().int(),
  bytes: z.number().int(),
  state: MessageState,
  heardBy: z.string(),
  heardAt: WireTime.nullable(),
  doneBy: z.string(),
  doneAt: WireTime.nullable(),
  remark: z.string(),
  canCallback: z.boolean(),
  /** Somebody has called back since. */
  calledBack: z.boolean(),
});
export type Voicemail = z.infer<typeof Voicemail>;

const Day = z
  .string()
  .regex(/^[1-9]\d{3}-\d\d-\d\d$/)
  .refine((day) => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day, 'no such day');

export const VoicemailFilter = z.object({
  /** One box; all the reader keeps unless said. */
  box: Mailbox.optional(),
  state: MessageState.optional(),
  /** Days in the reader's zone, both included. */
  startDate: Day.optional(),
  endDate: Day.optional(),
});
export type VoicemailFilter = z.infer<typeof VoicemailFilter>;

const at = <P extends string>(path: P) => `/cc/api/voicemail/v1/${path}` as const;
const use = { access: 'voicemails.use', widenedBy: ['voicemails.all'] } as const;

export const voicemailsApi = {
  boxes: endpoint({
    method: 'POST',
    path: at('boxes'),
    ...use,
    reads: true,
    summary: 'The boxes I keep and how many new messages each has; with voicemails.all every box there is.',
    input: nothing,
    data: z.array(KeptBox),
  }),
  page: endpoint({
    method: 'POST',
    path: at('page'),
    ...use,
    reads: true,
    summary: 'Messages in the boxes I keep, newest first. To go on, give the last id seen as before.',
    input: VoicemailFilter.extend({
      before: Id.optional(),
      size: z.coerce.number().int().min(1).max(PAGE_MOST).default(20),
    }),
    data: z.object({ list: z.array(Voicemail), hasMore: z.boolean() }),
  }),
  detail: endpoint({
    method: 'POST',
    path: at('detail'),
    ...use,
    reads: true,
    summary: 'One message of a box I keep.',
    input: z.object({ id: Id }),
    data: Voicemail,
  }),
  targets: endpoint({
    method: 'POST',
    path: at('targets'),
    ...use,
    reads: true,
    summary: 'Every box a message can be moved to.',
    input: nothing,
    data: z.array(Box),
  }),
  heard: endpoint({
    method: 'POST',
    path: at('heard'),
    ...use,
    summary: 'Says that I play a message: a new one is then heard, any other stays what it is.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  mark: endpoint({
    method: 'POST',
    path: at('mark'),
    ...use,
    summary: 'Marks a message: done, not done after all (heard), or new again.',
    input: z.object({ id: Id, state: MessageState }),
    data: z.null(),
  }),
  remark: endpoint({
    method: 'POST',
    path: at('remark'),
    ...use,
    summary: 'Writes the remark of a message.',
    input: z.object({ id: Id, remark: z.string().trim().max(REMARK_MAX) }),
    data: z.null(),
  }),
  move: endpoint({
    method: 'POST',
    path: at('move'),
    ...use,
    summary: 'Moves a message to another box, where it is new.',
    input: z.object({ id: Id, to: Mailbox }),
    data: z.null(),
  }),
  exportPage: endpoint({
    method: 'POST',
    path: at('export'),
    access: 'voicemails.export',
    freshProof: true,
    summary: 'Asks for a file of the messages a search finds; it appears among the downloads.',
    input: VoicemailFilter.extend({ kind: TableFileKind.default('csv') }),
    data: z.object({ id: z.number() }),
  }),
};

/** Pushed to the keepers of a box: `{id, box, arrived}`. `arrived`: it is new in a box of theirs. */
export const VOICEMAIL_CHANGED = 'voicemails.changed';
export interface VoicemailChanged {
  id: number;
  box: string;
  arrived: boolean;
}
