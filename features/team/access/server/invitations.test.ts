import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { Letter } from '#core/messages/messages.port.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { Invitation, Role } from '../contract.ts';

const server = await testServer();
const { db, mail } = server.world;
afterAll(() => server.close());

const MEMBER = '/admin/saas_plat/member';

/** Letters as they leave; `letterTo` waits for the next one to an address. */
const waiting = new Map<string, (letter: Letter) => void>();
const send = mail.send.bind(mail);
mail.send = async (letter) => {
  await send(letter);
  waiting.get(letter.to)?.(letter);
};
const letterTo = (email: string) => new Promise<Letter>((resolve) => waiting.set(email, resolve));
const tokenIn = (letter: Letter) => /http:\/\/openseat\.test\/invitation\/([\w-]{43})\s/.exec(letter.text)![1]!;

async function aTeam(wishes: Parameters<typeof aMember>[2] = {}) {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { name: 'Olga', isOwner: true, ...wishes });
  const role = async (more: Partial<Role> = {}): Promise<number> =>
    (
      await server.ask('POST', '/admin/saas_plat/role', {
        token: owner.token,
        body: { name: 'Agent', systemId: 5, functions: [], needDesensitize: false, ...more },
      })
    ).data.id;
  return { tenant, owner, role, email: `new.${tenant}@aurora.example` };
}
const invite = (who: Member, email: string, roleIds: number[]) =>
  server.ask('POST', `${MEMBER}/invite`, {
    token: who.token,
    body: { email, roleIds, textSeat: true, voiceSeat: false },
  });
const open = async (who: Member) =>
  (await server.ask<Invitation[]>('GET', `${MEMBER}/invitations`, { token: who.token })).data;
const rowsOf = async (tenantId: number) =>
  (
    await db.tenant({ tenantId }, (tx) =>
      sql<
        Record<string, unknown>
      >`select *, to_jsonb(role_ids) role_ids, expires_at - created_at = interval '7 days' a_week from invitation order by id`.execute(
        tx.as(),
      ),
    )
  ).rows;

test('an invitation goes out by mail, with a link that only the letter knows', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const letter = letterTo(email);
  const roleId = await role();
  expect((await invite(owner, ` ${email.toUpperCase()} `, [roleId])).code).toBe(0);
  const { subject, text } = await letter;
  expect(subject).toMatch(/^Olga invites you to Aurora Travel/);
  const [row] = await rowsOf(tenant);
  expect(row).toMatchObject({
    email,
    role_ids: [roleId],
    text_seat: true,
    voice_seat: false,
    invited_by: 'Olga',
    accepted_at: null,
    withdrawn_at: null,
    a_week: true,
  });
  expect(row!['token_hash']).toEqual(hashToken(tokenIn({ to: email, subject, text })));
  expect(await open(owner)).toEqual([
    {
      id: row!['id'],
      email,
      roleNames: ['Agent'],
      invitedBy: 'Olga',
      createdAt: row!['created_at'],
      expiresAt: row!['expires_at'],
      expired: false,
    },
  ]);
});

test('whoever follows the link joins with the promised role and seat, and is invited no longer', async () => {
  const { owner, role, email } = await aTeam();
  const letter = letterTo(email);
  const roleId = await role({ functions: ['access.view'] });
  await invite(owner, email, [roleId]);
  const joined = await server.ask('POST', `/admin/saas_plat/invitation/${tokenIn(await letter)}/accept`, {
    body: { name: 'Nadia', password: 'a long enough passphrase' },
  });
  expect(joined.code).toBe(0);
  const { data } = await server.ask('GET', `${MEMBER}/page`, { token: joined.data.token, query: { name: 'Nadia' } });
  expect(data.list).toMatchObject([
    {
      email,
      nickName: 'Nadia',
      textSeat: true,
      voiceSeat: false,
      isOwner: false,
      enabled: true,
      roles: [{ systemId: 5, roleId, roleName: 'Agent' }],
    },
  ]);
  expect(await open(owner)).toEqual([]);
  expect((await invite(owner, email, [roleId])).code).toBe(20307);
});

