import { maskName, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { customersRepo } from '#features/customers/customers/server/index.ts';
import { assertCustomer } from '#platform/server/customer-reach.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, personOf, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { FOLLOW_CHANGED, FOLLOW_CREATED, type FollowRecord, type followRecordsApi } from '../contract.ts';
import { followRecordsRepo } from './follow-records.repo.ts';
import { remindAt } from './reminders.ts';

const shownTo =
  ({ needsMasking }: Caller) =>
  (row: FollowRecord): FollowRecord =>
    needsMasking ? { ...row, customer_name: maskName(row.customer_name), content: maskNumbersIn(row.content) } : row;

const pushFollowChanged = (tx: TenantTx, id: number, customerId: number): Promise<void> =>
  tx.push({ kind: FOLLOW_CHANGED, body: { id, customerId }, access: 'follow-records.use' });

async function assertAssignee(tx: TenantTx, userId: number | null | undefined): Promise<void> {
  if (userId && !(await followRecordsRepo(tx).hasMember(userId))) throw new Failure('notFound');
}

/** One that the caller may change: theirs in the way `who` says, or anybody's for those who may edit all. */
async function changeable(
  tx: TenantTx,
  caller: Caller,
  id: number,
  who: (row: FollowRecord) => boolean,
): Promise<FollowRecord> {
  const row = await followRecordsRepo(tx).find(id);
  if (!row) throw new Failure('notFound');
  if (!caller.key && !who(row) && !mayUse(caller, 'follow-records.edit')) throw new Failure('notAllowed');
  return row;
}

/** How people note, plan and do. */
export function followRecordHandlers({
  db,
  clock,
  catalogue,
}: Pick<World, 'db' | 'clock' | 'catalogue'>): Handlers<typeof followRecordsApi> {
  const seesAll = (caller: Caller): boolean => Boolean(caller.key) || mayUse(caller, 'follow-records.edit');
  return {
    list: (caller, { customer_id: customerId, mine, open, overdue, page_number: page, page_size: size }) =>
      db.tenant(caller, async (tx) => {
        if (customerId !== undefined && !seesAll(caller)) await assertCustomer(catalogue, tx, caller, customerId);
        const search = {
          customerIds: customerId === undefined ? undefined : await customersRepo(tx).family(customerId),
          assigneeId: mine || (customerId === undefined && !seesAll(caller)) ? caller.userId : undefined,
          open,
          overdue,
          nowMs: clock.nowMs(),
        };
        const repo = followRecordsRepo(tx);
        return {
          list: (await repo.page(search, { offset: (page - 1) * size, size })).map(shownTo(caller)),
          total: await repo.total(search),
        };
      }),
    add: (caller, { customer_id: customerId, content, due_at: dueAt, assignee_id: assigneeId, call_id: callId }) =>
      db.tenant(caller, async (tx) => {
        const repo = followRecordsRepo(tx);
        if (!(await repo.hasCustomer(customerId))) throw new Failure('notFound');
        if (!seesAll(caller)) await assertCustomer(catalogue, tx, caller, customerId);
        await assertAssignee(tx, assigneeId);
        const authorId = personOf(caller);
        const id = await repo.add({
          customerId,
          content,
          authorId,
          actor: authorId === null ? caller.name : '',
          dueAt,
          assigneeId: assigneeId ?? (dueAt === null ? null : authorId),
          callId,
        });
        await remindAt(tx, id, dueAt, clock.nowMs());
        caller.operation.note(String(customerId));
        await pushFollowChanged(tx, id, customerId);
        await tx.announce(FOLLOW_CREATED, { tenantId: caller.tenantId, ids: [id] });
        return { id };
      }),
    update: (caller, { id, content, due_at: dueAt, assignee_id: assigneeId, done }) =>
      db.tenant(caller, async (tx) => {
        const before = await changeable(
          tx,
          caller,
          id,
          (row) => row.author_id === caller.userId || row.assignee_id === caller.userId,
        );
        await assertAssignee(tx, assigneeId);
        // Whoever sees it masked would write the stars back.
        const isSame = content === undefined || (caller.needsMasking && maskNumbersIn(before.content) === content);
        const after = {
          content: isSame ? before.content : content,
          due_at: dueAt === undefined ? before.due_at : dueAt,
          assignee_id: assigneeId === undefined ? before.assignee_id : assigneeId,
          done_at: done === undefined ? before.done_at : done ? (before.done_at ?? toWireTime(clock.nowMs())) : null,
        };
        await followRecordsRepo(tx).update(id, after);
        if (after.due_at !== before.due_at) await remindAt(tx, id, after.due_at, clock.nowMs());
        caller.operation.note(String(before.customer_id), {
          before: { due_at: before.due_at, assignee_id: before.assignee_id, done_at: before.done_at },
          after: { due_at: after.due_at, assignee_id: after.assignee_id, done_at: after.done_at },
        });
        await pushFollowChanged(tx, id, before.customer_id);
        return null;
      }),
    remove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const before = await changeable(tx, caller, id, (row) => row.author_id === caller.userId);
        await followRecordsRepo(tx).remove(id);
        caller.operation.note(String(before.customer_id));
        await pushFollowChanged(tx, id, before.customer_id);
        return null;
      }),
  };
}
