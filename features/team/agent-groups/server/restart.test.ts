import { afterAll, expect, test } from 'vitest';
import { aTenant, type Member } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { aDesk, aGroupOf, anAgentOf, entriesOf } from './desk.fixture.ts';
import type { QueueServer } from './queue-desk.ts';

const { db, close } = await testDb();
afterAll(close);

type Offered = Parameters<QueueServer['offer']>[0];
const CALLS = 200;
const AGENTS = 8;

/** Answers every offer: most talk for no time at all, some reject. Notes a call that rings at two phones at once. */
function answering(it: ReturnType<typeof aDesk>, served: Offered[], until: () => boolean) {
  const work: Promise<unknown>[] = [];
  const owners = new Map<string, number>();
  const faults: string[] = [];
  it.onOffer((offer) => {
    if (owners.has(offer.callId)) faults.push(`${offer.callId} rings twice`);
    if ([...owners.values()].includes(offer.userId)) faults.push(`${offer.userId} has two`);
    owners.set(offer.callId, offer.userId);
    if (until()) return;
    const isRejected = offer.callId.endsWith('7') && !served.some(({ callId }) => callId === offer.callId);
    served.push(offer);
    const done = isRejected ? it.misses(offer, 'rejected') : it.talks(offer);
    owners.delete(offer.callId);
    work.push(done);
  });
  return { faults, settled: () => Promise.all(work) };
}

