import { z } from 'zod';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';
import { findingKinds, healthStandings } from './core/judge-database.ts';

/** Something to look at, or to do something about. */
export const DatabaseFinding = z.object({
  kind: z.enum(findingKinds),
  standing: z.enum(['look', 'act']),
  /** The table, index or replica it is about; empty for the database as a whole. */
  about: z.string(),
  /** In the unit of its kind: rows, bytes, seconds, connections, transactions. */
  value: z.number(),
});
export type DatabaseFinding = z.infer<typeof DatabaseFinding>;

export const DatabaseTable = z.object({
  name: z.string(),
  standing: z.enum(healthStandings),
  /** Every call or message adds to it. */
  grows: z.boolean(),
  rows: z.number(),
  deadRows: z.number(),
  bytes: z.number(),
  indexBytes: z.number(),
  /** An estimate. */
  bloatBytes: z.number(),
  sequentialScans: z.number(),
  indexScans: z.number(),
  transactionAge: z.number(),
  vacuumedAt: WireTime.nullable(),
  analyzedAt: WireTime.nullable(),
});
export type DatabaseTable = z.infer<typeof DatabaseTable>;

export const DatabaseReport = z.object({
  /** By the clock of the database. */
  now: WireTime,
  version: z.string(),
  startedAt: WireTime,
  /** Since when the counts are kept. */
  countedSince: WireTime,
  standing: z.enum(healthStandings),
  /** Gravest first. */
  findings: z.array(DatabaseFinding),
  bytes: z.number(),
  connections: z.object({ used: z.number(), most: z.number() }),
  longestTransactionSeconds: z.number().nullable(),
  transactionAge: z.number(),
  /** Of what was read, how much was in memory already; null while nothing was. */
  cacheShare: z.number().nullable(),
  replicas: z.array(z.object({ name: z.string(), lagSeconds: z.number().nullable(), lagBytes: z.number().nullable() })),
  /** False where the product's role may not see what other roles do, nor how far replicas are. */
  seesAll: z.boolean(),
  /** Gravest first, then biggest. */
  tables: z.array(DatabaseTable),
});
export type DatabaseReport = z.infer<typeof DatabaseReport>;

/** How the database is: read when somebody asks, as its own statistics tell. */
export const databaseHealthApi = {
  health: endpoint({
    access: 'operator',
    handlesFailures: true,
    method: 'GET',
    path: '/admin/operator/database',
    summary:
      'How the database is: its tables and indexes, what is wrong with them, connections, transactions and replicas.',
    input: nothing,
    data: DatabaseReport,
  }),
};
