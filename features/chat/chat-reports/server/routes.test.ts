import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openChatDesk, type ChatDesk } from '#features/chat/chat/server/index.ts';
import { aChatHouse, says } from '#features/chat/chat/server/chat.fixture.ts';
import type { DownloadItem } from '#features/office/downloads/contract.ts';
import { aMember, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { handClock } from '#test/clock.ts';
import { CHAT_REPORT_CHANGED, chatReportsApi, type Report, type ReportedTalk } from '../contract.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: TestServer;
let desk: ChatDesk;
const clock = handClock(Date.UTC(2026, 10, 15, 5, 30));
beforeAll(async () => {
  server = await testServer();
  desk = openChatDesk({ ...server.world, clock });
});
afterAll(async () => {
  await desk.stop();
  await server.close();
});

const DAYS = { from: '2026-11-14', to: '2026-11-15', zone: 'America/Mexico_City' };
const report = (who: Member, more: object = {}) =>
  server.ask<Report>('POST', chatReportsApi.figures.path, { token: who.token, body: { ...DAYS, ...more } });
const talks = (who: Member, more: object = {}) =>
  server.ask<{ list: ReportedTalk[]; more: boolean }>('POST', chatReportsApi.conversations.path, {
    token: who.token,
    body: { ...DAYS, ...more },
  });

/** Ana has it for 30 s and hands it to Bea, who answers after 10 s, closes it 20 s later, and is given four stars. */
async function aReport(manager: { needsMasking?: boolean } = {}) {
  const home = await aChatHouse(server.world.db, clock);
  const lead = await aMember(server.world.db, home.tenantId, {
    functions: ['chat-reports.view', 'chat-reports.export'],
    language: 'es-MX',
    timeZone: DAYS.zone,
    ...manager,
  });
  const [ana, bea] = [await home.agent(), await home.agent()];
  const asAgent = ({ tenantId, userId, identity }: Member) => ({
    tenantId,
    userId,
    name: identity.name,
    supervises: false,
    needsMasking: false,
  });
  const visitor = await home.visitor({ name: 'Mei 13800138000' });
  const { conversation } = await desk.fromVisitor(visitor, says('hello'));
  clock.turn(5_000);
  await desk.agents.take(asAgent(ana), conversation!.id);
  clock.turn(30_000);
  await desk.agents.transfer(asAgent(ana), conversation!.id, { userId: bea.userId }, '');
  clock.turn(10_000);
  await desk.agents.send(asAgent(bea), {
    conversation_id: conversation!.id,
    client_id: crypto.randomUUID(),
    text: 'hi',
    note: false,
    mentions: [],
  });
  clock.turn(20_000);
  await desk.agents.close(asAgent(bea), conversation!.id, {});
  await desk.rate(visitor, 4, 'call me: 13800138000');
  return { home, lead, ana, bea, visitor, id: conversation!.id };
}

/** The file somebody asked for, line by line. */
async function exported(who: Member, wish: object): Promise<string[]> {
  const { data } = await server.ask<{ id: number }>('POST', chatReportsApi.exportTable.path, {
    token: who.token,
    body: { ...DAYS, ...wish },
  });
  const item = await vi.waitFor(
    async () => {
      const found = (
        await server.ask<DownloadItem[]>('GET', '/cc/api/download/v1/list', { token: who.token })
      ).data.find(({ id }) => id === data.id)!;
      expect(found.fileUrl).not.toBe('');
      return found;
    },
    { timeout: 40_000, interval: 50 },
  );
  const file = await server.built.http.inject({ url: item.fileUrl, headers: { authorization: `Bearer ${who.token}` } });
  return file.rawPayload.toString('utf8').slice(1).trimEnd().split('\r\n');
}

test('[chat reports] a chat that was handed on counts once, and each agent has their own share', async () => {
  const { home, lead, ana, bea } = await aReport();
  const { data } = await report(lead);
  expect(data.total).toMatchObject({
    begun: 1,
    answered: 1,
    unanswered: 0,
    kept: 1,
    transfers: 1,
    wait: { medianSec: 5 },
    answer: { medianSec: 45 },
    handle: { medianSec: 60, meanSec: 60 },
    ratings: [0, 0, 0, 1, 0],
  });
  expect(data.agents.find(({ id }) => id === ana.userId)).toMatchObject({
    begun: 1,
    answered: 0,
    unanswered: 0,
    transfers: 1,
    handle: { medianSec: 30 },
    ratings: [0, 0, 0, 0, 0],
  });
  expect(data.agents.find(({ id }) => id === bea.userId)).toMatchObject({
    begun: 1,
    answered: 1,
    transfers: 0,
    answer: { medianSec: 10 },
    handle: { medianSec: 30 },
    ratings: [0, 0, 0, 1, 0],
  });
  expect(data.groups).toMatchObject([{ id: home.groupId, begun: 1 }]);
  expect(data.channels).toMatchObject([{ id: home.channelId, name: 'Site' }]);
  // 05:30 in London is 23:30 of the day before in Mexico.
  expect(data.times.map(({ start, begun }) => [start, begun])).toEqual([
    ['2026-11-14 06:00:00', 1],
    ['2026-11-15 06:00:00', 0],
  ]);
  const { data: day } = await report(lead, { to: '2026-11-14' });
  expect([day.step, day.times.length, day.times.findIndex(({ begun }) => begun === 1)]).toEqual(['hour', 24, 23]);
});

test('[chat reports] filters leave out what they should, and a figure leads to its conversations', async () => {
  const { lead, ana, id } = await aReport();
  expect((await report(lead, { agent_id: ana.userId })).data).toMatchObject({
    total: { begun: 1 },
    agents: [{ id: ana.userId }],
  });
  expect((await report(lead, { agent_id: lead.userId })).data.total.begun).toBe(0);
  expect((await report(lead, { from: '2026-11-15' })).data.total.begun).toBe(0);
  expect((await talks(lead, { only: 'rated' })).data).toMatchObject({
    more: false,
    list: [{ id, name: 'Mei 13800138000', waitSec: 5, answerSec: 45, handleSec: 60, rating: 4 }],
  });
  expect((await talks(lead, { only: 'unanswered' })).data.list).toEqual([]);
  expect((await talks(lead, { after: id })).data.list).toEqual([]);
  expect((await talks(lead, { start: '2026-11-15 06:00:00' })).data.list).toEqual([]);
});

test('[chat reports] the list goes on after its last one, and none is told twice', async () => {
  const { lead, home, visitor } = await aReport();
  await server.world.db.pool.query(
    `
    insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, state, waiting_since, last_at, created_at, closed_at, closed_by)
    select $1, $2, $3, $4, 'closed', '2026-11-14 12:00+00', '2026-11-14 12:00+00', '2026-11-14 12:00+00'::timestamptz + (n / 4) * interval '1 s', '2026-11-14 13:00+00', 'visitor' from generate_series(1, 119) n`,
    [home.tenantId, home.channelId, visitor.visitorId, home.groupId],
  );
  const found: number[] = [];
  for (let after: number | undefined, more = true; more;) {
    const { data } = await talks(lead, after ? { after } : {});
    found.push(...data.list.map(({ id }) => id));
    [after, more] = [found.at(-1), data.more];
  }
  expect([found.length, new Set(found).size]).toEqual([120, 120]);
  expect((await exported(lead, { table: 'conversations' })).length).toBe(1 + 120);
});

test('[chat reports] the file is a table with the figures of the page', async () => {
  const { lead, bea } = await aReport();
  expect(await exported(lead, { table: 'agents', agent_id: bea.userId })).toEqual([
    expect.stringMatching(/^Agente,Conversaciones,Respondidas,Sin respuesta,/),
    `${bea.identity.name},1,1,0,1,10,10,10,30,30,30,0,1,4`,
  ]);
  const lines = await exported(lead, { table: 'conversations' });
  expect(lines[0]).toMatch(/^Inicio,Fin,Visitante,/);
  expect(lines[1]).toMatch(/^2026-11-14 23:3\d:\d\d,2026-11-14 23:3\d:\d\d,Mei 13800138000,Site,/);
});

test('[SEC-01] [chat reports] who sees stars reads no number in names and remarks, neither on the page nor in the file', async () => {
  const { lead } = await aReport({ needsMasking: true });
  const shown = [JSON.stringify((await talks(lead)).data), ...(await exported(lead, { table: 'conversations' }))].join(
    '\n',
  );
  expect(shown).toContain('Mei');
  expect(shown).not.toContain('13800138000');
});

test('[chat reports] agents without the right are refused; a report of more than a year, turned days or an unknown zone is no report', async () => {
  const { lead, ana } = await aReport();
  expect((await report(ana)).code).toBe(403);
  for (const wrong of [{ from: '2024-01-01' }, { from: '2026-11-16' }, { zone: 'Moon/Sea' }])
    expect((await report(lead, wrong)).code, JSON.stringify(wrong)).toBe(400);
});

test('[chat reports] whoever looks at the report is told when a conversation ends', async () => {
  const { home } = await aReport();
  const countPushes = () =>
    server.world.db.everyTenant(
      'looks',
      async (tx) =>
        (
          await sql`select from realtime_event where tenant_id = ${home.tenantId} and kind = ${CHAT_REPORT_CHANGED} and access = 'chat-reports.view' union all select from outbox where tenant_id = ${home.tenantId} and kind = ${CHAT_REPORT_CHANGED}`.execute(
            tx.as(),
          )
        ).rows.length,
    );
  await expect.poll(countPushes, { timeout: 20_000 }).toBeGreaterThan(0);
});
