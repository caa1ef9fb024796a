import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { failures } from '#shared/errors.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/script/v1/${path}`, { token: who.token, body });
const anEditor = (tenantId: number) =>
  aMember(db, tenantId, { functions: ['scripts.view', 'scripts.edit', 'scripts.use'] });
const anAgent = (tenantId: number, wishes: Parameters<typeof aMember>[2] = {}) =>
  aMember(db, tenantId, { functions: ['scripts.use'], voiceSeat: true, name: 'Ana', ...wishes });

let made = 0;
interface CallWishes {
  direction?: string;
  group?: number | null;
  queued?: number;
  agents?: Member[];
  maker?: Member;
  ours?: string;
  taskId?: string;
}

async function aCall(
  tenantId: number,
  { direction = 'inbound', group = null, queued, agents = [], maker, ours = '525550000101', taskId }: CallWishes,
): Promise<string> {
  const callId = `script-call-${(made += 1)}`;
  await db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into call_record (call_id, node, direction, started_at, customer_number, customer_name, our_number, group_id, user_id, task_id) values (${callId}, 'test', ${direction}, now(), '525512345678', 'Lucía Hernández', ${ours}, ${group}, ${maker?.userId ?? null}, ${taskId ?? null}) returning id`.execute(
      tx.as(),
    );
    for (const { userId } of agents)
      await sql`insert into call_agent (record_id, user_id, started_at, result) values (${rows[0]!.id}, ${userId}, now(), 'rang')`.execute(
        tx.as(),
      );
    if (queued !== undefined)
      await sql`insert into call_event (call_id, seq, at, type, detail) values (${callId}, 1, now(), 'queued', ${JSON.stringify({ groupId: queued })}::jsonb)`.execute(
        tx.as(),
      );
  });
  return callId;
}

async function aGroup(tenantId: number, name: string, ...members: Member[]): Promise<number> {
  return db.everyTenant('a group', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${1_000 + (made += 1)}) returning id`.execute(
      tx.as(),
    );
    for (const { userId } of members)
      await sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${rows[0]!.id}, ${userId})`.execute(
        tx.as(),
      );
    return rows[0]!.id;
  });
}

test('[CC-13] scripts are added, found, changed and deleted; each change leaves an entry', async () => {
  const tenantId = await aTenant(db);
  const sofia = await anEditor(tenantId);
  const group = await aGroup(tenantId, 'Sales');
  const {
    data: { id },
  } = await ask(sofia, 'add', {
    name: ' Welcome ',
    content: 'Hello {customerName}',
    groupIds: [group],
    numbers: ['525550000101'],
  });
  expect(await ask(sofia, 'add', { name: 'Welcome', content: 'x' })).toMatchObject({ code: 20003 });
  for (const wrong of [
    { name: '', content: 'x' },
    { name: 'a', content: ' ' },
    { name: 'a', content: 'x', direction: 'up' },
    { name: 'a', content: 'x', numbers: ['+52'] },
  ])
    expect((await ask(sofia, 'add', wrong)).code).toBe(400);
  await ask(sofia, 'add', { name: 'Other', content: 'x', enabled: false });
  expect((await ask(sofia, 'page')).data).toMatchObject({
    total: 2,
    list: [
      { name: 'Other', enabled: false },
      {
        id,
        name: 'Welcome',
        direction: 'any',
        enabled: true,
        groupIds: [group],
        groupNames: ['Sales'],
        numbers: ['525550000101'],
        updatedBy: sofia.identity.name,
      },
    ],
  });
  expect((await ask(sofia, 'page', { name: 'WEL' })).data.total).toBe(1);
  expect((await ask(sofia, 'page', { groupId: group, enabled: true })).data.total).toBe(1);
  expect((await ask(sofia, 'all')).data).toEqual([{ id, name: 'Welcome' }]);
  expect((await ask(sofia, 'edit', { id, name: 'Other', content: 'x' })).code).toBe(20003);
  expect((await ask(sofia, 'edit', { id, name: 'Greeting', content: 'Hi', direction: 'inbound' })).code).toBe(0);
  expect((await ask(sofia, 'detail', { id })).data).toMatchObject({
    name: 'Greeting',
    content: 'Hi',
    direction: 'inbound',
    groupIds: [],
    numbers: [],
  });
  expect((await ask(sofia, 'delete', { id })).code).toBe(0);
  for (const path of ['detail', 'delete']) expect((await ask(sofia, path, { id })).code).toBe(404);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      action: string;
      target: string;
    }>`select action, target from operation_log where tenant_id = ${tenantId} and module = 'scripts' and outcome = 0 order by id`.execute(
      tx.as(),
    ),
  );
  expect(rows.map(({ action, target }) => `${action} ${target}`)).toEqual([
    'add Welcome',
    'add Other',
    'edit Greeting',
    'delete Greeting',
  ]);
});

test('[CC-13] a name that somebody else takes at the same moment is taken', async () => {
  const tenantId = await aTenant(db);
  const sofia = await anEditor(tenantId);
  const {
    data: { id },
  } = await ask(sofia, 'add', { name: 'Welcome', content: 'x' });
  let edited: Promise<{ code: number }> | null = null;
  await db.tenant({ tenantId }, async (tx) => {
    await sql`insert into script (name, content) values ('Greeting', 'x')`.execute(tx.as());
    const {
      rows: [me],
    } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as());
    edited = ask(sofia, 'edit', { id, name: 'Greeting', content: 'x' });
    const waiting = () =>
      db.everyTenant('looks who waits', (other) =>
        sql`select 1 from pg_stat_activity where ${me!.pid} = any(pg_blocking_pids(pid))`.execute(other.as()),
      );
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
  });
  expect((await edited!).code).toBe(20003);
});

test('[CC-13] agents read scripts and change none; another tenant sees nothing of them', async () => {
  const [tenantId, elsewhere] = [await aTenant(db), await aTenant(db)];
  const [sofia, ana, noor] = [await anEditor(tenantId), await anAgent(tenantId), await anEditor(elsewhere)];
  const {
    data: { id },
  } = await ask(sofia, 'add', { name: 'Welcome', content: 'Hello' });
  for (const path of ['page', 'add', 'edit', 'delete', 'detail'])
    expect((await ask(ana, path, { id, name: 'n', content: 'c' })).code, path).toBe(403);
  for (const path of ['edit', 'delete', 'detail'])
    expect((await ask(noor, path, { id, name: 'n', content: 'c' })).code, path).toBe(404);
  expect((await ask(noor, 'all')).data).toEqual([]);
});

test('[CC-13] in a call the agent gets the script of its number, then of its group, filled in', async () => {
  const tenantId = await aTenant(db);
  const [sofia, ana] = [await anEditor(tenantId), await anAgent(tenantId)];
  const [sales, support] = [await aGroup(tenantId, 'Sales', ana), await aGroup(tenantId, 'Support')];
  for (const [name, more] of [
    ['Everybody', {}],
    ['Sales', { groupIds: [sales] }],
    ['Support', { groupIds: [support] }],
    ['Hotline', { numbers: ['525550000199'], direction: 'inbound' }],
    ['Off', { enabled: false }],
  ] as const) {
    await ask(sofia, 'add', {
      name,
      content: `${name}: {customerName} {customerNumber} {agentName} {groupName} {ourNumber}`,
      ...more,
    });
  }
  const shown = async (call: CallWishes, who = ana) =>
    (await ask(who, 'scriptInfo', { callId: await aCall(tenantId, { agents: [who], ...call }) })).data as {
      name: string;
      content: string;
    }[];
  const names = async (call: CallWishes) => (await shown(call)).map(({ name }) => name);
  expect(await names({ group: sales })).toEqual(['Sales', 'Everybody']);
  expect(await names({ queued: support }), 'by the line it stands in now').toEqual(['Support', 'Everybody']);
  expect(await names({ ours: '525550000199', group: sales })).toEqual(['Hotline', 'Sales', 'Everybody']);
  expect(await names({ direction: 'outbound', maker: ana }), 'called out for her own groups').toEqual([
    'Sales',
    'Everybody',
  ]);
  expect(await names({ direction: 'internal' })).toEqual([]);
  expect((await shown({ group: sales }))[0]!.content).toBe(
    'Sales: Lucía Hernández 525512345678 Ana Sales 525550000101',
  );
  const masked = await anAgent(tenantId, { needsMasking: true, name: 'Budi' });
  expect((await shown({ group: sales }, masked))[0]!.content, 'whoever sees stars').toBe(
    'Sales: L** 52******5678 Budi Sales 525550000101',
  );
});

test('[CC-13] the script of a task comes first in its calls, wherever it belongs otherwise; one that is off does not', async () => {
  const tenantId = await aTenant(db);
  const [sofia, ana] = [await anEditor(tenantId), await anAgent(tenantId)];
  const elsewhere = await aGroup(tenantId, 'Elsewhere');
  await ask(sofia, 'add', { name: 'Everybody', content: 'Hello' });
  const { data: list } = await ask(sofia, 'add', {
    name: 'Renewal',
    content: 'Renew, {customerName}',
    groupIds: [elsewhere],
  });
  const scriptId = (list as { id: number }).id;
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      id: number;
    }>`insert into campaign (kind, name, script_id) values ('dialer', 'Renewals', ${scriptId}) returning id`.execute(
      tx.as(),
    ),
  );
  const taskId = String(rows[0]!.id);
  const names = async (task: string) => {
    const callId = await aCall(tenantId, { direction: 'outbound', agents: [ana], taskId: task });
    return ((await ask(ana, 'scriptInfo', { callId })).data as { name: string }[]).map(({ name }) => name);
  };
  expect(await names(taskId)).toEqual(['Renewal', 'Everybody']);
  expect([await names('no number'), await names('999999')]).toEqual([['Everybody'], ['Everybody']]);
  await db.tenant({ tenantId }, (tx) => sql`update script set enabled = false where id = ${scriptId}`.execute(tx.as()));
  expect(await names(taskId)).toEqual(['Everybody']);
});

test('[CC-13] a call of somebody else shows no script', async () => {
  const tenantId = await aTenant(db);
  const [sofia, ana, budi] = [
    await anEditor(tenantId),
    await anAgent(tenantId),
    await anAgent(tenantId, { name: 'Budi' }),
  ];
  await ask(sofia, 'add', { name: 'Welcome', content: '{customerNumber}' });
  const callId = await aCall(tenantId, { agents: [budi] });
  expect((await ask(ana, 'scriptInfo', { callId })).code).toBe(404);
  expect((await ask(budi, 'scriptInfo', { callId })).data).toMatchObject([{ content: '525512345678' }]);
});

const steps = [
  {
    id: 's1',
    kind: 'ask',
    text: 'Are you a customer, {customerName}?',
    answer: 'yesNo',
    required: true,
    choices: [{ value: 'no', next: 's3' }],
  },
  { id: 's2', kind: 'ask', text: 'Your contract?', answer: 'number', required: true, choices: [] },
  { id: 's3', kind: 'say', text: 'Thank you.' },
];

async function askedCall() {
  const tenantId = await aTenant(db);
  const [sofia, ana] = [await anEditor(tenantId), await anAgent(tenantId)];
  const {
    data: { id: scriptId },
  } = await ask(sofia, 'add', { name: 'Welcome', content: 'Hello', steps });
  const callId = await aCall(tenantId, { agents: [ana] });
  const answer = (who: Member, stepId: string, value: string) =>
    ask(who, 'answer', { callId, scriptId, stepId, answer: value });
  return { tenantId, sofia, ana, scriptId, callId, answer };
}

test('[CC-13] answers are kept with the call as they are given, also once the script says something else', async () => {
  const { sofia, ana, scriptId, callId, answer } = await askedCall();
  expect((await ask(ana, 'scriptInfo', { callId })).data).toMatchObject([
    { steps: [{ text: 'Are you a customer, Lucía Hernández?' }, {}, {}], answers: {} },
  ]);
  for (const [step, value] of [
    ['s1', 'yes'],
    ['s2', '17'],
    ['s2', '18'],
  ] as const)
    expect((await answer(ana, step, value)).code).toBe(0);
  expect((await ask(ana, 'scriptInfo', { callId })).data[0].answers).toEqual({ s1: 'yes', s2: '18' });
  await ask(sofia, 'edit', {
    id: scriptId,
    name: 'Later',
    content: 'Hi',
    steps: [{ ...steps[0], text: 'Since when?', answer: 'date', choices: [] }],
  });
  expect((await ask(ana, 'answers', { callId })).data).toMatchObject([
    { scriptName: 'Welcome', question: 'Are you a customer, …?', answer: 'yes', isLeft: false, author: 'Ana' },
    { question: 'Your contract?', answer: '18', isLeft: false },
  ]);
});

test('[CC-13] an answer that leads another way marks those of the way that was left; one taken back is gone', async () => {
  const { ana, callId, answer } = await askedCall();
  await answer(ana, 's1', 'yes');
  await answer(ana, 's2', '17');
  await answer(ana, 's1', 'no');
  expect((await ask(ana, 'answers', { callId })).data).toMatchObject([
    { answer: 'no', isLeft: false },
    { answer: '17', isLeft: true },
  ]);
  await answer(ana, 's1', 'yes');
  expect((await ask(ana, 'answers', { callId })).data).toMatchObject([
    { answer: 'yes' },
    { answer: '17', isLeft: false },
  ]);
  await answer(ana, 's2', '');
  expect((await ask(ana, 'answers', { callId })).data).toHaveLength(1);
});

test('[CC-13] nobody answers what was not asked, or in a call of somebody else, or reads of one', async () => {
  const { tenantId, ana, callId, answer } = await askedCall();
  const budi = await anAgent(tenantId, { name: 'Budi' });
  expect((await answer(ana, 's1', 'perhaps')).code).toBe(400);
  expect((await answer(ana, 's3', 'x')).code).toBe(failures.conflict.code);
  expect((await answer(budi, 's1', 'yes')).code).toBe(404);
  await answer(ana, 's1', 'yes');
  expect((await ask(budi, 'answers', { callId })).code).toBe(404);
  const reader = await aMember(db, tenantId, { functions: ['scripts.use', 'call-records.view'] });
  expect((await ask(reader, 'answers', { callId })).data).toHaveLength(1);
});

test('[CC-13] a script whose ways lead back or nowhere is not kept', async () => {
  const sofia = await anEditor(await aTenant(db));
  for (const next of ['s1', 'gone'])
    expect(
      (
        await ask(sofia, 'add', {
          name: 'x',
          content: 'x',
          steps: [
            { id: 's1', kind: 'say', text: 'x' },
            { ...steps[0], id: 's2', choices: [{ value: 'no', next }] },
          ],
        })
      ).code,
    ).toBe(400);
});