test('the letter is written in the language of whoever invites', async () => {
  const { owner, role, email } = await aTeam({ language: 'id-ID' });
  const letter = letterTo(email);
  await invite(owner, email, [await role()]);
  expect((await letter).subject).toMatch(/^Olga mengundang Anda/);
});

test('inviting the same address again replaces the open invitation, also at the same moment', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const roleId = await role();
  await Promise.all([invite(owner, email, [roleId]), invite(owner, email, [roleId])]);
  await invite(owner, email, [roleId]);
  expect(await rowsOf(tenant)).toHaveLength(3);
  expect(await open(owner)).toHaveLength(1);
});

test('a member is not invited again', async () => {
  const { tenant, owner, role } = await aTeam();
  const ana = await aMember(db, tenant);
  expect((await invite(owner, ana.email.toUpperCase(), [await role()])).code).toBe(20307);
  expect(await rowsOf(tenant)).toEqual([]);
  const elsewhere = await aMember(db, await aTenant(db));
  expect((await invite(owner, elsewhere.email, [await role({ name: 'Other' })])).code).toBe(0);
});

test('an invitation sent again has a new link and a new week; the old link is dead', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const first = letterTo(email);
  const { data } = await invite(owner, email, [await role()]);
  const old = tokenIn(await first);
  await db.everyTenant('a week later', (tx) =>
    sql`update invitation set expires_at = now() - interval '1 s' where id = ${data.id}`.execute(tx.as()),
  );
  expect(await open(owner)).toMatchObject([{ expired: true }]);
  const second = letterTo(email);
  expect((await server.ask('POST', `${MEMBER}/invitation/${data.id}/resend`, { token: owner.token })).code).toBe(0);
  const fresh = tokenIn(await second);
  expect(fresh).not.toBe(old);
  expect((await rowsOf(tenant))[0]!['token_hash']).toEqual(hashToken(fresh));
  expect(await open(owner)).toMatchObject([{ expired: false }]);
});

test('an invitation is taken back once', async () => {
  const { owner, role, email } = await aTeam();
  const { data } = await invite(owner, email, [await role()]);
  const withdraw = () => server.ask('DELETE', `${MEMBER}/invitation/${data.id}`, { token: owner.token });
  expect((await withdraw()).code).toBe(0);
  expect(await open(owner)).toEqual([]);
  expect((await withdraw()).code).toBe(404);
  expect((await server.ask('POST', `${MEMBER}/invitation/${data.id}/resend`, { token: owner.token })).code).toBe(404);
});

test('nobody invites into a role with keys they do not hold, nor revives such an invitation', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const manager = await aMember(db, tenant, { functions: ['access.view', 'access.members'] });
  const [strong, weak] = [
    await role({ functions: ['access.settings'] }),
    await role({ name: 'Reader', functions: ['access.view'] }),
  ];
  expect((await invite(manager, email, [strong])).code).toBe(403);
  expect((await invite(manager, email, [weak])).code).toBe(0);
  const { data } = await invite(owner, email, [strong]);
  expect((await server.ask('POST', `${MEMBER}/invitation/${data.id}/resend`, { token: manager.token })).code).toBe(403);
});

test('bad input is refused: no address, no role, two roles of one system, unknown roles', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const [one, two] = [await role(), await role({ name: 'Two' })];
  for (const [address, roleIds] of [
    ['nobody', [one]],
    [email, []],
    [email, [one, two]],
    [email, [987_654_321]],
  ] as const) {
    expect((await invite(owner, address, [...roleIds])).code).toBe(400);
  }
  expect(await rowsOf(tenant)).toEqual([]);
});

test('people are invited by holders of the key alone', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const ana = await aMember(db, tenant, { functions: ['access.view', 'access.roles'] });
  const roleId = await role();
  expect((await invite(ana, email, [roleId])).code).toBe(403);
  const { data } = await invite(owner, email, [roleId]);
  expect(await open(ana)).toHaveLength(1);
  expect((await server.ask('DELETE', `${MEMBER}/invitation/${data.id}`, { token: ana.token })).code).toBe(403);
});

