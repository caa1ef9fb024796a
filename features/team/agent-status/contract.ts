import { z } from 'zod';
import { AgentSocketEvent } from '#shared/codes/agent-socket-event.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { channel } from '#shared/channel.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

const SipNumber = z.string().regex(/^\d{1,20}$/);
/** Of the page's clock, at UTC+8 as the specification has it; kept by nobody, nothing is computed from it. */
const TimeStamp = z.string().max(40);

/** Why the server gave a status; `missed` opens the idle dialog. */
const StatusReason = z.enum(['missed', 'deviceError', 'forced', 'gone', 'signedOut']);
/** Why no call goes to an agent now. */
const NotRoutable = z.enum([
  'offline',
  'notAvailable',
  'outboundOnly',
  'inCall',
  'ringing',
  'wrapUp',
  'monitoring',
  'silent',
  'socketClosed',
  'notRegistered',
  'engaged',
  'held',
]);

/** A voice agent at this moment, as the agent's own pages and supervisors see them. */
export const AgentNow = z.object({
  userId: z.number(),
  name: z.string(),
  sipNumber: z.string(),
  status: AgentStatus.schema,
  /** Since when they do what they do: talk, are rung, work after a call, or else what the status says. */
  since: WireTime,
  /** Chosen in a call, takes effect after it. */
  nextStatus: AgentStatus.schema.nullable(),
  modifiedBy: z.string().nullable(),
  reason: StatusReason.nullable(),
  call: z.object({ callId: z.string(), at: z.enum(['ringing', 'talking']) }).nullable(),
  wrapUp: z
    .object({
      callId: z.string(),
      startTime: WireTime,
      endTime: WireTime,
      /** It can be made longer until then. */ latestEndTime: WireTime,
    })
    .nullable(),
  monitoring: z.boolean(),
  connected: z.boolean(),
  registered: z.boolean(),
  /** Null: calls may come. */
  whyNotRoutable: NotRoutable.nullable(),
  /** The last change of status; the agent socket resumes after it. */
  eventId: z.number(),
});
export type AgentNow = z.infer<typeof AgentNow>;

/** Pushed to the agent's own pages when status, call or wrap-up change; the body is an AgentNow. */
export const STATUS_CHANGED = 'agent-status.changed';
/** Pushed to supervisors when anything of it changes; the body is an AgentNow. */
export const BOARD_CHANGED = 'agent-status.board';
/** Announced with every change of status: `{tenantId, userId, name, changes}`, each change with its id, status, atMs, by, reason and callId. */
export const AGENT_STATUS_CHANGED = 'agent-status.recorded';

const Up = z.discriminatedUnion('eventType', [
  /** `answer`: to a ping of the server, which then says nothing more. */
  z.object({ eventType: z.literal(AgentSocketEvent.ping), answer: z.boolean().default(false) }),
  /** A status the agent chose, or one the page repeats. */
  z.object({
    eventType: z.literal(AgentSocketEvent.status),
    direction: z.literal('up').default('up'),
    sipNumber: SipNumber,
    status: AgentStatus.schema,
    timeStamp: TimeStamp,
    statusEvent: StatusEvent.schema.default(StatusEvent.changed),
  }),
]);

const Down = z.discriminatedUnion('eventType', [
  /** `ask`: the page answers at once, so that a frozen tab is noticed. Else it is the answer to a ping of the page. */
  z.object({ eventType: z.literal(AgentSocketEvent.ping), ask: z.boolean() }),
  z.object({
    eventType: z.literal(AgentSocketEvent.status),
    direction: z.literal('down'),
    sipNumber: SipNumber,
    status: AgentStatus.schema,
    timeStamp: z.string(),
    modifiedBy: z.string().optional(),
    reason: StatusReason.optional(),
    callId: z.string().optional(),
    eventId: z.number(),
  }),
  /** More was missed than is replayed: the page reads `mine` and its lists anew. A status follows. */
  z.object({ eventType: z.literal(AgentSocketEvent.reload) }),
]);
export type AgentSocketDown = z.input<typeof Down>;

const SOCKET_PATH = '/cc/asm/websocket';
/** What a ticket for the agent socket is issued for: this socket for this phone. */
export const asmTicketPurpose = (sipNumber: string): string => `${SOCKET_PATH}?sipNumber=${sipNumber}`;

/**
 * The agent's own socket. Query: `token` (a ticket of `asmTicket`), `sipNumber`, `asmIp` (the node `asmLookup` named),
 * and on return `lastEventId`: every change of status since then is said again, once and in order, or `reload`.
 * A page silent for 70 s gets no calls (the board knows); only one that stays silent far longer loses its socket.
 */
