import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { Flow } from '#core/flow/flow.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import { demoFlows } from './demo.ts';
import { draftOf, flowVersion, publishedFlow } from './index.ts';
import { flowProblems } from './problems.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/ivrFlow/v1/${path}`, { token: who.token, body });
const aDesigner = async (wishes: Parameters<typeof aMember>[2] = {}, tenantId?: number) =>
  aMember(db, tenantId ?? (await aTenant(db)), {
    functions: ['flows.view', 'flows.edit', 'flows.publish'],
    name: 'Sofía',
    ...wishes,
  });
const codeOf = (name: FailureName) => failures[name].code;
const greeting = (text: string) =>
  aFlow(
    { hello: { kind: 'say', settings: { spoken: { words: { en: text }, sounds: {} } } }, bye: { kind: 'hangUp' } },
    ['start next hello', 'hello next bye'],
  );

/** A flow with this draft. */
async function begun(
  who: Member,
  name: string,
  flow = greeting('Hello'),
): Promise<{ id: number; draftVersion: number }> {
  const { data } = await ask(who, 'add', { name });
  const saved = await ask(who, 'update', { id: data.id, draftVersion: 1, flow });
  return { id: data.id, draftVersion: saved.data.draftVersion };
}
async function published(who: Member, name: string, flow?: Flow) {
  const made = await begun(who, name, flow);
  expect((await ask(who, 'publish', made)).code).toBe(0);
  return made;
}

test('[CC-07] a flow is begun, saved, found, and each change leaves an entry', async () => {
  const sofia = await aDesigner();
  const {
    data: { id },
  } = await ask(sofia, 'add', { name: ' Reception ', remark: 'main number' });
  expect((await ask(sofia, 'add', { name: 'Reception' })).code).toBe(codeOf('nameTaken'));
  const begins = (await ask(sofia, 'query', { id })).data;
  expect(begins).toMatchObject({
    name: 'Reception',
    status: 'draft',
    draftVersion: 1,
    publishedVersion: null,
    draftBy: 'Sofía',
    usedBy: [],
    passRate: null,
  });
  expect(Flow.parse(begins.flow).nodes.map(({ kind }) => kind)).toEqual(['start']);
  const { data: saved } = await ask(sofia, 'update', {
    id,
    draftVersion: 1,
    name: 'Front desk',
    flow: greeting('Hello'),
  });
  expect(saved).toMatchObject({ draftVersion: 2, status: 'draft' });
  await ask(sofia, 'add', { name: 'Survey', template: 'survey' });
  expect((await ask(sofia, 'add', { name: 'Odd', template: 'nothing' })).code).toBe(404);
  expect((await ask(sofia, 'page', { words: 'FRONT' })).data).toMatchObject({
    total: 1,
    list: [{ id, name: 'Front desk', remark: 'main number', nodes: 3, languages: ['en'] }],
  });
  expect(
    (await ask(sofia, 'page', { sort: 'name', descending: false })).data.list.map(({ name }: { name: string }) => name),
  ).toEqual(['Front desk', 'Survey']);
  expect((await ask(sofia, 'page', { status: 'published' })).data.total).toBe(0);
  expect((await ask(sofia, 'delete', { id })).code).toBe(0);
  expect((await ask(sofia, 'query', { id })).code).toBe(404);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      entry: string;
    }>`select action || ' ' || target entry from operation_log where tenant_id = ${sofia.tenantId} and module = 'flows' and outcome = 0 order by id`.execute(
      tx.as(),
    ),
  );
  expect(rows.map(({ entry }) => entry)).toEqual([
    'add Reception',
    'update Front desk',
    'add Survey',
    'delete Front desk',
  ]);
});

test('[CC-07] two designers do not overwrite each other, and the later one is told who was first and when', async () => {
  const sofia = await aDesigner();
  const budi = await aDesigner({ name: 'Budi' }, sofia.tenantId);
  const { id, draftVersion } = await begun(sofia, 'Reception');
  const [first, second] = await Promise.all([
    ask(sofia, 'update', { id, draftVersion, flow: greeting('One') }),
    ask(budi, 'update', { id, draftVersion, flow: greeting('Two') }),
  ]);
  expect([first.code, second.code].sort()).toEqual([0, codeOf('flowStale')]);
  const late = first.code === 0 ? second : first;
  expect(late.msg).toMatch(
    new RegExp(`^${first.code === 0 ? 'Sofía' : 'Budi'}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC$`),
  );
  for (const path of ['publish', 'reset'])
    expect((await ask(budi, path, { id, draftVersion })).code).toBe(codeOf('flowStale'));
});

