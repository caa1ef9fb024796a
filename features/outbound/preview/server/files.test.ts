import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import type { ServerFeature } from '#platform/server/feature.ts';
import { failures } from '#shared/errors.ts';
import { aMember, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aTeam, numberOf, send, until } from './preview.fixture.ts';

const server = await testServer();
afterAll(server.close);
vi.setConfig({ testTimeout: 120_000 });
const CREATE = '/cc/api/previewTask/v1/create';
const settings = (more: object = {}) => ({ settings: JSON.stringify({ name: 'From a file', startType: 3, ...more }) });

const FILE = [
  'Nombre,Celular,Contrato,Teléfono 2',
  ...Array.from({ length: 40 }, (_, n) => `Cliente ${n},+${numberOf(n)},A-${n},+5255999${10_000 + n}`),
  `Otra vez,+${numberOf(3)},A-99,`,
  'Sin número,,A-100,',
  'Mal,12,A-101,',
].join('\n');

test('[TASK-01] a task whose customers are done with ends when the file it still waited for is cancelled, or comes to nothing', async () => {
  const { planner, ana, answerOf, next, aTask, rows } = await aTeam(server);
  const state = async (id: number): Promise<number> => (await answerOf(planner, 'detail', { id })).state;
  const append = async (id: number): Promise<number> =>
    (await send(server, planner, '/cc/api/campaign/v1/import', FILE, { campaignId: String(id) })).data.import.id;
  const doneWith = async (id: number) => {
    const { customer } = (await next(ana, id))!;
    await answerOf(ana, 'skip', { customerId: customer.id, reason: 'Moved' });
  };
  const [cancelled, purged] = [await aTask(1, {}, 500), await aTask(1, {}, 510)];
  const file = await append(cancelled);
  await append(purged);
  await doneWith(cancelled);
  await doneWith(purged);
  expect([await state(cancelled), await state(purged)]).toEqual([2, 2]);
  const answer = await server.ask('POST', '/cc/api/campaign/v1/import/cancel', {
    token: planner.token,
    body: { id: file },
  });
  expect(answer.code).toBe(0);
  expect(await state(cancelled)).toBe(5);
  // One that nobody goes on with goes after a day, without anybody.
  await rows(sql`update campaign_import set state = 'cancelled', finished_at = now() where campaign_id = ${purged}`);
  await server.built.features
    .find(({ name }) => name === 'campaigns')!
    .jobs!.find(({ task }) => task === 'campaigns.clock')!
    .run(null as never);
  expect(await state(purged)).toBe(5);
});

test('[TASK-01] files of a task are for those who may change tasks of its kind', async () => {
  const { planner, tenantId, aTask } = await aTeam(server);
  const { db } = server.world;
  const other = await aMember(db, tenantId, { functions: ['campaigns.edit', 'dialer.edit', 'ai-tasks.edit'] });
  const id = await aTask(1, {}, 530);
  const append = (who: Member) => send(server, who, '/cc/api/campaign/v1/import', FILE, { campaignId: String(id) });
  const file = (await append(planner)).data.import.id;
  expect((await append(other)).code).toBe(failures.notFound.code);
  const ask = async (who: Member, method: 'GET' | 'POST', path: string, body?: object): Promise<number> =>
    (await server.ask(method, `/cc/api/campaign/v1/${path}`, { token: who.token, ...(body && { body }) })).code;
  for (const [method, path, body] of [
    ['GET', `import/${file}`],
    ['GET', `${id}/imports`],
    ['GET', `import/${file}/wrong`],
    ['POST', 'import/start', { id: file }],
    ['POST', 'import/cancel', { id: file }],
  ] as const)
    expect([path, await ask(other, method, path, body)]).toEqual([path, failures.notFound.code]);
  expect(await ask(planner, 'GET', `import/${file}`)).toBe(0);
});

