import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const path = (verb: string) => `/cc/api/calls/v1/${verb}`;

test('calls are for those who hold the key; listening asks for another', async () => {
  const tenant = await aTenant(db);
  const plain = await aMember(db, tenant);
  const agent = await aMember(db, tenant, { functions: ['calls.use'] });
  expect((await server.ask('GET', path('live'), { token: plain.token })).code).toBe(403);
  expect(await server.ask('GET', path('live'), { token: agent.token })).toMatchObject({ code: 0, data: { calls: [] } });
  expect(
    (await server.ask('POST', path('monitorStart'), { token: agent.token, body: { sipNumber: '1', uuid: 'x' } })).code,
  ).toBe(403);
  for (const verb of [
    'hold',
    'unhold',
    'hangUp',
    'transferSwap',
    'transferComplete',
    'transferCancel',
    'survey',
    'notes',
  ]) {
    expect((await server.ask('POST', path(verb), { token: agent.token, body: { callId: 'nothing' } })).code, verb).toBe(
      404,
    );
  }
});

test('[CALL-11] the settings of calls carry the names of the specification', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  await db.tenant({ tenantId: tenant }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('maxDurationOfSingleCall', '600'), ('satisfactionSurveyModel', '2')`.execute(
      tx.as(),
    ),
  );
  const { data } = await server.ask('GET', path('settings'), { token: ana.token });
  expect(data).toEqual({
    maxDurationOfSingleCall: 600,
    maxCallHoldTime: 300,
    displayTransferButton: true,
    AgentDefaultLoginStatus: 67,
    satisfactionSurveyModel: 2,
    activelyHangUp: false,
    postTalkSortTimeSecond: 30,
    CustomerPageOpening: 'off',
  });
});

test.each([
  ['E', 400],
  ['12a', 400],
  ['', 400],
  ['1'.repeat(65), 400],
  ['12,#*AD', 404],
])('[CALL-15] keys %s are answered with %i', async (keys, code) => {
  const agent = await aMember(db, await aTenant(db), { functions: ['calls.use'] });
  expect(
    (await server.ask('POST', path('sendKeys'), { token: agent.token, body: { callId: 'nothing', keys } })).code,
  ).toBe(code);
});

test('[CALL-22] a group cannot be consulted, and a transfer names one goal', async () => {
  const agent = await aMember(db, await aTenant(db), { functions: ['calls.use'] });
  const transfer = (kind: string, target: object) =>
    server.ask('POST', path('transfer'), { token: agent.token, body: { callId: 'nothing', kind, target } });
  expect((await transfer('consult', { groupId: 1 })).code).toBe(400);
  expect((await transfer('blind', { groupId: 1, userId: 1 })).code).toBe(400);
  expect((await transfer('blind', { groupId: 1 })).code).toBe(404);
});

test('[CALL-24] the preview-call log keeps task, customer and phone, and is in the operation log', async () => {
  const tenant = await aTenant(db);
  const agent = await aMember(db, tenant, { functions: ['calls.use'] });
  const body = { taskName: 'Renewals', customerName: 'Carla', taskId: '12', customerId: '34', phone: '525512345678' };
  expect((await server.ask('POST', path('previewLog'), { token: agent.token, body })).code).toBe(0);
  const kept = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select user_id, task_name, customer_name, task_id, customer_id, phone from preview_call_log`.execute(tx.as()),
  );
  expect(kept.rows).toEqual([
    {
      user_id: agent.userId,
      task_name: 'Renewals',
      customer_name: 'Carla',
      task_id: '12',
      customer_id: '34',
      phone: '525512345678',
    },
  ]);
  const logged = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select module, action, target from operation_log where module = 'calls'`.execute(tx.as()),
  );
  expect(logged.rows).toEqual([{ module: 'calls', action: 'previewLog', target: 'Renewals' }]);
});

test('[CALL-14] addresses of 7 to 16 characters are kept, others dropped, and a call that is not mine cannot be reported', async () => {
  const agent = await aMember(db, await aTenant(db), { functions: ['calls.use'] });
  const body = {
    callId: 'nothing',
    interval: 5,
    localIPSet: ['::1', '192.0.2.1', '2001:db8:0:0:0:0:0:1'],
    remoteIPSet: [],
    mos: 4.1,
    webRtcReports: [{ packetsReceived: 243, timestamp: Date.UTC(2026, 10, 15) }],
  };
  expect((await server.ask('POST', path('quality'), { token: agent.token, body })).code).toBe(404);
  // A report may be large, and a person has few calls a minute.
  const codes = await Promise.all(
    Array.from(
      { length: 31 },
      async () => (await server.ask('POST', path('quality'), { token: agent.token, body })).code,
    ),
  );
  expect(codes).toContain(429);
  const { callsApi } = await import('../contract.ts');
  expect(callsApi.quality.input.parse(body).localIPSet).toEqual(['192.0.2.1']);
});