test('[CC-07] what is published stays as it was, whatever is designed afterwards', async () => {
  const sofia = await aDesigner();
  const { id, draftVersion } = await published(sofia, 'Reception');
  expect((await ask(sofia, 'query', { id })).data).toMatchObject({ status: 'published', publishedVersion: 1 });
  expect((await ask(sofia, 'publish', { id, draftVersion })).data).toEqual({ version: 1 });
  const saved = (await ask(sofia, 'update', { id, draftVersion, flow: greeting('Good day') })).data;
  expect(saved.status).toBe('changed');
  const words = (flow: Flow | undefined) =>
    (flow?.nodes.find((node) => node.id === 'hello')?.settings as { spoken: { words: { en: string } } } | undefined)
      ?.spoken.words.en;
  await db.tenant(sofia, async (tx) => {
    expect([words((await publishedFlow(tx, id))?.flow), words((await draftOf(tx, id))?.flow)]).toEqual([
      'Hello',
      'Good day',
    ]);
    expect(await publishedFlow(tx, 990_099)).toBeNull();
  });
  expect((await ask(sofia, 'publish', { id, draftVersion: saved.draftVersion, note: 'Politer' })).data).toEqual({
    version: 2,
  });
  expect((await ask(sofia, 'versions', { id })).data).toMatchObject({
    total: 2,
    list: [
      { version: 2, note: 'Politer', author: 'Sofía', isLive: true, nodes: 3 },
      { version: 1, isLive: false },
    ],
  });
  await db.tenant(sofia, async (tx) =>
    expect([words((await flowVersion(tx, id, 1))?.flow), words((await flowVersion(tx, id, 2))?.flow)]).toEqual([
      'Hello',
      'Good day',
    ]),
  );
  await expect(db.tenant(sofia, (tx) => sql`update flow_version set note = 'x'`.execute(tx.as()))).rejects.toThrow();
});

test('[CC-07] a draft goes back to what callers hear, or to any version; callers go back to an older one', async () => {
  const sofia = await aDesigner();
  const { id, draftVersion } = await published(sofia, 'Reception', greeting('One'));
  const two = (await ask(sofia, 'update', { id, draftVersion, flow: greeting('Two') })).data;
  await ask(sofia, 'publish', { id, draftVersion: two.draftVersion });
  const three = (await ask(sofia, 'update', { id, draftVersion: two.draftVersion, flow: greeting('Three') })).data;
  const reset = (await ask(sofia, 'reset', { id, draftVersion: three.draftVersion })).data;
  expect(reset.status).toBe('published');
  const old = (await ask(sofia, 'convertToDraft', { id, draftVersion: reset.draftVersion, version: 1 })).data;
  expect(old.status).toBe('changed');
  expect((await ask(sofia, 'version', { id, version: 'draft' })).data).toEqual(
    (await ask(sofia, 'version', { id, version: 1 })).data,
  );
  expect((await ask(sofia, 'rollBack', { id, version: 1 })).code).toBe(0);
  expect((await ask(sofia, 'query', { id })).data).toMatchObject({ publishedVersion: 1, status: 'published' });
  expect((await ask(sofia, 'rollBack', { id, version: 7 })).code).toBe(404);
  const fresh = await begun(sofia, 'Fresh');
  expect((await ask(sofia, 'reset', fresh)).code).toBe(codeOf('flowNotPublished'));
});

test('[CC-07] a flow with problems is not published, and the problems can be read', async () => {
  const sofia = await aDesigner();
  const { id, draftVersion } = await begun(sofia, 'Broken', {
    ...greeting('Hello'),
    nodes: greeting('Hello').nodes.map((node) =>
      node.id === 'hello'
        ? { ...node, settings: { spoken: { words: { en: 'Hello' }, sounds: { en: 990_099 } }, mayInterrupt: 7 } }
        : node,
    ),
  });
  expect(await ask(sofia, 'publish', { id, draftVersion })).toMatchObject({
    code: codeOf('flowHasProblems'),
    msg: '2',
  });
  expect((await ask(sofia, 'problems', { id })).data).toMatchObject([
    { nodeId: 'hello' },
    { nodeId: 'hello', text: 'goneReference', values: { kind: 'sound' } },
  ]);
  expect((await ask(sofia, 'query', { id })).data.publishedVersion).toBeNull();
});

