import { z } from 'zod';
import { AgentNow } from '#features/team/agent-status/contract.ts';
import { channel } from '#shared/channel.ts';
import { endpoint, Id, nothing, TableFileKind, WireTime } from '#shared/endpoint.ts';

function isZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
/** Today begins where the reader is; an IANA name. */
const Zone = z.string().max(60).refine(isZone, 'no such zone').default('UTC');

/** Somebody with a seat. */
export const MonitorAgent = z.object({
  userId: z.number(),
  name: z.string(),
  /** Ids of the groups they answer for. */
  groups: z.array(z.number()),
  /** Their phone, as the board has it; null without a voice seat. */
  voice: AgentNow.omit({ userId: true, name: true, eventId: true })
    .extend({ /** Null for somebody who never worked. */ since: WireTime.nullable() })
    .nullable(),
  /** Their conversations in writing; null without a text seat. */
  text: z
    .object({ online: z.boolean(), since: WireTime.nullable(), load: z.number(), capacity: z.number() })
    .nullable(),
});
export type MonitorAgent = z.infer<typeof MonitorAgent>;

/** A group at this moment, and its day so far. */
export const MonitorGroup = z.object({
  id: z.number(),
  name: z.string(),
  groupNo: z.number(),
  /** Callers in line; promises to call back are counted apart. */
  waiting: z.number(),
  callbacks: z.number(),
  oldestAt: WireTime.nullable(),
  signedIn: z.number(),
  free: z.number(),
  talking: z.number(),
  /** Conversations in writing in line, and since when the first of them waits. */
  chats: z.number(),
  chatsOldestAt: WireTime.nullable(),
  /** Of those that began today: written to by an agent, and over without that. */
  chatsAnswered: z.number(),
  chatsLost: z.number(),
  answered: z.number(),
  kept: z.number(),
  lost: z.number(),
  /** The promised wait. */
  serviceLevelSec: z.number(),
});
export type MonitorGroup = z.infer<typeof MonitorGroup>;

export const callStates = ['new', 'dialing', 'menu', 'queued', 'talking', 'voicemail', 'surveying'] as const;

/** A call that goes on. Moments in milliseconds, by the server's clock. */
export const MonitorCall = z.object({
  callId: z.string(),
  direction: z.enum(['inbound', 'outbound', 'internal']),
  state: z.enum(callStates),
  /** Both masked where the role asks for it. */
  customerNumber: z.string(),
  /** Empty while nobody knows it. */
  customerName: z.string(),
  customerCountry: z.string().nullable(),
  ourNumber: z.string(),
  fromChat: z.boolean(),
  groupId: z.number().nullable(),
  startedMs: z.number(),
  answeredMs: z.number().nullable(),
  held: z.boolean(),
  /** Who serves the customer, or is rung for it. */
  agents: z.array(z.object({ userId: z.number(), name: z.string(), at: z.enum(['ringing', 'talking']) })),
  supervisors: z.array(
    z.object({ userId: z.number(), name: z.string(), mode: z.enum(['listen', 'whisper', 'barge']) }),
  ),
  mos: z.number().nullable(),
});
export type MonitorCall = z.infer<typeof MonitorCall>;

const Threshold = z.object({ warn: z.number().min(0).max(86_400), alarm: z.number().min(0).max(86_400) });
/** More is worse. */
const Rising = Threshold.refine(({ warn, alarm }) => warn <= alarm, 'the alarm comes after the warning');
/** Also what holds for walls that were saved before chats had limits. */
const CHATS_WAITING = { warn: 1, alarm: 5 };
const CHAT_WAIT_SEC = { warn: 60, alarm: 180 };
/** How walls and lists warn, for everybody of the tenant. */
export const WallSettings = z.object({
  waiting: Rising,
  longestWaitSec: Rising,
  /** In percent; less is worse. */
  levelPercent: Threshold.refine(
    ({ warn, alarm }) => warn >= alarm && warn <= 100,
    'the alarm comes after the warning',
  ),
  chatsWaiting: Rising.default(CHATS_WAITING),
  longestChatWaitSec: Rising.default(CHAT_WAIT_SEC),
  rotateSec: z.number().int().min(5).max(600),
  groupsAtOnce: z.number().int().min(1).max(12),
  /** Only these groups; none: all. */
  groupIds: z.array(Id).max(500),
});
export type WallSettings = z.infer<typeof WallSettings>;

