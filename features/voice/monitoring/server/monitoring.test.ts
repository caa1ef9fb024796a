import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openFile } from '#features/office/files/server/index.ts';
import { anAgent } from '#features/team/agent-status/server/board.fixture.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { defaultWall, monitoringApi } from '../contract.ts';

const server = await testServer();
const { db } = server.world;
afterAll(() => server.close());

const ask = (token: string, name: keyof typeof monitoringApi, body: object = {}) =>
  server.ask(monitoringApi[name].method, monitoringApi[name].path, { token, body });

async function aGroup(tenantId: number, name = 'Sales', number = 1_001): Promise<number> {
  return db.everyTenant('a group', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${number}) returning id`.execute(
      tx.as(),
    );
    return rows[0]!.id;
  });
}

test('[CC-09] status, agents, groups and calls can be asked for; of one’s own team only', async () => {
  const [tenantId, elsewhere] = [await aTenant(db), await aTenant(db)];
  const groupId = await aGroup(tenantId);
  await aGroup(elsewhere, 'Theirs');
  const ana = await anAgent(db, tenantId, { name: 'Ana' });
  await anAgent(db, elsewhere, { name: 'Noor' });
  const sofia = await aMember(db, tenantId, { functions: ['monitoring.view'] });
  expect((await ask(sofia.token, 'status')).data).toEqual({
    agents: 1,
    signedIn: 0,
    free: 0,
    ringing: 0,
    talking: 0,
    wrapUp: 0,
    away: 0,
    offline: 1,
    textOnline: 0,
    chats: 0,
    busy: 0,
  });
  expect((await ask(sofia.token, 'agent')).data.list).toMatchObject([
    {
      userId: ana.userId,
      name: 'Ana',
      voice: { sipNumber: ana.sipNum, status: 0, whyNotRoutable: 'offline' },
      text: null,
    },
  ]);
  expect((await ask(sofia.token, 'agentGroup', { zone: 'America/Mexico_City' })).data.list).toMatchObject([
    { id: groupId, name: 'Sales', waiting: 0, answered: 0 },
  ]);
  expect((await ask(sofia.token, 'call')).data).toEqual({ list: [] });
  expect((await ask(sofia.token, 'agentGroup', { zone: 'Nowhere' })).code).toBe(400);
});

test('[CC-09] looking, changing what warns and taking along are three rights', async () => {
  const tenantId = await aTenant(db);
  const [looker, stranger] = [
    await aMember(db, tenantId, { functions: ['monitoring.view'] }),
    await aMember(db, tenantId, { functions: ['calls.use'] }),
  ];
  for (const name of ['status', 'agent', 'agentGroup', 'call', 'wall'] as const) {
    expect([name, (await ask(looker.token, name)).code]).toEqual([name, 0]);
    expect([name, (await ask(stranger.token, name)).code]).toEqual([name, 403]);
  }
  expect((await ask(looker.token, 'saveWall', defaultWall)).code).toBe(403);
  expect((await ask(looker.token, 'output', { table: 'agents' })).code).toBe(403);
});

test('[CC-09] what warns is kept for the team, logged, and refused where it makes no sense', async () => {
  const tenantId = await aTenant(db);
  const [groupId, theirs] = [await aGroup(tenantId), await aGroup(await aTenant(db))];
  const sofia = await aMember(db, tenantId, { functions: ['monitoring.view', 'monitoring.edit'] });
  expect((await ask(sofia.token, 'wall')).data).toEqual(defaultWall);
  const wall = { ...defaultWall, waiting: { warn: 2, alarm: 3 }, rotateSec: 30, groupIds: [groupId, theirs, groupId] };
  expect((await ask(sofia.token, 'saveWall', wall)).data).toEqual({ ...wall, groupIds: [groupId] });
  expect((await ask(sofia.token, 'wall')).data.waiting).toEqual({ warn: 2, alarm: 3 });
  for (const wrong of [
    { waiting: { warn: 5, alarm: 1 } },
    { levelPercent: { warn: 50, alarm: 80 } },
    { levelPercent: { warn: 101, alarm: 80 } },
    { rotateSec: 1 },
    { groupsAtOnce: 0 },
  ]) {
    expect([wrong, (await ask(sofia.token, 'saveWall', { ...defaultWall, ...wrong })).code]).toEqual([wrong, 400]);
  }
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ action: string }>`select action from operation_log where outcome = 0`.execute(tx.as()),
  );
  expect(rows).toEqual([{ action: 'saveWall' }]);
});

test('[CC-09] what somebody wrote into the setting by hand and makes no sense counts as not set', async () => {
  const tenantId = await aTenant(db);
  const sofia = await aMember(db, tenantId, { functions: ['monitoring.view'] });
  for (const value of ['{', '{"waiting":3}', 'null']) {
    await db.everyTenant('by hand', (tx) =>
      sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'MonitoringWall', ${value}) on conflict (tenant_id, name) do update set value = excluded.value`.execute(
        tx.as(),
      ),
    );
    expect((await ask(sofia.token, 'wall')).data).toEqual(defaultWall);
  }
});

