import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { flowAllocationApi, type ImportedRules } from '../contract.ts';
import { allocationFor } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const codeOf = (name: FailureName) => failures[name].code;
const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/ivrAllocation/v1/${path}`, { token: who.token, body });
const NOON = Date.UTC(2026, 10, 16, 12);
const MIDNIGHT = Date.UTC(2026, 10, 16, 0);
let made = 0;

/** A tenant with a number, a group, an agent, office hours and two flows, of which the second was never published. */
async function aPlace(wishes: Parameters<typeof aMember>[2] = {}) {
  const sofia = await aMember(db, await aTenant(db), {
    functions: ['flow-allocation.view', 'flow-allocation.edit', 'flows.view', 'flows.edit', 'flows.publish'],
    name: 'Sofía',
    ...wishes,
  });
  const { tenantId, userId } = sofia;
  const number = `5255600${String((made += 1)).padStart(5, '0')}`;
  const added = (table: ReturnType<typeof sql>) =>
    db.everyTenant(
      'a place',
      async (tx) => (await sql<{ id: number }>`${table} returning id`.execute(tx.as())).rows[0]!.id,
    );
  const groupId = await added(
    sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1001)`,
  );
  const didNumberId = await added(
    sql`insert into did_number (tenant_id, number, carrier, group_id) values (${tenantId}, ${number}, 'rehearsal', ${groupId})`,
  );
  const calendarId = await added(
    sql`insert into business_calendar (tenant_id, name, time_zone, weekly, holidays, closed_kind) values (${tenantId}, 'Office', 'UTC', '[{"day":1,"from":540,"to":1080}]', '[]', 'hangUp')`,
  );
  await db.everyTenant('an agent', (tx) =>
    sql`insert into agent (tenant_id, user_id) values (${tenantId}, ${userId})`.execute(tx.as()),
  );
  const flow = aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']);
  const flows = [];
  for (const name of ['Reception', 'Unfinished']) {
    const { data } = await server.ask('POST', '/cc/api/ivrFlow/v1/add', { token: sofia.token, body: { name } });
    await server.ask('POST', '/cc/api/ivrFlow/v1/update', {
      token: sofia.token,
      body: { id: data.id, draftVersion: 1, flow },
    });
    flows.push(data.id as number);
  }
  expect(
    (
      await server.ask('POST', '/cc/api/ivrFlow/v1/publish', {
        token: sofia.token,
        body: { id: flows[0], draftVersion: 2 },
      })
    ).code,
  ).toBe(0);
  const goes = (from: string, nowMs = NOON) =>
    db.tenant({ tenantId }, (tx) => allocationFor(tx, { didNumberId, from, nowMs }));
  return { sofia, number, groupId, didNumberId, calendarId, flowId: flows[0]!, unfinishedId: flows[1]!, goes };
}

