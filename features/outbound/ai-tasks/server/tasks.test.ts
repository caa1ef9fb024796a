import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { numberOf, people, send, until } from '#features/outbound/preview/server/preview.fixture.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { aMember, aSoundOf } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aTeamOfFlows } from './ai-tasks.fixture.ts';

const server = await testServer();
afterAll(server.close);
vi.setConfig({ testTimeout: 120_000 });

test('[TASK-02] a task of a flow is made of a list, shown, paused, gone on with, stopped and opened again', async () => {
  const { planner, aTask, get, post, flowId } = await aTeamOfFlows(server);
  const id = await aTask(3, { name: 'Reminders', callsAtOnce: 7, ringSec: 20 });
  const page = await get(planner, 'page', { name: 'remind' });
  expect(page.data).toMatchObject({
    total: 1,
    list: [{ id, name: 'Reminders', status: 1, state: 'ready', flowId, callsAtOnce: 7, customers: 3, completed: 0 }],
  });
  expect(page.data.statuses.find(({ status }: { status: number }) => status === 1)).toEqual({ status: 1, tasks: 1 });
  expect((await get(planner, 'page', { status: 5 })).data.list).toEqual([]);
  const moved = async (move: string): Promise<number> =>
    (await post(planner, 'updateStatus', { id, move })).data?.status;
  expect(await moved('start')).toBe(2);
  expect(await moved('pause'), 'whether it could call or not').toBe(5);
  expect((await get(planner, 'detail', { id })).data).toMatchObject({
    pauseReason: 1,
    pausedBy: planner.identity.name,
    ringSec: 20,
    flowValues: { amount: 'Saldo' },
    isFlowPublished: true,
    routeName: '',
  });
  expect(await moved('resume')).toBe(2);
  expect(await moved('stop')).toBe(3);
  expect((await post(planner, 'updateStatus', { id, move: 'pause' })).code, 'it is over').not.toBe(0);
  expect(await moved('reopen')).toBe(2);
  expect(await moved('pause')).toBe(5);
  expect((await post(planner, 'remove', { id })).code).toBe(0);
  expect((await get(planner, 'detail', { id })).code).toBe(404);
});

test('[TASK-02] one that waits for somebody is started by hand', async () => {
  const { planner, post, settings } = await aTeamOfFlows(server);
  const { data } = await post(planner, 'createFrom', { settings: settings() });
  expect((await post(planner, 'updateStatus', { id: data.id, move: 'start' })).data).toEqual({ status: 2 });
});

test('[TASK-02] what is done with machines is set, and a message is one that can be played', async () => {
  const { planner, post, get, settings, tenantId } = await aTeamOfFlows(server);
  const make = (more: object) => post(planner, 'createFrom', { settings: settings(more) });
  expect((await make({ machineRule: 'message' })).code, 'a message without a sound').toBe(400);
  expect((await make({ machineRule: 'message', machineSoundId: 99_999_999 })).code).toBe(404);
  const machineSettings = {
    machineRule: 'message',
    machineSoundId: await aSoundOf(server.world.db, tenantId, 'After the tone'),
  };
  const { data } = await make(machineSettings);
  expect((await get(planner, 'detail', { id: data.id })).data).toMatchObject(machineSettings);
});

test('[TASK-02] what does not fit together is refused: flow, attributes, route', async () => {
  const { planner, post, settings, rows, get, aPublishedFlow } = await aTeamOfFlows(server);
  const refused = async (more: object): Promise<number> =>
    (await post(planner, 'createFrom', { settings: settings(more) })).code;
  expect(await refused({ flowId: 99_999_999 })).toBe(404);
  const [draft] = await rows<{ id: number }>(sql`insert into flow (name, draft) values ('Draft', '{}') returning id`);
  expect(await refused({ flowId: draft!.id }), 'nobody can hear it').toBe(404);
  expect(await refused({ flowValues: {} }), 'a sentence would have a gap').toBe(400);
  expect(await refused({ flowValues: { amount: 'Saldo', other: 'X' } })).toBe(400);
  const [byHand] = await rows<{ id: number }>(
    sql`insert into router (name, type) values ('By hand', ${RouteType.manualCall}) returning id`,
  );
  const [auto] = await rows<{ id: number }>(
    sql`insert into router (name, type) values ('Auto', ${RouteType.autoDial}) returning id`,
  );
  expect(await refused({ routerId: byHand!.id })).toBe(404);
  expect(await refused({ routerId: auto!.id })).toBe(0);
  expect((await get(planner, 'routeList')).data).toEqual([{ id: auto!.id, name: 'Auto' }]);
  await aPublishedFlow(undefined, 'Another');
  expect((await get(planner, 'flowList')).data).toMatchObject([
    {
      flowName: 'Another',
      attributes: [
        { attrKey: 'amount', name: 'Saldo', isRequired: true },
        { attrKey: 'day', name: 'Day', isRequired: false },
      ],
    },
    {},
  ]);
});

