import { sql } from 'kysely';
import type { ConditionTree } from '#core/customer/condition.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { ConditionGroup } from '../contract.ts';

type Fields = Pick<ConditionGroup, 'name' | 'condition' | 'shared'>;
export type OwnedGroup = Omit<ConditionGroup, 'mine'> & { user_id: number };

/** The saved filters of one tenant. */
export function conditionGroupsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const select = sql`select g.id, g.user_id, g.name, g.condition, g.shared, coalesce(m.nick_name, '') author, g.updated_at from condition_group g left join member m on m.user_id = g.user_id`;
  return {
    async usableBy(userId: number): Promise<OwnedGroup[]> {
      return (
        await sql<OwnedGroup>`${select} where g.user_id = ${userId} or g.shared order by g.user_id <> ${userId}, lower(g.name), g.id`.execute(
          rows,
        )
      ).rows;
    },
    async countOf(userId: number): Promise<number> {
      return (
        await sql<{ count: number }>`select count(*) count from condition_group where user_id = ${userId}`.execute(rows)
      ).rows[0]!.count;
    },
    async find(id: number): Promise<OwnedGroup | undefined> {
      return (await sql<OwnedGroup>`${select} where g.id = ${id}`.execute(rows)).rows[0];
    },
    add: (userId: number, { name, condition, shared }: Fields): Promise<number> =>
      unlessTaken(
        async () =>
          (
            await sql<{
              id: number;
            }>`insert into condition_group (user_id, name, condition, shared) values (${userId}, ${name}, ${JSON.stringify(condition)}::jsonb, ${shared}) returning id`.execute(
              rows,
            )
          ).rows[0]!.id,
      ),
    update: (id: number, { name, condition, shared }: Fields): Promise<void> =>
      unlessTaken(
        async () =>
          void (await sql`update condition_group set name = ${name}, condition = ${JSON.stringify(condition)}::jsonb, shared = ${shared}, updated_at = now() where id = ${id}`.execute(
            rows,
          )),
      ),
    async remove(id: number): Promise<void> {
      await sql`delete from condition_group where id = ${id}`.execute(rows);
    },
  };
}

/** The conditions of a filter this person may use. */
export async function readGroup(tx: TenantTx, id: number, userId: number): Promise<ConditionTree | null> {
  const found = await conditionGroupsRepo(tx).find(id);
  return found && (found.shared || found.user_id === userId) ? found.condition : null;
}

async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw isDuplicate(thrown) ? new Failure('nameTaken') : thrown;
  }
}
