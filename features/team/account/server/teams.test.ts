import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { accountServer, aPerson, codeOf, PASSWORD } from './account.fixture.ts';
import { peopleByIds } from './index.ts';

const server = await accountServer();
const { ask, world, entries } = server;
const { db, sessions } = world;
afterAll(server.close);

async function inTwoTeams(wishes: Parameters<typeof aPerson>[2] = {}) {
  const [here, there] = [await aTenant(db, { name: 'Here' }), await aTenant(db, { name: 'There' })];
  const person = await aPerson(db, [here, there], wishes);
  const { data } = await ask('login', { email: person.email, password: PASSWORD });
  return { ...person, here, there, token: data.token };
}

test('[SHELL-30] the list of teams holds those of the person and marks the present one', async () => {
  const ana = await inTwoTeams();
  await aTenant(db, { name: 'Elsewhere' });
  expect((await ask('teams', {}, ana)).data).toEqual([
    { tenantId: ana.here, tenantName: 'Here', company: 'Here', roleName: '', isOwner: false, current: true },
    { tenantId: ana.there, tenantName: 'There', company: 'There', roleName: '', isOwner: false, current: false },
  ]);
});

test('[API-03] another team is another session: the old token ends and nothing of the first team is seen', async () => {
  const ana = await inTwoTeams();
  const colleague = await aMember(db, ana.here);
  const { data } = await ask('switchTeam', { tenantId: ana.there }, ana);
  await expect.poll(() => sessions.identify(ana.token)).toBeNull();
  const identity = (await sessions.identify(data.token))!;
  expect(identity).toMatchObject({ tenantId: ana.there, userId: ana.userId });
  expect((await ask('info', {}, data)).data).toMatchObject({ tenantName: 'There' });
  expect(await db.tenant(identity, (tx) => peopleByIds(tx, [colleague.userId, ana.userId]))).toEqual(
    new Map([[ana.userId, identity.name]]),
  );
  expect((await entries(ana.here)).map(({ action }) => action)).toEqual(['login', 'switchTeam']);
  expect((await entries(ana.there)).map(({ action }) => action)).toEqual(['login']);
});

test('[API-03] nobody gets into a team that is not theirs, nor into one that shut them out', async () => {
  const ana = await inTwoTeams();
  const foreign = await aTenant(db);
  expect((await ask('switchTeam', { tenantId: foreign }, ana)).code).toBe(codeOf('notInTeam'));
  await db.everyTenant('shut out', (tx) =>
    sql`update member set enabled = false where tenant_id = ${ana.there} and user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect((await ask('switchTeam', { tenantId: ana.there }, ana)).code).toBe(codeOf('notInTeam'));
  expect(await sessions.identify(ana.token)).not.toBeNull();
  expect((await ask('teams', {}, ana)).data).toHaveLength(1);
});

test('[SHELL-30] who leaves a team is out at once, and the team’s log says so', async () => {
  const ana = await inTwoTeams();
  const { data: there } = await ask('switchTeam', { tenantId: ana.there }, ana);
  expect((await ask('leaveTeam', { tenantId: ana.here }, there)).code).toBe(0);
  expect((await ask('teams', {}, there)).data).toHaveLength(1);
  expect((await entries(ana.here)).at(-1)).toMatchObject({ action: 'leaveTeam', user_id: ana.userId });
  expect((await ask('leaveTeam', { tenantId: ana.there }, there)).code).toBe(0);
  await expect.poll(() => sessions.identify(there.token)).toBeNull();
  expect((await ask('login', { email: ana.email, password: PASSWORD })).code).toBe(codeOf('notInTeam'));
  const stranger = await inTwoTeams();
  expect((await ask('leaveTeam', { tenantId: ana.here }, stranger)).code).toBe(codeOf('notInTeam'));
});

test('[SHELL-30] the last owner cannot leave, and the last two cannot leave together', async () => {
  const ana = await inTwoTeams({ isOwner: true });
  expect((await ask('leaveTeam', { tenantId: ana.there }, ana)).code).toBe(codeOf('lastOwner'));
  const budi = await aMember(db, ana.there, { isOwner: true });
  const answers = await Promise.all([
    ask('leaveTeam', { tenantId: ana.there }, ana),
    ask('leaveTeam', { tenantId: ana.there }, budi),
  ]);
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, codeOf('lastOwner')]);
});
