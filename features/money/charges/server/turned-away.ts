import { sql } from 'kysely';
import { sendMail } from '#features/team/account/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { languageFor } from '#shared/languages.ts';
import { CALLERS_TURNED_AWAY } from '../contract.ts';

/** Owners hear of it so often at most. */
const NOTIFY_EVERY_MS = 12 * 3_600_000;

/** A caller is turned away: in the transaction of the plan. Callers wait, so that all of it is one statement unless somebody is to be told. */
export async function turnedAway(tx: TenantTx, nowMs: number): Promise<void> {
  const [now, before] = [new Date(nowMs), new Date(nowMs - NOTIFY_EVERY_MS)];
  const { rows } = await sql`
    insert into callers_turned_away (told_at) values (${now})
    on conflict (tenant_id) do update set told_at = excluded.told_at where callers_turned_away.told_at < ${before} returning told_at`.execute(
    tx.as(),
  );
  if (rows.length > 0) await tx.announce(CALLERS_TURNED_AWAY, { tenantId: tx.tenantId });
}

/** Writes to every owner. */
export const notifyOwners =
  ({ db, publicUrl }: Pick<World, 'db' | 'publicUrl'>) =>
  ({ tenantId }: { tenantId: number }): Promise<void> =>
    db.everyTenant('owners have accounts beside the tenant', async (tx) => {
      const { rows } = await sql<{ email: string; language: string; company: string }>`
        select u.email, u.language, coalesce(nullif(t.company, ''), t.name) company
        from member m join user_account u on u.id = m.user_id join tenant t on t.id = m.tenant_id
        where m.tenant_id = ${tenantId} and m.is_owner and m.enabled`.execute(tx.as());
      for (const { email, language, company } of rows)
        await sendMail(tx, {
          to: email,
          language: languageFor([language]),
          key: 'charges.mail.turnedAway',
          values: { company, address: `${publicUrl}/settings/balance` },
        });
    });
