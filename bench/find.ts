import { openDb } from '#platform/server/db/open-db.ts';
import { aSession } from '#test/builders.ts';
import { httpClient } from './customers-clients.ts';
import { CUSTOMERS, keptPostgres, millionCustomers } from './customers-data.ts';
import { openProduct } from './customers-product.ts';
import { openBrowser } from './page-load.ts';
import { median, percentile, print, type Figure } from './report.ts';

/*
 * The one search under Ctrl+K over a million customers, letter by letter: from a key to the picture that shows what was
 * found, in a browser, beside the same key where nothing is asked of the server; and the questions alone, by HTTP.
 */
const TURNS = 5;
const NOTHING_FOUND = { code: 0, data: [] };
/** The longest a key may go unanswered before the bench gives up. */
const PATIENCE_MS = 20_000;
/** Names with and without their accents, in any order, Chinese by its signs and its letters, a number, a piece of an address. */
const wanted = ['gonzalez maria', 'Núñez', 'ortega jose lopez', '王伟', 'wangwei', '5255 0001', 'c77123@mail'];
const prefixes = wanted
  .flatMap((words) => [...words].map((_, at) => [...words].slice(0, at + 1).join('')))
  .filter((words) => words.trim() === words);

/** Runs in the page: from the input's event to the frame after the list is no longer busy. React has seen the key by the next frame. */
const KEY_ANSWERED = `new Promise((resolve, reject) => {
  document.querySelector('.command-field input').addEventListener('input', () => {
    const begunAt = performance.now();
    const look = () => {
      const passed = performance.now() - begunAt;
      if (passed > 1 && document.querySelector('.command-list')?.getAttribute('aria-busy') === 'false') resolve(passed);
      else if (passed > ${PATIENCE_MS}) reject(new Error('no answer'));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { once: true });
})`;

const postgres = await keptPostgres();
const made = await millionCustomers(postgres);
const db = openDb({ url: made.url, report() {} });
const { rows } = await db.pool.query<{ user_id: number }>(
  'update member set is_owner = true where tenant_id = $1 and user_id = $2 returning user_id',
  [made.tenantId, made.firstAgent],
);
const { token } = await aSession(db, { userId: rows[0]!.user_id, tenantId: made.tenantId });
const product = await openProduct(made.url);

const answered = await byHttp();
const browser = await openBrowser();
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  locale: 'en-US',
  timezoneId: 'UTC',
});
await context.addInitScript((value) => localStorage.setItem('openseat.token', value), token);
const page = await context.newPage();
await page.goto(`${product.origin}/home`);
await page.waitForSelector('header');
const alone = await typed({ isAlone: true });
const shown = await typed({ isAlone: false });
await browser.close();
await product.stop();
await db.close();
await postgres.stop();

const figures: Figure[] = [
  { bench: 'find.http.p50', ours: median(answered), reference: null, unit: 'ms' },
  { bench: 'find.http.p99', ours: percentile(answered, 0.99), reference: null, unit: 'ms' },
  { bench: 'find.key.p50', ours: median(shown), reference: median(alone), unit: 'ms', goal: '100 ms from a key' },
  { bench: 'find.key.p95', ours: percentile(shown, 0.95), reference: percentile(alone, 0.95), unit: 'ms' },
  { bench: 'find.key.p99', ours: percentile(shown, 0.99), reference: percentile(alone, 0.99), unit: 'ms' },
];
print(`One search over ${CUSTOMERS.toLocaleString('en')} customers, ${prefixes.length} beginnings of words`, figures);
process.exit(0);

/** Each beginning of each search, asked for by itself. */
async function byHttp(): Promise<number[]> {
  const client = httpClient(product.origin, 1);
  const took = new Map<string, number[]>();
  for (let turn = 0; turn <= TURNS; turn += 1)
    for (const words of prefixes) {
      const askedAt = performance.now();
      await client.post('/admin/saas_plat/find', JSON.stringify({ words }), token);
      // The first turn reads what later ones find in memory.
      if (turn > 0) took.set(words, [...(took.get(words) ?? []), performance.now() - askedAt]);
    }
  client.close();
  const slowest = [...took]
    .map(([words, times]) => ({ words, ms: Math.round(median(times)) }))
    .toSorted((a, b) => b.ms - a.ms);
  console.log(
    'slowest beginnings:',
    slowest
      .slice(0, 5)
      .map(({ words, ms }) => `“${words}” ${ms} ms`)
      .join(', '),
  );
  return [...took.values()].flat();
}

/** What each key took, every search typed letter by letter. Alone, the server is not asked: what is shown are the page’s own entries. */
async function typed({ isAlone }: { isAlone: boolean }): Promise<number[]> {
  const took: number[] = [];
  await page.route('**/admin/saas_plat/find', (route) =>
    isAlone ? route.fulfill({ json: NOTHING_FOUND }) : route.continue(),
  );
  for (let turn = 0; turn <= TURNS; turn += 1)
    for (const words of wanted) {
      await page.keyboard.press('Control+k');
      await page.waitForSelector('.command-field input:focus');
      for (const letter of words) {
        const ms = await timeOfKey(letter);
        if (turn > 0 && letter !== ' ') took.push(ms);
      }
      await page.keyboard.press('Escape');
      await page.waitForSelector('.command-field input', { state: 'detached' });
    }
  await page.unroute('**/admin/saas_plat/find');
  return took;
}

async function timeOfKey(letter: string): Promise<number> {
  const time = page.evaluate<number>(KEY_ANSWERED);
  await page.keyboard.insertText(letter);
  return time;
}
