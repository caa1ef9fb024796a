import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { moneyNow, paysForCalls } from '#features/money/charges/server/charges.fixture.ts';
import { fencedDb, homeLease } from '#platform/server/homes/homes.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import { openLeases } from '#platform/server/leases/open-lease.ts';
import { openLog } from '#platform/server/log.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { aCall, anEnd } from './calls.fixture.ts';
import { openCallBook } from './index.ts';

/* Who was the home of a tenant says what was heard in its calls, whatever the next home guessed meanwhile. */

vi.setConfig({ testTimeout: 30_000 });

const { db, close } = await testDb();
const log = openLog('silent');
const files = diskFiles(mkdtempSync(join(tmpdir(), 'openseat-last-words-')));
const leases = openLeases({ db, log });
const next = openCallBook({ db, files, log });
afterAll(async () => {
  await next.stop();
  await leases.stop();
  await close();
});

/** The book of a home, and how it loses that to somebody else without a word. */
async function aHome() {
  const tenantId = await aTenant(db);
  const lease = (await leases.take(homeLease(tenantId)))!;
  const book = openCallBook({ db, files, log }, fencedDb(db, lease));
  const isTaken = async (): Promise<void> =>
    void (await db.pool.query('update lease set epoch = epoch + 1 where name = $1', [lease.name]));
  return { tenantId, book, isTaken };
}

const recordOf = async (callId: string) =>
  (
    await db.pool.query(
      `select *, (extract(epoch from answered_at - started_at))::int answered_sec, (extract(epoch from ended_at - started_at))::int lasted,
         (select count(*)::int from call_event e where e.call_id = r.call_id and e.type = 'answered') answers
       from call_record r where call_id = $1`,
      [callId],
    )
  ).rows[0];

test('[CC-12] a record that the next home closed says what was heard at the last one: once, and whoever hung up', async () => {
  const { tenantId, book, isTaken } = await aHome();
  const call = aCall(tenantId);
  const at = (sec: number): number => call.startedMs + sec * 1_000;
  await book.open(call);
  await isTaken();
  expect(await next.closeAbandoned(tenantId)).toEqual([call.callId]);
  expect(await recordOf(call.callId)).toMatchObject({ outcome: CallOutcome.server, answered_at: null, lasted: 0 });
  await book.note(tenantId, call.callId, { type: 'answered', userId: null, atMs: at(12) });
  await book.close(tenantId, call.callId, anEnd(at(40)));
  const expectedRecord = {
    outcome: CallOutcome.talked,
    cause: 'normal',
    ended_by: 'customer',
    answered_sec: 12,
    talk_sec: 28,
    lasted: 40,
    answers: 1,
  };
  expect(await recordOf(call.callId)).toMatchObject(expectedRecord);
  await book.close(tenantId, call.callId, anEnd(at(90), { endedBy: 'agent' }));
  expect(await next.closeAbandoned(tenantId)).toEqual([]);
  expect(await recordOf(call.callId)).toMatchObject(expectedRecord);
});

test('[CC-12] what the last home says first is not guessed about, and a call that began at it without the lease has one record', async () => {
  const { tenantId, book, isTaken } = await aHome();
  const [known, begun] = [aCall(tenantId), aCall(tenantId)];
  await book.open(known);
  await isTaken();
  await book.close(tenantId, known.callId, anEnd(known.startedMs + 7_000, { outcome: 'abandoned' }));
  await Promise.all([
    book.open(begun),
    book.note(tenantId, begun.callId, { type: 'answered', userId: null, atMs: begun.startedMs + 1_000 }),
    book.close(tenantId, begun.callId, anEnd(begun.startedMs + 3_000)),
  ]);
  expect(await next.closeAbandoned(tenantId)).toEqual([]);
  expect(await recordOf(known.callId)).toMatchObject({ outcome: CallOutcome.abandoned, lasted: 7 });
  expect(await recordOf(begun.callId)).toMatchObject({ outcome: CallOutcome.talked, answered_sec: 1, lasted: 3 });
});

test('[CC-12] both homes close the same calls at once, which hold money: what was heard stands, and neither waits for the other in a ring', async () => {
  const { tenantId, book, isTaken } = await aHome();
  await paysForCalls(db, tenantId, { balanceE4: 1_000_000 });
  const calls = Array.from({ length: 30 }, () => aCall(tenantId));
  const ids = calls.map(({ callId }) => callId);
  await Promise.all(calls.map((call) => book.open(call)));
  await db.tenant({ tenantId }, (tx) =>
    sql`select money_hold_take(id, id, 600, '{"minuteE4": 600}', now() + interval '1 hour') from unnest(${ids}::text[]) id`.execute(
      tx.as(),
    ),
  );
  await isTaken();
  const closed = await db.everyTenant('keeps both from a record in the middle', async (tx) => {
    await sql`select 1 from call_record where call_id = ${ids[15]!} for update`.execute(tx.as());
    const closing = Promise.all([
      next.closeAbandoned(tenantId),
      ...calls.flatMap(({ callId, startedMs }) => [
        book.mark(tenantId, [{ ref: callId, answeredMs: startedMs + 1_000 }]),
        book.close(tenantId, callId, anEnd(startedMs + 5_000)),
      ]),
    ]);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    // Whoever waits for a record has not taken the money yet.
    await sql`select 1 from money_account where tenant_id = ${tenantId} for update nowait`.execute(tx.as());
    return { closing };
  });
  await closed.closing;
  for (const callId of ids)
    expect(await recordOf(callId)).toMatchObject({ outcome: CallOutcome.talked, cause: 'normal', lasted: 5 });
  expect(await moneyNow(db, tenantId)).toMatchObject({ heldE4: 0 });
});

/** How many wait for a row that somebody else holds. */
const waiting = async (): Promise<number | null> =>
  (
    await db.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;

test('[CC-12] what a home guessed that is none any more is not written, nor what it says of calls that go on elsewhere', async () => {
  const { tenantId, book, isTaken } = await aHome();
  const call = aCall(tenantId);
  await next.open(call);
  await isTaken();
  await expect(book.closeAbandoned(tenantId)).rejects.toThrow(LeaseLost);
  expect(await recordOf(call.callId)).toMatchObject({ ended_at: null });
  const living = { version: 1, legs: ['a leg'], text: () => '{}' };
  await expect(book.keep(tenantId, call.callId, living)).rejects.toThrow(LeaseLost);
  await expect(book.close(tenantId, call.callId, anEnd(call.startedMs + 5_000))).rejects.toThrow(LeaseLost);
  expect(await recordOf(call.callId)).toMatchObject({ ended_at: null });
});
