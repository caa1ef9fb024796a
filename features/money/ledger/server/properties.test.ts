import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { HeldPrice } from '#core/money/held-price.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { testDb } from '#test/test-db.ts';
import { holdAnswered, holdEnded, holdMore, releaseHold, takeHold } from './holds.ts';
import { aPayingTenant, aPrice, aRecord, differencesOf, endRecord, entriesOf, moneyIn } from './ledger.fixture.ts';
import { moneyOf } from './money-of.ts';

const { db, close } = await testDb();
afterAll(close);

const prices: readonly HeldPrice[] = [
  aPrice({ minuteE4: 1_200 }),
  aPrice({ minuteE4: 95, firstSec: 6, nextSec: 6, setupE4: 30 }),
  aPrice({ minuteE4: 1, firstSec: 1, nextSec: 1 }),
  aPrice({ minuteE4: 0 }),
  aPrice({ service: 'ai', minuteE4: 500, firstSec: 120, nextSec: 30 }),
];

/** As `core/money` lays it down: whole steps of time, the amount rounded half up. */
function costOf({ firstSec, nextSec, minuteE4, setupE4 }: HeldPrice, seconds: number): number {
  if (seconds <= 0) return 0;
  const billed = seconds <= firstSec ? firstSec : firstSec + Math.ceil((seconds - firstSec) / nextSec) * nextSec;
  return setupE4 + Math.floor((minuteE4 * billed) / 60 + 0.5);
}
const reservationOf = (price: HeldPrice): number => costOf(price, Math.max(60, price.firstSec));
const LARGEST = Math.max(...prices.map(reservationOf));

type Deed =
  | { do: 'plan' | 'record' | 'answer' | 'more' | 'leave' | 'end' | 'release' | 'settleAgain'; call: number }
  | { do: 'sms' | 'smsBack' | 'topUp' | 'voucher'; ref: number; amount: number }
  | { do: 'sweep' }
  | { do: 'clock'; ms: number };

const calls = fc.integer({ min: 0, max: 5 });
const deeds: fc.Arbitrary<{ deed: Deed; dies: boolean }> = fc.record({
  deed: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constantFrom('plan', 'record', 'answer', 'more', 'leave', 'end', 'release', 'settleAgain'),
        call: calls,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('sms', 'smsBack', 'topUp', 'voucher'),
        ref: fc.integer({ min: 0, max: 4 }),
        amount: fc.integer({ min: 1, max: 3_000 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'sweep' as const }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('clock' as const), ms: fc.integer({ min: -90_000, max: 200_000 }) }),
    },
  ) as fc.Arbitrary<Deed>,
  // The process is killed before its transaction is over.
  dies: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
});

class Killed extends Error {}

/** A tenant, its clock, and what its calls are. */
async function aHistory(openingMinor: number) {
  const tenantId = await aPayingTenant(db, openingMinor);
  let nowMs = 1_700_000_000_000;
  const until = () => new Date(nowMs + 120_000);
  const run = async (dies: boolean, work: (tx: TenantTx) => Promise<unknown>) => {
    await db
      .tenant({ tenantId }, async (tx) => {
        await work(tx);
        if (dies) throw new Killed();
      })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof Killed)) throw thrown;
      });
  };
  const priceOf = (call: number): HeldPrice => prices[call % prices.length]!;

  return {
    tenantId,
    async perform({ deed, dies }: { deed: Deed; dies: boolean }): Promise<void> {
      if (deed.do === 'clock') return void (nowMs += deed.ms);
      if (deed.do === 'sweep') {
        const at = new Date(nowMs);
        await db.everyTenant('sweep', (tx) => sql`select * from money_sweep(${at}, 100)`.execute(tx.as()));
        return;
      }
      if ('ref' in deed) {
        const { do: kind, ref, amount } = deed;
        await run(dies, (tx) =>
          moneyOf(tx).post({ kind, amountE4: amount, ref: String(ref), covered: kind === 'sms' }),
        );
        return;
      }
      const callId = `call-${deed.call}`;
      const price = priceOf(deed.call);
      const { do: what } = deed;
      if (what === 'settleAgain') {
        await db.everyTenant('again', (tx) =>
          sql`select money_settle(tenant_id, call_id, ended_at) from call_record where tenant_id = ${tenantId} and call_id = ${callId} and ended_at is not null`.execute(
            tx.as(),
          ),
        );
      } else
        await run(dies, async (tx) => {
          const rows = tx.as<never>();
          if (what === 'record')
            await sql`insert into call_record (call_id, node, direction, started_at, customer_number, our_number) values (${callId}, 'n', 'outbound', now(), '1', '2') on conflict do nothing`.execute(
              rows,
            );
          if (what === 'end')
            await sql`update call_record set ended_at = coalesce(ended_at, ${new Date(nowMs)}) where call_id = ${callId}`.execute(
              rows,
            );
          if (what === 'plan')
            await takeHold({ ref: callId, callId, amountE4: reservationOf(price), price, until: until() }).execute(
              rows,
            );
          if (what === 'answer') await holdAnswered(callId, new Date(nowMs)).execute(rows);
          if (what === 'leave') await holdEnded(callId, new Date(nowMs)).execute(rows);
          if (what === 'more') await holdMore(callId, price.minuteE4, until()).execute(rows);
          if (what === 'release') await releaseHold(callId).execute(rows);
        });
    },
  };
}