test('[CC-07] a flow that is used stays, and says where', async () => {
  const sofia = await aDesigner();
  const { id } = await published(sofia, 'Reception');
  server.world.catalogue.flowUses.push(async (_, flowId) =>
    flowId === id ? [{ kind: 'number', id: 1, name: '525550000101' }] : [],
  );
  await begun(sofia, 'Night', {
    ...greeting('Hello'),
    nodes: greeting('Hello').nodes.map((node) =>
      node.id === 'bye' ? { ...node, settings: { ...node.settings, flowId: id } } : node,
    ),
  });
  expect(await ask(sofia, 'delete', { id })).toMatchObject({ code: codeOf('flowInUse'), msg: 'Night, 525550000101' });
  expect((await ask(sofia, 'query', { id })).data.usedBy).toMatchObject([
    { kind: 'flow', name: 'Night' },
    { kind: 'number', name: '525550000101' },
  ]);
});

test('[CC-07] one step is read by its stepId, of the draft or of a version', async () => {
  const sofia = await aDesigner();
  const { id } = await published(sofia, 'Reception');
  expect((await ask(sofia, 'node', { id, stepId: 'hello' })).data).toMatchObject({ id: 'hello', kind: 'say' });
  expect((await ask(sofia, 'node', { id, stepId: 'bye', version: 1 })).data.kind).toBe('hangUp');
  for (const wrong of [{ stepId: 'nowhere' }, { stepId: 'hello', version: 9 }])
    expect((await ask(sofia, 'node', { id, ...wrong })).code).toBe(404);
});

test('[CC-07] mailboxes are the common one and those of groups and agents', async () => {
  const sofia = await aDesigner();
  await db.everyTenant('a group', (tx) =>
    sql`insert into agent_group (tenant_id, name, group_no) values (${sofia.tenantId}, 'Sales', 1001)`.execute(tx.as()),
  );
  await db.everyTenant('an agent', (tx) =>
    sql`insert into agent (tenant_id, user_id) values (${sofia.tenantId}, ${sofia.userId})`.execute(tx.as()),
  );
  expect((await ask(sofia, 'mailboxList')).data).toMatchObject([
    { mailbox: 'main', kind: 'main' },
    { kind: 'group', name: 'Sales' },
    { mailbox: `agent:${sofia.userId}`, kind: 'agent', name: 'Sofía' },
  ]);
});

test('[CC-07] a flow leaves as a file and comes into another tenant, where things are found by their names', async () => {
  const [sofia, noor] = [await aDesigner(), await aDesigner({ name: 'Noor' })];
  const groupIn = async (tenantId: number, name: string) =>
    (
      await db.everyTenant('a group', (tx) =>
        sql<{
          id: number;
        }>`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${1_000 + name.length}) returning id`.execute(
          tx.as(),
        ),
      )
    ).rows[0]!.id;
  const [sales, night] = [await groupIn(sofia.tenantId, 'Sales'), await groupIn(sofia.tenantId, 'Night shift')];
  const salesThere = await groupIn(noor.tenantId, 'Sales');
  const flow = greeting('Hello');
  const { id } = await begun(sofia, 'Reception', {
    ...flow,
    nodes: flow.nodes.map((node) =>
      node.id === 'bye' ? { ...node, settings: { ...node.settings, groupId: sales, groupIds: [sales, night] } } : node,
    ),
  });
  const file = await server.built.http.inject({
    url: `/cc/api/ivrFlow/v1/export?id=${id}`,
    headers: { authorization: `Bearer ${sofia.token}` },
  });
  expect(file.headers['content-disposition']).toContain('Reception.json');
  const { data, code } = await ask(noor, 'import', { name: 'From Aurora', file: file.json() });
  expect({ code, missing: data.missing }).toEqual({
    code: 0,
    missing: [{ kind: 'group', name: 'Night shift', nodeIds: ['bye'] }],
  });
  expect((await ask(noor, 'node', { id: data.id, stepId: 'bye' })).data.settings).toMatchObject({
    groupId: salesThere,
    groupIds: [salesThere],
  });
  for (const wrong of [{}, { openseat: 'flow', name: 'x', flow: { format: 2 } }, { ...file.json(), openseat: 'song' }])
    expect((await ask(noor, 'import', { name: 'Odd', file: wrong })).code).toBe(400);
});

