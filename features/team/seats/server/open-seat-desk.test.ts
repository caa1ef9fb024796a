import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { aBoard, anAgent } from '#features/team/agent-status/server/board.fixture.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { openLog } from '#platform/server/log.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { handClock } from '#test/clock.ts';
import { openSeatDesk } from './open-seat-desk.ts';
import { seatClaimsRepo } from './seat-claims.repo.ts';
import { takeOffline } from './take-offline.ts';

const { db, close } = await testDb();
afterAll(close);
const log = openLog('silent');

let clock = handClock();
let desk = openSeatDesk({ db, clock, log });
let open = new Set<number>();
const pages = { areOpen: ({ userId }: { userId: number }) => open.has(userId) };
beforeEach(() => {
  clock = handClock();
  desk = openSeatDesk({ db, clock, log });
  open = new Set();
});

/** Time passes as it does for a server: it looks every few seconds. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 4) {
    clock.turn(Math.min(4, left) * 1_000);
    await desk.tick(pages);
  }
}

async function aTeam(): Promise<number> {
  const tenantId = await aTenant(db);
  await db.everyTenant('shared seats', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'SeatType', '1'), (${tenantId}, 'SeatLimitText', '1'), (${tenantId}, 'SeatLimitVoice', '1')`.execute(
      tx.as(),
    ),
  );
  return tenantId;
}

const placeOf = async (who: Member, kind: SeatKind = 'text') =>
  (await db.tenant(who, (tx) => seatClaimsRepo(tx).place(who.userId, kind))).at;

test('[QUEUE-01] a place in the line is kept while a page is open and lost a minute after; the person is told', async () => {
  const tenantId = await aTeam();
  const [ana, budi, chen] = [
    await aMember(db, tenantId, { textSeat: true }),
    await aMember(db, tenantId, { textSeat: true }),
    await aMember(db, tenantId, { textSeat: true }),
  ];
  const socket = randomUUID();
  await db.everyTenant('a page', (tx) =>
    sql`insert into chat_socket (id, tenant_id, user_id, seen_at) values (${socket}, ${tenantId}, ${ana.userId}, ${momentOfMs(clock.nowMs() + 86_400_000)})`.execute(
      tx.as(),
    ),
  );
  for (const who of [ana, budi, chen]) await desk.allocate(who, 'text');
  open = new Set([budi.userId, chen.userId]);
  await pass(300);
  expect(await placeOf(budi)).toBe('waiting');
  open.delete(budi.userId);
  await pass(48);
  expect(await placeOf(budi)).toBe('waiting');
  await pass(24);
  expect(await placeOf(budi)).toBe('none');
  expect(await placeOf(chen)).toBe('waiting');
  expect(await placeOf(ana)).toBe('granted');
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      body: { isLost: boolean };
    }>`select body from outbox where user_id = ${budi.userId} and kind = 'seats.allocated' order by at`.execute(
      tx.as(),
    ),
  );
  expect(rows.at(-1)!.body).toEqual({ type: 'text', at: 'none', ahead: 0, isLost: true });
});

test('[QUEUE-01] a text seat whose page is gone goes to the next a minute later, not sooner', async () => {
  const tenantId = await aTeam();
  const [ana, budi] = [
    await aMember(db, tenantId, { textSeat: true }),
    await aMember(db, tenantId, { textSeat: true }),
  ];
  for (const who of [ana, budi]) await desk.allocate(who, 'text');
  open = new Set([budi.userId]);
  await pass(20);
  // As the chat does when it misses the page.
  await db.tenant(ana, (tx) => takeOffline(tx, ana.userId, true));
  await pass(32);
  expect([await placeOf(ana), await placeOf(budi)]).toEqual(['granted', 'waiting']);
  await pass(12);
  expect([await placeOf(ana), await placeOf(budi)]).toEqual(['none', 'granted']);
});

test('[QUEUE-01] a server that was away blames nobody: claims stay, and their minute begins anew', async () => {
  const tenantId = await aTeam();
  const [ana, budi] = [
    await aMember(db, tenantId, { textSeat: true }),
    await aMember(db, tenantId, { textSeat: true }),
  ];
  for (const who of [ana, budi]) await desk.allocate(who, 'text');
  await db.tenant(ana, (tx) => takeOffline(tx, ana.userId, true));
  clock.turn(3_600_000);
  desk = openSeatDesk({ db, clock, log });
  await desk.tick(pages);
  await pass(56);
  expect([await placeOf(ana), await placeOf(budi)]).toEqual(['granted', 'waiting']);
  open = new Set([budi.userId]);
  await pass(16);
  expect([await placeOf(ana), await placeOf(budi)]).toEqual(['none', 'granted']);
});

describe('voice seats and the board', () => {
  test('[QUEUE-01] a voice agent whose page vanished has the seat for a minute, and does not come back to a status after it', async () => {
    const tenantId = await aTeam();
    const [ana, budi] = [await anAgent(db, tenantId), await anAgent(db, tenantId)];
    const { board } = aBoard(db, clock);
    for (const who of [ana, budi]) await desk.allocate(who, 'voice');
    await board.signIn(ana, { sessionId: ana.sessionId, deviceId: 'desk', newStatus: AgentStatus.available });
    await board.send(ana, { type: 'socketOpened', nowMs: clock.nowMs() });
    open = new Set([budi.userId]);
    await pass(300);
    expect(await placeOf(ana, 'voice')).toBe('granted');

    const vanish = async (seconds: number) => {
      await board.send(ana, { type: 'socketClosed', nowMs: clock.nowMs() });
      for (let left = seconds; left > 0; left -= 4) {
        await pass(4);
        await board.send(ana, { type: 'tick', nowMs: clock.nowMs() });
      }
    };
    await vanish(44);
    expect(board.agent(ana.userId, tenantId)).toMatchObject({ status: AgentStatus.offline, reason: 'gone' });
    expect(await board.send(ana, { type: 'socketOpened', nowMs: clock.nowMs() })).toMatchObject({
      status: AgentStatus.available,
    });

    await vanish(80);
    expect([await placeOf(ana, 'voice'), await placeOf(budi, 'voice')]).toEqual(['none', 'granted']);
    expect(await board.send(ana, { type: 'socketOpened', nowMs: clock.nowMs() })).toMatchObject({
      status: AgentStatus.offline,
      resumeStatus: null,
      connected: true,
    });
    await expect(
      board.send(ana, { type: 'statusChosen', status: AgentStatus.available, nowMs: clock.nowMs() }),
    ).rejects.toMatchObject({ name: 'seatNotGranted' });
    await expect(
      board.send(ana, { type: 'statusForced', status: AgentStatus.onBreak, by: 'Sofía', nowMs: clock.nowMs() }),
    ).rejects.toMatchObject({ name: 'agentWithoutSeat' });
    expect(board.agent(ana.userId, tenantId)).toMatchObject({ status: AgentStatus.offline });
  });

  test('[QUEUE-01] a granted voice seat nobody comes to goes to the next', async () => {
    const tenantId = await aTeam();
    const [ana, budi] = [await anAgent(db, tenantId), await anAgent(db, tenantId)];
    for (const who of [ana, budi]) await desk.allocate(who, 'voice');
    open = new Set([ana.userId, budi.userId]);
    await pass(60);
    expect([await placeOf(ana, 'voice'), await placeOf(budi, 'voice')]).toEqual(['none', 'granted']);
  });
});
