import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { forgottenNumber } from '#platform/server/forgotten-number.ts';

/** Who wants no messages. */
export function optOutsRepo(tx: TenantTx) {
  const rows = tx.as<never>();

  async function hasOptedOut(number: string): Promise<boolean> {
    return (
      (
        await sql`select 1 from sms_opt_out where number in (${number}, ${forgottenNumber(tx.tenantId, number)})`.execute(
          rows,
        )
      ).rows.length > 0
    );
  }

  return {
    hasOptedOut,
    async optOut(number: string, word: string, userId: number | null): Promise<boolean> {
      if (await hasOptedOut(number)) return false;
      return (
        (
          await sql`insert into sms_opt_out (number, word, user_id) values (${number}, ${word}, ${userId}) on conflict do nothing returning 1`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    async optIn(number: string): Promise<boolean> {
      return (
        (
          await sql`delete from sms_opt_out where number in (${number}, ${forgottenNumber(tx.tenantId, number)}) returning 1`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    async removeOptOut(id: number): Promise<boolean> {
      return (await sql`delete from sms_opt_out where id = ${id} returning 1`.execute(rows)).rows.length > 0;
    },
    async optOuts({
      page,
      size,
    }: {
      page: number;
      size: number;
    }): Promise<{ list: { id: number; number: string; word: string; by: string; since: string }[]; total: number }> {
      const { rows: counted } = await sql<{ total: number }>`select count(*) total from sms_opt_out`.execute(rows);
      const { rows: list } = await sql<{ id: number; number: string; word: string; by: string; since: string }>`
        select o.id, o.number, o.word, coalesce(m.nick_name, '') by, o.since from sms_opt_out o left join member m on m.user_id = o.user_id order by o.id desc limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      return { list, total: counted[0]!.total };
    },
  };
}
