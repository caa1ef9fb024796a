import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { MailboxLedger } from '#core/chat/mail/mailbox-ledger.port.ts';
import type { Db } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';

/** Longer than is ever compared; whatever is still compared after a long absence stays. */
const TAKEN_KEPT = sql.lit('30 days');
const FORGOTTEN_AT_ONCE = 500;

const digest = (id: string): Buffer => createHash('sha256').update(id).digest();

/** What processes know of mailboxes in common, in the database. Its clock counts: those of processes differ. */
export const openMailboxLedger = (db: Pick<Db, 'tenant'>): MailboxLedger => ({
  hold: ({ tenantId, channelId }, holder, forMs) =>
    db.tenant({ tenantId }, async (tx) => {
      const until = sql`now() + ${forMs} * interval '1 ms'`;
      const { rows } = await sql`
        insert into chat_mailbox as m (channel_id, held_by, held_until) select id, ${holder}::uuid, ${until} from chat_channel where id = ${channelId}
        on conflict (tenant_id, channel_id) do update set held_by = excluded.held_by, held_until = excluded.held_until
        where m.held_by = excluded.held_by or m.held_by is null or m.held_until <= now() returning m.channel_id`.execute(
        tx.as(),
      );
      return rows.length > 0;
    }),

  release: ({ tenantId, channelId }, holder) =>
    db.tenant(
      { tenantId },
      async (tx) =>
        void (await sql`update chat_mailbox set held_by = null, held_until = null where channel_id = ${channelId} and held_by = ${holder}::uuid`.execute(
          tx.as(),
        )),
    ),

  place: ({ tenantId, channelId }) =>
    db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{ uidValidity: string; uid: number; notBeforeMs: number; keptAtMs: number }>`
        select uid_validity "uidValidity", uid, coalesce(${msOfColumn('not_before')}, 0) "notBeforeMs", ${msOfColumn('kept_at')} "keptAtMs"
        from chat_mailbox where channel_id = ${channelId} and uid_validity is not null`.execute(tx.as());
      return rows[0] ?? null;
    }),

  keep: ({ tenantId, channelId }, { uidValidity, uid, notBeforeMs }) =>
    db.tenant({ tenantId }, async (tx) => {
      await sql`update chat_mailbox set uid_validity = ${uidValidity}, uid = ${uid}, not_before = ${notBeforeMs === 0 ? null : momentOfMs(notBeforeMs)}, kept_at = now() where channel_id = ${channelId}`.execute(
        tx.as(),
      );
      await sql`
        delete from chat_mail_taken where channel_id = ${channelId} and mail in (
          select t.mail from chat_mail_taken t join chat_mailbox m on m.channel_id = t.channel_id
          where t.channel_id = ${channelId} and t.taken_at < least(now() - interval ${TAKEN_KEPT}, m.not_before) order by taken_at limit ${FORGOTTEN_AT_ONCE})`.execute(
        tx.as(),
      );
    }),

  known: ({ tenantId, channelId }, ids) =>
    db.tenant({ tenantId }, async (tx) => {
      const byDigest = new Map(ids.map((id) => [digest(id).toString('hex'), id]));
      const { rows } = await sql<{
        mail: string;
      }>`select encode(mail, 'hex') mail from chat_mail_taken where channel_id = ${channelId} and mail = any(array(select decode(unnest(${[...byDigest.keys()]}::text[]), 'hex')))`.execute(
        tx.as(),
      );
      return new Set(rows.map(({ mail }) => byDigest.get(mail)!));
    }),

  remember: ({ tenantId, channelId }, id) =>
    db.tenant(
      { tenantId },
      async (tx) =>
        void (await sql`insert into chat_mail_taken (channel_id, mail) values (${channelId}, ${digest(id)}) on conflict do nothing`.execute(
          tx.as(),
        )),
    ),
});
