import { sql } from 'kysely';
import { isDuplicate, type Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import { isOperatorAccount } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { SIGNED_IN, type SignedInEvent } from '#features/team/devices/contract.ts';
import { Failure } from '#shared/errors.ts';
import { writeEntry } from './entry.ts';
import { earlierSessions, notifyOfNewDevice } from './new-device.ts';

/*
 * People who come by their company's sign-in (`features/sso`). What a company says counts in its own tenant only:
 *   1. Their session opens that tenant and no other, and shows nothing of the person's other tenants.
 *   2. It changes neither password, phone nor where the person signs in the next time.
 */

/** Who may sign in to a tenant with a password. */
export type PasswordSignIn = 'everyone' | 'owners' | 'nobody';

/** The name people give for their company, and who may do without it. Throws `ssoDomainTaken`. */
export async function setCompanySignIn(
  tx: Tx,
  tenantId: number,
  { companyDomain, passwordSignIn }: { companyDomain: string; passwordSignIn: PasswordSignIn },
): Promise<void> {
  await sql`update tenant set company_domain = ${companyDomain}, password_sign_in = ${passwordSignIn} where id = ${tenantId}`
    .execute(tx.as())
    .catch((thrown: unknown) => {
      throw isDuplicate(thrown, 'tenant_company_domain') ? new Failure('ssoDomainTaken') : thrown;
    });
}

/** Passwords open the tenant again for everybody. */
export async function endCompanySignIn(tx: Tx, tenantId: number): Promise<void> {
  await sql`update tenant set password_sign_in = 'everyone' where id = ${tenantId}`.execute(tx.as());
}

/** Throws where a password alone does not open the tenant to the person. */
export async function refuseWithoutCompany(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<void> {
  const { rows } = await sql<{ rule: PasswordSignIn; is_owner: boolean | null; runs_all: boolean }>`
    select t.password_sign_in rule, m.is_owner,
      ${isOperatorAccount(sql`${userId}::bigint`)} and exists (select 1 from user_account u where u.id = ${userId} and u.has_second_factor) runs_all
    from tenant t left join member m on m.tenant_id = t.id and m.user_id = ${userId} where t.id = ${tenantId}`.execute(
    tx.as(),
  );
  const { rule, is_owner, runs_all } = rows[0]!;
  // A company's word makes nobody an operator: shut out of the password, they could run the installation no more.
  if (runs_all) return;
  if (rule === 'nobody' || (rule === 'owners' && !is_owner)) throw new Failure('ssoRequired');
}

/** Opens a session that reaches this tenant only (rule 1). Tells the person when they never came from there. */
export async function enterByCompany(
  world: Pick<World, 'clock' | 'publicUrl' | 'sessions'>,
  tx: Tx,
  who: { userId: number; tenantId: number },
  origin: Origin,
  deviceId?: string,
): Promise<{ token: string; sessionId: number }> {
  const earlier = await earlierSessions(tx, who.userId, origin, deviceId);
  const opened = await world.sessions.open(tx, who, origin, deviceId);
  if (earlier === 'elsewhere') await notifyOfNewDevice(world, tx, who.userId, origin, 'account.mail.newCompanyDevice');
  await sql`update session set login_type = 'sso' where id = ${opened.sessionId}`.execute(tx.as());
  await writeEntry(tx, 'login', who, origin);
  if (deviceId)
    await tx.announce(SIGNED_IN, {
      ...who,
      deviceId,
      userAgent: origin.userAgent,
      address: origin.address,
    } satisfies SignedInEvent);
  return opened;
}

/** Whether the session came by a company: it then reaches the tenant it is in and nothing else of the person. */
export async function isCompanySession(tx: Tx, sessionId: number): Promise<boolean> {
  const { rows } = await sql<{ login_type: string }>`select login_type from session where id = ${sessionId}`.execute(
    tx.as(),
  );
  return rows[0]?.login_type === 'sso';
}
