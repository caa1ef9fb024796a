import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { handClock } from '#test/clock.ts';
import { LINE_CHANGED, MY_GROUPS_CHANGED, type LineNow } from '../contract.ts';
import { aDesk, aGroupOf, anAgentOf, entriesOf } from './desk.fixture.ts';

const { db, close } = await testDb();
const desks: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.stop();
});
afterAll(close);

async function started(options: Parameters<typeof aDesk>[1] = {}) {
  const it = aDesk(db, options);
  desks.push(it);
  await it.start();
  return it;
}

/** One agent in one group, who waits for calls. */
async function oneReady(settings: Parameters<typeof aGroupOf>[3] = {}) {
  const tenantId = await aTenant(db);
  const ana = await anAgentOf(db, tenantId);
  const groupId = await aGroupOf(db, tenantId, [ana], settings);
  const it = await started();
  await it.available(ana);
  return { tenantId, ana, groupId, it };
}

/** Waits until so many calls were offered, and gives the last. */
async function offered(it: Awaited<ReturnType<typeof started>>, count = 1) {
  await expect.poll(() => it.asking.offers.length).toBe(count);
  return it.asking.offers[count - 1]!;
}

const call = (tenantId: number, groupId: number, callId: string, more: object = {}) => ({
  tenantId,
  groupId,
  callId: `${callId}-${tenantId}`,
  customerNumber: '525512345678',
  ...more,
});

test('[CC-16] a call is stored before anybody rings, and the agent is reserved', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgentOf(db, tenantId);
  const groupId = await aGroupOf(db, tenantId, [ana], { ring_timeout_sec: 25 });
  const it = await started();
  expect(await it.desk.enqueue(call(tenantId, groupId, 'one'))).toEqual({ position: 1 });
  expect(await entriesOf(db, tenantId)).toMatchObject([{ call_id: `one-${tenantId}`, state: 'waiting', ended: false }]);
  const seen: unknown[] = [];
  it.onOffer(() =>
    seen.push(
      it.board.agent(ana.userId, tenantId)?.call,
      entriesOf(db, tenantId).then(([entry]) => entry!.state),
    ),
  );
  const { sipNum } = await it.available(ana);
  await expect
    .poll(() => it.asking.offers)
    .toMatchObject([
      {
        tenantId,
        groupId,
        callId: `one-${tenantId}`,
        userId: ana.userId,
        sipNum,
        ringTimeoutMs: 25_000,
        kind: 'call',
        customerNumber: '525512345678',
      },
    ]);
  expect(await Promise.all(seen)).toEqual([{ callId: `one-${tenantId}`, at: 'ringing' }, 'offered']);
  await it.talks(it.asking.offers[0]!);
  expect(await entriesOf(db, tenantId)).toMatchObject([{ state: 'answered', ended: true, offered_to: ana.userId }]);
  expect(it.desk.waiting(tenantId)).toEqual([]);
});

test('[STATUS-06] a missed call puts the agent on break, and the caller goes to the next one', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await anAgentOf(db, tenantId), await anAgentOf(db, tenantId)];
  const groupId = await aGroupOf(db, tenantId, [ana, budi]);
  const it = await started();
  await it.available(ana);
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  await it.misses(await offered(it));
  expect(it.board.agent(ana.userId, tenantId)?.whyNotRoutable).toBe('notAvailable');
  await it.available(budi);
  await expect.poll(() => it.asking.offers.map(({ userId }) => userId)).toEqual([ana.userId, budi.userId]);
});

test('[STATUS-06] an agent in six groups gets no call during wrap-up, and the first one waiting after it', async () => {
  const tenantId = await aTenant(db);
  const clock = handClock();
  const ana = await anAgentOf(db, tenantId);
  const groups: number[] = [];
  for (let index = 0; index < 6; index += 1) groups.push(await aGroupOf(db, tenantId, [ana]));
  const it = await started({ clock });
  await it.available(ana);
  await it.desk.enqueue(call(tenantId, groups[0]!, 'first'));
  const { whyNotRoutable } = await it.talks(await offered(it), { wrapUpMs: 30_000 });
  expect(whyNotRoutable).toBe('wrapUp');
  for (const [index, groupId] of groups.entries())
    await it.desk.enqueue(call(tenantId, groupId, `waits-${index}`, { queuedAtMs: clock.nowMs() - index }));
  for (const passed of [10_000, 19_999]) {
    clock.turn(passed === 10_000 ? 10_000 : 9_999);
    await it.board.send(ana, { type: 'heardFrom', nowMs: clock.nowMs() });
    it.board.tick();
    await it.desk.enqueue(call(tenantId, groups[1]!, `later-${passed}`));
  }
  expect(it.asking.offers.length).toBe(1);
  clock.turn(10_001);
  await it.board.send(ana, { type: 'heardFrom', nowMs: clock.nowMs() });
  it.board.tick();
  await expect
    .poll(() => it.asking.offers.map(({ callId }) => callId))
    .toEqual([`first-${tenantId}`, `waits-5-${tenantId}`]);
});

