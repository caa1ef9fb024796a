import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { aTenant } from '#test/builders.ts';
import { accountServer, aPerson, codeOf, PASSWORD } from './account.fixture.ts';
import { enterByCompany, openPasswordProof, setupLink } from './index.ts';

/** The same data as the demo shows it, and as an installation that is none. */
const demo = await accountServer({ demo: true });
const { db } = demo.world;
const closed = await accountServer({ db });
afterAll(async () => {
  await closed.close();
  await demo.close();
});

const origin = { requestId: 'test', address: '192.0.2.1', userAgent: 'test' };
const CLOSED = codeOf('demoClosed');

async function aDemoTenant(): Promise<number> {
  const tenantId = await aTenant(db);
  await db.everyTenant('the demo', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'demo', '1')`.execute(tx.as()),
  );
  return tenantId;
}

test('[ADMIN-01] with the demo switched off nobody of it comes in, and is told why with the right password alone', async () => {
  const { email } = await aPerson(db, [await aDemoTenant()], { isOwner: true });
  expect((await closed.ask('login', { email, password: PASSWORD })).code).toBe(CLOSED);
  expect((await closed.ask('login', { email, password: 'wrong horse staple' })).code).toBe(codeOf('wrongCredentials'));
  expect((await demo.ask('login', { email, password: PASSWORD })).code).toBe(0);
});

test('[ADMIN-01] what was opened while the demo was shown opens nothing after it: tokens, tickets, passes', async () => {
  const tenantId = await aDemoTenant();
  const { userId } = await aPerson(db, [tenantId]);
  const { token, sessionId } = await aDemoSession({ userId, tenantId });
  const { sessions } = closed.world;
  const ticket = await sessions.issueTicket(sessionId, '/x');
  const pass = await sessions.issuePass(sessionId, '/y', 60);
  expect((await demo.ask('info', {}, { token })).code).toBe(0);
  expect((await closed.ask('info', {}, { token })).code).toBe(CLOSED);
  expect((await closed.ask('isLogin', { token })).data).toEqual({ is_login: false });
  expect(await sessions.honourPass(pass, '/y')).toBeNull();
  expect(await sessions.redeemTicket(ticket, '/x')).toBeNull();
  expect(await sessions.identityOf(sessionId)).toBeNull();
});

const aDemoSession = (who: { userId: number; tenantId: number }) =>
  db.everyTenant('a sign-in', (tx) => demo.world.sessions.open(tx, who, origin));

test('[ADMIN-01] neither a company, an invitation nor a client without sessions opens a team of the demo', async () => {
  const tenantId = await aDemoTenant();
  const { userId, email } = await aPerson(db, [tenantId]);
  await expect(
    db.everyTenant('by company', (tx) => enterByCompany(closed.world, tx, { userId, tenantId }, origin)),
  ).rejects.toMatchObject({ name: 'demoClosed' });
  await expect(openPasswordProof(closed.world)(email, PASSWORD, origin)).rejects.toMatchObject({ name: 'demoClosed' });
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into invitation (email, invited_by, token_hash, expires_at)
      values ('late@aurora.example', 'Olga', ${hashToken('late-invitation')}, now() + interval '1 day')`.execute(
      tx.as(),
    ),
  );
  expect(
    (await closed.ask('acceptInvitation', { invitation: 'late-invitation', name: 'Late', password: PASSWORD })).code,
  ).toBe(CLOSED);
});

test('[SHELL-30] who also works elsewhere comes in there, and sees and reaches nothing of the demo', async () => {
  const [shown, real] = [await aDemoTenant(), await aTenant(db)];
  const { email } = await aPerson(db, [shown, real]);
  const { data } = await closed.ask('login', { email, password: PASSWORD });
  expect((await closed.ask('info', {}, data)).data.tenantId).toBe(real);
  expect((await closed.ask('teams', {}, data)).data.map(({ tenantId }) => tenantId)).toEqual([real]);
  expect((await closed.ask('switchTeam', { tenantId: shown }, data)).code).toBe(CLOSED);
});

test('[ADMIN-01] people of a demo that is over are no owners: the first start without it gives its one-time link', async () => {
  const server = await accountServer();
  try {
    const tenantId = await aTenant(server.world.db);
    await server.world.db.everyTenant('the demo', (tx) =>
      sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'demo', '1')`.execute(tx.as()),
    );
    await aPerson(server.world.db, [tenantId], { isOwner: true });
    expect((await server.ask('setupState')).data).toMatchObject({ waiting: true });
    expect(await setupLink(server.world, 'http://openseat.test')).not.toBeNull();
    expect(await setupLink({ ...server.world, demo: true }, 'http://openseat.test')).toBeNull();
  } finally {
    await server.close();
  }
});
