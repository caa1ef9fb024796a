import { afterAll, expect, test } from 'vitest';
import { CALL_CORRECTED, CALL_ENDED } from '#features/voice/call-records/contract.ts';
import { aCall, anEnd, playCall } from '#features/voice/call-records/server/calls.fixture.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { fencedDb, homeLease } from '#platform/server/homes/homes.ts';
import { openLeases } from '#platform/server/leases/open-lease.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aReceiver } from './receiver.fixture.ts';

const server = await testServer({ allowPrivate: true });
const { world } = server;
const { db } = world;
const leases = openLeases(world);
const next = openCallBook(world);
afterAll(async () => {
  await next.stop();
  await leases.stop();
  await server.close();
});

/** A team whose program hears how calls end, and the book of its home, which is taken from it without a word. */
async function aTeam() {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  const receiver = await aReceiver();
  const path = '/cc/api/webhook/v1/settings';
  const { version } = (await server.ask('GET', path, { token: owner.token })).data;
  const hook = { id: null, name: 'CRM', url: receiver.url, enabled: true, maskNumbers: false };
  const hooks = [{ ...hook, events: ['call.ended', 'call.missed'] }];
  await server.ask('PUT', path, { token: owner.token, body: { version, hooks } });
  const lease = (await leases.take(homeLease(owner.tenantId)))!;
  const book = openCallBook(world, fencedDb(db, lease));
  const isTaken = async (): Promise<void> =>
    void (await db.pool.query('update lease set epoch = epoch + 1 where name = $1', [lease.name]));
  /** What was delivered, in its order. */
  const delivered = () => receiver.received.map(({ body }) => body);
  return { tenantId: owner.tenantId, book, isTaken, delivered: delivered };
}

const SOON = { timeout: 20_000 };

test('[ADMIN-06] [CC-12] a program that was told a guess of how a call ended is told once more, how it was', async () => {
  const { tenantId, book, isTaken, delivered } = await aTeam();
  const call = aCall(tenantId);
  const { callId, startedMs } = call;
  await book.open(call);
  await isTaken();
  await next.closeAbandoned(tenantId);
  await expect
    .poll(
      () =>
        delivered()
          .map(({ type }) => type)
          .sort(),
      SOON,
    )
    .toEqual(['call.ended', 'call.missed']);
  const guess = delivered().find(({ type }) => type === 'call.ended')!;
  expect(guess.data).toMatchObject({ call: { callId, status: CallOutcome.server, callDuration: 0 } });
  expect(guess.data).not.toHaveProperty('isCorrected');
  await book.note(tenantId, callId, { type: 'answered', userId: null, atMs: startedMs + 12_000 });
  await book.close(tenantId, callId, anEnd(startedMs + 40_000));
  await expect.poll(() => delivered().length, SOON).toBe(3);
  const corrected = delivered()[2]!;
  expect(corrected).toMatchObject({
    type: 'call.ended',
    data: { isCorrected: true, call: { callId, status: CallOutcome.talked, callDuration: 28 } },
  });
  expect(corrected.id).not.toBe(guess.id);

  const again = { tenantId, callId, direction: 'inbound', outcome: CallOutcome.talked };
  for (const announcement of [CALL_ENDED, CALL_CORRECTED])
    await db.tenant({ tenantId }, (tx) => tx.announce(announcement, again));
  const other = await playCall(next, aCall(tenantId), [[1, { type: 'answered', userId: null }]], 9);
  await expect.poll(() => delivered().at(-1)!.data.call.callId, SOON).toBe(other);
  expect(delivered()).toHaveLength(4);
});

test('[ADMIN-06] [CC-12] that a call was missed is told once, also where its end is corrected', async () => {
  const { tenantId, book, isTaken, delivered } = await aTeam();
  const call = aCall(tenantId);
  await book.open(call);
  await isTaken();
  await next.closeAbandoned(tenantId);
  await expect.poll(() => delivered().length, SOON).toBe(2);
  await book.close(tenantId, call.callId, anEnd(call.startedMs + 7_000, { outcome: 'abandoned' }));
  await expect.poll(() => delivered().length, SOON).toBe(3);
  const other = await playCall(next, aCall(tenantId), [[1, { type: 'answered', userId: null }]], 9);
  await expect.poll(() => delivered().at(-1)!.data.call.callId, SOON).toBe(other);
  expect(delivered().filter(({ type }) => type === 'call.missed')).toHaveLength(1);
  expect(delivered()[2]).toMatchObject({ data: { isCorrected: true, call: { status: CallOutcome.abandoned } } });
});
