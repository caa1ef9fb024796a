import { z } from 'zod';
import { channel } from '#shared/channel.ts';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

/** Pushed to everybody of a tenant when the process its desk lives in begins to drain, works again, or has handed the desk over. */
export const DESK_DRAINING = 'nodes.deskDraining';

/** A process of this installation, and what it holds at this moment. */
export const NodeRow = z.object({
  /** Of one start: the next one of the same name is another. */
  nodeId: z.string(),
  name: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  /** What exactly it runs: a commit, or a fingerprint of its files. */
  build: z.string(),
  /** Where the others reach it; null where they cannot. */
  address: z.string().nullable(),
  startedAt: WireTime,
  heardAt: WireTime,
  /** `gone`: silent, and it did not say goodbye. `drained`: nothing is left that only it holds, so it may be stopped. */
  state: z.enum(['working', 'draining', 'drained', 'gone']),
  /** It was told to stop, which nobody takes back. */
  isStopping: z.boolean(),
  drainUntil: WireTime.nullable(),
  /** The one that answers. */
  isThis: z.boolean(),
  /** Tenants whose desk lives in it. */
  homes: z.number(),
  calls: z.number(),
  sockets: z.number(),
  jobs: z.number(),
  /** Of its machine in the last minute, for each core: 1 is all of it. */
  load: z.number(),
  memoryBytes: z.number(),
});
export type NodeRow = z.infer<typeof NodeRow>;

/** The database as the process that answers sees it. */
export const DatabaseHealth = z.object({
  /** The host that takes writes; null while none does. */
  primary: z.string().nullable(),
  /** Hosts that may take over. */
  standbys: z.array(z.string()),
  /** How often another one took over since the process began. */
  moves: z.number(),
  /** Copies that answer reports and exports. `unknown`: what they lack cannot be told, so they are not asked. */
  replicas: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['following', 'behind', 'unknown', 'away']),
      behindBytes: z.number().nullable(),
      behindSec: z.number().nullable(),
    }),
  ),
  /** Connections of the process. */
  pool: z.object({ used: z.number(), waiting: z.number(), most: z.number() }),
});
export type DatabaseHealth = z.infer<typeof DatabaseHealth>;

const at = <P extends string>(path: P) => `/admin/operator/nodes${path}` as const;
const operator = { access: 'operator', handlesFailures: true } as const;
const WhichNode = z.object({ nodeId: z.uuid() });

/** The processes of the installation: how they are, and which is on its way out. */
export const nodesApi = {
  list: endpoint({
    ...operator,
    method: 'GET',
    path: at(''),
    summary: 'Every process on this database and what it holds; those that vanished, for a day.',
    input: nothing,
    data: z.array(NodeRow),
  }),
  drain: endpoint({
    ...operator,
    method: 'POST',
    path: at('/{nodeId}/drain'),
    summary:
      'A process begins no more calls, hands its tenants over and lets its sockets go; calls that run end by themselves. `lastNode` where nobody else works.',
    input: WhichNode,
    data: z.null(),
  }),
  work: endpoint({
    ...operator,
    method: 'POST',
    path: at('/{nodeId}/work'),
    summary: 'A process that drains works again.',
    input: WhichNode,
    data: z.null(),
  }),
  desk: endpoint({
    access: 'signedIn',
    method: 'GET',
    path: '/cc/api/desk/v1/state',
    renewsSession: false,
    handlesFailures: true,
    summary: 'Whether the process this team’s calls are in is on its way out, and when it ends what goes on.',
    input: nothing,
    data: z.object({ draining: z.object({ until: WireTime.nullable() }).nullable() }),
  }),
  ready: endpoint({
    access: 'public',
    method: 'GET',
    path: '/api/ready',
    renewsSession: false,
    handlesFailures: true,
    summary:
      'Answers 0 while requests should come here; unavailable (503), with the reason, where the database, its schema or the files are not as they should be, or the process drains.',
    input: nothing,
    data: z.object({ database: z.literal('ok'), migrations: z.literal('ok'), files: z.literal('ok') }),
  }),
};

/** The processes as they change, all of them each time. Opened by operators who showed their second factor, and by nobody else. */
export const nodesSocket = channel({
  path: at('/websocket'),
  access: 'signedIn',
  summary: 'The processes of the installation as they change, and its database, for operators.',
  proof: 'ticket',
  up: z.object({ kind: z.literal('ping') }),
  down: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('nodes'), nodes: z.array(NodeRow), database: DatabaseHealth }),
    z.object({ kind: z.literal('pong') }),
  ]),
  ping: { message: { kind: 'ping' }, everyMs: 30_000, silenceMs: 90_000 },
  reconnect: { everyMs: 2_000, attempts: Number.POSITIVE_INFINITY },
});
