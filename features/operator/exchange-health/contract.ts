import { z } from 'zod';
import { channel } from '#shared/channel.ts';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

/** A part of an exchange outside the product: the edge (Kamailio), or a node (Asterisk). */
export const ExchangePart = z.object({
  machine: z.string(),
  /** `edge`, or the name of a node. */
  name: z.string(),
  kind: z.enum(['edge', 'node']),
  state: z.enum(['up', 'starting', 'down']),
  /** Empty while it does not answer. */
  version: z.string(),
  calls: z.number(),
  /** What it said last before it ended; empty for one that is well. */
  trouble: z.string(),
  /** Of its state. */
  since: WireTime,
  /** When whoever keeps it last looked; long ago means that nobody looks after it. */
  seenAt: WireTime,
});
export type ExchangePart = z.infer<typeof ExchangePart>;

/** What `npm run exchange` did on a machine. */
export const ExchangeChange = z.object({
  id: z.number(),
  at: WireTime,
  machine: z.string(),
  deeds: z.array(
    z.object({
      part: z.string(),
      what: z.enum(['made', 'changed', 'removed', 'fetched', 'started', 'stopped']),
      /** Empty where the part as a whole was concerned. */
      file: z.string(),
    }),
  ),
});
export type ExchangeChange = z.infer<typeof ExchangeChange>;

export const ExchangeHealth = z.object({
  /** Calls of the product go through it; else the product is its own exchange. */
  isUsed: z.boolean(),
  parts: z.array(ExchangePart),
  /** Registered at the edge now. */
  phones: z.number(),
  /** The newest first. */
  changes: z.array(ExchangeChange),
  /** By the clock of the database, which the times above go by. */
  now: WireTime,
});
export type ExchangeHealth = z.infer<typeof ExchangeHealth>;

const at = <P extends string>(path: P) => `/admin/operator/exchange${path}` as const;

/** How the exchange is, where it is one outside the product. */
export const exchangeHealthApi = {
  health: endpoint({
    access: 'operator',
    handlesFailures: true,
    method: 'GET',
    path: at(''),
    summary: 'The parts of the exchange with their versions and calls, the phones at it, and what was changed last.',
    input: nothing,
    data: ExchangeHealth,
  }),
};

/** The same as it changes. Opened by operators who showed their second factor, and by nobody else. */
export const exchangeHealthSocket = channel({
  path: at('/websocket'),
  access: 'signedIn',
  summary: 'How the exchange is, as it changes, for operators.',
  proof: 'ticket',
  up: z.object({ kind: z.literal('ping') }),
  down: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('health'), health: ExchangeHealth }),
    z.object({ kind: z.literal('pong') }),
  ]),
  ping: { message: { kind: 'ping' }, everyMs: 30_000, silenceMs: 90_000 },
  reconnect: { everyMs: 2_000, attempts: Number.POSITIVE_INFINITY },
});