export const agentSocket = channel({
  path: SOCKET_PATH,
  access: 'signedIn',
  summary: 'Status of one voice agent, both ways.',
  proof: 'ticket',
  ticketPurpose: (query) => asmTicketPurpose(query.get('sipNumber') ?? ''),
  up: Up,
  down: Down,
  ping: { message: { eventType: AgentSocketEvent.ping }, everyMs: 30_000, silenceMs: 600_000 },
  // To the end: whoever waits for calls must not have to notice that nothing comes any more.
  reconnect: { everyMs: 5_000, attempts: Number.POSITIVE_INFINITY },
});

/** One agent, by person or by phone. */
const WhichAgent = z.object({ userId: Id.optional(), sipNumber: SipNumber.optional() });
const named = 'userId or sipNumber is needed';

const at = <P extends string>(path: P) => `/cc/api/agentStatus/v1/${path}` as const;
/**
 * What agents report of themselves: `reads` because it leaves its trace in the status history instead of the operation
 * log, and a page does most of it by itself.
 */
const own = { method: 'POST', access: 'signedIn', reads: true, renewsSession: false } as const;

export const agentStatusApi = {
  report: endpoint({
    ...own,
    path: at('event'),
    summary: 'Reports my status: 1 I chose it (after the call, when in one), 2 the page repeats it.',
    input: z.object({
      sipNumber: SipNumber,
      status: z.coerce.number().pipe(AgentStatus.schema),
      timeStamp: TimeStamp,
      eventType: z.coerce.number().pipe(StatusEvent.schema),
    }),
    data: AgentNow,
  }),
  web: endpoint({
    ...own,
    path: at('web'),
    summary: 'Reports that I came (login-web) or go (logout-web); going in a call takes effect after it.',
    input: z.object({
      status: WebPresence.schema,
      sipNum: SipNumber,
      deviceUniqueIdentification: z.string().max(100).default(''),
    }),
    data: AgentNow,
  }),
  wrapUp: endpoint({
    ...own,
    path: at('wrapUp'),
    summary: 'Reports that the work after a call is done; a call that is not being wrapped up changes nothing.',
    input: z.object({ callId: z.string().max(100), startTime: z.string().max(40), endTime: z.string().max(40) }),
    data: AgentNow,
  }),
  extendWrapUp: endpoint({
    ...own,
    path: at('wrapUp/extend'),
    summary: 'Makes the work after the call longer, as far as the limit lets; at the limit it is refused.',
    input: z.object({ seconds: z.coerce.number().int().min(1).max(600) }),
    data: AgentNow,
  }),
  mine: endpoint({
    ...own,
    path: at('mine'),
    summary: 'My status, call and wrap-up at this moment.',
    input: nothing,
    data: AgentNow,
  }),

  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'agent-status.view',
    reads: true,
    summary: 'Every voice agent at this moment, by name, and why no calls go to them.',
    input: PageQuery.extend({
      status: z.coerce.number().pipe(AgentStatus.schema).optional(),
      word: z.string().max(100).optional(),
    }),
    data: pageOf(AgentNow),
  }),
  change: endpoint({
    method: 'POST',
    path: at('change'),
    access: 'agent-status.edit',
    summary: 'Changes the status of an agent, who is told by whom; in a call it holds afterwards.',
    input: WhichAgent.extend({ status: z.coerce.number().pipe(AgentStatus.schema) }).refine(
      (one) => one.userId ?? one.sipNumber,
      named,
    ),
    data: AgentNow,
  }),
  forceSignOut: endpoint({
    method: 'POST',
    path: at('forceSignOut'),
    access: 'agent-status.edit',
    summary: 'Sets an agent offline and ends their phone, with any call it is in.',
    input: WhichAgent.refine((one) => one.userId ?? one.sipNumber, named),
    data: AgentNow,
  }),

  asmLookup: endpoint({
    ...own,
    path: '/cc/api/asm/v1/lookup',
    summary: 'Which node my agent socket goes to; a name, never an address to connect to.',
    input: z.object({ sipNumber: SipNumber }),
    data: z.object({ asmIp: z.string(), asmPort: z.number() }),
  }),
  asmTicket: endpoint({
    ...own,
    path: '/cc/api/asm/v1/ticket',
    summary: 'A pass for my agent socket: one use, 30 s, for this phone only.',
    input: z.object({ sipNumber: SipNumber }),
    data: z.object({ ticket: z.string() }),
  }),
};
