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

const seen = (who: Member, at: string) =>
  db.everyTenant('a visit', (tx) =>
    sql`update session set last_seen_at = ${at} where user_id = ${who.userId}`.execute(tx.as()),
  );

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
  await seen(stranger, '2026-11-15T05:29:00Z');
  await seen(owner, '2026-11-15T05:29:00Z');
  expect(await summaryOf(owner)).toEqual({ people: { members: 1, hereNow: 1 } });
});
