import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { HeldPrice } from '#core/money/held-price.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { accountOf, currencyOf, openAccount } from './accounts.ts';
import { holdAnswered, holdEnded, holdMore, releaseHold, takeHold } from './holds.ts';
import { aPayingTenant, aPrice, aRecord, differencesOf, endRecord, entriesOf, moneyIn } from './ledger.fixture.ts';
import { moneyOf, type Posting } from './money-of.ts';

const { db, close } = await testDb();
afterAll(close);

const post = (tenantId: number, posting: Posting) => db.tenant({ tenantId }, (tx) => moneyOf(tx).post(posting));
const later = new Date(4_000_000_000_000);
const take = async (tenantId: number, ref: string, amountE4: number, price: HeldPrice = aPrice()) =>
  (
    await db.tenant({ tenantId }, (tx) =>
      takeHold({ ref, callId: ref.split('/')[0]!, amountE4, price, until: later }).execute(tx.as()),
    )
  ).rows[0]!.held;
const answered = (tenantId: number, ref: string, atMs: number) =>
  db.tenant({ tenantId }, (tx) => holdAnswered(ref, new Date(atMs)).execute(tx.as()));

test('[CC-11] what is booked changes the balance, once for each reference', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  const paid: Posting = { kind: 'topUp', amountE4: 50_000, ref: 'bank-1', detail: { note: 'Invoice 7' } };
  expect(await post(tenantId, paid)).toBe('done');
  expect(await post(tenantId, paid)).toBe('again');
  expect(await post(tenantId, { kind: 'sms', amountE4: 400, ref: '7', covered: true })).toBe('done');
  expect(await post(tenantId, { kind: 'correction', amountE4: -100, ref: 'c' })).toBe('done');
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 149_500, heldE4: 0 });
  expect((await entriesOf(db, tenantId)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['opening', 100_000],
    ['topUp', 50_000],
    ['sms', -400],
    ['correction', -100],
  ]);
  expect(await differencesOf(db, tenantId)).toEqual([]);
});

test('[CC-11] of several who spend the last money at one moment only as many as it pays for', async () => {
  const tenantId = await aPayingTenant(db, 5);
  const tries = Array.from({ length: 12 }, (_, at) =>
    post(tenantId, { kind: 'sms', amountE4: 100, ref: String(at), covered: true }),
  );
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(5);
  expect(outcomes.filter((one) => one === 'short')).toHaveLength(7);
  expect((await moneyIn(db, tenantId)).balanceE4).toBe(0);
});

test('[CC-11] entries are never changed, taken away or written past the functions, whoever asks; with the tenant they go', async () => {
  const tenantId = await aPayingTenant(db, 5);
  for (const text of ['update money_entry set amount_e4 = 1', 'delete from money_entry', 'truncate money_entry']) {
    await expect(
      db.everyTenant('tries', (tx) => sql.raw(text).execute(tx.as())),
      text,
    ).rejects.toThrow('append-only');
  }
  for (const text of [
    `insert into money_entry (debit, credit, amount_e4, kind, ref) values ('cash', 'balance', 1, 'topUp', 'x')`,
    'update money_account set balance_e4 = 0',
    'delete from money_hold',
    `select money_book(current_tenant(), 'topUp', 'cash', 'balance', 1, 'x', '{}', null, false)`,
  ]) {
    await expect(
      db.tenant({ tenantId }, (tx) => sql.raw(text).execute(tx.as())),
      text,
    ).rejects.toThrow('permission denied');
  }
  await db.everyTenant('deleted', (tx) => sql`delete from tenant where id = ${tenantId}`.execute(tx.as()));
});

test('[CC-11] where nobody counts, everything is free and nothing is held or booked', async () => {
  const tenantId = await aTenant(db);
  expect(await db.tenant({ tenantId }, accountOf)).toBeNull();
  expect(await db.tenant({ tenantId }, currencyOf)).toBe('USD');
  expect(await post(tenantId, { kind: 'sms', amountE4: 100, ref: '1', covered: true })).toBe('free');
  expect(await take(tenantId, 'call-free', 1_000_000)).toBe(true);
  await aRecord(db, tenantId, 'call-free');
  await endRecord(db, tenantId, 'call-free', 5_000);
  expect(await entriesOf(db, tenantId)).toEqual([]);
});

test('[CC-11] an account that is opened again keeps its money and its currency', async () => {
  const tenantId = await aPayingTenant(db, 700, 'JPY');
  await db.everyTenant('again', (tx) => openAccount(tx, tenantId, 'USD', 5));
  expect(await moneyIn(db, tenantId)).toMatchObject({ currency: 'JPY', balanceE4: 7_000_000 });
});

test('[CC-11] a call holds money, tops it up, and is charged by its seconds when its record ends', async () => {
  const tenantId = await aPayingTenant(db, 100);
  expect(await take(tenantId, 'c1', 1_200)).toBe(true);
  expect(await take(tenantId, 'c1', 1_200), 'planned twice').toBe(true);
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 10_000, heldE4: 1_200 });
  await aRecord(db, tenantId, 'c1');
  await answered(tenantId, 'c1', 10_000);
  const more = await db.tenant({ tenantId }, (tx) => holdMore('c1', 1_200, later).execute(tx.as()));
  expect(more.rows).toEqual([{ held: true }]);
  // 60.1 seconds are two minutes.
  await endRecord(db, tenantId, 'c1', 70_100);
  await endRecord(db, tenantId, 'c1', 900_000);
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 7_600, heldE4: 0 });
  expect((await entriesOf(db, tenantId)).at(-1)).toMatchObject({
    kind: 'call',
    ref: 'c1',
    amount: -2_400,
    detail: { callId: 'c1', seconds: 61, country: 'MX', minuteE4: 1_200 },
  });
});

