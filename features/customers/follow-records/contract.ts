import { z } from 'zod';
import { endpoint, Id, pageOf, WireTime } from '#shared/endpoint.ts';

/** What was done with a customer, or is to be done by a time. */
export const FollowRecord = z.object({
  id: z.number(),
  customer_id: z.number(),
  customer_name: z.string(),
  content: z.string(),
  author_id: z.number().nullable(),
  author: z.string(),
  created_at: WireTime,
  /** To be done by this time by this person; null: only noted. */
  due_at: WireTime.nullable(),
  assignee_id: z.number().nullable(),
  assignee: z.string(),
  done_at: WireTime.nullable(),
  call_id: z.string().nullable(),
});
export type FollowRecord = z.infer<typeof FollowRecord>;

/** Pushed to the assignee when one is due, and to everybody concerned when one changed. */
export const FOLLOW_DUE = 'follow-records.due';
export const FOLLOW_CHANGED = 'follow-records.changed';
/** Announced when one is written, and (FOLLOW_DUE) when one is due: { tenantId, ids }. */
export const FOLLOW_CREATED = 'follow-records.created';

const at = '/admin/cdp/api/v1/follow-record' as const;
const Query = z.object({
  customer_id: Id.optional(),
  /** Mine to do. */ mine: z.stringbool().optional(),
  /** To be done, or (false) done. */ open: z.stringbool().optional(),
  /** To be done, and late. */ overdue: z.stringbool().optional(),
  page_number: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(200).default(20),
});

export const followRecordsApi = {
  list: endpoint({
    method: 'GET',
    path: at,
    access: 'follow-records.use',
    widenedBy: ['follow-records.edit'],
    api: 'followRecords.read',
    summary: 'Follow-ups of a customer, or mine; what is due comes first.',
    input: Query,
    data: pageOf(FollowRecord),
  }),
  add: endpoint({
    method: 'POST',
    path: at,
    access: 'follow-records.use',
    widenedBy: ['follow-records.edit'],
    api: 'followRecords.write',
    summary: 'Notes what was done with a customer, or what is to be done and by whom.',
    input: z.object({
      customer_id: Id,
      content: z.string().trim().min(1).max(2_000),
      due_at: WireTime.nullable().default(null),
      assignee_id: Id.nullable().default(null),
      call_id: z.string().max(100).nullable().default(null),
    }),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: at,
    access: 'follow-records.use',
    widenedBy: ['follow-records.edit'],
    api: 'followRecords.write',
    summary: 'Changes a follow-up, or marks it done.',
    input: z.object({
      id: Id,
      content: z.string().trim().min(1).max(2_000).optional(),
      due_at: WireTime.nullable().optional(),
      assignee_id: Id.nullable().optional(),
      done: z.boolean().optional(),
    }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${at}/{id}`,
    access: 'follow-records.use',
    summary: 'Deletes a follow-up of mine.',
    input: z.object({ id: Id }),
    data: z.null(),
    widenedBy: ['follow-records.edit'],
  }),
};
