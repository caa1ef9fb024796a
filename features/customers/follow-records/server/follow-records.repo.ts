import { sql } from 'kysely';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfWire } from '#platform/server/db/moments.ts';
import type { FollowRecord } from '../contract.ts';

export interface FollowSearch {
  customerIds?: readonly number[] | undefined;
  assigneeId?: number | undefined;
  open?: boolean | undefined;
  overdue?: boolean | undefined;
  nowMs: number;
}

export interface NewFollow {
  customerId: number;
  content: string;
  authorId: number | null;
  actor: string;
  dueAt: string | null;
  assigneeId: number | null;
  callId: string | null;
}

const COUNT_CAP = 10_000;

/** The follow-ups of one tenant. */
export function followRecordsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const columns = sql`f.id, f.customer_id, coalesce(c.full_name, '') customer_name, f.content, f.author_id, coalesce(a.nick_name, f.actor) author, f.created_at, f.due_at, f.assignee_id, coalesce(w.nick_name, '') assignee, f.done_at, f.call_id`;
  const from = sql`follow_record f left join ${customerRows} c on c.id = f.customer_id left join member a on a.user_id = f.author_id left join member w on w.user_id = f.assignee_id`;
  const where = ({ customerIds, assigneeId, open, overdue, nowMs }: FollowSearch) => sql`true
    ${customerIds ? sql`and f.customer_id = any(${customerIds}::bigint[])` : sql``}
    ${assigneeId === undefined ? sql`` : sql`and f.assignee_id = ${assigneeId}`}
    ${open === undefined ? sql`` : open ? sql`and f.done_at is null and f.due_at is not null` : sql`and f.done_at is not null`}
    ${overdue ? sql`and f.done_at is null and f.due_at < ${momentOfMs(nowMs)}` : sql``}`;
  return {
    /** What is to be done first, by its time; then the newest. Of everybody's, the newest alone. */
    async page(search: FollowSearch, { offset, size }: { offset: number; size: number }): Promise<FollowRecord[]> {
      return (
        await sql<FollowRecord>`select ${columns} from ${from} where ${where(search)} order by ${search.customerIds || search.assigneeId !== undefined ? sql`case when f.done_at is null then f.due_at end asc nulls last,` : sql``} f.id desc limit ${size} offset ${offset}`.execute(
          rows,
        )
      ).rows;
    },
    /** Counted no further than the cap. */
    async total(search: FollowSearch): Promise<number> {
      return (
        await sql<{
          count: number;
        }>`select count(*) count from (select 1 from follow_record f where ${where(search)} limit ${COUNT_CAP}) counted`.execute(
          rows,
        )
      ).rows[0]!.count;
    },
    async find(id: number): Promise<FollowRecord | undefined> {
      return (await sql<FollowRecord>`select ${columns} from ${from} where f.id = ${id}`.execute(rows)).rows[0];
    },
    async add({ customerId, content, authorId, actor, dueAt, assigneeId, callId }: NewFollow): Promise<number> {
      return (
        await sql<{
          id: number;
        }>`insert into follow_record (customer_id, content, author_id, actor, due_at, assignee_id, call_id)
        values (${customerId}, ${content}, ${authorId}::bigint, ${actor}, ${momentOfWire(dueAt)}, ${assigneeId}::bigint, ${callId}) returning id`.execute(
          rows,
        )
      ).rows[0]!.id;
    },
    async update(
      id: number,
      {
        content,
        due_at: dueAt,
        assignee_id: assigneeId,
        done_at: doneAt,
      }: Pick<FollowRecord, 'content' | 'due_at' | 'assignee_id' | 'done_at'>,
    ): Promise<void> {
      await sql`update follow_record set content = ${content}, due_at = ${momentOfWire(dueAt)}, assignee_id = ${assigneeId}::bigint, done_at = ${momentOfWire(doneAt)} where id = ${id}`.execute(
        rows,
      );
    },
    async remove(id: number): Promise<void> {
      await sql`delete from follow_record where id = ${id}`.execute(rows);
    },
    /** Marks it as told for this due time; false when it is done, moved, or was told. */
    async remind(id: number, dueAt: string): Promise<boolean> {
      const marked =
        await sql`update follow_record set reminded_at = due_at where id = ${id} and done_at is null and due_at = ${momentOfWire(dueAt)} and reminded_at is distinct from due_at`.execute(
          rows,
        );
      return Number(marked.numAffectedRows ?? 0) > 0;
    },
    async hasCustomer(id: number): Promise<boolean> {
      return (
        (await sql`select 1 from ${customerRows} c where id = ${id} and deleted_at is null`.execute(rows)).rows.length >
        0
      );
    },
    async hasMember(userId: number): Promise<boolean> {
      return (await sql`select 1 from member where user_id = ${userId}`.execute(rows)).rows.length > 0;
    },
    async ofCustomers(customerIds: readonly number[]): Promise<FollowRecord[]> {
      return (
        await sql<FollowRecord>`select ${columns} from ${from} where f.customer_id = any(${customerIds}::bigint[]) order by f.id`.execute(
          rows,
        )
      ).rows;
    },
    async erase(customerIds: readonly number[]): Promise<number> {
      return Number(
        (await sql`delete from follow_record where customer_id = any(${customerIds}::bigint[])`.execute(rows))
          .numAffectedRows ?? 0,
      );
    },
    /** Written before (`at`, `seq`) in whole seconds, the newest first. */
    async before(
      customerIds: readonly number[],
      { at, seq }: { at: string; seq: number },
      size: number,
    ): Promise<FollowRecord[]> {
      return (
        await sql<FollowRecord>`select ${columns} from ${from} where f.customer_id = any(${customerIds}::bigint[]) and (date_trunc('second', f.created_at), f.id) < (${at}::timestamp at time zone 'UTC', ${seq}::bigint)
        order by date_trunc('second', f.created_at) desc, f.id desc limit ${size}`.execute(rows)
      ).rows;
    },
  };
}
