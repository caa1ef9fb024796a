import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { QuickReply } from '../contract.ts';

interface Row extends QuickReply {
  userId: number | null;
}

/** The quick replies one person sees. */
export function quickRepliesRepo(tx: TenantTx, userId: number) {
  const rows = tx.as<never>();
  const seen = sql`(user_id is null or user_id = ${userId})`;
  return {
    async all(): Promise<QuickReply[]> {
      return (
        await sql<QuickReply>`select id, shortcut, text, user_id is not null personal from quick_reply where ${seen} order by lower(shortcut), user_id nulls first, id`.execute(
          rows,
        )
      ).rows;
    },
    /** Those of others do not exist. */
    async find(id: number): Promise<Row | undefined> {
      return (
        await sql<Row>`select id, shortcut, text, user_id is not null personal, user_id "userId" from quick_reply where id = ${id} and ${seen}`.execute(
          rows,
        )
      ).rows[0];
    },
    /** Null when the shortcut is taken. */
    async add({ shortcut, text, personal }: Omit<QuickReply, 'id'>): Promise<number | null> {
      const added = await sql<{
        id: number;
      }>`insert into quick_reply (user_id, shortcut, text) values (${personal ? userId : null}, ${shortcut}, ${text}) on conflict do nothing returning id`.execute(
        rows,
      );
      return added.rows[0]?.id ?? null;
    },
    async isFree(
      { shortcut, personal }: Pick<QuickReply, 'shortcut' | 'personal'>,
      exceptId: number,
    ): Promise<boolean> {
      const found =
        await sql`select 1 from quick_reply where coalesce(user_id, 0) = ${personal ? userId : 0} and lower(shortcut) = lower(${shortcut}) and id <> ${exceptId}`.execute(
          rows,
        );
      return found.rows.length === 0;
    },
    async update({ id, shortcut, text, personal }: QuickReply): Promise<void> {
      await sql`update quick_reply set shortcut = ${shortcut}, text = ${text}, user_id = ${personal ? userId : null} where id = ${id}`.execute(
        rows,
      );
    },
    async remove(id: number): Promise<void> {
      await sql`delete from quick_reply where id = ${id}`.execute(rows);
    },
  };
}
