import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { aCall, anEnd } from '#features/voice/call-records/server/calls.fixture.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { fencedDb, homeLease } from '#platform/server/homes/homes.ts';
import { openLeases } from '#platform/server/leases/open-lease.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import type { PreviewWork } from '../contract.ts';
import { aTeam, NOON } from './preview.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const server = await testServer({ clock: clockOf(() => NOON) });
const { world } = server;
const leases = openLeases(world);
const nextHome = openCallBook(world);
afterAll(async () => {
  await nextHome.stop();
  await leases.stop();
  await server.close();
});
const SOON = { timeout: 50_000 };

/** An agent calls a customer of a task, and the home of the team is taken from its process while it rings. */
async function aGuessedCall() {
  const { tenantId, ana, aTask, next, answerOf, rows } = await aTeam(server);
  const work = (await next(ana, await aTask(2)))!;
  const { customer, task } = work;
  await answerOf(ana, 'call', { customerId: customer.id });
  const lease = (await leases.take(homeLease(tenantId)))!;
  const book = openCallBook(world, fencedDb(world.db, lease));
  const call = aCall(tenantId, {
    direction: 'outbound',
    startedMs: NOON,
    customerNumber: customer.phone,
    userId: ana.userId,
    sipNum: '7',
    task: { taskId: String(task.id), taskName: task.name, customerId: null },
  });
  await book.open(call);
  await world.db.pool.query('update lease set epoch = epoch + 1 where name = $1', [lease.name]);
  await nextHome.closeAbandoned(tenantId);
  const attempts = () =>
    rows(sql`select status, result, talk_sec, answered_at is not null taken from campaign_attempt`);
  const guess = {
    status: FinalCallStatus.unknown,
    result: PreviewResult.unableToConnect,
    talk_sec: 0,
    taken: false,
  };
  await expect.poll(attempts, SOON).toEqual([guess]);
  const seen = (): Promise<PreviewWork> => answerOf(ana, 'open', { customerId: customer.id });
  expect(await seen()).toMatchObject({ customer: { taskState: 0, attempts: 1 } });
  return { tenantId, ana, customer, answerOf: answerOf, book, callId: call.callId, attempts, guess, seen };
}

test('[TASK-01] [CC-12] somebody who was talked to at a home that was lost is not called again, whatever the next home guessed', async () => {
  const { tenantId, ana, book, callId, attempts, seen } = await aGuessedCall();
  await book.note(tenantId, callId, { type: 'answered', userId: ana.userId, atMs: NOON + 5_000 });
  await book.close(tenantId, callId, anEnd(NOON + 20_000));
  const talk = { status: FinalCallStatus.talked, result: PreviewResult.normalEnd, talk_sec: 15, taken: true };
  await expect.poll(attempts, SOON).toEqual([talk]);
  expect(await seen()).toMatchObject({
    customer: { taskState: 1, closedBy: 'result', result: PreviewResult.normalEnd, attempts: 1 },
    calls: [{ callId, talkSec: 15 }],
  });
});

test('[TASK-01] [CC-12] a call that was promised meanwhile stands, though it was one that talked', async () => {
  const { tenantId, ana, customer, answerOf, book, callId, attempts, seen } = await aGuessedCall();
  await answerOf(ana, 'followUp', { customerId: customer.id, at: '2026-11-19 18:00:00' });
  await book.note(tenantId, callId, { type: 'answered', userId: ana.userId, atMs: NOON + 5_000 });
  await book.close(tenantId, callId, anEnd(NOON + 20_000));
  await expect.poll(attempts, SOON).toMatchObject([{ status: FinalCallStatus.talked }]);
  expect(await seen()).toMatchObject({ customer: { taskState: 0, isFollowUp: true, result: PreviewResult.normalEnd } });
});
