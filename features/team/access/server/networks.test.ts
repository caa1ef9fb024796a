import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openPasswordProof, openPasswords } from '#features/team/account/server/index.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { FOREIGN_NETWORK } from '#platform/server/sessions/foreign-log.ts';
import { failures } from '#shared/errors.ts';
import { makeOperator } from '#platform/server/operators.ts';
import { aMember, anOperator, aTenant, type Member } from '#test/builders.ts';
import { handClock } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import { accessApi } from '../contract.ts';

const clock = handClock();
// One proxy stands before it, so that every call says where it comes from.
const server = await testServer({ clock, server: { trustProxy: 1 } });
const { db } = server.world;
afterAll(() => server.close());

const REFUSED = { status: 403, code: failures.networkNotAllowed.code };
const [OFFICE, HOME] = ['203.0.113.20', '198.51.100.7'];
const NETWORKS = ['203.0.113.0/24', '2001:db8::/32'];

const at = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const read = (token: string, address: string) => server.ask('GET', accountApi.info.path, { token, ...at(address) });
const set = ({ token }: Member, body: object, address = OFFICE) =>
  server.ask('PUT', accessApi.setNetworks.path, { token, body, ...at(address) });
const refusals = async (tenantId: number) =>
  (
    await db.tenant({ tenantId }, (tx) =>
      sql<object>`select address, user_name, outcome from operation_log where module = 'access' and action = ${FOREIGN_NETWORK} order by id`.execute(
        tx.as(),
      ),
    )
  ).rows;

const PASSWORD = 'correct horse staple';
const passwordHash = await openPasswords().hash(PASSWORD);

async function aTeam() {
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true, name: 'Olga' });
  return { tenantId, owner, ana: await aMember(db, tenantId, { name: 'Ana', passwordHash }) };
}

test('[SEC-02] people work from the networks their team names, and from nowhere else', async () => {
  const { owner, ana } = await aTeam();
  expect((await read(ana.token, HOME)).code).toBe(0);
  expect((await set(owner, { networks: NETWORKS })).code).toBe(0);
  expect(await read(ana.token, HOME)).toMatchObject(REFUSED);
  expect(await read(owner.token, HOME), 'owners too').toMatchObject(REFUSED);
  expect((await read(ana.token, OFFICE)).code).toBe(0);
  expect((await read(ana.token, '2001:db8:7::1')).code).toBe(0);
  expect((await server.ask('GET', '/api/echo', at(HOME))).code, 'strangers are not asked').toBe(0);
  expect((await set(owner, { networks: [] })).code).toBe(0);
  expect((await read(ana.token, HOME)).code).toBe(0);
});

test('[SEC-02] nobody signs in from elsewhere, neither by password nor without a session', async () => {
  const { owner, ana } = await aTeam();
  await set(owner, { networks: NETWORKS });
  const signIn = (address: string) =>
    server.ask('PUT', accountApi.login.path, { body: { email: ana.email, password: PASSWORD }, ...at(address) });
  expect(await signIn(HOME)).toMatchObject(REFUSED);
  expect((await signIn(OFFICE)).code).toBe(0);
  const isLogin = async (address: string) =>
    (
      await server.ask(accountApi.isLogin.method, accountApi.isLogin.path, {
        ...(accountApi.isLogin.method === 'GET' ? { query: { token: ana.token } } : { body: { token: ana.token } }),
        ...at(address),
      })
    ).data;
  expect(await isLogin(HOME)).toEqual({ is_login: false });
  expect(await isLogin(OFFICE)).toEqual({ is_login: true });
  const prove = (address: string) =>
    openPasswordProof(server.world)(ana.email, PASSWORD, { requestId: 'test', address, userAgent: 'test' });
  await expect(prove(HOME)).rejects.toMatchObject({ name: 'networkNotAllowed' });
  expect(await prove(OFFICE)).toMatchObject({ userId: ana.userId });
});

