import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { aTenant } from '#test/builders.ts';
import { createBuiltInRoles } from './index.ts';
import { accountServer, aPerson, codeOf, PASSWORD } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, pass, entries } = server;
const { db } = world;
afterAll(server.close);

const DAY_MS = 24 * 3_600_000;
let made = 0;

/** As `features/access` writes it. */
async function anInvitation(
  tenantId: number,
  email = `guest.${(made += 1)}@aurora.example`,
  wishes: { roleIds?: number[] } = {},
) {
  const token = `invitation-${(made += 1)}-0123456789`;
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into invitation (email, role_ids, text_seat, voice_seat, invited_by, token_hash, expires_at)
      values (${email}, ${wishes.roleIds ?? []}, true, false, 'Olga', ${hashToken(token)}, ${new Date(world.clock.nowMs() + 7 * DAY_MS)})`.execute(
      tx.as(),
    ),
  );
  return { token, email };
}
const accept = (invitation: string, password = PASSWORD) =>
  ask('acceptInvitation', { invitation, name: 'Gita', password });

test('an invited stranger chooses name and password and is in, with the roles and seats of the invitation', async () => {
  const tenant = await aTenant(db, { name: 'Aurora Travel' });
  const roles = await db.everyTenant('roles', (tx) => createBuiltInRoles(tx, tenant, world));
  const { token, email } = await anInvitation(tenant, undefined, { roleIds: [roles.agent, roles.administrator] });
  expect((await ask('invitation', { invitation: token })).data).toEqual({
    email,
    tenantName: 'Aurora Travel',
    invitedBy: 'Olga',
    hasAccount: false,
  });
  expect((await accept(token, 'qwertyuiop')).code).toBe(codeOf('weakPassword'));
  const { data } = await accept(token);
  expect((await ask('info', {}, data)).data).toMatchObject({
    email,
    tenantId: tenant,
    tenantNickName: 'Gita',
    roleName: 'Agent',
    textSeat: true,
    voiceSeat: false,
    isTenantOwner: false,
  });
  expect((await entries(tenant)).map(({ action }) => action)).toEqual(['acceptInvitation', 'login']);
  expect((await accept(token)).code).toBe(codeOf('invitationInvalid'));
  expect((await ask('invitation', { invitation: token })).code).toBe(codeOf('invitationInvalid'));
});

test('an invited person with an account joins with its password; guesses are counted', async () => {
  const [home, tenant] = [await aTenant(db), await aTenant(db)];
  const { email } = await aPerson(db, [home]);
  const { token } = await anInvitation(tenant, email);
  expect((await ask('invitation', { invitation: token })).data).toMatchObject({ hasAccount: true });
  for (let i = 0; i < 3; i += 1)
    expect((await accept(token, 'wrong horse staple')).code).toBe(codeOf('wrongCredentials'));
  expect((await ask('login', { email, password: PASSWORD })).code).toBe(codeOf('captchaRequired'));
  const { data } = await accept(token);
  expect((await ask('teams', {}, data)).data.map((team) => [team.tenantId, team.current]).sort()).toEqual(
    [
      [home, false],
      [tenant, true],
    ].sort(),
  );
});

test('[API-03] a role of another tenant in an invitation gives nothing', async () => {
  const [ours, theirs] = [await aTenant(db), await aTenant(db)];
  const foreign = await db.everyTenant('roles', (tx) => createBuiltInRoles(tx, theirs, world));
  const { token } = await anInvitation(ours, undefined, { roleIds: [foreign.manager] });
  const { data } = await accept(token);
  expect((await ask('info', {}, data)).data.systemRoles).toEqual([]);
});

test('an invitation that ran out, or was withdrawn, or never was, is refused alike', async () => {
  const tenant = await aTenant(db);
  const withdrawn = await anInvitation(tenant);
  await db.tenant({ tenantId: tenant }, (tx) =>
    sql`update invitation set withdrawn_at = now() where email = ${withdrawn.email}`.execute(tx.as()),
  );
  const late = await anInvitation(tenant);
  pass(7 * DAY_MS + 1_000);
  for (const token of [withdrawn.token, late.token, 'never-was'])
    expect((await accept(token)).code).toBe(codeOf('invitationInvalid'));
});

test('one invitation accepted twice at once makes one member', async () => {
  const tenant = await aTenant(db);
  const { token } = await anInvitation(tenant);
  const answers = await Promise.all([accept(token), accept(token)]);
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, codeOf('invitationInvalid')]);
});

test('an old invitation does not let in who was shut out since', async () => {
  const tenant = await aTenant(db);
  const { email } = await aPerson(db, [tenant], { enabled: false });
  const { token } = await anInvitation(tenant, email);
  expect((await accept(token)).code).toBe(codeOf('accountDisabled'));
});
