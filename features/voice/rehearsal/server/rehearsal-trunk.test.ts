import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { accessApi } from '#features/team/access/contract.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { rehearsalApi } from '../contract.ts';
import { storyNumber } from '../core/story-numbers.ts';
import { trunkHandlers } from './rehearsal-trunk.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const ask = (name: keyof typeof rehearsalApi, { token }: Pick<Member, 'token'>) =>
  server.ask('POST', rehearsalApi[name].path, { token, body: {} });
const run = (tenantId: number, query: ReturnType<typeof sql>) =>
  db.tenant({ tenantId }, async (tx) => (await query.execute(tx.as())).rows as Record<string, unknown>[]);
const rehearses = async ({ token }: Member): Promise<string | null> =>
  (await server.ask('GET', accessApi.configValue.path, { token, query: { name: 'RehearsalEnable' } })).data.value;

async function aTeam() {
  const tenantId = await aTenant(db);
  return { tenantId, who: await aMember(db, tenantId, { functions: ['rehearsal.use', 'rehearsal.edit'] }) };
}

test('[CC-12] one click gives a team without anything a trunk, a number and rehearsal; another takes them away', async () => {
  const { who, tenantId } = await aTeam();
  expect((await ask('stage', who)).code).toBe(404);
  expect((await ask('trunk', who)).data).toEqual({ isThere: false, numbers: [] });
  const { data } = await ask('addTrunk', who);
  expect(data.number).toMatch(/^1\d{3}55501\d\d$/);
  expect((await ask('trunk', who)).data).toEqual({ isThere: true, numbers: [data.number] });
  expect((await ask('stage', who)).data.dids).toMatchObject([{ number: data.number }]);
  expect(await rehearses(who)).toBe('true');

  expect((await ask('removeTrunk', who)).code).toBe(0);
  expect((await ask('trunk', who)).data).toEqual({ isThere: false, numbers: [] });
  expect([await rehearses(who), (await ask('stage', who)).code]).toEqual(['false', 404]);
  expect((await ask('removeTrunk', who)).code).toBe(404);
  expect(await run(tenantId, sql`select 1 from did_number`)).toEqual([]);
});

test('[CC-12] two clicks at once make one trunk and one number', async () => {
  const { who } = await aTeam();
  const [one, other] = await Promise.all([ask('addTrunk', who), ask('addTrunk', who)]);
  expect(one.data.number).toBe(other.data.number);
  expect((await ask('trunk', who)).data.numbers).toHaveLength(1);
});

test('[CC-12] its callers go to the group there is, and a name that is taken is no hindrance', async () => {
  const { who, tenantId } = await aTeam();
  const [group] = await run(tenantId, sql`insert into agent_group (name, group_no) values ('Sales', 1) returning id`);
  await run(tenantId, sql`insert into trunk (name, carrier) values ('Rehearsal', 'other')`);
  expect((await ask('addTrunk', who)).code).toBe(0);
  expect(await run(tenantId, sql`select group_id from did_number`)).toEqual([{ group_id: group!['id'] }]);
  expect(await run(tenantId, sql`select name from trunk order by id`)).toEqual([
    { name: 'Rehearsal' },
    { name: 'Rehearsal 2' },
  ]);
  await ask('removeTrunk', who);
  expect(await run(tenantId, sql`select carrier from trunk`), 'trunks of others stay').toEqual([{ carrier: 'other' }]);
});

test('[CC-12] a number somebody else has is not given again', async () => {
  const [{ who, tenantId }, other] = [await aTeam(), await aTeam()];
  await run(
    other.tenantId,
    sql`insert into did_number (number, carrier) values (${storyNumber(tenantId)}, 'rehearsal')`,
  );
  expect((await ask('addTrunk', who)).data.number).toBe(storyNumber(tenantId + 1));
});

test('[CC-12] nothing is taken away while somebody is on the phone', async () => {
  const { who } = await aTeam();
  await ask('addTrunk', who);
  const during = trunkHandlers(server.world, { ofTenant: () => [{ call: { direction: 'inbound' } }] as never });
  await expect(
    during.removeTrunk(who.caller({ module: 'rehearsal', action: 'removeTrunk' }), {}),
  ).rejects.toMatchObject({ name: 'rehearsalBusy' });
  expect(failures.rehearsalBusy.shownAs).toBe('warning');
  expect((await ask('trunk', who)).data.isThere).toBe(true);
});

test('[CC-12] who may only rehearse neither adds nor takes away, and a trunk of others is not touched', async () => {
  const [{ who, tenantId }, other] = [await aTeam(), await aTeam()];
  await ask('addTrunk', who);
  const agent = await aMember(db, tenantId, { functions: ['rehearsal.use'] });
  for (const name of ['trunk', 'addTrunk', 'removeTrunk'] as const) expect((await ask(name, agent)).code).toBe(403);
  expect((await ask('removeTrunk', other.who)).code).toBe(404);
  expect((await ask('trunk', who)).data.isThere).toBe(true);
});

test('[CC-12] the numbers to dial are of a country that may be called, unless they could really be called', async () => {
  const { who, tenantId } = await aTeam();
  await ask('addTrunk', who);
  const first = async () => (await ask('stage', who)).data.numbers[0].number as string;
  expect(await first()).toBe('14155550100');
  await run(tenantId, sql`insert into allowed_country (iso2) values ('MX')`);
  expect(await first()).toMatch(/^52\d{3}5550100$/);
  await run(tenantId, sql`insert into trunk (name, carrier) values ('Real', 'other')`);
  expect(await first()).toBe('14155550100');
});
