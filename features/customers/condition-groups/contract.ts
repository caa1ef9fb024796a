import { z } from 'zod';
import { ConditionTree } from '#core/customer/condition.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

/** So many filters a person can keep. */
export const CONDITION_GROUPS_MOST = 200;

/** A saved filter of customers. */
export const ConditionGroup = z.object({
  id: z.number(),
  name: z.string(),
  condition: ConditionTree,
  /** Everybody in the tenant sees it. */ shared: z.boolean(),
  mine: z.boolean(),
  author: z.string(),
  updated_at: WireTime,
});
export type ConditionGroup = z.infer<typeof ConditionGroup>;

const Fields = { name: z.string().trim().min(1).max(60), condition: ConditionTree, shared: z.boolean().default(false) };
const at = <P extends string>(path: P) => `/admin/cdp/conditionGroup${path}` as const;

export const conditionGroupsApi = {
  list: endpoint({
    method: 'GET',
    path: at(''),
    access: 'condition-groups.use',
    summary: 'My saved filters and the shared ones.',
    input: nothing,
    data: z.array(ConditionGroup),
  }),
  add: endpoint({
    method: 'POST',
    path: at(''),
    access: 'condition-groups.use',
    summary: 'Saves a filter.',
    input: z.object(Fields),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: at(''),
    access: 'condition-groups.use',
    summary: 'Changes a saved filter of mine; shared ones of others need the right to edit them.',
    input: z.object({ id: Id, ...Fields }),
    data: z.null(),
    widenedBy: ['condition-groups.edit'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('/{id}'),
    access: 'condition-groups.use',
    summary: 'Deletes a saved filter.',
    input: z.object({ id: Id }),
    data: z.null(),
    widenedBy: ['condition-groups.edit'],
  }),
};
