import { z } from 'zod';
import { endpoint, Id, nothing, pageOf, PageQuery, TableFileKind, WireTime } from '#shared/endpoint.ts';

/** A total is counted up to here; more is told as `totalCapped`. */
export const TOTAL_CAP = 10_000;

const short = z.string().trim().max(100).optional();

export const LogFilter = z.object({
  module: short,
  action: short,
  /** Any part of a name. */
  userName: short,
  userId: Id.optional(),
  /** Any part of what was touched. */
  target: short,
  /** From this moment, and before that one. */
  from: WireTime.optional(),
  to: WireTime.optional(),
  outcome: z.enum(['done', 'refused']).optional(),
});
export type LogFilter = z.infer<typeof LogFilter>;

export const LogEntry = z.object({
  id: z.number(),
  at: WireTime,
  userId: z.number().nullable(),
  userName: z.string(),
  module: z.string(),
  moduleName: z.string(),
  action: z.string(),
  actionName: z.string(),
  target: z.string().nullable(),
  /** 0, or the code of the refusal. */
  outcome: z.number(),
  address: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** One field of a change; `before` and `after` are JSON, null where there was nothing. */
export const ChangedField = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedField = z.infer<typeof ChangedField>;

const Named = z.object({ key: z.string(), name: z.string() });

export const ChainCheck = z.object({
  intact: z.boolean(),
  /** How many entries were compared, up to the break if there is one. */
  checked: z.number(),
  /** The last entry found as it was written. */
  upTo: z.object({ id: z.number(), at: WireTime }).nullable(),
  broken: z
    .object({ id: z.number(), at: WireTime.nullable(), reason: z.enum(['changed', 'missing', 'unsealed']) })
    .nullable(),
  /** Hash over everything up to there. Noted elsewhere, it proves later that nothing was rewritten. */
  head: z.string(),
});
export type ChainCheck = z.infer<typeof ChainCheck>;

const at = <P extends string>(path: P) => `/admin/saas_plat/operLog/${path}` as const;

export const operationLogApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'operation-log.view',
    reads: true,
    summary: 'Who did what, newest first. Pages reach 10,000 entries deep; beyond, give the last id seen as beforeId.',
    input: PageQuery.extend(LogFilter.shape).extend({ beforeId: Id.optional() }),
    data: pageOf(LogEntry).extend({ totalCapped: z.boolean() }),
  }),
  detail: endpoint({
    method: 'GET',
    path: at('{id}'),
    access: 'operation-log.view',
    summary: 'One entry with what changed, field by field.',
    input: z.object({ id: Id }),
    data: LogEntry.extend({ requestId: z.string(), changes: z.array(ChangedField) }),
  }),
  modules: endpoint({
    method: 'POST',
    path: at('module/list'),
    access: 'operation-log.view',
    reads: true,
    summary: 'The capabilities that leave entries.',
    input: nothing,
    data: z.array(Named),
  }),
  actions: endpoint({
    method: 'GET',
    path: at('action/list'),
    access: 'operation-log.view',
    summary: 'What can be done in a capability.',
    input: z.object({ module: z.string().min(1).max(100) }),
    data: z.array(Named),
  }),
  people: endpoint({
    method: 'GET',
    path: at('user/list'),
    access: 'operation-log.view',
    summary: 'The people of the tenant, to choose whose entries to see.',
    input: nothing,
    data: z.array(z.object({ userId: z.number(), name: z.string() })),
  }),
  exportPage: endpoint({
    method: 'POST',
    path: at('export'),
    access: 'operation-log.export',
    freshProof: true,
    summary: 'Asks for a file of the entries; it appears among the downloads.',
    input: LogFilter.extend({ kind: TableFileKind.default('csv') }),
    data: z.object({ id: z.number() }),
  }),
  verify: endpoint({
    method: 'GET',
    path: at('verify'),
    access: 'operation-log.view',
    summary: 'Compares every entry with the chain of hashes made when it was written.',
    input: nothing,
    data: ChainCheck,
    limit: { per: 'user', max: 6, windowSec: 60 },
  }),
};