test('[SEC-02] a list that shuts out its author is refused unless they say their address', async () => {
  const { owner } = await aTeam();
  const shut = await set(owner, { networks: NETWORKS }, HOME);
  expect(shut).toMatchObject({ code: failures.networksShutYouOut.code, msg: HOME });
  expect((await set(owner, { networks: NETWORKS, shutsOut: OFFICE }, HOME)).code, 'of another place').toBe(shut.code);
  expect((await read(owner.token, HOME)).code).toBe(0);
  expect((await set(owner, { networks: NETWORKS, shutsOut: HOME }, HOME)).code).toBe(0);
  expect(await read(owner.token, HOME)).toMatchObject(REFUSED);
});

test('[SEC-02] the networks are an owner’s to see and to say; what is none is refused, and a change is in the log', async () => {
  const { tenantId, owner } = await aTeam();
  const sofia = await aMember(db, tenantId, { functions: ['access.settings'] });
  expect((await set(sofia, { networks: NETWORKS })).code).toBe(403);
  expect((await server.ask('GET', accessApi.networks.path, { token: sofia.token })).code).toBe(403);
  for (const wrong of ['10.0.0.0/33', 'office', ''])
    expect((await set(owner, { networks: [wrong] })).code, wrong).toBe(400);
  await set(owner, { networks: [...NETWORKS, NETWORKS[0]] });
  expect((await server.ask('GET', accessApi.networks.path, { token: owner.token, ...at(OFFICE) })).data).toEqual({
    networks: NETWORKS,
    yourAddress: OFFICE,
  });
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql`select change, user_id from operation_log where action = 'setNetworks' and outcome = 0`.execute(tx.as()),
  );
  expect(rows).toEqual([{ change: { before: [], after: NETWORKS }, user_id: owner.userId }]);
});

test('[SEC-02] no team shuts out who runs the installation and has no other: shown the second factor they come from anywhere', async () => {
  const { tenantId, owner } = await aTeam();
  const olivia = await anOperator(db);
  const inTeam = await aMember(db, tenantId, { name: 'Otto' });
  await db.everyTenant('he runs the installation', (tx) => makeOperator(tx, inTeam.userId));
  await set(owner, { networks: NETWORKS });
  expect(await read(inTeam.token, HOME), 'no factor was shown').toMatchObject(REFUSED);
  const opens = (showsFactor: boolean) =>
    db.everyTenant('signs in', (tx) =>
      server.world.sessions.open(
        tx,
        { userId: inTeam.userId, tenantId, showsFactor },
        { address: HOME, userAgent: '', requestId: '' },
      ),
    );
  await expect(opens(false)).rejects.toMatchObject({ name: 'networkNotAllowed' });
  const { token } = await opens(true);
  expect((await read(token, HOME)).code).toBe(0);
  // Who has another team comes in by that one.
  await db.everyTenant('a second team', (tx) =>
    sql`insert into member (tenant_id, user_id, nick_name) values (${olivia.tenantId}, ${inTeam.userId}, 'Otto')`.execute(
      tx.as(),
    ),
  );
  await expect(opens(true)).rejects.toMatchObject({ name: 'networkNotAllowed' });
});

test('[SEC-02] who was refused is in the log, each network once an hour', async () => {
  const { tenantId, owner, ana } = await aTeam();
  await set(owner, { networks: NETWORKS });
  for (const address of [HOME, HOME, HOME, '2001:db9::1', '2001:db9::2']) await read(ana.token, address);
  const once = [
    { address: HOME, user_name: 'Ana', outcome: REFUSED.code },
    { address: '2001:db9::1', user_name: 'Ana', outcome: REFUSED.code },
  ];
  expect(await refusals(tenantId)).toEqual(once);
  clock.turn(3_600_000);
  await read(ana.token, HOME);
  expect(await refusals(tenantId)).toEqual([...once, once[0]]);
});

test('[SEC-02] whoever changes addresses does not fill the log', async () => {
  const { tenantId, owner, ana } = await aTeam();
  await set(owner, { networks: NETWORKS });
  for (let last = 0; last < 120; last += 1) await read(ana.token, `198.18.0.${last}`);
  expect(await refusals(tenantId)).toHaveLength(100);
});
