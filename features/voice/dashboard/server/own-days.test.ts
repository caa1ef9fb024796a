import { afterAll, expect, test } from 'vitest';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import type { Member } from '#test/builders.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import { dashboardApi, type OwnDays } from '../contract.ts';
import { aCallHouse, aMadeCall } from './calls.fixture.ts';

// 23:30 on 14 November in Mexico City, 05:30 on the 15th in UTC.
const NOW_MS = Date.parse('2026-11-15T05:30:00Z');
const zone = 'America/Mexico_City';
const server = await testServer({ clock: clockOf(() => NOW_MS) });
afterAll(server.close);

const daysOf = async ({ token }: Member) =>
  (await server.ask<OwnDays>('POST', dashboardApi.ownDays.path, { token, body: { zone } })).data!;

test('[SHELL-02] an agent sees their own calls of today and yesterday, by the days of their zone, and nobody else’s', async () => {
  const house = await aCallHouse(server.world.db);
  const [ana, bea] = house.agents as [Member, Member];
  const call = (userId: number, at: string, more: object = {}) =>
    aMadeCall({ userId, startMs: Date.parse(at), talkSec: 90, ...more });
  const missed = { outcome: CallOutcome.missed, talkSec: 0 };
  await house.write([
    call(ana.userId, '2026-11-14T06:01:00Z'),
    call(ana.userId, '2026-11-15T05:00:00Z'),
    call(ana.userId, '2026-11-15T05:10:00Z', missed),
    // A minute before her midnight.
    call(ana.userId, '2026-11-14T05:59:00Z'),
    call(bea.userId, '2026-11-14T18:00:00Z'),
  ]);
  expect(await daysOf(ana)).toEqual({
    waiting: 0,
    today: { talked: 2, talkSec: 180, missed: 1 },
    yesterday: { talked: 1, talkSec: 90, missed: 0 },
  });
  expect((await daysOf(bea)).today).toEqual({ talked: 1, talkSec: 90, missed: 0 });
});

test('an agent sees who waits in the lines of their own groups', async () => {
  const house = await aCallHouse(server.world.db);
  const { pool } = server.world.db;
  const [mine, other] = house.groups;
  const ana = house.agents[0]!;
  await pool.query('insert into agent_group_member (tenant_id, group_id, user_id) values ($1, $2, $3)', [
    house.tenantId,
    mine!.id,
    ana.userId,
  ]);
  for (const [callId, groupId] of [
    ['a', mine!.id],
    ['b', other!.id],
  ])
    await pool.query(
      `insert into queue_entry (tenant_id, call_id, group_id, kind, customer_number, priority, queued_at, entered_at, state, node)
       values ($1, $2, $3, 'call', '525512345678', 1, now(), now(), 'waiting', 'elsewhere')`,
      [house.tenantId, callId, groupId],
    );
  expect((await daysOf(ana)).waiting).toBe(1);
});
