import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toWireTime } from '#shared/wire-time.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { handClock } from '#test/clock.ts';
import type { Announcement, AnnouncementReader, UnreadAnnouncement } from '../contract.ts';

const START_MS = Date.now();
const HOUR_MS = 3_600_000;
const clock = handClock(START_MS);
// A busy machine may be slow; nothing here waits without end.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ clock });
});
afterAll(() => server.close());
beforeEach(() => {
  clock.turn(START_MS - clock.nowMs());
});

const BASE = '/admin/saas_plat/announcements';
const inHours = (hours: number) => toWireTime(START_MS + hours * HOUR_MS);
const anAnnouncement = (wishes: object = {}) => ({
  content_en: 'Maintenance tonight',
  content_cn: '今晚维护',
  starts_at: inHours(-1),
  ends_at: inHours(1),
  ...wishes,
});

async function aTeam() {
  const tenantId = await aTenant(server.world.db);
  const sofia = await aMember(server.world.db, tenantId, { name: 'Sofia', functions: ['announcements.edit'] });
  const ana = await aMember(server.world.db, tenantId, { name: 'Ana', functions: ['x.y'] });
  return { sofia, ana };
}
const add = async (who: Member, wishes: object = {}) =>
  server.ask<{ id: number }>('POST', BASE, { token: who.token, body: anAnnouncement(wishes) });
const effect = async (who: Member) =>
  (await server.ask<UnreadAnnouncement[]>('GET', `${BASE}/effect`, { token: who.token })).data;
const read = (who: Member, id: number) =>
  server.ask('PUT', `${BASE}/read`, { token: who.token, body: { announcements_id: id } });
const page = async (who: Member, body: object = {}) =>
  (await server.ask<{ list: Announcement[]; total: number }>('POST', `${BASE}/page`, { token: who.token, body })).data;
const readers = async (who: Member, id: number, query: Record<string, string> = {}) =>
  (
    await server.ask<{ list: AnnouncementReader[]; total: number }>('GET', `${BASE}/${id}/readers`, {
      token: who.token,
      query,
    })
  ).data;
const roleOf = async (who: Member) =>
  Number(
    (await server.world.db.pool.query('select role_id from member_role where user_id = $1', [who.userId])).rows[0]
      .role_id,
  );

test('[ANN-01] an announcement in effect is shown to everybody until they have read it', async () => {
  const { sofia, ana } = await aTeam();
  const {
    data: { id },
  } = await add(sofia, { title_en: 'Tonight' });
  expect(await effect(ana)).toEqual([
    {
      id,
      title_cn: '',
      title_en: 'Tonight',
      content_cn: '今晚维护',
      content_en: 'Maintenance tonight',
      at: inHours(-1),
    },
  ]);
  expect((await read(ana, id)).code).toBe(0);
  expect(await effect(ana)).toEqual([]);
  expect(await effect(sofia)).toHaveLength(1);
  expect((await read(ana, id)).code).toBe(0);
});

test('[ANN-01] it appears at its start and goes at its end', async () => {
  const { sofia, ana } = await aTeam();
  await add(sofia, { starts_at: inHours(1), ends_at: inHours(2) });
  const seen: number[] = [];
  for (const hours of [0, 1, 1.99, 2]) {
    clock.turn(START_MS + hours * HOUR_MS - clock.nowMs());
    seen.push((await effect(ana)).length);
  }
  expect(seen).toEqual([0, 1, 1, 0]);
});

test('[ANN-01] asking for announcements does not keep a session alive', async () => {
  const { ana } = await aTeam();
  const expiry = async () =>
    (await server.world.db.pool.query('select expires_at from session where id = $1', [ana.sessionId])).rows[0]
      .expires_at;
  const before = await expiry();
  clock.turn(HOUR_MS);
  await effect(ana);
  expect(await expiry()).toEqual(before);
});

test('[ANN-01] one meant for roles reaches their holders and nobody else', async () => {
  const { sofia, ana } = await aTeam();
  const budi = await aMember(server.world.db, ana.tenantId, { name: 'Budi' });
  const {
    data: { id },
  } = await add(sofia, { role_ids: [await roleOf(ana)] });
  expect(await effect(ana)).toHaveLength(1);
  expect(await effect(budi)).toEqual([]);
  expect((await read(budi, id)).code).toBe(20501);
  expect((await page(sofia)).list[0]).toMatchObject({ role_names: ['Role of Ana'], readers: 0, audience: 1 });
  expect((await add(sofia, { role_ids: [9_999_999] })).code).toBe(400);
});

test('[ANN-01] managers see who has read it and when, and who has not', async () => {
  const { sofia, ana } = await aTeam();
  const {
    data: { id },
  } = await add(sofia);
  await read(ana, id);
  expect(await readers(sofia, id)).toEqual({
    total: 2,
    list: [
      { userId: ana.userId, name: 'Ana', readAt: expect.stringMatching(/^\d{4}-/) },
      { userId: sofia.userId, name: 'Sofia', readAt: null },
    ],
  });
  expect((await readers(sofia, id, { has_read: 'true' })).list.map((reader) => reader.name)).toEqual(['Ana']);
  expect((await readers(sofia, id, { has_read: 'false' })).list.map((reader) => reader.name)).toEqual(['Sofia']);
  expect((await readers(sofia, id, { page: '2', size: '1' })).list.map((reader) => reader.name)).toEqual(['Sofia']);
  expect((await page(sofia)).list[0]).toMatchObject({ readers: 1, audience: 2 });
});

