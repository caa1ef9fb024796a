import autocannon from 'autocannon';
import Fastify from 'fastify';
import { z } from 'zod';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { buildHttp } from '#platform/server/http/build-http.ts';
import { routes } from '#platform/server/http/routes.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { systemClock } from '#platform/server/clock.ts';
import { endpoint, pageOf } from '#shared/endpoint.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { benchDatabase } from './database.ts';
import { median, print } from './report.ts';

/*
 * A validated POST by a signed-in user that answers 30 rows, without a database in the handler,
 * beside bare fastify that answers the same bytes. Runs alternate; the median of five counts.
 */
const RUNS = 5;
const SECONDS = Number(process.argv[2] ?? 4);
const CONNECTIONS = 50; // from a thread of its own, so that the load is not measured with the server

const Row = z.object({
  id: z.number(),
  full_name: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
  owner_id: z.number(),
  tags: z.array(z.object({ id: z.number(), name: z.string() })),
  created_at: z.string(),
});
const rows = Array.from({ length: 30 }, (_, i) => ({
  id: i,
  full_name: `Lucía Hernández ${i}`,
  first_name: 'Lucía',
  last_name: null,
  phone: '+525512345678',
  email: `lucia${i}@aurora.example`,
  owner_id: 7,
  tags: [
    { id: 1, name: 'VIP' },
    { id: 2, name: 'Renewal' },
  ],
  created_at: '2026-01-01 10:00:00',
}));
const list = endpoint({
  method: 'POST',
  path: '/api/bench/list',
  access: 'bench.view',
  summary: '',
  reads: true,
  input: z.object({
    page: z.number().int().min(1),
    size: z.number().int().max(200),
    name: z.string().max(100).optional(),
    tags: z.array(z.number().int()).max(50).optional(),
  }),
  data: pageOf(Row),
});
const question = JSON.stringify({ page: 1, size: 30, name: 'luc', tags: [1, 2] });

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const member = await aMember(db, await aTenant(db), { functions: ['bench.view'] });

const ours = await buildHttp(
  // One user asks as often as a bench can: the limit for people is lifted by a clock that runs a minute per call.
  {
    db,
    sessions: openSessions(db, systemClock),
    clock: fastClock(),
    log: openLog('silent'),
    metrics: openMetrics(),
    trustProxy: false,
    allowedOrigins: [],
  },
  routes('bench', { list }, { list: () => ({ list: rows, total: 1_234_567 }) }),
);
const bare = Fastify();
bare.post('/api/bench/list', () => ({ code: 0, data: { list: rows, total: 1_234_567 }, msg: '' }));
const urls = { ours: await ours.listen({ port: 0 }), bare: await bare.listen({ port: 0 }) };

const same = await Promise.all(
  [urls.ours, urls.bare].map(async (url) =>
    (await fetch(`${url}/api/bench/list`, { method: 'POST', body: question, headers: headers() })).text(),
  ),
);
if (same[0] !== same[1]) throw new Error('the two servers do not answer the same bytes');

const seen = { ours: [] as number[], bare: [] as number[] };
/** Processor time of the thread that serves; it says the same beside other work. */
const took = { ours: [] as number[], bare: [] as number[] };
for (let run = 0; run < RUNS; run += 1) {
  for (const which of ['bare', 'ours'] as const) {
    const before = process.threadCpuUsage();
    const result = await autocannon({
      url: `${urls[which]}/api/bench/list`,
      method: 'POST',
      body: question,
      headers: headers(),
      connections: CONNECTIONS,
      duration: SECONDS,
      workers: 1,
    });
    if (result.non2xx > 0) throw new Error(`${which}: ${result.non2xx} answers were not 200`);
    seen[which].push(result.requests.average);
    const { user, system } = process.threadCpuUsage(before);
    took[which].push((user + system) / result.requests.total);
  }
}
await Promise.all([ours.close(), bare.close()]);
await db.close();
await database.stop();
print('http: validated POST by a signed-in user, 30 rows', [
  {
    bench: 'http.post.rps',
    ours: median(seen.ours),
    reference: median(seen.bare),
    unit: 'req/s',
    goal: 'ratio ≥ 0.85',
  },
  { bench: 'http.post.cpu', ours: median(took.ours), reference: median(took.bare), unit: 'µs', goal: 'ratio ≤ 1.18' },
]);

function headers(): Record<string, string> {
  return { 'content-type': 'application/json', authorization: `Bearer ${member.token}` };
}

function fastClock() {
  let calls = 0;
  const nowMs = (): number => Date.now() + (calls += 1) * 60;
  return { nowMs, monotonicMs: nowMs };
}
