import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, factorServer } from '#features/team/second-factor/server/second-factor.fixture.ts';
import { makeOperator } from '#platform/server/operators.ts';
import { aTenant } from '#test/builders.ts';

let server: Awaited<ReturnType<typeof factorServer>>;
beforeAll(async () => {
  server = await factorServer();
});
afterAll(() => server.close());

const reset = async (token: string, userId: number) =>
  (await server.post('member/reset_second_factor', { userId }, token)).code;

test('[ADMIN-01] a manager with the right helps somebody in again, who is told by whom', async () => {
  const tenantId = await aTenant(server.db);
  const manager = await server.person({ tenantId, name: 'Sofia', functions: ['access.members', 'access.view'] });
  const ana = await server.person({ tenantId });
  await server.enrol(ana.token);
  expect((await server.signIn(ana.email)).secondStep).toBeTruthy();
  const { data } = await server.ask('GET', server.at('member/page'), { token: manager.token });
  const shown = data.list.map((each: { userId: number; hasSecondFactor: boolean }) => [
    each.userId,
    each.hasSecondFactor,
  ]);
  expect(new Map(shown)).toEqual(
    new Map([
      [manager.userId, false],
      [ana.userId, true],
    ]),
  );

  expect(await reset(ana.token, manager.userId)).toBe(codeOf('notAllowed'));
  expect(await reset(manager.token, ana.userId)).toBe(0);
  expect((await server.signIn(ana.email)).token).toBeTruthy();
  expect((await server.letter(ana.email, /second factors of your/)).text).toContain('Sofia removed');
});

test('[ADMIN-01] nobody takes away the second factor of who may more, or of who belongs to other teams or runs the installation', async () => {
  const tenantId = await aTenant(server.db);
  const manager = await server.person({ tenantId, functions: ['access.members'] });
  const owner = await server.person({ tenantId, isOwner: true });
  const other = await server.person({ tenantId, functions: ['access.members', 'sso.edit'] });
  expect(await reset(manager.token, owner.userId)).toBe(codeOf('notAllowed'));
  expect(await reset(manager.token, other.userId)).toBe(codeOf('notAllowed'));

  const ana = await server.person({ tenantId });
  const elsewhere = await aTenant(server.db);
  await server.db.everyTenant('a second team', (tx) =>
    sql`insert into member (tenant_id, user_id, nick_name) values (${elsewhere}, ${ana.userId}, 'Ana')`.execute(
      tx.as(),
    ),
  );
  expect(await reset(owner.token, ana.userId)).toBe(codeOf('secondFactorElsewhere'));
  // Whoever runs the installation is nobody's to open, not even an owner's of their team.
  const otto = await server.person({ tenantId });
  await server.db.everyTenant('runs the installation', (tx) => makeOperator(tx, otto.userId));
  expect(await reset(owner.token, otto.userId)).toBe(codeOf('secondFactorElsewhere'));
  const stranger = await server.person();
  expect(await reset(owner.token, stranger.userId)).toBe(codeOf('notFound'));
});

test('[ADMIN-01] a role, a built-in one too, can ask for a second factor, by who holds its keys', async () => {
  const tenantId = await aTenant(server.db);
  const owner = await server.person({ tenantId, isOwner: true });
  const manager = await server.person({ tenantId, functions: ['access.roles', 'access.view'] });
  const ana = await server.person({ tenantId, functions: ['customers.view'] });
  const roles = async () => (await server.ask('GET', server.at('role/list'), { token: owner.token })).data;
  const role = (await roles()).find((each: { functions: string[] }) => each.functions.includes('customers.view'));
  await server.db.everyTenant('as the product brings it', (tx) =>
    sql`update role set built_in = 'agent' where id = ${role.id}`.execute(tx.as()),
  );
  const set = async (token: string) =>
    (await server.ask('PUT', server.at('role/second_factor'), { token, body: { id: role.id, needed: true } })).code;
  expect(await set(manager.token)).toBe(codeOf('notAllowed'));
  expect(await set(owner.token)).toBe(0);
  expect((await roles()).find((each: { id: number }) => each.id === role.id)).toMatchObject({
    needsSecondFactor: true,
  });
  expect((await server.signIn(ana.email)).secondStep!.kind).toBe('enrolment');
});