test('[CC-09] the output is a file of that moment: agents, groups and calls, as csv', async () => {
  const tenantId = await aTenant(db);
  await aGroup(tenantId, 'Sales');
  await anAgent(db, tenantId, { name: 'Ana' });
  const sofia = await aMember(db, tenantId, { functions: ['monitoring.view', 'monitoring.export'] });
  const written: Record<string, string> = {};
  for (const table of ['agents', 'groups', 'calls']) {
    const { data } = await ask(sofia.token, 'output', { table, zone: 'America/Mexico_City' });
    written[table] = await textOf(tenantId, data.id);
  }
  expect(written['agents']).toContain('Agent');
  expect(written['agents']).toMatch(/Ana.*Offline/);
  expect(written['groups']).toMatch(/1001.*Sales/);
  expect(written['calls']).toMatch(/^\uFEFFDirection,State,/);
});

async function textOf(tenantId: number, taskId: number): Promise<string> {
  const { rows } = await vi.waitFor(
    async () => {
      const found = await db.tenant({ tenantId }, (tx) =>
        sql<{
          file_id: number | null;
          file_name: string;
        }>`select file_id, file_name from download_task where id = ${taskId}`.execute(tx.as()),
      );
      expect(found.rows[0]?.file_id).not.toBeNull();
      return found;
    },
    { timeout: 10_000, interval: 20 },
  );
  expect(rows[0]?.file_name).toMatch(/^monitoring-\w+-\d{4}-\d\d-\d\d_[\w-]+\.csv$/);
  const { content } = await openFile(server.world, { tenantId }, rows[0]!.file_id!);
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString('utf8');
}

test('[CC-09] a group’s chats are counted as its calls are: who waits, since when, who was answered today and who was not', async () => {
  const tenantId = await aTenant(db);
  const groupId = await aGroup(tenantId);
  const sofia = await aMember(db, tenantId, { functions: ['monitoring.view'] });
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ oldest: string }>`
      with channel as (insert into chat_channel (name, key, kind, group_id) values ('Web', ${`web-${tenantId}`}, 'web', ${groupId}) returning id),
        visitor as (insert into chat_visitor (channel_id) select id from channel, generate_series(1, 5) returning id, channel_id),
        numbered as (select id, channel_id, row_number() over (order by id) n from visitor),
        told as (insert into chat_conversation (channel_id, visitor_id, group_id, state, waiting_since, last_at, created_at, first_answer_at, closed_at)
          select channel_id, id, ${groupId}, case when n <= 2 then 'waiting' else 'closed' end, now() - n * interval '1 minute', date_trunc('second', now()),
            case when n = 5 then now() - interval '3 days' else now() end, case when n in (3, 5) then now() end, case when n > 2 then now() end from numbered)
      select chat_moment(now() - interval '2 minutes') oldest`.execute(tx.as()),
  );
  const { data } = await ask(sofia.token, 'agentGroup', {});
  expect(data.list).toMatchObject([
    { id: groupId, chats: 2, chatsOldestAt: rows[0]!.oldest, chatsAnswered: 1, chatsLost: 1 },
  ]);
});

test('[CC-09] limits saved before chats had any stay, and chats get theirs', async () => {
  const tenantId = await aTenant(db);
  const sofia = await aMember(db, tenantId, { functions: ['monitoring.view'] });
  const { chatsWaiting, longestChatWaitSec, ...older } = { ...defaultWall, waiting: { warn: 2, alarm: 3 } };
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('MonitoringWall', ${JSON.stringify(older)})`.execute(tx.as()),
  );
  expect((await ask(sofia.token, 'wall')).data).toEqual({ ...older, chatsWaiting, longestChatWaitSec });
});