test('[TASK-01] a file becomes a task: columns guessed, checked first, wrong rows told, the rest kept by title', async () => {
  const { planner, answerOf, customers, blacklist } = await aTeam(server);
  await blacklist(numberOf(7), 'task');
  const made = await send(server, planner, CREATE, FILE, settings());
  expect(made.code).toBe(0);
  const { id, columns } = made.data;
  expect(columns.map(({ guess }) => guess)).toEqual(['full_name', 'phone', 'column:Contrato', 'column:Teléfono 2']);
  const importId = made.data.import.id;
  const draftOf = async () => (await answerOf(planner, 'detail', { id })).draftOf;
  expect((await answerOf(planner, 'detail', { id })).state, 'nobody may be called yet').toBe(0);
  expect(await draftOf()).toEqual({ from: 'file', fileId: importId, isChecked: false });
  const ask = (path: string, body: object) =>
    server.ask('POST', `/cc/api/campaign/v1/import/${path}`, { token: planner.token, body });
  const mapping = columns.map(({ column, guess }) => ({ column, field: guess }));
  expect((await ask('check', { id: importId, mapping: [{ column: 0, field: 'full_name' }] })).code).not.toBe(0);
  expect((await ask('check', { id: importId, mapping })).code).toBe(0);
  const checked = await until(server, planner, importId, ['checked', 'failed']);
  expect(checked).toMatchObject({
    state: 'checked',
    rows: 43,
    added: 39,
    duplicates: 1,
    wrong: 2,
    keptOut: { blacklisted: 1 },
  });
  expect(await customers(id)).toEqual([]);
  expect(await draftOf(), 'whoever comes back goes on with it').toMatchObject({ fileId: importId, isChecked: true });
  const wrong = await server.ask('GET', `/cc/api/campaign/v1/import/${importId}/wrong`, { token: planner.token });
  expect(wrong.data.map(({ line }: { line: number }) => line)).toEqual([43, 44]);
  const errors = await server.built.http.inject({
    url: `/cc/api/campaign/v1/import/${importId}/errors`,
    headers: { authorization: `Bearer ${planner.token}` },
  });
  expect(errors.rawPayload.toString('utf8').trimEnd().split('\r\n')).toHaveLength(3);
  expect((await ask('start', { id: importId })).code).toBe(0);
  expect(await until(server, planner, importId, ['done', 'failed'])).toMatchObject({ state: 'done', added: 39 });
  const list = await customers(id);
  expect(list).toHaveLength(39);
  expect(list[0]).toMatchObject({
    customerName: 'Cliente 0',
    phone: numberOf(0),
    columns: { Contrato: 'A-0', 'Teléfono 2': '+525599910000' },
  });
  expect((await answerOf(planner, 'detail', { id })).state).toBe(2);
  expect(await draftOf()).toBeNull();
});

test('[TASK-01] a program sends a file and the task runs; more come while it does; one on its way is stopped', async () => {
  const { planner, answerOf, customers } = await aTeam(server);
  const made = await send(server, planner, CREATE, FILE, { ...settings({ name: 'At once' }), startsAtOnce: 'true' });
  const { id } = made.data;
  expect(await until(server, planner, made.data.import.id, ['done', 'failed'])).toMatchObject({
    state: 'done',
    added: 40,
  });
  expect((await answerOf(planner, 'detail', { id })).state).toBe(2);
  const more = await send(
    server,
    planner,
    '/cc/api/campaign/v1/import',
    `phone,name\n+${numberOf(200)},María\n`,
    { campaignId: String(id), startsAtOnce: 'true' },
    'more.csv',
  );
  expect(await until(server, planner, more.data.import.id, ['done', 'failed'])).toMatchObject({
    state: 'done',
    added: 1,
  });
  expect(await customers(id)).toHaveLength(41);
  const third = await send(server, planner, '/cc/api/campaign/v1/import', FILE, { campaignId: String(id) });
  const stop = () =>
    server.ask('POST', '/cc/api/campaign/v1/import/cancel', {
      token: planner.token,
      body: { id: third.data.import.id },
    });
  expect((await stop()).code).toBe(0);
  expect((await stop()).code).not.toBe(0);
  const listed = await server.ask('GET', `/cc/api/campaign/v1/${id}/imports`, { token: planner.token });
  expect(listed.data.map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'done', 'done']);
});

test('[TASK-01] the example of a file can be taken as it is, as csv and as a workbook', async () => {
  const { planner, customers } = await aTeam(server);
  for (const kind of ['csv', 'xlsx']) {
    const template = await server.built.http.inject({
      url: `/cc/api/campaign/v1/template?kind=${kind}`,
      headers: { authorization: `Bearer ${planner.token}` },
    });
    expect(template.statusCode).toBe(200);
    const fields = { ...settings({ name: kind, otherCampaigns: 'allow' }), startsAtOnce: 'true' };
    const made = await send(server, planner, CREATE, new Uint8Array(template.rawPayload), fields, `example.${kind}`);
    expect(await until(server, planner, made.data.import.id, ['done', 'failed'])).toMatchObject({
      state: 'done',
      added: 2,
    });
    expect((await customers(made.data.id)).map(({ phone }) => phone)).toEqual(['525512345678', '6281234567890']);
  }
});