async function send(who: Member, name: string, content: string | Buffer) {
  const form = new FormData();
  form.append('file', new File([content as never], name));
  const request = new Request('http://openseat.test', { method: 'POST', body: form });
  const answer = await server.built.http.inject({
    method: 'POST',
    url: flowAllocationApi.import.path,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json() as { code: number; data: ImportedRules };
}

test('[CC-08] the first rule that fits sends the caller: number, beginning, hours, priority', async () => {
  const { sofia, didNumberId, groupId, calendarId, flowId, unfinishedId, goes } = await aPlace();
  expect(await goes('525512345678')).toBeNull();
  const { data: whoever } = await ask(sofia, 'insert', { goal: { kind: 'group', groupId } });
  expect(await goes('525512345678')).toEqual({ kind: 'group', groupId });
  await ask(sofia, 'insert', { priority: 10, didNumberId, callerPrefix: '5255', goal: { kind: 'flow', flowId } });
  await ask(sofia, 'insert', {
    priority: 5,
    callerPrefix: '52',
    hours: 'closed',
    calendarId,
    goal: { kind: 'agent', userId: sofia.userId },
  });
  await ask(sofia, 'insert', { priority: 1, callerPrefix: '525', goal: { kind: 'flow', flowId: unfinishedId } });
  expect(await goes('+52 55 1234 5678')).toEqual({ kind: 'flow', flowId });
  expect(await goes('525512345678', MIDNIGHT)).toEqual({ kind: 'agent', userId: sofia.userId });
  expect(await goes('14155550100')).toEqual({ kind: 'group', groupId });
  expect(await goes('')).toEqual({ kind: 'group', groupId });
  await ask(sofia, 'update', { id: whoever.id, enabled: false, goal: { kind: 'group', groupId } });
  expect(await goes('14155550100')).toBeNull();
});

test('[CC-08] rules are listed in their order, changed and deleted; two for the same callers are refused', async () => {
  const { sofia, number, didNumberId, groupId, flowId, unfinishedId } = await aPlace();
  const {
    data: { id },
  } = await ask(sofia, 'insert', { priority: 20, didNumberId, goal: { kind: 'flow', flowId }, remark: 'Main' });
  expect(await ask(sofia, 'insert', { priority: 30, didNumberId, goal: { kind: 'group', groupId } })).toMatchObject({
    code: codeOf('allocationTwice'),
    msg: '20 · Main',
  });
  const { data: second } = await ask(sofia, 'insert', {
    priority: 10,
    callerPrefix: '1',
    goal: { kind: 'flow', flowId: unfinishedId },
  });
  expect((await ask(sofia, 'list')).data).toMatchObject({
    total: 2,
    list: [
      { id: second.id, goalName: 'Unfinished', isReady: false },
      { id, didNumber: number, goalName: 'Reception', isReady: true, updatedBy: 'Sofía' },
    ],
  });
  expect((await ask(sofia, 'list', { words: 'MAIN' })).data.total).toBe(1);
  expect((await ask(sofia, 'list', { didNumberId })).data.total).toBe(1);
  for (const wrong of [
    { hours: 'open' },
    { calendarId: 1 },
    { callerPrefix: '12*' },
    { callerPrefix: 'x' },
    { priority: 0 },
  ])
    expect((await ask(sofia, 'insert', { goal: { kind: 'group', groupId }, ...wrong })).code).toBe(400);
  expect((await ask(sofia, 'insert', { goal: { kind: 'group', groupId: 990_099 } })).code).toBe(404);
  expect((await server.ask('DELETE', `/cc/api/ivrAllocation/v1/delete/${id}`, { token: sofia.token })).code).toBe(0);
  expect((await server.ask('DELETE', `/cc/api/ivrAllocation/v1/delete/${id}`, { token: sofia.token })).code).toBe(404);
  expect((await ask(sofia, 'batchDelete', { ids: [second.id, 990_099] })).data).toEqual({ removed: 1 });
});

test('[CC-07] a flow that a rule names is not deleted, and says so', async () => {
  const { sofia, didNumberId, flowId, number } = await aPlace();
  await ask(sofia, 'insert', { didNumberId, goal: { kind: 'flow', flowId } });
  expect(
    await server.ask('POST', '/cc/api/ivrFlow/v1/delete', { token: sofia.token, body: { id: flowId } }),
  ).toMatchObject({ code: codeOf('flowInUse'), msg: number });
});

test('[CC-08] a rule for a flow that is deleted at that moment is refused, or keeps it', async () => {
  const { sofia } = await aPlace();
  for (let round = 0; round < 6; round += 1) {
    const { data } = await server.ask('POST', '/cc/api/ivrFlow/v1/add', {
      token: sofia.token,
      body: { name: `Short-lived ${round}` },
    });
    const [ruled, deleted] = await Promise.all([
      ask(sofia, 'insert', { callerPrefix: `9${round}`, goal: { kind: 'flow', flowId: data.id } }),
      server.ask('POST', '/cc/api/ivrFlow/v1/delete', { token: sofia.token, body: { id: data.id } }),
    ]);
    expect([
      [0, codeOf('flowInUse')],
      [codeOf('notFound'), 0],
    ]).toContainEqual([ruled.code, deleted.code]);
  }
});

test('[CC-08] rules come from a file; what is right is taken, what is wrong is told by line and column', async () => {
  const { sofia, number, groupId, flowId, goes } = await aPlace();
  await ask(sofia, 'insert', { callerPrefix: '52', goal: { kind: 'group', groupId } });
  const file = [
    'Priority,Called number,Caller begins with,When,Calendar,Sent to,Target,In use,Remark',
    `5,+${number},52 55,,,flow,reception,yes,Main`,
    '7,,52,,,Flow,Reception,,',
    '7,,52,,,Flow,Reception,,',
    ',,99,While open,Office,agent,Sofía,no,',
    ',123,,,,flow,Reception,,',
    ',,,sometimes,,flow,Reception,,',
    'x,,,,,flow,Reception,,',
    ',,,,,flow,Nobody,,',
    ',,,,,,Reception,,',
    ',,,open,,flow,Reception,,',
  ].join('\r\n');
  const { code, data } = await send(sofia, 'rules.csv', file);
  expect(code).toBe(0);
  expect(data).toEqual({
    added: 2,
    changed: 1,
    wrongCount: 7,
    wrong: [
      [4, 'number', 'twice'],
      [6, 'number', 'unknown'],
      [7, 'hours', 'notChoice'],
      [8, 'priority', 'notNumber'],
      [9, 'target', 'unknown'],
      [10, 'goal', 'missing'],
      [11, 'calendar', 'missing'],
    ].map(([line, column, why]) => ({ line, column, why })),
  });
  expect(await goes('525512345678')).toEqual({ kind: 'flow', flowId });
  expect(await goes('521')).toEqual({ kind: 'flow', flowId });
  expect((await send(sofia, 'odd.csv', 'a,b\r\n1,2')).code).toBe(codeOf('importUnreadable'));
  expect((await send(sofia, 'head.csv', 'goal,target')).code).toBe(codeOf('importEmpty'));
});

test.each(languages.flatMap((language) => (['csv', 'xlsx'] as const).map((kind) => [language, kind] as const)))(
  '[CC-08] rules leave as a file in %s (%s) and come back the same',
  async (language, kind) => {
    const { sofia, didNumberId, calendarId, groupId, flowId } = await aPlace({ language });
    await ask(sofia, 'insert', {
      priority: 3,
      didNumberId,
      callerPrefix: '5255',
      hours: 'open',
      calendarId,
      goal: { kind: 'flow', flowId },
      remark: 'Ñandú, "x"',
    });
    await ask(sofia, 'insert', { callerPrefix: '44', goal: { kind: 'group', groupId }, enabled: false });
    const rules = async () =>
      (await ask(sofia, 'list')).data.list.map(({ id: _id, updatedAt: _at, ...rest }: Record<string, unknown>) => rest);
    const before = await rules();
    const { data } = await ask(sofia, 'download', { kind });
    const item = async () =>
      (await server.ask('GET', '/cc/api/download/v1/list', { token: sofia.token })).data.find(
        ({ id }: { id: number }) => id === data.downloadId,
      );
    await expect.poll(async () => (await item()).status, { timeout: 20_000 }).toBe(2);
    const { rawPayload } = await server.built.http.inject({
      method: 'GET',
      url: (await item()).fileUrl,
      headers: { authorization: `Bearer ${sofia.token}` },
    });
    const ids = (await ask(sofia, 'list')).data.list.map(({ id }: { id: number }) => id);
    await ask(sofia, 'batchDelete', { ids });
    expect((await send(sofia, `rules.${kind}`, rawPayload)).data).toEqual({
      added: 2,
      changed: 0,
      wrongCount: 0,
      wrong: [],
    });
    expect(await rules()).toEqual(before);
  },
  30_000,
);

test('[CC-08] whoever sees numbers with stars sees the beginning of one person with stars, and keeps it when changing a rule', async () => {
  const { sofia, groupId, goes } = await aPlace();
  const {
    data: { id },
  } = await ask(sofia, 'insert', { callerPrefix: '525512345678', goal: { kind: 'group', groupId } });
  const masked = await aMember(db, sofia.tenantId, {
    functions: ['flow-allocation.view', 'flow-allocation.edit'],
    needsMasking: true,
    name: 'Ana',
  });
  const [shown] = (await ask(masked, 'list')).data.list;
  expect(shown.callerPrefix).toBe('52******5678');
  expect(
    (
      await ask(masked, 'update', {
        id,
        callerPrefix: shown.callerPrefix,
        goal: { kind: 'group', groupId },
        remark: 'VIP',
      })
    ).code,
  ).toBe(0);
  expect(await goes('525512345678')).toEqual({ kind: 'group', groupId });
});