export const defaultWall: WallSettings = {
  waiting: { warn: 1, alarm: 5 },
  longestWaitSec: { warn: 20, alarm: 60 },
  levelPercent: { warn: 80, alarm: 60 },
  chatsWaiting: CHATS_WAITING,
  longestChatWaitSec: CHAT_WAIT_SEC,
  rotateSec: 15,
  groupsAtOnce: 4,
  groupIds: [],
};

/** How many stand how; voice agents only, save for the last three. */
export const StatusCounts = z.object({
  agents: z.number(),
  signedIn: z.number(),
  free: z.number(),
  ringing: z.number(),
  talking: z.number(),
  wrapUp: z.number(),
  away: z.number(),
  offline: z.number(),
  textOnline: z.number(),
  chats: z.number(),
  /** In a call, at work after one, or with a conversation in writing. */
  busy: z.number(),
});
export type StatusCounts = z.infer<typeof StatusCounts>;

const changes = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), gone: z.array(z.union([z.number(), z.string()])) }).optional();

const Down = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pong') }),
  /** How everything stands; forget what was said before. */
  z.object({
    kind: z.literal('board'),
    nowMs: z.number(),
    agents: z.array(MonitorAgent),
    groups: z.array(MonitorGroup),
    calls: z.array(MonitorCall),
    wall: WallSettings,
  }),
  /** What is different since the message before; at most four a second. */
  z.object({
    kind: z.literal('changes'),
    nowMs: z.number(),
    agents: changes(MonitorAgent),
    groups: changes(MonitorGroup),
    calls: changes(MonitorCall),
    wall: WallSettings.optional(),
  }),
]);
export type MonitorDown = z.output<typeof Down>;
export type MonitorBoardMessage = Extract<MonitorDown, { kind: 'board' }>;
export type MonitorChangesMessage = Extract<MonitorDown, { kind: 'changes' }>;

/** Agents, groups and calls as they change. Query: `zone`, where today begins. Everything is said on opening, then what is different. */
export const monitorSocket = channel({
  path: '/cc/monitoring/websocket',
  access: 'monitoring.view',
  summary: 'Agents, groups and calls of the tenant as they change.',
  proof: 'ticket',
  up: z.object({ kind: z.literal('ping') }),
  down: Down,
  ping: { message: { kind: 'ping' }, everyMs: 30_000, silenceMs: 90_000 },
  // A wall hangs for days: it never stops trying.
  reconnect: { everyMs: 5_000, attempts: Number.POSITIVE_INFINITY },
});

export const monitorTables = ['agents', 'groups', 'calls'] as const;
export type MonitorTable = (typeof monitorTables)[number];

const at = <P extends string>(path: P) => `/cc/api/callMonitoring/v1/${path}` as const;
const look = { method: 'POST', access: 'monitoring.view', reads: true, renewsSession: false } as const;

export const monitoringApi = {
  status: endpoint({
    ...look,
    path: at('status'),
    summary: 'How many agents stand how, now.',
    input: nothing,
    data: StatusCounts,
  }),
  agent: endpoint({
    ...look,
    path: at('agent'),
    summary: 'Every agent, now.',
    input: nothing,
    data: z.object({ list: z.array(MonitorAgent) }),
  }),
  agentGroup: endpoint({
    ...look,
    path: at('agentGroup'),
    summary: 'Every group, now and today.',
    input: z.object({ zone: Zone }),
    data: z.object({ list: z.array(MonitorGroup) }),
  }),
  call: endpoint({
    ...look,
    path: at('call'),
    summary: 'Every call that goes on.',
    input: nothing,
    data: z.object({ list: z.array(MonitorCall) }),
  }),
  output: endpoint({
    method: 'POST',
    path: at('output'),
    access: 'monitoring.export',
    freshProof: true,
    summary: 'Writes how agents, groups or calls stand at this moment into my downloads; answers its id.',
    input: z.object({ table: z.enum(monitorTables), kind: TableFileKind.default('csv'), zone: Zone }),
    data: z.object({ id: z.number() }),
  }),
  /** Keeps a session alive that has nobody at its keyboard: a wall asks for it now and then. */
  wall: endpoint({
    method: 'POST',
    path: at('wall'),
    access: 'monitoring.view',
    reads: true,
    summary: 'From where on figures warn, and how walls turn.',
    input: nothing,
    data: WallSettings,
  }),
  saveWall: endpoint({
    method: 'PUT',
    path: at('wall'),
    access: 'monitoring.edit',
    summary: 'Says from where on figures warn, and how walls turn.',
    input: WallSettings,
    data: WallSettings,
  }),
};
