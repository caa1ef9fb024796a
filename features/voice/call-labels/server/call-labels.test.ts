import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/callLabel/v1/${path}`, { token: who.token, body });
const anEditor = (tenantId: number) => aMember(db, tenantId, { functions: ['call-labels.edit', 'call-labels.use'] });
const anAgent = (tenantId: number) => aMember(db, tenantId, { functions: ['call-labels.use'], voiceSeat: true });

let made = 0;
/** A call these people were in, each with what they did. */
async function aCall(tenantId: number, parts: readonly (readonly [Member, 'talked' | 'rang'])[]): Promise<string> {
  const callId = `label-call-${(made += 1)}`;
  await db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into call_record (call_id, node, direction, started_at, customer_number, our_number, outcome) values (${callId}, 'test', 'inbound', now(), '525512345678', '525550000101', 1) returning id`.execute(
      tx.as(),
    );
    for (const [who, result] of parts)
      await sql`insert into call_agent (record_id, user_id, started_at, result) values (${rows[0]!.id}, ${who.userId}, now(), ${result})`.execute(
        tx.as(),
      );
  });
  return callId;
}

test('[CC-05] labels are added, changed, sorted and deleted; agents choose among those that are on', async () => {
  const tenantId = await aTenant(db);
  const [sofia, ana] = [await anEditor(tenantId), await anAgent(tenantId)];
  const sold = (await ask(sofia, 'add', { name: ' Sold ', colour: 'green' })).data.id;
  const wrong = (await ask(sofia, 'add', { name: 'Wrong number', colour: 'grey' })).data.id;
  expect(await ask(sofia, 'add', { name: 'Sold', colour: 'red' })).toMatchObject({ code: 20003 });
  expect(await ask(sofia, 'add', { name: 'Odd', colour: '#fff' })).toMatchObject({ code: 400 });
  expect(await ask(sofia, 'sort', { ids: [wrong] })).toMatchObject({ code: 0 });
  expect((await ask(ana, 'list')).data).toEqual({
    required: false,
    labels: [
      { id: wrong, name: 'Wrong number', colour: 'grey', position: 1, enabled: true },
      { id: sold, name: 'Sold', colour: 'green', position: 2, enabled: true },
    ],
  });
  expect(await ask(sofia, 'update', { id: wrong, name: 'Sold', colour: 'grey' })).toMatchObject({ code: 20003 });
  expect(await ask(sofia, 'update', { id: wrong, name: 'Misdialled', colour: 'red', enabled: false })).toMatchObject({
    code: 0,
  });
  expect((await ask(ana, 'list')).data.labels).toMatchObject([{ name: 'Sold' }]);
  expect((await ask(sofia, 'all')).data).toMatchObject([{ name: 'Misdialled', enabled: false }, { name: 'Sold' }]);
  expect(await ask(sofia, 'delete', { id: wrong })).toMatchObject({ code: 0 });
  for (const path of ['all', 'add', 'update', 'sort', 'delete'])
    expect((await ask(ana, path, { id: sold, name: 'Mine', colour: 'red', ids: [] })).code, path).toBe(403);
});

test('[CC-05] a call of mine gets one label, another replaces it, and none takes it away', async () => {
  const tenantId = await aTenant(db);
  const [sofia, ana] = [await anEditor(tenantId), await anAgent(tenantId)];
  const [sold, again] = [
    (await ask(sofia, 'add', { name: 'Sold', colour: 'green' })).data.id,
    (await ask(sofia, 'add', { name: 'Call again', colour: 'amber' })).data.id,
  ];
  const callId = await aCall(tenantId, [[ana, 'talked']]);
  expect((await ask(ana, 'choose', { callId, labelId: sold })).data).toMatchObject({
    callId,
    labelId: sold,
    name: 'Sold',
    colour: 'green',
    author: ana.identity.name,
  });
  expect((await ask(ana, 'choose', { callId, labelId: again })).data).toMatchObject({ name: 'Call again' });
  expect((await ask(ana, 'ofCalls', { callIds: [callId, 'unknown'] })).data).toMatchObject([
    { callId, name: 'Call again' },
  ]);
  expect(await ask(sofia, 'delete', { id: again }), 'a call has it').toMatchObject({ code: 21006 });
  await ask(sofia, 'update', { id: sold, name: 'Sold', colour: 'green', enabled: false });
  expect(await ask(ana, 'choose', { callId, labelId: sold }), 'switched off').toMatchObject({ code: 404 });
  expect(await ask(ana, 'choose', { callId, labelId: null })).toMatchObject({ code: 0, data: null });
  expect((await ask(ana, 'ofCalls', { callIds: [callId] })).data).toEqual([]);
  const logged = await db.tenant({ tenantId }, (tx) =>
    sql`select action, target from operation_log where module = 'call-labels' and action = 'choose'`.execute(tx.as()),
  );
  expect(logged.rows).toContainEqual({ action: 'choose', target: callId });
});

test('[CC-05] only who talked in a call labels it; calls and labels of another tenant do not exist', async () => {
  const [tenantId, otherTenant] = [await aTenant(db), await aTenant(db)];
  const [sofia, ana, budi, noor] = [
    await anEditor(tenantId),
    await anAgent(tenantId),
    await anAgent(tenantId),
    await anEditor(otherTenant),
  ];
  const sold = (await ask(sofia, 'add', { name: 'Sold', colour: 'green' })).data.id;
  const theirs = (await ask(noor, 'add', { name: 'Sold', colour: 'green' })).data.id;
  const callId = await aCall(tenantId, [
    [ana, 'talked'],
    [budi, 'rang'],
  ]);
  expect(await ask(budi, 'choose', { callId, labelId: sold }), 'only rung').toMatchObject({ code: 404 });
  expect(await ask(noor, 'choose', { callId, labelId: theirs }), 'another tenant').toMatchObject({ code: 404 });
  expect(await ask(ana, 'choose', { callId, labelId: theirs }), 'label of another tenant').toMatchObject({ code: 404 });
  expect(await ask(ana, 'choose', { callId, labelId: sold })).toMatchObject({ code: 0 });
  expect((await ask(noor, 'ofCalls', { callIds: [callId] })).data).toEqual([]);
  expect((await ask(noor, 'all')).data).toMatchObject([{ id: theirs }]);
  expect((await ask(noor, 'delete', { id: sold })).code).toBe(404);
  expect((await ask(await aMember(db, tenantId), 'list')).code).toBe(403);
});
