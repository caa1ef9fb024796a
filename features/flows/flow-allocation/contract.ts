import { z } from 'zod';
import { endpoint, Id, nothing, pageOf, PageQuery, TableFileKind, upload, WireTime } from '#shared/endpoint.ts';

export const RULES_MOST = 5_000;
export const RULE_FILE_BYTES = 5 * 1024 * 1024;

export const goalKinds = ['flow', 'group', 'agent'] as const;
export const ruleHours = ['any', 'open', 'closed'] as const;
export const GoalKind = z.enum(goalKinds);
export type GoalKind = z.infer<typeof GoalKind>;
export const RuleHours = z.enum(ruleHours);
export type RuleHours = z.infer<typeof RuleHours>;

/** Where callers are sent. */
export const Goal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flow'), flowId: Id }),
  z.object({ kind: z.literal('group'), groupId: Id }),
  z.object({ kind: z.literal('agent'), userId: Id }),
]);
export type Goal = z.infer<typeof Goal>;

const RuleFields = z.object({
  /** Small ones are looked at first. */
  priority: z.number().int().min(1).max(9_999).default(100),
  /** Null: whichever of our numbers is called. */
  didNumberId: Id.nullable().default(null),
  /** What the caller's number begins with, digits with the country's code; empty: whoever calls. */
  callerPrefix: z
    .string()
    .trim()
    .regex(/^[0-9*]{0,20}$/)
    .default(''),
  hours: RuleHours.default('any'),
  /** Whose hours; with `open` and `closed`, and only then. */
  calendarId: Id.nullable().default(null),
  goal: Goal,
  enabled: z.boolean().default(true),
  remark: z.string().trim().max(200).default(''),
});
export type RuleFields = z.output<typeof RuleFields>;

export const AllocationRule = RuleFields.extend({
  id: z.number(),
  didNumber: z.string(),
  calendarName: z.string(),
  goalName: z.string(),
  /** A flow that callers cannot hear yet is passed over. */ isReady: z.boolean(),
  updatedBy: z.string(),
  updatedAt: WireTime,
});
export type AllocationRule = z.infer<typeof AllocationRule>;

/** `unknown`: nothing of this name is here. `twice`: the file says it before. */
export const WhyRowWrong = z.enum(['missing', 'unknown', 'notNumber', 'notChoice', 'twice', 'tooLong']);
export type WhyRowWrong = z.infer<typeof WhyRowWrong>;
/** Columns of the file, named in its first line in any of our languages. */
export const ruleColumns = [
  'priority',
  'number',
  'caller',
  'hours',
  'calendar',
  'goal',
  'target',
  'enabled',
  'remark',
] as const;
export type RuleColumn = (typeof ruleColumns)[number];

export const ImportedRules = z.object({
  added: z.number(),
  changed: z.number(),
  wrongCount: z.number(),
  /** The first of them. */ wrong: z.array(
    z.object({ line: z.number(), column: z.enum(ruleColumns), why: WhyRowWrong }),
  ),
});
export type ImportedRules = z.infer<typeof ImportedRules>;

const Named = z.array(z.object({ id: z.number(), name: z.string() }));
const at = <P extends string>(path: P) => `/cc/api/ivrAllocation/v1/${path}` as const;

export const flowAllocationApi = {
  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'flow-allocation.view',
    reads: true,
    summary: 'Which callers of which number go where, in the order the rules are looked at.',
    input: PageQuery.extend({
      didNumberId: Id.optional(),
      goalKind: GoalKind.optional(),
      words: z.string().trim().max(60).optional(),
    }),
    data: pageOf(AllocationRule),
  }),
  targets: endpoint({
    method: 'POST',
    path: at('targets'),
    access: 'flow-allocation.view',
    reads: true,
    summary: 'What rules can name: numbers, calendars, flows, groups, agents.',
    input: nothing,
    data: z.object({ numbers: Named, calendars: Named, flows: Named, groups: Named, agents: Named }),
  }),
  insert: endpoint({
    method: 'POST',
    path: at('insert'),
    access: 'flow-allocation.edit',
    summary: 'Adds a rule.',
    input: RuleFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'flow-allocation.edit',
    summary: 'Changes a rule; the next caller feels it.',
    input: RuleFields.extend({ id: Id }),
    data: z.null(),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: at('delete/{id}'),
    access: 'flow-allocation.edit',
    summary: 'Deletes a rule.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  batchDelete: endpoint({
    method: 'POST',
    path: at('batchDelete'),
    access: 'flow-allocation.edit',
    summary: 'Deletes rules.',
    input: z.object({ ids: z.array(Id).min(1).max(1_000) }),
    data: z.object({ removed: z.number() }),
  }),
  import: upload({
    method: 'POST',
    path: at('import'),
    access: 'flow-allocation.edit',
    summary:
      'Brings in rules from a csv or xlsx file; one for the same callers is changed, and rows that are wrong are told.',
    input: nothing,
    data: ImportedRules,
    accepts: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    maxBytes: RULE_FILE_BYTES,
    limit: { per: 'user', max: 20, windowSec: 60 },
  }),
  download: endpoint({
    method: 'POST',
    path: at('download'),
    access: 'flow-allocation.view',
    summary: 'Asks for the rules as a file, as import reads it; it appears in my downloads.',
    input: z.object({ kind: TableFileKind.default('xlsx') }),
    data: z.object({ downloadId: z.number() }),
  }),
};
