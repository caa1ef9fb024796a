import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { countryOf } from '#core/call/number-country.ts';
import { choosePrice, pricedKinds, priceServices, type ListedPrice } from '#core/money/choose-price.ts';
import { openAccount } from '#features/money/ledger/server/index.ts';
import { aPriceList, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { priceOf, pricesOf } from './index.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const digits = fc.constantFrom('52', '525', '5255', '52551', '1', '1212', '441', '4477', '9');
const row = fc.record({
  service: fc.constantFrom(...priceServices),
  kind: fc.constantFrom('', ...pricedKinds),
  variant: fc.constantFrom('', 'voice', 'text'),
  country: fc.constantFrom('', 'MX', 'US', 'CA'),
  prefix: fc.oneof(fc.constant(''), digits),
  priceE4: fc.integer({ min: 0, max: 1_000_000 }),
});
const keyOf = ({
  service,
  kind,
  variant,
  country,
  prefix,
}: Pick<ListedPrice, 'service' | 'kind' | 'variant' | 'country' | 'prefix'>) =>
  [service, kind, variant, country, prefix].join(' ');
const list = fc.uniqueArray(row, { selector: keyOf, maxLength: 40 });
const question = fc
  .record({
    service: fc.constantFrom(...priceServices),
    kind: fc.constantFrom('', ...pricedKinds),
    variant: fc.constantFrom('', 'voice', 'text'),
    begins: digits,
    rest: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 10 }),
  })
  .map(({ begins, rest, ...more }) => ({ ...more, number: begins + rest, country: countryOf(begins + rest) ?? '' }));

test('[CC-11] the database finds the same prices as the rule, in random lists and for random numbers', async () => {
  const tenantId = await aTenant(db);
  await fc.assert(
    fc.asyncProperty(
      list,
      list,
      fc.array(question, { minLength: 1, maxLength: 60 }),
      async (own, general, questions) => {
        const currency = 'THB';
        const ids = [
          await aPriceList(db, { tenantId, currency }, own),
          await aPriceList(db, { tenantId: null, currency }, general),
        ];
        const found = await db.tenant({ tenantId }, (tx) => pricesOf(tx, currency, questions));
        await db.everyTenant('the next play', (tx) =>
          sql`delete from price_list where id = any(${ids}::bigint[])`.execute(tx.as()),
        );
        for (const [place, asked] of questions.entries()) {
          const lists = [own, general].map((rows) =>
            rows.map((one): ListedPrice => ({ firstSec: 60, nextSec: 60, setupE4: 0, ...one })),
          );
          const wanted = choosePrice(lists, asked);
          const answer = found[place]!;
          const isOfSort = ({ service, kind }: Pick<ListedPrice, 'service' | 'kind'>) =>
            service === asked.service &&
            (asked.service !== 'call' || (kind === 'inbound') === (asked.kind === 'inbound'));
          if (wanted) expect(answer).toMatchObject({ is: 'price', price: wanted });
          // Services other than calls have no kinds; a row of one that nobody can make says nothing about what is priced.
          else if (asked.service === 'call')
            expect(answer.is).toBe([...own, ...general].some(isOfSort) ? 'none' : 'free');
          else expect(answer.is).not.toBe('price');
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('[CC-11] a list holds from its first moment until a later one begins, in its own currency and for its own tenant', async () => {
  const [tenantId, other] = [await aTenant(db), await aTenant(db)];
  const ask = (id: number) =>
    db.tenant({ tenantId: id }, (tx) => priceOf(tx, { service: 'call', kind: 'manual', number: '525512345678' }));
  const free = { is: 'free' };
  expect(await ask(tenantId)).toEqual(free);
  await aPriceList(db, { tenantId, currency: 'MYR', beginsInSec: -300 }, [{ service: 'call', priceE4: 5 }]);
  expect(await ask(tenantId), 'nobody counts its money').toEqual(free);
  await db.everyTenant('accounts', async (tx) => {
    await openAccount(tx, tenantId, 'MYR', 100);
    await openAccount(tx, other, 'MYR', 100);
  });
  expect(await ask(tenantId)).toMatchObject({ is: 'price', price: { priceE4: 5, isOwn: true } });
  expect(await ask(other)).toEqual(free);
  await aPriceList(db, { tenantId, currency: 'MYR', beginsInSec: -60 }, [{ service: 'call', prefix: '1', priceE4: 6 }]);
  expect(await ask(tenantId), 'a later list takes the place of the whole one').toEqual({ is: 'none' });
  await aPriceList(db, { tenantId: null, currency: 'MYR' }, [{ service: 'call', country: '', priceE4: 7 }]);
  expect(await ask(tenantId)).toMatchObject({ is: 'price', price: { priceE4: 7, isOwn: false } });
  await aPriceList(db, { tenantId, currency: 'MYR', beginsInSec: 600 }, [{ service: 'call', priceE4: 8 }]);
  await aPriceList(db, { tenantId, currency: 'PHP' }, [{ service: 'call', priceE4: 9 }]);
  expect(await ask(tenantId)).toMatchObject({ price: { priceE4: 7 } });
});
