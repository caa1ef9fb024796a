import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { accessApi } from '#features/team/access/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { setupLink } from '#features/team/account/server/index.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { businessHoursApi } from '#features/voice/business-hours/contract.ts';
import { callLabelsApi } from '#features/voice/call-labels/contract.ts';
import { callLimitsApi } from '#features/voice/call-limits/contract.ts';
import { rehearsalApi } from '#features/voice/rehearsal/contract.ts';
import { countryOfZone } from '#core/calendar/country-of-zone.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { homeApi, type GuideFacts } from '../contract.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const ask = async (token: string, { method, path }: Endpoint, body: object = {}) => {
  const answer = await server.ask(method, path, method === 'GET' ? { token } : { token, body });
  expect(answer.code, path).toBe(0);
  return answer.data;
};
const statesOf = async (token: string) =>
  Object.fromEntries(((await ask(token, homeApi.guide)) as GuideFacts).steps.map(({ key, state }) => [key, state]));

const link = await setupLink(server.world, 'http://openseat.test');
const { data: signedIn } = await server.ask('POST', accountApi.setup.path, {
  body: {
    key: new URL(link!).searchParams.get('key')!,
    company: 'Polaris',
    name: 'Nadia',
    email: 'nadia@polaris.example',
    password: 'correct horse staple',
    lang: 'es_MX',
    timeZone: 'America/Mexico_City',
  },
});
const { token } = signedIn as { token: string };

test('[CC-05] a founded tenant has hours nobody follows, labels in its language, limits, and its own country', async () => {
  expect(await ask(token, businessHoursApi.list)).toMatchObject([
    {
      name: 'Horario de oficina',
      timeZone: 'America/Mexico_City',
      weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1_080 })),
      isDefault: false,
      groupIds: [],
      numberIds: [],
    },
  ]);
  expect((await ask(token, callLabelsApi.all)).map(({ name }: { name: string }) => name)).toContain('Volver a llamar');
  const limits = (await ask(token, callLimitsApi.page)).list as { kind: string; max: number }[];
  expect(Object.fromEntries(limits.map(({ kind, max }) => [kind, max]))).toEqual({
    callsPerSecond: 5,
    concurrent: 30,
    costPerDay: 10_000,
    failure: 5,
    perNumber: 5,
  });
  expect(await ask(token, callLimitsApi.countries)).toMatchObject([{ iso2: countryOfZone('America/Mexico_City') }]);
});

test('[SHELL-26] AI agents are in the menu of a new tenant, unless whoever runs the installation does not want them', async () => {
  const keys = async (one: typeof server, who: string) =>
    JSON.stringify((await one.ask('GET', accessApi.resource.path, { token: who })).data.menuVos);
  expect(await keys(server, token)).toContain('/robot/flows');
  const without = await testServer({ aiFlows: false });
  const { token: theirs } = await aMember(without.world.db, await aTenant(without.world.db), { isOwner: true });
  expect(await keys(without, theirs)).not.toContain('/robot/flows');
  await without.close();
});

test('[CC-02] the guide follows the facts from the first owner to the first calls, and back', async () => {
  const { tenantId, userId } = await idsOf(token);
  expect(await statesOf(token)).toEqual({
    people: 'next',
    reach: 'waits',
    group: 'waits',
    trunk: 'open',
    number: 'waits',
    hours: 'open',
    countries: 'done',
    callIn: 'waits',
    callOut: 'waits',
    chat: 'waits',
  });

  const { list } = await ask(token, accessApi.members);
  const { nickName, isOwner, enabled, textSeat, roles } = list[0];
  await ask(token, accessApi.updateMember, {
    userId,
    nickName,
    isOwner,
    enabled,
    textSeat,
    voiceSeat: true,
    roleIds: roles.map(({ roleId }: { roleId: number }) => roleId),
  });
  expect(await statesOf(token)).toMatchObject({ people: 'done', reach: 'next', group: 'open' });

  await db.tenant({ tenantId }, (tx) =>
    sql`insert into equipment_check (user_id, facts, microphone_ok, speaker_ok, browser_ok, network_ok) values (${userId}, '{}', true, true, true, true)`.execute(
      tx.as(),
    ),
  );
  const { id } = await ask(token, agentGroupsApi.add, { name: 'Ventas' });
  expect(await statesOf(token), 'a group without people takes no caller').toMatchObject({
    reach: 'done',
    group: 'next',
  });
  await ask(token, agentGroupsApi.setMembers, { id, members: [{ userId }] });
  expect(await statesOf(token)).toMatchObject({ group: 'done', trunk: 'next', number: 'waits' });

  await ask(token, rehearsalApi.addTrunk);
  expect(await statesOf(token)).toMatchObject({ trunk: 'done', number: 'done', callIn: 'next', callOut: 'open' });

  for (const direction of ['inbound', 'outbound'])
    await db.tenant({ tenantId }, (tx) =>
      sql`insert into call_record (call_id, node, direction, started_at, ended_at, customer_number, our_number, outcome) values (${direction}, 'node-1', ${direction}, now(), now(), '525512345678', '12025550100', 1)`.execute(
        tx.as(),
      ),
    );
  const guide: GuideFacts = await ask(token, homeApi.guide);
  expect(guide.steps.filter(({ state }) => state !== 'done').map(({ key }) => key)).toEqual(['hours', 'chat']);
  expect([guide.isBehind, guide.steps.find(({ key }) => key === 'hours')!.state]).toEqual([true, 'next']);

  await ask(token, rehearsalApi.removeTrunk);
  expect(await statesOf(token)).toMatchObject({ trunk: 'next', number: 'waits', callIn: 'done' });
});

test('[CC-02] a step is told in the words of its reader and leads to a screen that is there', async () => {
  const { steps, events } = (await ask(token, homeApi.guide)) as GuideFacts;
  expect(steps[0]).toMatchObject({ key: 'people', title: 'Personas y puestos', path: '/organisation/members' });
  const untold = steps.filter(({ title, why, action }) =>
    [title, why, action].some((text) => text.includes('firstStep')),
  );
  expect(untold).toEqual([]);
  const menu = new Set(server.world.catalogue.menu.map(({ key }) => key));
  expect(steps.filter(({ path }) => path !== null && !menu.has(path))).toEqual([]);
  expect(events.length).toBeGreaterThan(2);
});

test('[CC-02] who may do some steps is shown those; agents see no guide; facts of others are not mine', async () => {
  const tenantId = await aTenant(db);
  const manager = await aMember(db, tenantId, { functions: ['home.guide', 'agent-groups.edit', 'did-numbers.edit'] });
  const agent = await aMember(db, tenantId);
  expect(await statesOf(manager.token)).toEqual({ group: 'next', number: 'waits', callIn: 'waits', callOut: 'open' });
  expect((await server.ask('GET', homeApi.guide.path, { token: agent.token })).code).toBe(403);
});

async function idsOf(who: string): Promise<{ tenantId: number; userId: number }> {
  const { tenantId } = await ask(who, accountApi.info);
  const { list } = await ask(who, accessApi.members);
  return { tenantId, userId: list[0].userId };
}
