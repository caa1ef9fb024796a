import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { MailboxLedger, MailboxRef } from '#core/chat/mail/mailbox-ledger.port.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { LeaseLost, type Lease, type Leases } from '#platform/server/leases/lease.ts';

/** Longer than is ever compared; whatever is still compared after a long absence stays. */
const TAKEN_KEPT = sql.lit('30 days');
const FORGOTTEN_AT_ONCE = 500;

const digest = (id: string): Buffer => createHash('sha256').update(id).digest();

const leaseOf = ({ tenantId, channelId }: MailboxRef): string => `mailbox ${tenantId} ${channelId}`;

/**
 * What processes know of mailboxes in common, in the database. Who reads one holds its lease: who is killed has lost it at once, and
 * who stood still writes nothing of how far it read.
 */
export const openMailboxLedger = (db: Pick<Db, 'tenant'>, leases: Pick<Leases, 'take'>): MailboxLedger => {
  const held = new Map<string, { holder: string; lease: Lease }>();
  /** The work on a mailbox of ours. */
  const fenced = <T>(box: MailboxRef, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    db.tenant({ tenantId: box.tenantId }, async (tx) => {
      const mine = held.get(leaseOf(box));
      if (!mine) throw new LeaseLost(leaseOf(box));
      await mine.lease.fence(tx);
      return work(tx);
    });

  async function hold(box: MailboxRef, holder: string): Promise<boolean> {
    const name = leaseOf(box);
    const mine = held.get(name);
    if (mine) return mine.holder === holder && mine.lease.isHeld();
    const { tenantId, channelId } = box;
    const isThere = await db.tenant({ tenantId }, async (tx) => {
      await sql`insert into chat_mailbox (channel_id) select id from chat_channel where id = ${channelId} on conflict do nothing`.execute(
        tx.as(),
      );
      return (await sql`select from chat_mailbox where channel_id = ${channelId}`.execute(tx.as())).rows.length > 0;
    });
    const lease = isThere ? await leases.take(name) : null;
    if (!lease) return false;
    held.set(name, { holder, lease });
    lease.onLost(() => held.get(name)?.lease === lease && held.delete(name));
    return true;
  }

  return {
    hold,
    async release(box, holder) {
      const mine = held.get(leaseOf(box));
      if (mine?.holder !== holder) return;
      held.delete(leaseOf(box));
      await mine.lease.giveBack();
    },

    place: ({ tenantId, channelId }) =>
      db.tenant({ tenantId }, async (tx) => {
        const { rows } = await sql<{ uidValidity: string; uid: number; notBeforeMs: number; keptAtMs: number }>`
        select uid_validity "uidValidity", uid, coalesce(${msOfColumn('not_before')}, 0) "notBeforeMs", ${msOfColumn('kept_at')} "keptAtMs"
        from chat_mailbox where channel_id = ${channelId} and uid_validity is not null`.execute(tx.as());
        return rows[0] ?? null;
      }),

    keep: (box, { uidValidity, uid, notBeforeMs }) =>
      fenced(box, async (tx) => {
        const { channelId } = box;
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

    remember: (box, id) =>
      fenced(
        box,
        async (tx) =>
          void (await sql`insert into chat_mail_taken (channel_id, mail) values (${box.channelId}, ${digest(id)}) on conflict do nothing`.execute(
            tx.as(),
          )),
      ),
  };
};
