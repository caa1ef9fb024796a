import { sql } from 'kysely';
import { holdPerson, notifyPerson } from '#features/team/account/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { Operation } from '#platform/server/http/operation.ts';
import { forgetFactors } from './own-factors.ts';

/** What the operation log of every team of the person calls it. */
export const OPERATOR_RESET = 'operatorReset';

/**
 * Helps somebody in again whom no team may help: who belongs to several, or is the only owner of one. Whoever can run commands on
 * the database's machine could change its rows anyway; done this way, the person and their teams learn of it.
 */
export async function resetByOperator(db: Db, email: string, publicUrl: string): Promise<'unknown' | 'none' | 'done'> {
  const found = await db.everyTenant('the operator names a person, who belongs to no tenant', async (tx) => {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, email name from user_account where lower(email) = ${email.trim().toLowerCase()}`.execute(tx.as());
    const person = rows[0];
    if (!person) return null;
    await holdPerson(tx, person.id);
    const hadFactors = await forgetFactors(tx, person.id);
    // Processes that run remember who somebody is for a minute: they hear of it at once.
    if (hadFactors) await sql`select pg_notify('session', ${`user:${person.id}`})`.execute(tx.as());
    if (hadFactors) await notifyPerson(tx, person.id, 'second-factor.mail.operatorReset', { url: publicUrl });
    const { rows: teams } = await sql<{ tenantId: number }>`
      select tenant_id "tenantId" from member where user_id = ${person.id}`.execute(tx.as());
    return { ...person, hadFactors, teams };
  });
  if (!found) return 'unknown';
  if (!found.hadFactors) return 'none';
  for (const { tenantId } of found.teams) {
    const who = { tenantId, userId: null, name: 'npm run reset-second-factor', address: '', requestId: '' };
    const entry = new Operation({ module: 'second-factor', action: OPERATOR_RESET }, who);
    entry.note(found.name);
    await entry.writeAlone(db);
  }
  return 'done';
}