test('[CC-07] a copy is a flow of its own', async () => {
  const sofia = await aDesigner();
  const { id } = await published(sofia, 'Reception');
  const { data } = await ask(sofia, 'duplicate', { id, name: 'Reception 2' });
  expect((await ask(sofia, 'query', { id: data.id })).data).toMatchObject({
    name: 'Reception 2',
    status: 'draft',
    publishedVersion: null,
  });
  expect((await ask(sofia, 'duplicate', { id, name: 'Reception 2' })).code).toBe(codeOf('nameTaken'));
});

test('[CC-07] what somebody has before them becomes a flow of its own with everything it names', async () => {
  const sofia = await aDesigner();
  const { id } = await begun(sofia, 'Reception', greeting('Theirs'));
  const mine = greeting('Mine');
  const named = {
    ...mine,
    nodes: mine.nodes.map((node) =>
      node.id === 'bye' ? { ...node, settings: { ...node.settings, groupId: 7 } } : node,
    ),
  };
  const { data } = await ask(sofia, 'add', { name: 'Mine', flow: named });
  expect((await ask(sofia, 'query', { id: data.id })).data.flow).toEqual(named);
  expect((await ask(sofia, 'query', { id })).data.flow).toEqual(greeting('Theirs'));
});

test('[CC-08] values of flows are listed, added and changed; a key is one value', async () => {
  const sofia = await aDesigner();
  const attr = (path: string, body: object = {}) =>
    server.ask('POST', `/cc/api/ivrAttr/v1/${path}`, { token: sofia.token, body });
  const {
    data: { id },
  } = await attr('add', { attrKey: 'visit', name: 'Visit', valueType: 9, valueFormat: 1 });
  await attr('add', { attrKey: 'amount', name: 'Amount', valueType: 3, currency: 'MXN' });
  expect((await attr('add', { attrKey: 'visit', name: 'Other', valueType: 1 })).code).toBe(codeOf('nameTaken'));
  expect((await attr('add', { attrKey: '1x', name: 'Other', valueType: 1 })).code).toBe(400);
  expect((await attr('update', { id, name: 'Visit at', valueType: 9, valueFormat: 0 })).code).toBe(0);
  expect((await attr('list')).data).toMatchObject([
    { attrKey: 'amount', currency: 'MXN' },
    { id, attrKey: 'visit', name: 'Visit at', valueFormat: 0 },
  ]);
  expect((await attr('update', { id: 990_099, name: 'x', valueType: 1 })).code).toBe(404);
});

test('[CC-07] who may only look neither designs nor publishes, and who designs need not publish', async () => {
  const sofia = await aDesigner();
  const made = await begun(sofia, 'Reception');
  const reader = await aDesigner({ functions: ['flows.view'], name: 'Ana' }, sofia.tenantId);
  const designer = await aDesigner({ functions: ['flows.view', 'flows.edit'], name: 'Budi' }, sofia.tenantId);
  for (const path of ['add', 'update', 'delete', 'reset', 'convertToDraft', 'duplicate', 'import'])
    expect((await ask(reader, path, { ...made, name: 'x' })).code).toBe(403);
  for (const path of ['publish', 'rollBack'])
    expect((await ask(designer, path, { ...made, version: 1 })).code).toBe(403);
  expect((await ask(reader, 'query', made)).code).toBe(0);
});

test('[CC-07] a flow begins from every template with a group of the tenant’s own, and can be published at once', async () => {
  const sofia = await aDesigner();
  const group = await db.everyTenant('a group', (tx) =>
    sql<{
      id: number;
    }>`insert into agent_group (tenant_id, name, group_no) values (${sofia.tenantId}, 'Sales', 1001) returning id`.execute(
      tx.as(),
    ),
  );
  const { data: offered } = await ask(sofia, 'templates');
  expect(offered.map(({ template }: { template: string }) => template)).toEqual([
    'reception',
    'appointment',
    'survey',
    'debtReminder',
    'orderStatus',
    'offer',
  ]);
  for (const { template, nodes } of offered) {
    const {
      data: { id },
    } = await ask(sofia, 'add', { name: template, template });
    expect((await ask(sofia, 'problems', { id })).data).toEqual([]);
    expect((await ask(sofia, 'publish', { id, draftVersion: 1 })).code).toBe(0);
    expect((await ask(sofia, 'query', { id })).data.flow.nodes).toHaveLength(nodes);
  }
  const {
    data: { list },
  } = await ask(sofia, 'page', { words: 'reception' });
  expect((await ask(sofia, 'node', { id: list[0].id, stepId: 'sales' })).data.settings.to).toEqual({
    kind: 'group',
    groupId: group.rows[0]!.id,
  });
  const noor = await aDesigner({ name: 'Noor' });
  const {
    data: { id },
  } = await ask(noor, 'add', { name: 'Reception', template: 'reception' });
  expect((await ask(noor, 'publish', { id, draftVersion: 1 })).code).toBe(codeOf('flowHasProblems'));
});