test('[API-03] invitations of another tenant are neither seen, sent nor taken back', async () => {
  const [ours, theirs] = [await aTeam(), await aTeam()];
  const { data } = await invite(theirs.owner, theirs.email, [await theirs.role()]);
  expect(await open(ours.owner)).toEqual([]);
  expect((await server.ask('DELETE', `${MEMBER}/invitation/${data.id}`, { token: ours.owner.token })).code).toBe(404);
  expect((await server.ask('POST', `${MEMBER}/invitation/${data.id}/resend`, { token: ours.owner.token })).code).toBe(
    404,
  );
  expect((await invite(ours.owner, ours.email, [await theirs.role({ name: 'Other' })])).code).toBe(400);
});

const linkOf = (who: Member, id: number) => server.ask('POST', `${MEMBER}/invitation/${id}/link`, { token: who.token });
const tokenOf = (link: string) => /^http:\/\/openseat\.test\/invitation\/([\w-]{43})$/.exec(link)![1]!;
const inviteByLink = (who: Member, email: string, roleIds: number[]) =>
  server.ask('POST', `${MEMBER}/invite`, {
    token: who.token,
    body: { email, roleIds, textSeat: false, voiceSeat: true, by: 'link' },
  });
const looksAt = (token: string) => server.ask('GET', `/admin/saas_plat/invitation/${token}`);

test('[ADMIN-01] without a mail server the inviter is shown a link once, and whoever has it joins', async () => {
  const { tenant, owner, role, email } = await aTeam();
  expect((await server.ask('GET', `${MEMBER}/invitation_ways`, { token: owner.token })).data).toEqual({ mail: false });
  const { data } = await inviteByLink(owner, email, [await role()]);
  const token = tokenOf(data.link);
  expect((await rowsOf(tenant))[0]!['token_hash']).toEqual(hashToken(token));
  expect(JSON.stringify(await open(owner))).not.toContain(token);
  expect((await looksAt(token)).data).toMatchObject({ email });
  const joined = await server.ask('POST', `/admin/saas_plat/invitation/${token}/accept`, {
    body: { name: 'Nadia', password: 'a long enough passphrase' },
  });
  expect(joined.code).toBe(0);
});

test('[ADMIN-01] a new link ends the old one, and a letter that comes late does not end the link', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const letter = letterTo(email);
  const { data } = await invite(owner, email, [await role()]);
  expect(data.link).toBeNull();
  const mailed = tokenIn(await letter);
  const first = tokenOf((await linkOf(owner, data.id)).data.link);
  const second = tokenOf((await linkOf(owner, data.id)).data.link);
  expect([(await looksAt(mailed)).code, (await looksAt(first)).code]).toEqual([20301, 20301]);
  const job = server.built.features
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ task }) => task === 'access.mailInvitation')!;
  await job.run({ tenantId: tenant, id: data.id, language: 'en-US' } as never);
  expect((await looksAt(second)).code).toBe(0);
  const again = letterTo(email);
  await server.ask('POST', `${MEMBER}/invitation/${data.id}/resend`, { token: owner.token });
  const resent = tokenIn(await again);
  expect([(await looksAt(second)).code, (await looksAt(resent)).code]).toEqual([20301, 0]);
});

test('[ADMIN-04] links are made by those who may invite, within what they may give, and are logged without the link', async () => {
  const { tenant, owner, role, email } = await aTeam();
  const { data } = await inviteByLink(owner, email, [await role({ functions: ['access.settings'] })]);
  const ana = await aMember(db, tenant, { functions: ['access.view'] });
  const boss = await aMember(db, tenant, { functions: ['access.view', 'access.members'] });
  const stranger = (await aTeam()).owner;
  expect((await linkOf(ana, data.id)).code).toBe(403);
  expect((await linkOf(boss, data.id)).code).toBe(403);
  expect((await linkOf(stranger, data.id)).code).toBe(404);
  const { data: made } = await linkOf(owner, data.id);
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql<{
      action: string;
      entry: string;
    }>`select action, o::text entry from operation_log o where module = 'access'`.execute(tx.as()),
  );
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['invite', 'invitationLink']));
  expect(rows.filter(({ entry }) => entry.includes(tokenOf(made.link)))).toEqual([]);
});
