import { afterAll, test, vi } from 'vitest';
import { sql } from 'kysely';
import { testServer } from '#test/test-server.ts';
import { aPriceList } from '#test/builders.ts';
import { aPayer } from './prices.fixture.ts';
import { guideRepo } from './guide.repo.ts';
import { isLookedFor } from './row-search.ts';
import { pricesOf } from './price-of.ts';
vi.setConfig({ testTimeout: 400_000 });
const server = await testServer();
afterAll(server.close);
const { db } = server.world;
test('dbg', async () => {
  const tenantId = await aPayer(db);
  const own = await aPriceList(db, { tenantId }, [{ service: 'sms', priceE4: 1 }]);
  const general = await aPriceList(db, {}, []);
  const next = await aPriceList(db, { beginsInSec: 1000 }, []);
  await db.everyTenant('fill', async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx.as());
    for (const [id, n] of [
      [general, 200_000],
      [next, 20_000],
      [own, 500],
    ] as const)
      await sql`insert into price_row (list_id, service, kind, prefix, price_e4) select ${id}::bigint, 'call', (array['', 'task'])[1 + n % 2], (10000 + n * 37 % 9000000)::text, n + (case when ${id}::bigint = ${next}::bigint then n % 3 else 0 end) from generate_series(1, ${n}::int) n on conflict do nothing`.execute(
        tx.as(),
      );
    await sql`analyze price_row`.execute(tx.as());
  });
  await db.tenant({ tenantId }, async (tx) => {
    const time = async (what: string, work: () => Promise<unknown>, n = 1) => {
      const at = performance.now();
      for (let i = 0; i < n; i += 1) await work();
      console.log(what, ((performance.now() - at) / n).toFixed(2), 'ms');
    };
    console.log(
      (
        await sql`explain (analyze, buffers) select * from price_of(${tenantId}, 'USD', 'call', 'manual', '', 'MX', '525512345678', now())`.execute(
          tx.as(),
        )
      ).rows
        .map((r) => Object.values(r as object)[0])
        .join('\n'),
    );
    await time(
      'price_of x1',
      () => pricesOf(tx, 'USD', [{ service: 'call', kind: 'manual', country: 'MX', number: '52551234567' }]),
      300,
    );
    await time(
      'price_of x6',
      () =>
        pricesOf(
          tx,
          'USD',
          Array.from({ length: 6 }, (_, i) => ({
            service: 'call' as const,
            kind: 'manual' as const,
            country: 'MX',
            number: `5255123456${i}`,
          })),
        ),
      100,
    );
    await time(
      'inbound, none',
      () => pricesOf(tx, 'USD', [{ service: 'call', kind: 'inbound', country: 'MX', number: '52551234567' }]),
      100,
    );
    const repo = guideRepo(tx, 'USD');
    const lists = await repo.lists();
    await time(
      'page 1',
      () => repo.page(lists, isLookedFor({ words: '' } as never, 'en-US'), { page: 1, size: 20 }),
      3,
    );
    await time(
      'page call',
      () => repo.page(lists, isLookedFor({ words: '', service: 'call' } as never, 'en-US'), { page: 1, size: 20 }),
      3,
    );
    await time(
      'page 400',
      () => repo.page(lists, isLookedFor({ words: '' } as never, 'en-US'), { page: 400, size: 20 }),
      3,
    );
    await time(
      'page words 5255',
      () => repo.page(lists, isLookedFor({ words: '5255' } as never, 'en-US'), { page: 1, size: 20 }),
      3,
    );
    await time(
      'page country MX',
      () => repo.page(lists, isLookedFor({ words: '', country: 'MX' } as never, 'en-US'), { page: 1, size: 20 }),
      3,
    );
    await time('coming', () => repo.coming(lists, { page: 1, size: 20 }), 1);
  });
});