test('[CC-16] an agent who left in the moment of the offer is not rung, and the caller keeps waiting', async () => {
  const { tenantId, ana, groupId, it } = await oneReady();
  // The board takes the outbound call first; the line hears of it only after it has decided.
  const began = it.board.send(ana, { type: 'callBegan', callId: 'outbound', nowMs: Date.now() });
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  await began;
  await expect.poll(async () => (await entriesOf(db, tenantId))[0]?.state).toBe('waiting');
  expect(it.asking.offers).toEqual([]);
});

test('[CC-16] a caller who gives up while an agent rings is taken back, and the agent is rung for the next', async () => {
  const { tenantId, ana, groupId, it } = await oneReady();
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  await offered(it);
  await it.desk.enqueue(call(tenantId, groupId, 'two'));
  expect(await it.desk.leave(tenantId, `one-${tenantId}`, 'abandoned')).toBe(true);
  expect(await it.desk.leave(tenantId, `one-${tenantId}`, 'abandoned')).toBe(false);
  await expect.poll(() => it.asking.withdrawals).toEqual([{ tenantId, callId: `one-${tenantId}`, userId: ana.userId }]);
  await it.board.send(ana, { type: 'offerEnded', callId: `one-${tenantId}`, outcome: 'withdrawn', nowMs: Date.now() });
  await expect
    .poll(() => it.asking.offers.map(({ callId }) => callId), { timeout: 8_000 })
    .toEqual([`one-${tenantId}`, `two-${tenantId}`]);
  expect(await entriesOf(db, tenantId)).toMatchObject([{ state: 'left', left_why: 'abandoned' }, { state: 'offered' }]);
}, 12_000);

test('[CC-16] a call that leaves before its agent was reserved rings nowhere, and the agent is free again', async () => {
  const { tenantId, ana, groupId, it } = await oneReady();
  await Promise.all([
    it.desk.enqueue(call(tenantId, groupId, 'one')),
    it.desk.leave(tenantId, `one-${tenantId}`, 'abandoned'),
  ]);
  await expect.poll(() => it.board.agent(ana.userId, tenantId)?.whyNotRoutable).toBe(null);
  expect(it.asking).toMatchObject({ offers: [], withdrawals: [] });
  expect(await entriesOf(db, tenantId)).toMatchObject([{ state: 'left' }]);
});

test('[CC-16] overflow: the line says where, and offers the call to nobody until it has left', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgentOf(db, tenantId);
  const second = await aGroupOf(db, tenantId, [ana]);
  const first = await aGroupOf(db, tenantId, [], { max_waiting: 0, overflow_kind: 'group', overflow_group_id: second });
  const third = await aGroupOf(db, tenantId, [ana], { overflow_kind: 'voicemail', max_waiting: 0 });
  const it = await started();
  await it.desk.enqueue(call(tenantId, first, 'moved', { queuedAtMs: 1_000 }));
  await it.desk.enqueue(call(tenantId, third, 'spoken'));
  await expect
    .poll(() => it.asking.overflows)
    .toEqual([
      { tenantId, callId: `moved-${tenantId}`, to: { kind: 'group', groupId: second } },
      { tenantId, callId: `spoken-${tenantId}`, to: { kind: 'voicemail' } },
    ]);
  expect(await entriesOf(db, tenantId)).toMatchObject([
    { group_id: second, state: 'waiting', queued_ms: 1_000 },
    { state: 'leaving' },
  ]);
  await it.available(ana);
  await expect
    .poll(() => it.asking.offers.map(({ callId, groupId }) => [callId, groupId]))
    .toEqual([[`moved-${tenantId}`, second]]);
  expect(await it.desk.leave(tenantId, `spoken-${tenantId}`, 'voicemail')).toBe(true);
});