test(
  '[CC-16] 200 calls with a restart in the middle: no caller is lost, everybody keeps their place',
  { timeout: 60_000 },
  async () => {
    const tenantId = await aTenant(db);
    const people: Member[] = [];
    for (let index = 0; index < AGENTS; index += 1) people.push(await anAgentOf(db, tenantId));
    const groups = [
      await aGroupOf(db, tenantId, people),
      await aGroupOf(db, tenantId, people),
      await aGroupOf(db, tenantId, people.slice(0, 3)),
    ];
    const node = 'node-restart';
    const startMs = Date.now() - 3_600_000;
    const numberOf = (index: number) => `52551${String(index).padStart(7, '0')}`;

    const first = aDesk(db, { node });
    await first.start();
    const served: Offered[] = [];
    const answers = answering(first, served, () => served.length >= 60);
    await Promise.all(
      Array.from({ length: CALLS }, (_, index) =>
        first.desk.enqueue({
          tenantId,
          groupId: groups[index % 3]!,
          callId: `call-${index}`,
          customerNumber: numberOf(index),
          queuedAtMs: startMs + index * 1_000,
        }),
      ),
    );
    for (const index of [10, 50, 150])
      expect(await first.desk.leave(tenantId, `call-${index}`, 'abandoned')).toBe(true);
    for (const who of people) await first.available(who);
    await expect.poll(() => served.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(60);
    await answers.settled();
    // The server dies: what was ringing rings no more, and nobody says goodbye to the line.
    await first.stop();

    const before = await entriesOf(db, tenantId);
    const answeredBefore = new Set(before.filter(({ state }) => state === 'answered').map(({ call_id }) => call_id));
    const live = before.filter(({ ended }) => !ended).map(({ call_id }) => call_id);
    expect(answeredBefore.size + live.length + 3).toBe(CALLS);
    expect(answeredBefore.size).toBeGreaterThan(40);

    const second = aDesk(db, { node });
    const servedAfter: Offered[] = [];
    const again = answering(second, servedAfter, () => false);
    await second.start();
    const inLine = second.desk.waiting(tenantId);
    expect(new Set(inLine.map(({ callId }) => callId))).toEqual(new Set(live));
    expect(inLine.every(({ kind, offeredTo }) => kind === 'callback' && offeredTo === null)).toBe(true);
    for (const who of people) await second.available(who);
    await expect
      .poll(async () => (await entriesOf(db, tenantId)).filter(({ ended }) => !ended).length, {
        timeout: 40_000,
        interval: 200,
      })
      .toBe(0);
    await second.stop();

    expect([...answers.faults, ...again.faults]).toEqual([]);
    const after = await entriesOf(db, tenantId);
    expect(after).toHaveLength(CALLS);
    expect(after.filter(({ state }) => state === 'answered').length).toBe(CALLS - 3);
    expect(after.map(({ call_id, queued_ms }) => [call_id, queued_ms])).toEqual(
      Array.from({ length: CALLS }, (_, index) => [`call-${index}`, startMs + index * 1_000]),
    );
    // The first of the agents who serve everything got their calls oldest first, but for those they had rejected.
    const firstTries = servedAfter
      .filter(
        ({ callId, userId }, index) =>
          userId === people[0]!.userId && servedAfter.findIndex((other) => other.callId === callId) === index,
      )
      .map(({ callId }) => Number(callId.slice(5)));
    expect(firstTries).toEqual(firstTries.toSorted((a, b) => a - b));
  },
);

test('[CC-16] where a group promises nothing, or the number is unknown, the stop ends the wait and says so', async () => {
  const tenantId = await aTenant(db);
  const [strict, kind] = [
    await aGroupOf(db, tenantId, [], { allow_callback: false }),
    await aGroupOf(db, tenantId, []),
  ];
  const first = aDesk(db, { node: 'node-strict' });
  await first.start();
  const enqueue = (callId: string, groupId: number, customerNumber: string) =>
    first.desk.enqueue({ tenantId, groupId, callId, customerNumber });
  await enqueue('no-promise', strict, '525500000001');
  await enqueue('no-number', kind, '');
  await enqueue('promised', kind, '525500000002');
  await first.stop();
  const second = aDesk(db, { node: 'node-strict' });
  await second.start();
  expect(await entriesOf(db, tenantId)).toMatchObject([
    { call_id: 'no-promise', state: 'left', left_why: 'serverStopped' },
    { call_id: 'no-number', state: 'left', left_why: 'serverStopped' },
    { call_id: 'promised', state: 'waiting', kind: 'callback' },
  ]);
  await second.stop();
});

test('[CC-16] a server that stops in order promises the calls back itself, and rings nobody for them', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgentOf(db, tenantId);
  const [strict, kind] = [
    await aGroupOf(db, tenantId, [ana], { allow_callback: false }),
    await aGroupOf(db, tenantId, [ana]),
  ];
  const it = aDesk(db);
  await it.start();
  await it.desk.enqueue({ tenantId, groupId: kind, callId: 'promised', customerNumber: '525500000002' });
  await it.desk.enqueue({ tenantId, groupId: strict, callId: 'left', customerNumber: '525500000001' });
  expect(await it.desk.leave(tenantId, 'promised', 'serverStopped')).toBe(true);
  await it.available(ana);
  expect(await it.desk.leave(tenantId, 'left', 'serverStopped')).toBe(true);
  expect(it.asking.offers).toEqual([]);
  expect(await entriesOf(db, tenantId)).toMatchObject([
    { call_id: 'promised', kind: 'callback', state: 'waiting' },
    { call_id: 'left', state: 'left', left_why: 'serverStopped' },
  ]);
  await it.stop();
});

test('[CC-16] a line that moved to another process is forgotten by the one before, which writes nothing of it any more', async () => {
  const tenantId = await aTenant(db);
  const groupId = await aGroupOf(db, tenantId, []);
  const [one, other] = [aDesk(db), aDesk(db)];
  await one.start();
  await one.desk.enqueue({ tenantId, groupId, callId: 'mine', customerNumber: '525500000001' });
  await one.desk.moveOut(tenantId);
  expect(one.desk.waiting(tenantId)).toEqual([]);
  expect(await other.desk.leftBehind()).toContain(tenantId);
  await other.desk.moveIn(tenantId);
  expect(await entriesOf(db, tenantId)).toMatchObject([{ kind: 'callback', state: 'waiting' }]);
  expect(other.desk.waiting(tenantId)).toMatchObject([{ callId: 'mine', kind: 'callback', position: 1 }]);
  await Promise.all([one.stop(), other.stop()]);
});