test('[TASK-01] customers of a task leave as a file, with stars for whoever sees stars; the list of tasks too', async () => {
  const { planner, answerOf, aTask, tenantId } = await aTeam(server);
  const id = await aTask(3, { name: 'Taken along' });
  const { task_id: taskId } = await answerOf(planner, 'export', { id });
  expect(taskId).toBeGreaterThan(0);
  const { exports } = server.built.features.find(({ name }) => name === 'preview') as ServerFeature;
  const write = async (needsMasking: boolean): Promise<string> => {
    const pieces: Uint8Array[] = [];
    const caller = { ...planner.identity, needsMasking, timeZone: 'UTC', tenantId };
    for await (const piece of exports![0]!.write(caller, { id, kind: 'csv' } as never, () => {})) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  };
  expect(await write(false)).toContain(numberOf(2));
  expect(await write(true)).not.toContain(numberOf(2));
  const list = await server.built.http.inject({
    method: 'POST',
    url: '/cc/api/previewTask/v1/exportTasks',
    headers: { authorization: `Bearer ${planner.token}` },
    payload: { kind: 'csv' },
  });
  expect(list.payload).toContain('Taken along');
});

test('[TASK-01] somebody who is forgotten is in no task any more, nor in a file on its way; what is kept of them can be told', async () => {
  const { planner, answerOf, aTask, tenantId, customers } = await aTeam(server);
  const id = await aTask(2, {}, 600);
  const waiting = await send(server, planner, '/cc/api/campaign/v1/import', FILE, { campaignId: String(id) });
  const { personData } = server.built.features.find(({ name }) => name === 'campaigns') as ServerFeature;
  const person = { customerIds: [], numbers: [numberOf(600)], emails: [] };
  const { db } = server.world;
  expect(await db.tenant({ tenantId }, (tx) => personData![0]!.export(tx, person))).toMatchObject([
    { number: numberOf(600), name: 'Customer 600', calls: [] },
  ]);
  expect(await db.tenant({ tenantId }, (tx) => personData![0]!.erase(tx, person))).toBe(2);
  expect((await customers(id)).map(({ phone }) => phone)).toEqual([numberOf(601)]);
  expect((await answerOf(planner, 'detail', { id })).customers).toBe(1);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ state: string }>`select state from campaign_import where id = ${waiting.data.import.id}`.execute(tx.as()),
  );
  expect(rows).toEqual([{ state: 'cancelled' }]);
});

test('[TASK-01] a consent that a file tells of holds when its customers are called; of the file itself nothing stays', async () => {
  const { planner, ana, next, rows } = await aTeam(server);
  const file = `Nombre,Celular,Consent\nUno,+${numberOf(700)},yes\nDos,+${numberOf(701)},\n`;
  const fields = { ...settings({ name: 'Agreed', needsConsent: true }), startsAtOnce: 'true' };
  const made = await send(server, planner, CREATE, file, fields);
  expect(await until(server, planner, made.data.import.id, ['done', 'failed'])).toMatchObject({
    state: 'done',
    added: 1,
    keptOut: { noConsent: 1 },
  });
  expect(await next(ana, made.data.id)).toMatchObject({ customer: { phone: numberOf(700) }, blocked: null });
  expect(await rows(sql`select shape from campaign_import`)).toEqual([{ shape: null }]);
});

test('[TASK-01] who was taken out and is then forgotten is not counted twice', async () => {
  const { planner, ana, answerOf, next, aTask, tenantId } = await aTeam(server);
  const id = await aTask(2, {}, 620);
  const { customer } = (await next(ana, id))!;
  await answerOf(ana, 'call', { customerId: customer.id });
  const out = { id, customerIds: [customer.id] };
  expect(await answerOf(planner, 'removeCustomers', out)).toEqual({ removed: 0, closed: 1 });
  const { personData } = server.built.features.find(({ name }) => name === 'campaigns') as ServerFeature;
  const person = { customerIds: [], numbers: [customer.phone], emails: [] };
  await server.world.db.tenant({ tenantId }, (tx) => personData![0]!.erase(tx, person));
  expect(await answerOf(planner, 'detail', { id })).toMatchObject({ customers: 1, completed: 0 });
});