test('[CC-16] time passes by itself: a wait that was too long ends', async () => {
  const tenantId = await aTenant(db);
  const clock = handClock();
  const groupId = await aGroupOf(db, tenantId, [], { max_wait_sec: 5, announce_position: true });
  const it = await started({ clock });
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  await expect
    .poll(() => it.asking.places)
    .toEqual([{ tenantId, callId: `one-${tenantId}`, position: 1, waitedMs: 0 }]);
  clock.turn(5_000);
  await it.desk.enqueue(call(tenantId, groupId, 'two'));
  await expect
    .poll(() => it.asking.overflows)
    .toEqual([{ tenantId, callId: `one-${tenantId}`, to: { kind: 'hangUp' } }]);
});

test('[CC-16] a promise keeps the place; a customer has one from a group', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgentOf(db, tenantId);
  const groupId = await aGroupOf(db, tenantId, [ana]);
  const it = await started();
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  await it.desk.enqueue(call(tenantId, groupId, 'two', { customerNumber: '525500000001' }));
  expect(await it.desk.leave(tenantId, `one-${tenantId}`, 'callback')).toBe(true);
  expect(await it.desk.enqueue(call(tenantId, groupId, 'again', { kind: 'callback' }))).toEqual({ position: 1 });
  expect(it.desk.waiting(tenantId)).toMatchObject([
    { callId: `one-${tenantId}`, kind: 'callback', position: 1 },
    { callId: `two-${tenantId}`, kind: 'call', position: 2 },
  ]);
  await it.available(ana);
  await expect
    .poll(() => it.asking.offers)
    .toMatchObject([{ callId: `one-${tenantId}`, kind: 'callback', customerNumber: '525512345678' }]);
});

test('[CC-16] who calls ten times and asks to be called back each time is called back once', async () => {
  const tenantId = await aTenant(db);
  const groupId = await aGroupOf(db, tenantId, [], { allow_callback: true });
  const it = await started();
  for (let index = 0; index < 10; index += 1) {
    await it.desk.enqueue(call(tenantId, groupId, `try${index}`));
    expect(await it.desk.leave(tenantId, `try${index}-${tenantId}`, index < 9 ? 'callback' : 'serverStopped')).toBe(
      true,
    );
  }
  await it.desk.leave(tenantId, `try0-${tenantId}`, 'serverStopped');
  await it.desk.enqueue(call(tenantId, groupId, 'other', { customerNumber: '525500000001' }));
  await it.desk.leave(tenantId, `other-${tenantId}`, 'callback');
  expect(it.desk.waiting(tenantId)).toMatchObject([
    { callId: `try0-${tenantId}`, kind: 'callback' },
    { callId: `other-${tenantId}`, kind: 'callback' },
  ]);
});

test('[CC-16] the same call comes in line again after it was answered', async () => {
  const { tenantId, ana, groupId, it } = await oneReady();
  await it.desk.enqueue(call(tenantId, groupId, 'one', { queuedAtMs: 1_000 }));
  await offered(it);
  await Promise.all([
    it.desk.offerEnded(tenantId, `one-${tenantId}`, ana.userId, 'answered'),
    it.desk.enqueue(call(tenantId, groupId, 'one', { queuedAtMs: 1_000 })),
  ]);
  expect(await entriesOf(db, tenantId)).toMatchObject([
    { state: 'answered', ended: true },
    { state: 'waiting', ended: false, queued_ms: 1_000 },
  ]);
});

test('[CC-16] an agent whose short call ended before the line heard of the answer is free for the next', async () => {
  const { tenantId, ana, groupId, it } = await oneReady();
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  const { callId } = await offered(it);
  await it.board.send(ana, { type: 'callBegan', callId, nowMs: Date.now() });
  await it.board.send(ana, { type: 'callEnded', callId, wrapUpMs: 0, nowMs: Date.now() });
  await it.desk.offerEnded(tenantId, callId, ana.userId, 'answered');
  await it.desk.enqueue(call(tenantId, groupId, 'two'));
  await offered(it, 2);
});