test('[TASK-02] what is set is changed while it runs, by whoever read it last', async () => {
  const { planner, aTask, get, post, settings } = await aTeamOfFlows(server);
  const id = await aTask(1);
  const { version, name } = (await get(planner, 'detail', { id })).data;
  const changed = { id, settings: settings({ name, callsAtOnce: 40 }), version };
  expect((await post(planner, 'edit', changed)).code).toBe(0);
  expect((await post(planner, 'edit', changed)).code, 'somebody was before').not.toBe(0);
  expect((await get(planner, 'detail', { id })).data).toMatchObject({ callsAtOnce: 40, status: 1 });
});

test('[TASK-02] the example of a file has the attributes of the flow, and is taken as it is', async () => {
  const { planner, flowId, settings, customers, post } = await aTeamOfFlows(server);
  const template = await server.built.http.inject({
    url: `/cc/api/flowManager/v1/task/template/download?flowId=${flowId}&kind=csv`,
    headers: { authorization: `Bearer ${planner.token}` },
  });
  expect(template.payload).toContain('Saldo');
  const made = await send(
    server,
    planner,
    '/cc/api/flowManager/v1/task/create',
    new Uint8Array(template.rawPayload),
    { settings: JSON.stringify(settings()), startsAtOnce: 'true' },
    'example.csv',
  );
  expect(made.code).toBe(0);
  expect(await until(server, planner, made.data.import.id, ['done', 'failed'])).toMatchObject({ added: 2 });
  expect(await customers(made.data.id)).toMatchObject([
    { phone: '525512345678', columns: { Saldo: 'Saldo 1' }, orderStatus: 0, lastCall: null, condition: null },
    { phone: '6281234567890' },
  ]);
  const source = { from: 'list', customers: people(2, 800) };
  expect((await post(planner, 'appendCustomers', { id: made.data.id, source })).data.added).toMatchObject({ added: 2 });
});

test('[TASK-02] a flow a task talks with is not removed', async () => {
  const { planner, aTask, flowId, tenantId } = await aTeamOfFlows(server);
  await aTask(1, { name: 'Uses it' });
  const designer = await aMember(server.world.db, tenantId, { functions: ['flows.view', 'flows.edit'] });
  const gone = await server.ask('POST', '/cc/api/ivrFlow/v1/delete', { token: designer.token, body: { id: flowId } });
  expect(gone.code).not.toBe(0);
  expect(planner.tenantId).toBe(tenantId);
});

test('[TASK-02] whoever may only look changes nothing; whoever may not look sees nothing', async () => {
  const { tenantId, aTask, get, post, put } = await aTeamOfFlows(server);
  const id = await aTask(1);
  const looker = await aMember(server.world.db, tenantId, { functions: ['ai-tasks.view'] });
  const nobody = await aMember(server.world.db, tenantId, { functions: [] });
  expect((await get(looker, 'detail', { id })).code).toBe(0);
  expect((await post(looker, 'updateStatus', { id, move: 'pause' })).code).toBe(403);
  expect((await put(looker, 'customerUpdate', { memberId: id, name: 'X' })).code).toBe(403);
  for (const path of ['page', 'detail', 'statistics', 'customerPage', 'callPage'])
    expect((await get(nobody, path, { id })).code, path).toBe(403);
  const other = await aTeamOfFlows(server);
  expect((await get(other.planner, 'detail', { id })).code, 'of another team').toBe(404);
});

test('[TASK-02] customers and calls leave as files, with stars for whoever sees stars', async () => {
  const { planner, tenantId, aTask, customers, aCall, aTalk, get } = await aTeamOfFlows(server);
  const id = await aTask(2, {}, 40);
  const [first] = await customers(id);
  const { callId } = await aCall(first!, { result: 1 });
  await aTalk(callId, 1);
  for (const path of ['customerExport', 'callExport'])
    expect((await get(planner, path, { id })).data.task_id, path).toBeGreaterThan(0);
  const { exports } = server.built.features.find(({ name }) => name === 'ai-tasks')!;
  const written = async (at: number, needsMasking: boolean): Promise<string> => {
    const pieces: Uint8Array[] = [];
    const caller = { ...planner.identity, needsMasking, timeZone: 'UTC', tenantId };
    for await (const piece of exports![at]!.write(caller, { id, kind: 'csv' } as never, () => {})) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  };
  for (const at of [0, 1]) {
    expect(await written(at, false)).toContain(numberOf(40));
    expect(await written(at, true)).not.toContain(numberOf(40));
  }
  expect(await written(0, false)).toContain('day: Friday');
});