test(
  '[CC-11] whatever happens in whatever order, the ledger sums to the balance, nothing is charged without a record or twice, and no account falls below its limit by more than one reservation',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.array(deeds, { maxLength: 40 }),
        async (opening, history) => {
          const { tenantId, perform } = await aHistory(opening);
          for (const step of history) {
            await perform(step);
            const { balanceE4, creditE4, heldE4 } = await moneyIn(db, tenantId);
            expect(balanceE4 + creditE4 - heldE4, JSON.stringify(step)).toBeGreaterThanOrEqual(-LARGEST);
            expect(await differencesOf(db, tenantId)).toEqual([]);
          }
          const entries = await entriesOf(db, tenantId);
          const { rows: over } = await db.tenant({ tenantId }, (tx) =>
            sql<{ callId: string }>`select call_id "callId" from call_record where ended_at is not null`.execute(
              tx.as(),
            ),
          );
          const charged = entries.filter(({ kind }) => kind === 'call' || kind === 'ai');
          expect(new Set(charged.map(({ ref }) => ref)).size).toBe(charged.length);
          for (const { ref, amount, detail } of charged) {
            expect(over.map(({ callId }) => callId)).toContain(ref);
            const forgiven = (detail.forgivenE4 as number | undefined) ?? 0;
            expect(-amount + forgiven).toBe(costOf(detail as unknown as HeldPrice, detail.seconds as number));
          }
        },
      ),
      { numRuns: 60 },
    );
  },
);

test('[CC-11] calls that begin and end at one moment share the money without ever holding more than there is', async () => {
  const tenantId = await aPayingTenant(db, 60);
  const until = new Date(4_000_000_000_000);
  const callIds = Array.from({ length: 20 }, (_, at) => `at-once-${at}`);
  const planned = await Promise.all(
    callIds.map(async (callId) => {
      const wish = { ref: callId, callId, amountE4: 1_200, price: prices[0]!, until };
      const { rows } = await db.tenant({ tenantId }, (tx) => takeHold(wish).execute(tx.as()));
      return rows[0]!.held;
    }),
  );
  expect(planned.filter(Boolean)).toHaveLength(5);
  const going = callIds.filter((_, at) => planned[at]);
  await Promise.all(
    going.map(async (callId) => {
      await aRecord(db, tenantId, callId);
      await db.tenant({ tenantId }, (tx) => holdAnswered(callId, new Date(1_000)).execute(tx.as()));
      await Promise.all([endRecord(db, tenantId, callId, 31_000), endRecord(db, tenantId, callId, 31_000)]);
    }),
  );
  expect(await moneyIn(db, tenantId)).toMatchObject({ balanceE4: 0, heldE4: 0 });
  expect(await differencesOf(db, tenantId)).toEqual([]);
});