test('[CC-02] members, skills and settings count as soon as they are changed, in every process', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgentOf(db, tenantId);
  const groupId = await aGroupOf(db, tenantId, []);
  const it = await started();
  await it.available(ana);
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  await db.everyTenant('another process', async (tx) => {
    await sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${groupId}, ${ana.userId})`.execute(
      tx.as(),
    );
    await sql`select pg_notify('agent_groups', ${String(tenantId)})`.execute(tx.as());
  });
  await offered(it);
  expect(await it.desk.group(tenantId, groupId)).toMatchObject({
    id: groupId,
    allowCallback: true,
    announcePosition: false,
    wrapUpMs: null,
  });
  expect(await it.desk.group(tenantId, 999_999_999)).toBeNull();
});

test('[CC-16] a group that does not exist, or is another tenant’s, has no line', async () => {
  const [tenantId, other] = [await aTenant(db), await aTenant(db)];
  const theirs = await aGroupOf(db, other, []);
  const it = await started();
  await expect(it.desk.enqueue(call(tenantId, theirs, 'one'))).rejects.toMatchObject({ name: 'notFound' });
  expect(await entriesOf(db, tenantId)).toEqual([]);
});

test('[CC-16] agents are told how the lines stand, without numbers, and that their groups are others', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await anAgentOf(db, tenantId), await anAgentOf(db, tenantId, 'Budi')];
  const groupId = await aGroupOf(db, tenantId, [ana]);
  const it = await started();
  const pushesOf = async (kind: string) =>
    (
      await db.everyTenant('looks', (tx) =>
        sql<{
          body: LineNow;
          access: string;
        }>`select body, access from outbox where tenant_id = ${tenantId} and kind = ${kind} order by at, id`.execute(
          tx.as(),
        ),
      )
    ).rows;
  const last = async () => (await pushesOf(LINE_CHANGED)).at(-1);
  await it.desk.enqueue(call(tenantId, groupId, 'one'));
  await expect
    .poll(async () => (await last())?.body, { timeout: 5_000 })
    .toMatchObject({ groupId, waiting: 1, callbacks: 0, callbacksMark: '', oldestCallerAt: expect.any(String) });
  expect((await last())!.access).toBe('agent-groups.use');
  await it.desk.enqueue({ ...call(tenantId, groupId, 'two'), customerNumber: '525587654321', kind: 'callback' });
  await expect
    .poll(async () => (await last())?.body, { timeout: 5_000 })
    .toMatchObject({ waiting: 2, callbacks: 1, callbacksMark: expect.stringMatching(/./) });
  expect(JSON.stringify(await pushesOf(LINE_CHANGED))).not.toContain('525587654321');
  const groups = (await pushesOf(MY_GROUPS_CHANGED)).length;
  await db.everyTenant('another member', (tx) =>
    sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${groupId}, ${budi.userId})`.execute(
      tx.as(),
    ),
  );
  await it.desk.refresh(tenantId);
  await expect.poll(async () => (await pushesOf(MY_GROUPS_CHANGED)).length, { timeout: 5_000 }).toBe(groups + 1);
  await it.desk.refresh(tenantId);
  await it.desk.leave(tenantId, 'one-' + tenantId, 'abandoned');
  await expect.poll(async () => (await last())?.body, { timeout: 5_000 }).toMatchObject({ waiting: 1 });
  expect(await pushesOf(MY_GROUPS_CHANGED), 'nothing was other').toHaveLength(groups + 1);
});

test('[CC-16] supervisors are told how long the line is, at most once a second per group', async () => {
  const tenantId = await aTenant(db);
  await aMember(db, tenantId);
  const groupId = await aGroupOf(db, tenantId, []);
  const it = await started();
  for (let index = 0; index < 20; index += 1) await it.desk.enqueue(call(tenantId, groupId, `call-${index}`));
  const readPushes = async () => {
    const { rows } = await db.everyTenant('looks', (tx) =>
      sql<{
        body: { waiting: number; groupId: number };
        access: string;
      }>`select body, access from outbox where tenant_id = ${tenantId} and kind = 'agent-groups.waiting' order by at, id`.execute(
        tx.as(),
      ),
    );
    return rows;
  };
  await expect
    .poll(async () => (await readPushes()).at(-1)?.body, { timeout: 5_000 })
    .toMatchObject({ groupId, waiting: 20 });
  const all = await readPushes();
  expect(all.length).toBeLessThanOrEqual(4);
  expect(all[0]!.access).toBe('agent-groups.view');
  const metrics = await it.metrics.registry.metrics();
  expect(metrics).toMatch(/openseat_queue_waiting 20/);
  expect(metrics).toMatch(/openseat_queue_decisions_total \d{2}/);
});
