import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isListed } from '#features/voice/blacklist/server/index.ts';
import type { GuestCallers } from '#features/voice/call-routes/server/index.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor } from '#shared/languages.ts';

/** What every guest calls; where it leads is written in the pass. */
export const CALLED = 'group';
/** Whoever has a pass has the microphone already: only the connection is still to be made. */
const LIVES_SEC = 60;
/** The way for the sound goes with the one call of a pass, and not on to others: a stranger's is good for a long talk, not for a day. */
export const CALL_LASTS_SEC = 2 * 3_600;
/** More than anybody tries by hand. */
const VISITOR_AN_HOUR = 12;
/** An office shares one address. */
const ADDRESS_AN_HOUR = 60;
/** From using the pass to asking whom it belongs to is one step of the exchange. */
const ASKED_WITHIN_SEC = 30;
const KEPT_HOURS = 24;

export interface NewPass {
  visitorId: number;
  groupId: number;
  domain: string;
  address: string;
}

/** A pass for one call. Refuses visitors who are shut out and those who ask too often. */
export async function givePass(
  tx: TenantTx,
  { visitorId, groupId, domain, address }: NewPass,
): Promise<{ guest: string; ha1: string }> {
  const { rows } = await sql<{ phone: string; blocked: boolean; own: number; here: number }>`
    select v.phone, v.blocked_at is not null blocked,
      (select count(*) from chat_call_pass p where p.visitor_id = v.id and p.issued_at > now() - interval '1 hour') own,
      (select count(*) from chat_call_pass p where p.address = ${address} and p.issued_at > now() - interval '1 hour') here
    from chat_visitor v where v.id = ${visitorId} for update of v`.execute(tx.as());
  const visitor = rows[0];
  if (!visitor) throw new Failure('notFound');
  if (visitor.blocked || (await isShutOut(tx, visitor.phone))) throw new Failure('chatBlocked');
  if (visitor.own >= VISITOR_AN_HOUR || visitor.here >= ADDRESS_AN_HOUR) throw new Failure('tooManyRequests');
  const guest = `guest-${randomBytes(15).toString('base64url')}`;
  const ha1 = createHash('md5')
    .update(`${guest}:${domain}:${randomBytes(24).toString('base64url')}`)
    .digest('hex');
  await sql`
    insert into chat_call_pass (guest, visitor_id, group_id, ha1, address, expires_at)
    values (${guest}, ${visitorId}, ${groupId}, ${ha1}, ${address}, now() + ${LIVES_SEC} * interval '1 second')`.execute(
    tx.as(),
  );
  return { guest, ha1 };
}

const isShutOut = async (tx: TenantTx, phone: string): Promise<boolean> =>
  phone !== '' &&
  ((await isListed(tx, phone, 'chat', { counts: true })) || (await isListed(tx, phone, 'call', { counts: true })));

const isGood = sql`p.used_at is null and p.expires_at > now()`;

/** Passes as the exchange and the desk of calls ask for them: neither knows a tenant before. */
export function callPasses(db: Db): GuestCallers & {
  find(guest: string): Promise<{ ha1: string; to: string } | null>;
  spend(guest: string): Promise<boolean>;
  tenantOf(guest: string): Promise<number | null>;
} {
  return {
    async find(guest) {
      const { rows } = await db.everyTenant('a pass alone does not tell the tenant', (tx) =>
        sql<{ ha1: string }>`select p.ha1 from chat_call_pass p where p.guest = ${guest} and ${isGood}`.execute(
          tx.as(),
        ),
      );
      return rows[0] ? { ha1: rows[0].ha1, to: CALLED } : null;
    },
    async tenantOf(guest) {
      const { rows } = await db.everyTenant('a pass alone does not tell the tenant', (tx) =>
        sql<{ tenant_id: number }>`select tenant_id from chat_call_pass where guest = ${guest}`.execute(tx.as()),
      );
      return rows[0]?.tenant_id ?? null;
    },
    async spend(guest) {
      const { numAffectedRows } = await db.everyTenant('a pass alone does not tell the tenant', (tx) =>
        sql`update chat_call_pass p set used_at = now() where p.guest = ${guest} and ${isGood}`.execute(tx.as()),
      );
      return numAffectedRows === 1n;
    },
    async caller(guest) {
      const { rows } = await db.everyTenant('a pass alone does not tell the tenant', (tx) =>
        sql<{
          tenantId: number;
          groupId: number;
          visitorId: number;
          name: string;
          customerId: number | null;
          language: string;
          phone: string;
          blocked: boolean;
        }>`
          select p.tenant_id "tenantId", p.group_id "groupId", v.id "visitorId", coalesce(nullif(cu.full_name, ''), v.name) name, cu.id "customerId", v.language, v.phone, v.blocked_at is not null blocked
          from chat_call_pass p join chat_visitor v on v.id = p.visitor_id join chat_channel c on c.id = v.channel_id and c.enabled left join ${customerRows} cu on cu.id = v.customer_id and cu.deleted_at is null
          where p.guest = ${guest} and p.used_at > now() - ${ASKED_WITHIN_SEC} * interval '1 second'`.execute(tx.as()),
      );
      const row = rows[0];
      if (!row) return null;
      const { phone, blocked, language, ...caller } = row;
      const isBlocked = blocked || (await db.tenant({ tenantId: caller.tenantId }, (tx) => isShutOut(tx, phone)));
      return { ...caller, language: languageFor([language]), isBlocked };
    },
  };
}

/** Forgets passes nobody can use any more; limits look back an hour. */
export const sweepPasses = (db: Db): Job => ({
  task: 'chat-channels.sweepPasses',
  cron: '37 * * * *',
  run: async () =>
    void (await db.everyTenant('passes of every tenant', (tx) =>
      sql`delete from chat_call_pass where issued_at < now() - ${KEPT_HOURS} * interval '1 hour'`.execute(tx.as()),
    )),
});
