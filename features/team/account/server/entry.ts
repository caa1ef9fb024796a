import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { isDemoTenant } from '#platform/server/demo-tenants.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import { failureRow, type FailureName } from '#shared/errors.ts';

/**
 * What happens to an account before anybody is signed in, as the operation log has it. The platform writes the entries of
 * signed-in people; these are ours to write.
 */
export const ownEntries = ['login', 'loginFailed', 'register', 'setup', 'acceptInvitation', 'resetPassword'] as const;
type Entry = (typeof ownEntries)[number] | 'leaveTeam';

/** One entry in one tenant. */
export async function writeEntry(
  tx: Tx,
  action: Entry,
  who: { tenantId: number; userId: number },
  origin: Origin,
): Promise<void> {
  await insert(tx, action, 0, origin, sql`m.tenant_id = ${who.tenantId} and m.user_id = ${who.userId}`);
}

/** One entry in every tenant of the person. */
export async function writeEntryEverywhere(tx: Tx, action: Entry, userId: number, origin: Origin): Promise<void> {
  await insert(tx, action, 0, origin, sql`m.user_id = ${userId}`);
}

/** In the tenant the person used last; nowhere for an address nobody has. The same statement either way. */
export async function writeRefusal(
  tx: Tx,
  email: string,
  why: FailureName,
  origin: Origin,
  demo: boolean,
): Promise<void> {
  await insert(
    tx,
    'loginFailed',
    failureRow(why).code,
    origin,
    sql`m.user_id = (select id from user_account where lower(email) = ${email})
    and m.tenant_id = (select ${usedTenant(demo)} from user_account u where lower(email) = ${email})`,
  );
}

/** The tenant a person `u` comes back to with a password: the last one, while it lets the person in. */
export const usedTenant = (demo: boolean) => sql`(
  select lm.tenant_id from member lm join tenant lt on lt.id = lm.tenant_id where lm.user_id = u.id
  order by lm.enabled desc, (lt.state = 'active') desc, (${demo} or not ${isDemoTenant(sql`lt.id`)}) desc, (lt.password_sign_in = 'everyone' or (lt.password_sign_in = 'owners' and lm.is_owner)) desc, (lm.tenant_id = u.last_tenant_id) desc nulls last, lm.joined_at, lm.tenant_id limit 1)`;

async function insert(
  tx: Tx,
  action: Entry,
  outcome: number,
  origin: Origin,
  whose: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    insert into operation_log (tenant_id, user_id, user_name, module, action, outcome, address, request_id)
    select m.tenant_id, m.user_id, m.nick_name, 'account', ${action}, ${outcome}::int, ${origin.address}, ${origin.requestId} from member m where ${whose}`.execute(
    tx.as(),
  );
}
