import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { Summary } from '../contract.ts';
import { clockOf } from '#test/clock.ts';

// 23:30 on 14 November in Mexico City, 05:30 on the 15th in UTC.
const NOW_MS = Date.parse('2026-11-15T05:30:00Z');
const server = await testServer({ clock: clockOf(() => NOW_MS) });
afterAll(server.close);
const { db } = server.world;

const summaryOf = async ({ token }: Member) =>
  (await server.ask<Summary>('GET', '/admin/saas_plat/home/summary', { token })).data!;

const did = (who: Member, action: string, at: string, outcome = 0) =>
  db.tenant(who.caller(), (tx) =>
    sql`insert into operation_log (user_id, user_name, module, action, target, outcome, at) values (${who.userId}, 'x', 'preferences', ${action}, null, ${outcome}, ${at})`.execute(
      tx.as(),
    ),
  );
const seen = (who: Member, at: string) =>
  db.everyTenant('a visit', (tx) =>
    sql`update session set last_seen_at = ${at} where user_id = ${who.userId}`.execute(tx.as()),
  );

test('[SHELL-02] today on the start page begins at midnight in my own zone', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { timeZone: 'America/Mexico_City' });
  const budi = await aMember(db, tenant, { timeZone: 'Asia/Jakarta' });
  for (const who of [ana, budi]) {
    await did(who, 'switchTheme', '2026-11-14T05:59:00Z');
    await did(who, 'switchTheme', '2026-11-14T06:01:00Z');
    await did(who, 'switchTheme', '2026-11-14T18:00:00Z');
  }
  // Mexico's day began at 06:00 UTC on the 14th, Jakarta's at 17:00.
  expect((await summaryOf(ana)).operationsToday).toBe(2);
  expect((await summaryOf(budi)).operationsToday).toBe(1);
});

test('what I did last is told in my language, newest first, and only mine', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { language: 'es-MX' });
  const chen = await aMember(db, tenant);
  for (const action of ['switchTheme', 'switchLanguage', 'switchTimeZone', 'switchTheme', 'switchTheme'])
    await did(ana, action, '2026-11-15T05:00:00Z');
  await did(ana, 'switchLanguage', '2026-11-15T05:10:00Z', 400);
  await did(chen, 'switchTheme', '2026-11-15T05:20:00Z');
  const { recent } = await summaryOf(ana);
  expect(recent).toHaveLength(5);
  expect(recent[0]).toEqual({
    what: server.world.texts.say('es-MX', 'preferences.log.switchLanguage'),
    target: null,
    at: '2026-11-15 05:10:00',
    failed: true,
  });
});

test('only those who may see the members learn how many are here', async () => {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  const sofia = await aMember(db, tenant, { functions: ['access.view'] });
  const ana = await aMember(db, tenant);
  await seen(owner, '2026-11-15T05:29:00Z');
  await seen(sofia, '2026-11-15T05:20:00Z');
  await seen(ana, '2026-11-15T05:14:00Z');
  // Asking is not being here: the call leaves the sessions as they are.
  expect((await summaryOf(ana)).people).toBeNull();
  expect((await summaryOf(owner)).people).toEqual({ members: 3, hereNow: 2 });
  expect((await summaryOf(sofia)).people).toEqual({ members: 3, hereNow: 2 });
});

test('[API-03] another tenant changes no figure of mine', async () => {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  const stranger = await aMember(db, await aTenant(db), { isOwner: true });
  await did(stranger, 'switchTheme', '2026-11-15T05:00:00Z');
  await seen(stranger, '2026-11-15T05:29:00Z');
  await seen(owner, '2026-11-15T05:29:00Z');
  expect(await summaryOf(owner)).toEqual({ operationsToday: 0, recent: [], people: { members: 1, hereNow: 1 } });
});