test('the list knows what is scheduled, in effect and ended, and finds words', async () => {
  const { sofia } = await aTeam();
  await add(sofia, { content_en: 'past 100%', starts_at: inHours(-2), ends_at: inHours(-1) });
  await add(sofia, { content_en: 'present', ends_at: null });
  await add(sofia, { content_en: 'future', starts_at: inHours(1), ends_at: inHours(2) });
  expect((await page(sofia)).list.map((row) => [row.content_en, row.status])).toEqual([
    ['future', 'scheduled'],
    ['present', 'inEffect'],
    ['past 100%', 'ended'],
  ]);
  for (const [status, text] of [
    ['scheduled', 'future'],
    ['inEffect', 'present'],
    ['ended', 'past 100%'],
  ]) {
    const found = await page(sofia, { status });
    expect([found.total, found.list[0]!.content_en]).toEqual([1, text]);
  }
  expect((await page(sofia, { keyword: '0%' })).list.map((row) => row.content_en)).toEqual(['past 100%']);
  expect((await page(sofia, { keyword: '_' })).total).toBe(0);
});

test('a changed announcement stays read, unless it is to be read again', async () => {
  const { sofia, ana } = await aTeam();
  const {
    data: { id },
  } = await add(sofia);
  await read(ana, id);
  const update = (body: object) =>
    server.ask('PUT', `${BASE}/${id}`, { token: sofia.token, body: anAnnouncement(body) });
  expect((await update({ content_en: 'Tomorrow' })).code).toBe(0);
  expect(await effect(ana)).toEqual([]);
  expect((await update({ content_en: 'Cancelled', readAgain: true })).code).toBe(0);
  expect((await effect(ana))[0]!.content_en).toBe('Cancelled');
});

test('a deleted announcement is gone for everybody; reading it then says so', async () => {
  const { sofia, ana } = await aTeam();
  const {
    data: { id },
  } = await add(sofia);
  await read(ana, id);
  expect((await server.ask('DELETE', `${BASE}/${id}`, { token: sofia.token })).code).toBe(0);
  expect(await effect(sofia)).toEqual([]);
  expect((await read(sofia, id)).code).toBe(20501);
  expect((await server.ask('DELETE', `${BASE}/${id}`, { token: sofia.token })).code).toBe(404);
});

test.each([
  ['no text in any language', { content_en: ' ', content_cn: '' }],
  ['an end before the start', { ends_at: inHours(-2) }],
  ['an end at the start', { ends_at: inHours(-1) }],
  ['a day that does not exist', { starts_at: '2026-02-30 10:00:00' }],
  ['no start', { starts_at: undefined }],
  ['too long a text', { content_en: 'x'.repeat(10_001) }],
])('[ANN-01] it is refused with %s', async (_what, wishes) => {
  const { sofia } = await aTeam();
  expect((await add(sofia, wishes)).code).toBe(400);
});

test('[ANN-01] writing and seeing readers need the key, reading does not', async () => {
  const { sofia, ana } = await aTeam();
  const {
    data: { id },
  } = await add(sofia);
  const asked = [
    await add(ana),
    await server.ask('POST', `${BASE}/page`, { token: ana.token, body: {} }),
    await server.ask('PUT', `${BASE}/${id}`, { token: ana.token, body: anAnnouncement() }),
    await server.ask('DELETE', `${BASE}/${id}`, { token: ana.token }),
    await server.ask('GET', `${BASE}/${id}/readers`, { token: ana.token }),
    await server.ask('GET', `${BASE}/audiences`, { token: ana.token }),
  ];
  expect(asked.map((answer) => answer.code)).toEqual(asked.map(() => 403));
  expect(await effect(ana)).toHaveLength(1);
});

test('[API-03] another tenant neither sees nor touches it', async () => {
  const [{ sofia }, { sofia: noor }] = [await aTeam(), await aTeam()];
  const {
    data: { id },
  } = await add(sofia);
  expect([await effect(noor), (await page(noor)).total]).toEqual([[], 0]);
  expect((await read(noor, id)).code).toBe(20501);
  expect((await server.ask('DELETE', `${BASE}/${id}`, { token: noor.token })).code).toBe(404);
  expect((await server.ask('PUT', `${BASE}/${id}`, { token: noor.token, body: anAnnouncement() })).code).toBe(404);
  expect((await server.ask('GET', `${BASE}/${id}/readers`, { token: noor.token })).code).toBe(404);
  expect((await add(noor, { role_ids: [await roleOf(sofia)] })).code).toBe(400);
});

test('[ANN-01] open pages are told at once, and the log keeps who wrote what', async () => {
  const { sofia } = await aTeam();
  await add(sofia, { title_en: 'Tonight' });
  await vi.waitFor(async () => {
    const pushes = await server.world.db.pool.query(
      "select user_id from realtime_event where tenant_id = $1 and kind = 'announcements.changed'",
      [sofia.tenantId],
    );
    expect(pushes.rows).toEqual([{ user_id: null }]);
  });
  const logged = await server.world.db.pool.query(
    'select action, user_name, change from operation_log where tenant_id = $1',
    [sofia.tenantId],
  );
  expect(logged.rows).toMatchObject([
    { action: 'add', user_name: 'Sofia', change: { after: { title_en: 'Tonight' } } },
  ]);
});
