import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { customersRepo } from '#features/customers/customers/server/index.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { failures } from '#shared/errors.ts';
import { casesRepo } from './cases.repo.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/ivrFlow/v1/${path}`, { token: who.token, body });
const aDesigner = async (wishes: Parameters<typeof aMember>[2] = {}) =>
  aMember(db, await aTenant(db), {
    functions: ['flows.view', 'flows.edit', 'flows.publish'],
    name: 'Sofía',
    ...wishes,
  });
const words = (en: string) => ({ words: { en }, sounds: {} });
const desk = (answer: string): Flow =>
  aFlow(
    {
      ask: { kind: 'listen', settings: { spoken: words('How can I help?'), again: words('Sorry?') } },
      bye: { kind: 'hangUp', settings: { spoken: words(answer) } },
    },
    ['start next ask', 'ask heard bye', 'ask silent bye'],
  );
const aCase = (name: string, expected: string) => ({
  name,
  steps: [{ heard: 'a table' }],
  expects: [{ words: expected }],
});

async function aFlowWith(who: Member, flow: Flow) {
  const {
    data: { id },
  } = await ask(who, 'add', { name: `Desk ${flow.nodes.length}` });
  const { data } = await ask(who, 'update', { id, draftVersion: 1, flow });
  return { id: id as number, draftVersion: data.draftVersion as number };
}
async function played(who: Member, id: number, version: number | 'draft' = 'draft') {
  const { data, code } = await ask(who, 'case/run', { id, version });
  expect(code).toBe(0);
  await expect
    .poll(async () => (await ask(who, 'case/result', { runId: data.runId })).data.state, { timeout: 20_000 })
    .toBe('done');
  return (await ask(who, 'case/result', { runId: data.runId })).data;
}

test('[FLOW-11] conversations are kept, changed and deleted; a name is there once', async () => {
  const sofia = await aDesigner();
  const { id } = await aFlowWith(sofia, desk('Fine.'));
  const {
    data: { caseId },
  } = await ask(sofia, 'case/add', { id, content: aCase('One', 'fine') });
  expect((await ask(sofia, 'case/add', { id, content: aCase('One', 'x') })).code).toBe(failures.nameTaken.code);
  expect(
    (await ask(sofia, 'case/add', { id, content: { name: 'Odd', steps: [{ sings: 'la' }], expects: [] } })).code,
  ).toBe(400);
  expect((await ask(sofia, 'case/list', { id })).data).toMatchObject([
    { caseId, name: 'One', steps: 1, expects: 1, updatedBy: 'Sofía' },
  ]);
  expect((await ask(sofia, 'case/update', { caseId, content: aCase('Two', 'fine') })).code).toBe(0);
  expect((await ask(sofia, 'case/query', { caseId })).data).toMatchObject({
    flowId: id,
    content: { name: 'Two', steps: [{ heard: 'a table' }] },
  });
  expect((await ask(sofia, 'case/delete', { id, caseIds: [caseId] })).data).toEqual({ removed: 1 });
  expect((await ask(sofia, 'case/query', { caseId })).code).toBe(404);
});

test('[FLOW-11] they are played against the draft and against versions, and the pass rate is shown before publishing', async () => {
  const sofia = await aDesigner();
  const { id, draftVersion } = await aFlowWith(sofia, desk('Fine.'));
  for (const one of [aCase('Good', 'fine'), aCase('Never', 'goodbye')])
    await ask(sofia, 'case/add', { id, content: one });
  const first = await played(sofia, id);
  expect(first).toMatchObject({
    version: null,
    draftVersion,
    total: 2,
    done: 2,
    passed: 1,
    results: [
      { name: 'Good', passed: true, failures: [] },
      {
        name: 'Never',
        passed: false,
        failures: [{ at: 1, expectation: { words: 'goodbye' }, found: expect.arrayContaining(['Fine.']) }],
      },
    ],
  });
  expect((await ask(sofia, 'query', { id })).data.passRate).toMatchObject({
    version: null,
    isOfDraft: true,
    passed: 1,
    total: 2,
  });
  await ask(sofia, 'publish', { id, draftVersion });
  // What was played against the draft counts for the version it became.
  expect((await ask(sofia, 'versions', { id })).data.list).toMatchObject([
    { version: 1, passRate: { passed: 1, total: 2 } },
  ]);
  await ask(sofia, 'update', { id, draftVersion, flow: desk('Goodbye, all is fine.') });
  expect(await played(sofia, id)).toMatchObject({ passed: 2 });
  expect(await played(sofia, id, 1)).toMatchObject({ version: 1, passed: 1 });
  expect((await ask(sofia, 'versions', { id })).data.list).toMatchObject([
    { version: 1, passRate: { passed: 1, total: 2 } },
  ]);
  expect((await ask(sofia, 'case/runs', { id })).data).toMatchObject({
    total: 3,
    list: [{ version: 1 }, { version: null }, { version: 1 }],
  });
  expect((await ask(sofia, 'case/run', { id, version: 9 })).code).toBe(404);
});

