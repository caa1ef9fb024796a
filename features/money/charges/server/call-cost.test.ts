import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCostE4, type MinutePrice } from '#core/money/cost.ts';
import { seeded } from '#test/bad-input.ts';
import { testDb, type TestDb } from '#test/test-db.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

test('the database and the server say the same of what a call costs, for thousands of prices and lengths', async () => {
  const { below: upTo, oneOf } = seeded(20);
  const cases = Array.from({ length: 4_000 }, () => {
    const price: MinutePrice = {
      firstSec: oneOf([1, 6, 30, 60, 1 + upTo(3_600)]),
      nextSec: oneOf([1, 6, 30, 60, 1 + upTo(3_600)]),
      minuteE4: oneOf([0, 1, 123, 29, 30, 31, upTo(10_000_000)]),
      setupE4: oneOf([0, 0, 50, upTo(100_000)]),
    };
    return { price, seconds: oneOf([0, 1, price.firstSec, price.firstSec + 1, upTo(86_400)]) };
  });
  const { rows } = await opened.db.everyTenant('costs', (tx) =>
    sql<{ settled: number }>`
      select money_cost(c.one -> 'price', (c.one ->> 'seconds')::bigint) settled
      from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality c (one, place) order by c.place`.execute(
      tx.as(),
    ),
  );
  const costs = cases.map(({ price, seconds }) => callCostE4(price, seconds));
  expect(rows.map(({ settled }) => settled)).toEqual(costs);
});
