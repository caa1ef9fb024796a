import { openDb } from '#platform/server/db/open-db.ts';
import { aSession } from '#test/builders.ts';
import { httpClient } from './customers-clients.ts';
import { CUSTOMERS, keptPostgres, millionCustomers } from './customers-data.ts';
import { openProduct } from './customers-product.ts';
import { median, percentile, print } from './report.ts';

/*
 * The questions of the one search under Ctrl+K over a million customers, letter by letter as somebody types, by HTTP; beside
 * them the customers' list asked for the same beginnings. What the page adds is its pause of 60 ms and a frame.
 */
const TURNS = 5;
/** Names with and without their accents, in any order, Chinese by its signs and its letters, a number, a piece of an address. */
const wanted = ['gonzalez maria', 'Núñez', 'ortega jose lopez', '王伟', 'wangwei', '5255 0001', 'c77123@mail'];
const beginnings = wanted
  .flatMap((words) => [...words].map((_, at) => [...words].slice(0, at + 1).join('')))
  .filter((words) => words.trim() === words);

const postgres = await keptPostgres();
const made = await millionCustomers(postgres);
const db = openDb({ url: made.url, report() {} });
await db.pool.query('update member set is_owner = true where tenant_id = $1 and user_id = $2', [
  made.tenantId,
  made.firstAgent,
]);
const { token } = await aSession(db, { userId: made.firstAgent, tenantId: made.tenantId });
const product = await openProduct(made.url);
const client = httpClient(product.origin, 1);

const search = await asked((words) => client.post('/admin/saas_plat/find', JSON.stringify({ words }), token));
const list = await asked((words) => client.post('/admin/cdp/customer/list', JSON.stringify({ words }), token));
client.close();
await product.stop();
await db.close();
await postgres.stop();

const slowest = [...search]
  .map(([words, times]) => ({ words, ms: Math.round(median(times)) }))
  .toSorted((a, b) => b.ms - a.ms)
  .slice(0, 5);
console.log('slowest beginnings:', slowest.map(({ words, ms }) => `“${words}” ${ms} ms`).join(', '));
const [ours, theirs] = [[...search.values()].flat(), [...list.values()].flat()];
print(`One search over ${CUSTOMERS.toLocaleString('en')} customers, ${beginnings.length} beginnings of words`, [
  { bench: 'find.p50', ours: median(ours), reference: median(theirs), unit: 'ms', goal: '100 ms from a key' },
  { bench: 'find.p95', ours: percentile(ours, 0.95), reference: percentile(theirs, 0.95), unit: 'ms' },
  { bench: 'find.p99', ours: percentile(ours, 0.99), reference: percentile(theirs, 0.99), unit: 'ms' },
]);

/** What each beginning took, asked by itself; the first turn reads what later ones find in memory. */
async function asked(ask: (words: string) => Promise<string>): Promise<Map<string, number[]>> {
  const took = new Map<string, number[]>();
  for (let turn = 0; turn <= TURNS; turn += 1)
    for (const words of beginnings) {
      const askedAt = performance.now();
      await ask(words);
      if (turn > 0) took.set(words, [...(took.get(words) ?? []), performance.now() - askedAt]);
    }
  return took;
}