test('[FLOW-11] a conversation goes on in the flow callers hear after a jump', async () => {
  const sofia = await aDesigner();
  const inner = await aFlowWith(sofia, desk('From inside.'));
  await ask(sofia, 'publish', inner);
  const {
    data: { id },
  } = await ask(sofia, 'add', { name: 'Outer' });
  await ask(sofia, 'update', {
    id,
    draftVersion: 1,
    flow: aFlow({ go: { kind: 'jump', settings: { flowId: inner.id } } }, ['start next go']),
  });
  await ask(sofia, 'case/add', { id, content: aCase('Through', 'from inside') });
  expect(await played(sofia, id)).toMatchObject({ passed: 1 });
});

test('[FLOW-11] three hundred conversations are played in one go', async () => {
  const sofia = await aDesigner();
  const { id } = await aFlowWith(sofia, desk('Fine.'));
  await db.tenant(sofia, async (tx) => {
    for (let n = 0; n < 300; n += 1)
      await casesRepo(tx).add(
        id,
        {
          caller: { number: '1', fields: {}, tagIds: [] },
          values: {},
          at: '2026-01-15T12:00:00Z',
          timeZone: 'UTC',
          ...aCase(`Case ${n}`, 'fine'),
        },
        sofia.userId,
      );
  });
  expect(await played(sofia, id)).toMatchObject({ total: 300, passed: 300 });
}, 60_000);

test('[FLOW-11] a conversation of no time zone is refused; one that cannot be read any more fails alone, and the others are played', async () => {
  const sofia = await aDesigner();
  const { id } = await aFlowWith(
    sofia,
    aFlow(
      {
        day: { kind: 'setVariable', settings: { sets: [{ attrKey: 'day', expression: 'today()' }] } },
        bye: { kind: 'hangUp', settings: { spoken: words('Fine.') } },
      },
      ['start next day', 'day next bye'],
    ),
  );
  expect(
    (await ask(sofia, 'case/add', { id, content: { ...aCase('Mars', 'fine'), timeZone: 'Mars/Base' } })).code,
  ).toBe(400);
  for (const name of ['Good', 'Old'])
    await ask(sofia, 'case/add', { id, content: { ...aCase(name, 'fine'), steps: [] } });
  await db.everyTenant('an old one', (tx) =>
    sql`update flow_case set content = jsonb_set(content, '{timeZone}', '"Mars/Base"') where flow_id = ${id} and name = 'Old'`.execute(
      tx.as(),
    ),
  );
  expect(await played(sofia, id)).toMatchObject({
    total: 2,
    passed: 1,
    results: [
      { name: 'Good', passed: true },
      { name: 'Old', passed: false },
    ],
  });
});

test('[CC-07] two versions are compared', async () => {
  const sofia = await aDesigner();
  const made = await aFlowWith(sofia, desk('Fine.'));
  await ask(sofia, 'publish', made);
  await ask(sofia, 'update', { ...made, flow: desk('Goodbye.') });
  expect((await ask(sofia, 'diff', { id: made.id, from: 1, to: 'draft' })).data).toMatchObject({
    added: [],
    removed: [],
    changed: [{ nodeId: 'bye', fields: [{ field: 'spoken.words.en', before: 'Fine.', after: 'Goodbye.' }] }],
  });
  expect((await ask(sofia, 'diff', { id: made.id, from: 1, to: 5 })).code).toBe(404);
});

test('[FLOW-11] a case names a customer and how a transfer went; it is played with what is known of them', async () => {
  const sofia = await aDesigner({ functions: ['flows.view', 'flows.edit', 'customers.use', 'customers.view'] });
  const [lena] = await db.tenant(sofia, (tx) =>
    customersRepo(tx).insert([{ source: CustomerSource.person, full_name: 'Lena Ortiz', company: 'Acme' }], null),
  );
  const flow = aFlow(
    {
      vip: { kind: 'customerField', settings: { field: 'company', is: 'is', than: 'Acme' } },
      over: {
        kind: 'transfer',
        settings: { spoken: words('One moment.'), to: { kind: 'number', number: '525500001111', prefixes: [] } },
      },
      sorry: { kind: 'hangUp', settings: { spoken: words('Sorry, {{customer_full_name}}.') } },
    },
    ['start next vip', 'vip yes over', 'over failed sorry'],
  );
  const { id } = await aFlowWith(sofia, flow);
  const content = {
    name: 'Nobody takes the call of a good customer',
    caller: { customerId: lena!.id },
    steps: [{ answer: { ok: false, why: 'noAnswer' } }],
    expects: [{ branch: 'failed', node: 'over' }, { words: 'Welcome' }],
  };
  expect((await ask(sofia, 'case/add', { id, content })).code).toBe(0);
  const {
    results: [result],
  } = await played(sofia, id);
  // Whoever sees flows sees how cases went, and need not know the customer.
  expect(result.failures).toMatchObject([{ expectation: { words: 'Welcome' }, found: ['One moment.', 'Sorry, L**.'] }]);
});

test('[FLOW-11] a case names nobody whom its author may not see', async () => {
  const sofia = await aDesigner({ functions: ['flows.view', 'flows.edit', 'customers.use'] });
  const [lena] = await db.tenant(sofia, (tx) =>
    customersRepo(tx).insert([{ source: CustomerSource.person, full_name: 'Lena Ortiz' }], null),
  );
  const { id } = await aFlowWith(sofia, desk('Fine.'));
  const content = { ...aCase('Of a colleague', 'fine'), caller: { customerId: lena!.id } };
  expect((await ask(sofia, 'case/add', { id, content })).code).toBe(404);
});
