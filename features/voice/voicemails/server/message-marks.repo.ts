import { sql } from 'kysely';
import type { Mailbox } from '#core/call/mailbox.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { MessageState } from '../contract.ts';

/** What people do with a message: they hear it, deal with it, note something, pass it on. */
export function messageMarksRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Takes nothing back that somebody else did meanwhile. False when there was nothing to change. */
    async hear(id: number, userId: number): Promise<boolean> {
      return (
        Number(
          (
            await sql`update voicemail set state = 'heard', heard_by = ${userId}, heard_at = now() where id = ${id} and state = 'new'`.execute(
              rows,
            )
          ).numAffectedRows ?? 0,
        ) > 0
      );
    },

    /** False when there was nothing to change. */
    async mark(id: number, state: MessageState, userId: number): Promise<boolean> {
      const set = {
        new: sql`state = 'new', heard_by = null, heard_at = null, done_by = null, done_at = null where id = ${id} and state <> 'new'`,
        heard: sql`state = 'heard', heard_by = coalesce(heard_by, ${userId}), heard_at = coalesce(heard_at, now()), done_by = null, done_at = null where id = ${id} and state <> 'heard'`,
        done: sql`state = 'done', done_by = ${userId}, done_at = now() where id = ${id} and state <> 'done'`,
      }[state];
      return Number((await sql`update voicemail set ${set}`.execute(rows)).numAffectedRows ?? 0) > 0;
    },

    async setRemark(id: number, remark: string): Promise<void> {
      await sql`update voicemail set remark = ${remark} where id = ${id}`.execute(rows);
    },

    /** Who has it now has not heard it. */
    async move(id: number, box: Mailbox): Promise<void> {
      await sql`update voicemail set group_id = ${box.kind === 'group' ? box.groupId : null}::bigint, user_id = ${box.kind === 'agent' ? box.userId : null}::bigint,
        state = 'new', heard_by = null, heard_at = null, done_by = null, done_at = null where id = ${id}`.execute(rows);
    },
  };
}
