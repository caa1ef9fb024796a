import { randomBytes, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { TENANTS_CHANGED } from '#core/operator/console-news.ts';
import { Failure } from '#shared/errors.ts';
import type { Db, Tx } from './db/db.ts';
import { isDemoTenant } from './demo-tenants.ts';
import type { Sessions } from './sessions/sessions.ts';

/*
 * Who runs the installation. Rules:
 * 1. An operator stands above tenants and lives in one as everybody does, with whatever rights a role gives there.
 * 2. Calls of operators (`access: 'operator'`) ask for the second factor at this very session (`build-http.ts`).
 * 3. No tenant shuts out its operator: who belongs to no other team is neither disabled nor removed there, nor kept out by the rule that
 *    people come by their company, or from some networks only, given a second factor.
 * 4. What they do stands in the log of the installation, whose tenant is `INSTALLATION`, and in that of the tenant it concerns.
 */

/** SQL: whether a person is operator. */
export const isOperatorAccount = (userId: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select 1 from operator_account oa where oa.user_id = ${userId})`;

/** Makes somebody an operator; who is one stays one. */
export async function makeOperator(tx: Tx, userId: number, addedBy = ''): Promise<void> {
  await sql`insert into operator_account (user_id, added_by) values (${userId}, ${addedBy}) on conflict do nothing`.execute(
    tx.as(),
  );
}

/** Somebody runs the installation no more: what they were inside of with a tenant's consent ends at once. */
export async function endOperator(sessions: Sessions, tx: Tx, userId: number): Promise<void> {
  await sql`delete from operator_account where user_id = ${userId}`.execute(tx.as());
  const { rows } = await sql<{ id: number }>`
    select id from session where user_id = ${userId} and help_id is not null and ended_at is null`.execute(tx.as());
  for (const { id: sessionId } of rows) await sessions.end(tx, { sessionId });
  await sessions.changed(tx, { userId });
}

/** Tells the open pages of everybody who runs the installation that a tenant changed; `about` is the one it concerns. */
export const pushTenantsChanged = (tx: Tx, { about }: { about?: number } = {}): Promise<void> =>
  pushToOperators(tx, TENANTS_CHANGED, about === undefined ? {} : { tenantId: about });

/** Pushes something to the open pages of everybody who runs the installation, wherever they are signed in. */
export async function pushToOperators(tx: Tx, kind: string, content: object): Promise<void> {
  const body = JSON.stringify(content);
  await sql`with put as (
      insert into outbox (tenant_id, user_id, kind, body)
      select distinct s.tenant_id, s.user_id, ${kind}, ${body}::jsonb from operator_account o join session s on s.user_id = o.user_id
      where s.help_id is null and s.ended_at is null and s.expires_at > now())
    select pg_notify('outbox', '')`.execute(tx.as());
}

/** Throws where a team would shut out somebody who runs the installation and belongs to no other: nobody of a tenant decides who runs it. */
export async function refuseLosingOperator(
  tx: Pick<Tx, 'as'>,
  { userId, tenantId }: { userId: number; tenantId: number },
): Promise<void> {
  const { rows } = await sql<{ needed: boolean }>`select operator_needs_team(${userId}, ${tenantId}) needed`.execute(
    tx.as(),
  );
  if (rows[0]!.needed) throw new Failure('operatorStays');
}

/** SQL: whether an account `u` can sign in with its password: it has one, and a team that is at work lets it in. */
export const canSignIn = (demo: boolean) => sql<boolean>`(u.password_hash like '$argon2%' and exists (
  select 1 from member sm join tenant st on st.id = sm.tenant_id
  where sm.user_id = u.id and sm.enabled and st.state = 'active' and (${demo} or not ${isDemoTenant(sql`st.id`)})))`;

const BOUND = 'installation secret';
const SECRET_BYTES = 32;

/** A key of the installation for one purpose, the same for ever. */
export async function installationKey(db: Db, purpose: string): Promise<Buffer> {
  const { rows } = await db.everyTenant('the installation is no tenant', async (tx) => {
    const made = db.keys.seal(randomBytes(SECRET_BYTES), BOUND);
    await sql`insert into installation_secret (secret) values (${made}) on conflict do nothing`.execute(tx.as());
    return sql<{ secret: Buffer }>`select secret from installation_secret`.execute(tx.as());
  });
  return createHmac('sha256', db.keys.open(rows[0]!.secret, BOUND)).update(purpose).digest();
}

/** Seals it anew, under the key that is first now, when it is not; answers how many. */
export const resealInstallationSecret = ({ everyTenant, keys }: Db): Promise<number> =>
  everyTenant('the installation is no tenant', async (tx) => {
    const { rows } = await sql<{ secret: Buffer }>`select secret from installation_secret for update`.execute(tx.as());
    const old = rows.filter(({ secret }) => !keys.isFresh(secret));
    for (const { secret } of old)
      await sql`update installation_secret set secret = ${keys.seal(keys.open(secret, BOUND), BOUND)}`.execute(tx.as());
    return old.length;
  });
