import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { accessApi } from '#features/team/access/contract.ts';
import { rehearsalApi, type VirtualCaller } from '../contract.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

let numbers = 0;

/** A tenant with one number that can be called, and somebody who may rehearse. */
async function aTeam({ rehearses = true } = {}): Promise<{ who: Member; did: string }> {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const did = `5255500${String((numbers += 1)).padStart(5, '0')}`;
  await db.tenant({ tenantId }, async (tx) => {
    if (rehearses)
      await sql`insert into tenant_setting (name, value) values ('RehearsalEnable', 'true')`.execute(tx.as());
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (name, group_no) values ('Sales', '1') returning id`.execute(tx.as());
    await sql`insert into did_number (number, remark, inbound_config, group_id, carrier) values (${did}, 'Sales', 1, ${rows[0]!.id}, 'rehearsal')`.execute(
      tx.as(),
    );
  });
  return { who: await aMember(db, tenantId, { functions: ['rehearsal.use'] }), did };
}

const ask = (name: keyof typeof rehearsalApi, { token }: Pick<Member, 'token'>, body: object = {}) =>
  server.ask('POST', rehearsalApi[name].path, { token, body });
const customersOf = async (who: Member): Promise<VirtualCaller[]> => (await ask('stage', who)).data.customers;

test('nobody rehearses outside the demo unless the team switched it on: there is neither stage nor key', async () => {
  const { who, did } = await aTeam({ rehearses: false });
  expect([(await ask('stage', who)).code, (await ask('callIn', who, { did })).code]).toEqual([404, 404]);
  const keys = async ({ token }: Member) =>
    (await server.ask('GET', accessApi.systemAndResource.path, { token })).data.functionVos as { key: string }[];
  expect(await keys(who)).toEqual([]);
  expect(await keys((await aTeam()).who)).toEqual([{ key: 'rehearsal.use' }]);
});

test('the stage shows documented numbers, and the numbers of this team alone', async () => {
  const [{ who, did }] = [await aTeam(), await aTeam()];
  const { data } = await ask('stage', who);
  expect(data.dids).toEqual([{ number: did, remark: 'Sales', ringsHere: false }]);
  expect(data.numbers).toContainEqual({ number: '14155550814', behaviour: 'refuses', refusal: 814 });
});

test('the numbers that ring at me come first', async () => {
  const { who, did } = await aTeam();
  const first = `${did.slice(0, 4)}0${did.slice(5)}`;
  await server.world.db.tenant({ tenantId: who.tenantId }, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (name, group_no) values ('Support', '2') returning id`.execute(tx.as());
    await sql`insert into did_number (number, remark, inbound_config, group_id, carrier) values (${first}, 'Support', 1, ${rows[0]!.id}, 'rehearsal')`.execute(
      tx.as(),
    );
    await sql`insert into agent_group_member (group_id, user_id) select group_id, ${who.userId} from did_number where number = ${did}`.execute(
      tx.as(),
    );
  });
  expect(first < did).toBe(true);
  expect((await ask('stage', who)).data.dids).toEqual([
    { number: did, remark: 'Sales', ringsHere: true },
    { number: first, remark: 'Support', ringsHere: false },
  ]);
});

test('a virtual customer calls, is listed, and hangs up once told to', async () => {
  const { who, did } = await aTeam();
  const { data } = await ask('callIn', who, { did, script: 'talks', from: '525512345678' });
  expect(await customersOf(who)).toMatchObject([
    { customerId: data.customerId, did, from: '525512345678', script: 'talks', state: 'calling' },
  ]);
  expect(await ask('hangUp', who, { customerId: data.customerId })).toMatchObject({ code: 0 });
  expect(await customersOf(who)).toMatchObject([{ state: 'ended' }]);
});

test('the number and the customers of another team do not exist', async () => {
  const [ours, theirs] = [await aTeam(), await aTeam()];
  expect(await ask('callIn', ours.who, { did: theirs.did })).toMatchObject({ code: 404 });
  const { data } = await ask('callIn', theirs.who, { did: theirs.did });
  expect(await customersOf(ours.who)).toEqual([]);
  expect(await ask('hangUp', ours.who, { customerId: data.customerId })).toMatchObject({ code: 404 });
  expect(await customersOf(theirs.who)).toMatchObject([{ state: 'calling' }]);
});

test('pages are told when a customer calls and when they hang up', async () => {
  const { who, did } = await aTeam();
  const { data } = await ask('callIn', who, { did });
  await ask('hangUp', who, { customerId: data.customerId });
  const pushedStates = () =>
    server.world.db.everyTenant('what pages hear', async (tx) =>
      (
        await sql<{
          state: string;
        }>`select body ->> 'state' state from realtime_event where tenant_id = ${who.tenantId} and kind = 'rehearsal.changed' order by seq`.execute(
          tx.as(),
        )
      ).rows.map(({ state }) => state),
    );
  await expect.poll(pushedStates).toEqual(['calling', 'ended']);
});

test('whoever may not rehearse is refused', async () => {
  const { who } = await aTeam();
  const stranger = await aMember(server.world.db, who.tenantId);
  expect(await ask('stage', stranger)).toMatchObject({ code: 403 });
});