test('[CC-11] what was never answered costs nothing, and legs end when they end', async () => {
  const tenantId = await aPayingTenant(db, 100);
  const bySecond = { firstSec: 1, nextSec: 1, minuteE4: 600, setupE4: 50 };
  for (const ref of ['c2', 'c2/a', 'c2/ai'])
    await take(tenantId, ref, 600, aPrice({ ...bySecond, service: ref === 'c2/ai' ? 'ai' : 'call' }));
  await aRecord(db, tenantId, 'c2');
  await answered(tenantId, 'c2/a', 1_000);
  await answered(tenantId, 'c2/ai', 1_000);
  await db.tenant({ tenantId }, (tx) => holdEnded('c2/a', new Date(4_000)).execute(tx.as()));
  await endRecord(db, tenantId, 'c2', 11_000);
  expect((await entriesOf(db, tenantId)).slice(1).map(({ kind, ref, amount }) => [kind, ref, amount])).toEqual(
    expect.arrayContaining([
      ['call', 'c2/a', -80],
      ['ai', 'c2/ai', -150],
    ]),
  );
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 10_000 - 230, heldE4: 0 });
});

test('[CC-11] a hold beyond the money is refused, credit counts as money, and what is released is free again', async () => {
  const tenantId = await aPayingTenant(db, 10);
  expect(await take(tenantId, 'c3', 1_200)).toBe(false);
  await db.tenant({ tenantId }, (tx) => sql`select money_set_credit(200)`.execute(tx.as()));
  expect(await take(tenantId, 'c3', 1_200)).toBe(true);
  expect(await take(tenantId, 'c4', 1)).toBe(false);
  const more = await db.tenant({ tenantId }, (tx) => holdMore('c3', 1, later).execute(tx.as()));
  expect(more.rows).toEqual([{ held: false }]);
  const none = await db.tenant({ tenantId }, (tx) => holdMore('nobody', 1, later).execute(tx.as()));
  expect(none.rows).toEqual([{ held: null }]);
  expect(await post(tenantId, { kind: 'sms', amountE4: 1, ref: '1', covered: true }), 'kept for the call').toBe(
    'short',
  );
  await db.tenant({ tenantId }, (tx) => releaseHold('c3').execute(tx.as()));
  await db.tenant({ tenantId }, (tx) => releaseHold('c3').execute(tx.as()));
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 1_000, heldE4: 0 });
});

test('[CC-11] a call that outran its money takes the account below its limit by one reservation at most', async () => {
  const tenantId = await aPayingTenant(db, 12);
  await take(tenantId, 'c5', 1_200);
  await aRecord(db, tenantId, 'c5');
  await answered(tenantId, 'c5', 0);
  await endRecord(db, tenantId, 'c5', 3_600_000);
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: -1_200, heldE4: 0 });
  expect((await entriesOf(db, tenantId)).at(-1)).toMatchObject({
    amount: -2_400,
    detail: { forgivenE4: 72_000 - 2_400 },
  });
});

test('[CC-11] a record that comes whole is settled as well, and records nobody holds money for cost nothing', async () => {
  const tenantId = await aPayingTenant(db, 100);
  await take(tenantId, 'c6', 1_200);
  await answered(tenantId, 'c6', 1_000);
  await aRecord(db, tenantId, 'c6', 2_000);
  await aRecord(db, tenantId, 'imported', 9_000);
  expect((await entriesOf(db, tenantId)).slice(1)).toMatchObject([{ ref: 'c6', amount: -1_200 }]);
});

test('[CC-11] a call that asks for more and a book that marks it while it closes another never block each other', async () => {
  const tenantId = await aPayingTenant(db, 1_000);
  for (const callId of ['ring-1', 'ring-2']) {
    await aRecord(db, tenantId, callId);
    await take(tenantId, callId, 1_200);
  }
  const written: Promise<void>[] = [];
  await db.tenant({ tenantId }, async (tx) => {
    await releaseHold('none').execute(tx.as());
    const {
      rows: [me],
    } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as());
    const book = db.tenant({ tenantId }, async (own) => {
      const marks = JSON.stringify([{ ref: 'ring-1', answeredMs: 1_000 }]);
      await sql`select money_hold_marks(${marks}::jsonb)`.execute(own.as());
      await sql`update call_record set ended_at = to_timestamp(60) where call_id = 'ring-2'`.execute(own.as());
    });
    written.push(book);
    const waiting = () =>
      db.everyTenant('looks who waits', (other) =>
        sql`select 1 from pg_stat_activity where ${me!.pid} = any(pg_blocking_pids(pid))`.execute(other.as()),
      );
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
    expect((await holdMore('ring-1', 1_200, later).execute(tx.as())).rows[0]!.held).toBe(true);
  });
  await Promise.all(written);
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 100_000, heldE4: 2_400 });
});

test('[CC-11] a hold of one tenant is nobody else’s', async () => {
  const [ours, theirs] = [await aPayingTenant(db, 100), await aPayingTenant(db, 100)];
  await take(ours, 'same', 1_200);
  await db.tenant({ tenantId: theirs }, (tx) => releaseHold('same').execute(tx.as()));
  await aRecord(db, theirs, 'same', 5_000);
  expect(await moneyIn(db, ours)).toMatchObject({ heldE4: 1_200 });
  expect(await entriesOf(db, theirs)).toHaveLength(1);
});
