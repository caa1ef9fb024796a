import { z } from 'zod';
import { ChainCheck, ChangedField, LogEntry, LogFilter } from '#features/office/operation-log/contract.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

/** Somebody who runs the installation. */
export const InstallationOperator = z.object({
  userId: z.number(),
  email: z.string(),
  /** As the team they live in knows them. */
  name: z.string(),
  since: WireTime,
  /** Empty for the first. */
  addedBy: z.string(),
  /** Without one the console is shut to them. */
  hasSecondFactor: z.boolean(),
  /** By password, through a team that is at work: who cannot does not count when the last one is asked for. */
  canSignIn: z.boolean(),
  lastSeenAt: WireTime.nullable(),
  isMe: z.boolean(),
});
export type InstallationOperator = z.infer<typeof InstallationOperator>;

const at = <P extends string>(path: P) => `/admin/operator/operators${path}` as const;
const operator = { access: 'operator', handlesFailures: true } as const;

/** Those who run the installation, and what they did. */
export const operatorsApi = {
  list: endpoint({
    ...operator,
    method: 'GET',
    path: at(''),
    summary: 'Everybody who runs the installation.',
    input: nothing,
    data: z.array(InstallationOperator),
  }),
  add: endpoint({
    ...operator,
    method: 'POST',
    path: at(''),
    freshProof: true,
    summary:
      'Makes somebody who has an account an operator; they are told by mail. `personUnknown` where nobody has it.',
    input: z.object({ email: z.string().trim().toLowerCase().max(200).pipe(z.email()) }),
    data: z.object({ userId: z.number() }),
  }),
  remove: endpoint({
    ...operator,
    method: 'DELETE',
    path: at('/{userId}'),
    freshProof: true,
    summary:
      'Somebody runs the installation no more; their help inside tenants ends at once. `lastOperator` for the only one who can sign in.',
    input: z.object({ userId: Id }),
    data: z.null(),
  }),
  log: endpoint({
    ...operator,
    method: 'POST',
    path: at('/log/page'),
    reads: true,
    summary: 'What operators did, newest first; `target` begins with the id of the tenant where one is concerned.',
    input: PageQuery.extend(LogFilter.shape).extend({
      beforeId: Id.optional(),
      /** Only what concerns this tenant. */
      tenantId: Id.optional(),
    }),
    data: pageOf(LogEntry).extend({ totalCapped: z.boolean() }),
  }),
  logEntry: endpoint({
    ...operator,
    method: 'GET',
    path: at('/log/{id}'),
    summary: 'One of their entries with what changed, field by field.',
    input: z.object({ id: Id }),
    data: LogEntry.extend({ changes: z.array(ChangedField) }),
  }),
  verifyLog: endpoint({
    ...operator,
    method: 'GET',
    path: at('/log/verify'),
    summary: 'Whether every entry is as it was written, by the chain of their seals.',
    input: nothing,
    data: ChainCheck,
  }),
};