test('[CC-07] the demo has three flows that callers hear, without problems, and those who look find them', async () => {
  const sofia = await aDesigner();
  const { tenantId, userId } = sofia;
  await db.everyTenant('the demo', async (tx) => {
    await sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1001)`.execute(tx.as());
    await demoFlows(tx, {
      tenantId,
      name: 'Aurora Travel',
      language: 'es-MX',
      timeZone: 'UTC',
      people: [{ userId, email: '', name: 'Sofía', voiceSeat: true, textSeat: false, role: 'manager' }],
      nowMs: 0,
      chance: () => 0,
    });
  });
  const { data } = await ask(sofia, 'page', { sort: 'name', descending: false });
  expect(data.list).toMatchObject(
    ['Citas', 'Encuesta de satisfacción', 'Recepción'].map((name) => ({
      name,
      status: 'published',
      publishedVersion: 1,
      draftBy: 'Sofía',
      languages: ['es', 'en', 'zh', 'id'],
    })),
  );
  for (const { id } of data.list)
    expect(await db.tenant(sofia, async (tx) => flowProblems(tx, (await publishedFlow(tx, id))!.flow))).toEqual([]);
  expect((await ask(sofia, 'update', { id: data.list[0].id, draftVersion: 1, remark: 'x' })).data.status).toBe(
    'published',
  );
});

test('[CC-07] settings nested without end are refused, not fallen over', async () => {
  const sofia = await aDesigner();
  const { id, draftVersion } = await begun(sofia, 'Deep');
  for (const depth of [100, 20_000]) {
    const node = `{"id":"x","kind":"say","name":"","x":0,"y":0,"settings":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
    const payload = `{"id":${id},"draftVersion":${draftVersion},"flow":{"format":1,"languages":["en"],"variables":[],"edges":[],"notes":[],"nodes":[${node}]}}`;
    const answer = await server.built.http.inject({
      method: 'POST',
      url: '/cc/api/ivrFlow/v1/update',
      headers: { authorization: `Bearer ${sofia.token}`, 'content-type': 'application/json' },
      payload,
    });
    expect(answer.json()).toMatchObject({ code: codeOf('invalidInput') });
  }
});

test('[CC-07] designers who save, publish, roll back and delete at the same moment are told what became of it, and nothing is half done', async () => {
  const sofia = await aDesigner();
  const { id, draftVersion } = await begun(sofia, 'Busy');
  const saves = await Promise.all(
    Array.from({ length: 8 }, (_, at) => ask(sofia, 'update', { id, draftVersion, flow: greeting(`Hello ${at}`) })),
  );
  expect(saves.map(({ code }) => code).toSorted((one, two) => one - two)).toEqual([
    0,
    ...Array.from({ length: 7 }, () => codeOf('flowStale')),
  ]);
  const now = draftVersion + 1;
  const published = await Promise.all([
    ...Array.from({ length: 5 }, () => ask(sofia, 'publish', { id, draftVersion: now, note: '' })),
    ask(sofia, 'update', { id, draftVersion: now, flow: greeting('Later') }),
    ask(sofia, 'rollBack', { id, version: 1 }),
  ]);
  for (const { code } of published) expect([0, codeOf('flowStale'), codeOf('notFound')]).toContain(code);
  const { rows } = await db.everyTenant('versions', (tx) =>
    sql<{ version: number }>`select version from flow_version where flow_id = ${id}`.execute(tx.as()),
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  expect(
    (await Promise.all([ask(sofia, 'delete', { id }), ask(sofia, 'delete', { id })]))
      .map(({ code }) => code)
      .toSorted((one, two) => one - two),
  ).toEqual([0, codeOf('notFound')]);
});
