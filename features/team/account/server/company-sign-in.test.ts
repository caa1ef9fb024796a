import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { enterByCompany, setCompanySignIn, type PasswordSignIn } from './index.ts';
import { accountServer, aPerson, codeOf, PASSWORD } from './account.fixture.ts';

const server = await accountServer();
const { ask, world } = server;
const { db } = world;
afterAll(server.close);

const origin = { requestId: 'test', address: '10.0.0.1', userAgent: 'test' };
let made = 0;
const rule = (tenantId: number, passwordSignIn: PasswordSignIn) =>
  db.everyTenant('a rule', (tx) =>
    setCompanySignIn(tx, tenantId, { companyDomain: `company${(made += 1)}.example`, passwordSignIn }),
  );
const signIn = async ({ email }: { email: string }) => ask('login', { email, password: PASSWORD });

/** Somebody of two tenants who came to the first by its company. */
async function byCompany() {
  const [here, there] = [await aTenant(db, { name: 'Here' }), await aTenant(db, { name: 'There' })];
  const person = await aPerson(db, [here, there]);
  await db.everyTenant('a phone', (tx) =>
    sql`update user_account set phone = ${`+5255${String(person.userId).padStart(8, '0')}`} where id = ${person.userId}`.execute(
      tx.as(),
    ),
  );
  const elsewhere = (await ask('switchTeam', { tenantId: there }, (await signIn(person)).data)).data.token;
  const { token } = await db.everyTenant('a sign-in', (tx) =>
    enterByCompany(world, tx, { userId: person.userId, tenantId: here }, origin),
  );
  return { ...person, here, there, token, elsewhere };
}

test('[ADMIN-03] where the company signs people in, a password opens the tenant only to whom the rule names', async () => {
  const tenant = await aTenant(db);
  const [ana, owner] = [await aPerson(db, [tenant]), await aPerson(db, [tenant], { isOwner: true })];
  const codes = async () => [(await signIn(ana)).code, (await signIn(owner)).code];
  await rule(tenant, 'everyone');
  expect(await codes()).toEqual([0, 0]);
  await rule(tenant, 'owners');
  expect(await codes()).toEqual([codeOf('ssoRequired'), 0]);
  await rule(tenant, 'nobody');
  expect(await codes()).toEqual([codeOf('ssoRequired'), codeOf('ssoRequired')]);
});

test('[ADMIN-03] a password leads to the tenant that takes it, and does not lead on to one that does not', async () => {
  const [strict, open] = [await aTenant(db), await aTenant(db)];
  const ana = await aPerson(db, [strict, open]);
  await rule(strict, 'owners');
  const { data } = await signIn(ana);
  expect((await ask('info', {}, data)).data.tenantId).toBe(open);
  expect((await ask('switchTeam', { tenantId: strict }, data)).code).toBe(codeOf('ssoRequired'));
  expect((await ask('info', {}, data)).code).toBe(0);
});

test('[ADMIN-03] a session by company opens one tenant and tells nothing of the others', async () => {
  const ana = await byCompany();
  expect((await ask('info', {}, ana)).data).toMatchObject({ tenantId: ana.here, loginType: 'sso', phone: null });
  expect((await ask('teams', {}, ana)).data.map(({ tenantId }) => tenantId)).toEqual([ana.here]);
  expect((await ask('sessions', {}, ana)).data.map(({ tenantName }) => tenantName)).toEqual(['Here']);
  expect((await ask('switchTeam', { tenantId: ana.there }, ana)).code).toBe(codeOf('ssoElsewhere'));
  expect((await ask('leaveTeam', { tenantId: ana.there }, ana)).code).toBe(codeOf('ssoElsewhere'));
  expect((await ask('endOtherSessions', {}, ana)).data).toEqual({ ended: 0 });
  const theirs = (await ask('sessions', {}, { token: ana.elsewhere })).data.find(
    ({ tenantName }) => tenantName === 'There',
  )!;
  expect((await ask('endSession', { id: theirs.id }, ana)).code).toBe(codeOf('notFound'));
  expect((await ask('info', {}, { token: ana.elsewhere })).data).toMatchObject({
    tenantId: ana.there,
    loginType: 'password',
  });
});

test('[ADMIN-03] coming by company does not change where a password leads', async () => {
  const ana = await byCompany();
  expect((await ask('info', {}, (await signIn(ana)).data)).data.tenantId).toBe(ana.there);
});

test('[ADMIN-03] an invitation is no way round the company', async () => {
  const tenant = await aTenant(db);
  await rule(tenant, 'owners');
  const token = 'invited-'.padEnd(40, String(tenant));
  await db.everyTenant('an invitation', (tx) =>
    sql`
    insert into invitation (tenant_id, email, invited_by, token_hash, expires_at) values (${tenant}, ${`guest.${tenant}@aurora.example`}, 'Ana', sha256(${token}::bytea), now() + interval '1 day')`.execute(
      tx.as(),
    ),
  );
  expect((await ask('acceptInvitation', { invitation: token, name: 'Guest', password: PASSWORD })).code).toBe(
    codeOf('ssoRequired'),
  );
  expect((await ask('invitation', { invitation: token })).code).toBe(0);
});

test('[ADMIN-03] two tenants cannot have one company domain', async () => {
  const [one, other] = [await aTenant(db), await aTenant(db)];
  const claim = (tenantId: number) =>
    db.everyTenant('a domain', (tx) =>
      setCompanySignIn(tx, tenantId, { companyDomain: 'shared.example', passwordSignIn: 'everyone' }),
    );
  await claim(one);
  await expect(claim(other)).rejects.toMatchObject({ name: 'ssoDomainTaken' });
});

test('[ADMIN-03] who comes by their company from where they never were is told by mail; the first time, and again from there, not', async () => {
  const tenantId = await aTenant(db);
  const { userId, email } = await aPerson(db, [tenantId]);
  const enter = (userAgent: string) =>
    db.everyTenant('a sign-in', (tx) => enterByCompany(world, tx, { userId, tenantId }, { ...origin, userAgent }));
  await enter('laptop');
  await enter('laptop');
  await enter('tablet');
  expect((await server.message(email, 1, /new device/)).text).toContain('10.0.0.1');
  expect(server.sentTo(email)).toHaveLength(1);
});
