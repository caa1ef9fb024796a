import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDb } from '#platform/server/db/open-db.ts';
import { aCaller, aSession } from '#test/builders.ts';
import type { BareOrder } from './customers-bare.ts';
import { cpuMsOf, familyCpuMsOf } from './cpu-time.ts';
import { byHand } from './customers-by-hand.ts';
import { clientsAtOnce, httpClient, type Load } from './customers-clients.ts';
import { keptPostgres, millionCustomers } from './customers-data.ts';
import { measureFiles } from './customers-files.ts';
import { openProduct } from './customers-product.ts';
import { questionsFor } from './customers-questions.ts';
import { recordedStatements } from './customers-sql.ts';
import { measureWrites, plainInsert } from './customers-writes.ts';
import { median, percentile, print, type Figure } from './report.ts';

/*
 * Lists of a million customers over HTTP by 16 clients, beside a server of thirty lines that runs the same statements,
 * prepared, and beside those statements without a server; then customers added one by one, a file of them
 * imported beside COPY into the same table, and all exported beside COPY out of it. `BENCH_ONLY` chooses what is
 * measured by the beginnings of names.
 */
const CLIENTS = 16;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1);
const TURNS = 5;
/** One person may ask 1,200 times a minute. */
const PEOPLE = 300;
const root = join(import.meta.dirname, '..');

const postgres = await keptPostgres();
const made = await millionCustomers(postgres);
const db = openDb({ url: made.url, report() {} });
const { rows: people } = await db.pool.query<{ user_id: number }>(
  'update member set is_owner = true where tenant_id = $1 and user_id < $2 returning user_id',
  [made.tenantId, made.firstAgent + PEOPLE],
);
const tokens = await Promise.all(
  people.map(async ({ user_id: userId }) => (await aSession(db, { userId, tenantId: made.tenantId })).token),
);
const wanted = (process.env['BENCH_ONLY'] ?? '').split(' ').filter((one) => one !== '');
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((one) => name.startsWith(one));
const questions = questionsFor(made).filter(({ name }) => isWanted(name));
const caller = aCaller({
  sessionId: 0,
  tenantId: made.tenantId,
  userId: people[0]!.user_id,
  name: 'Bench',
  isOwner: true,
  functions: new Set(),
  needsMasking: false,
  language: 'en-US',
  timeZone: null,
  systemId: 5,
  textSeat: false,
  voiceSeat: false,
  provenMs: 0,
});

const recorded = await recordedStatements(made.url, caller, questions);
const written = byHand(made, recorded);
const bare = fork(join(import.meta.dirname, 'customers-bare.ts'), [], { cwd: root });
const bareUrl = (await sendOrder(bare, {
  do: 'open',
  url: made.url,
  answers: { ...recorded, ...written, insert: [plainInsert] },
})) as string;
const product = await openProduct(made.url);
const clients = { ours: httpClient(product.origin, CLIENTS), bare: httpClient(bareUrl, CLIENTS) };
for (const token of tokens) await clients.ours.post('/admin/cdp/customer/list', '{}', token);

const figures: Figure[] = [];
for (const { name, bodies } of questions) {
  const texts = bodies.map((body) => JSON.stringify(body));
  const askOurs = async (n: number) =>
    void (await clients.ours.post('/admin/cdp/customer/list', texts[n % texts.length]!, tokens[n % tokens.length]!));
  const askBare = async () => void (await clients.bare.post(`/${name}`, '{}', ''));
  const hand = `${name}.byHand`;
  const askHand = hand in written ? async () => void (await clients.bare.post(`/${hand}`, '{}', '')) : null;
  const firstMs = await timed(() => askOurs(0));
  for (const ask of [askOurs, askBare, ...(askHand ? [askHand] : [])]) await clientsAtOnce(CLIENTS, 1, ask);
  // By turns, so that what else the machine does weighs on both.
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  const hands: Measured[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    ours.push(await measured(product.pid, () => clientsAtOnce(CLIENTS, SECONDS, askOurs)));
    theirs.push(await measured(bare.pid!, () => clientsAtOnce(CLIENTS, SECONDS, askBare)));
    if (askHand) hands.push(await measured(bare.pid!, () => clientsAtOnce(CLIENTS, SECONDS, askHand)));
  }
  const alone = (await sendOrder(bare, { do: 'run', question: name, clients: CLIENTS, seconds: SECONDS })) as Load;
  const took = (turns: readonly Measured[], share: number) =>
    percentile(
      turns.flatMap(({ tookMs }) => tookMs),
      share,
    );
  const rate = (turns: readonly Measured[]) => median(turns.map(({ perSecond }) => perSecond));
  const cpu = (turns: readonly Measured[]) => median(turns.map(({ cpuMs, tookMs }) => cpuMs / tookMs.length));
  figures.push(
    { bench: `customers.${name}.rps`, ours: rate(ours), reference: rate(theirs), unit: 'req/s', goal: 'ratio ≥ 0.7' },
    { bench: `customers.${name}.p50`, ours: took(ours, 0.5), reference: took(theirs, 0.5), unit: 'ms' },
    { bench: `customers.${name}.p99`, ours: took(ours, 0.99), reference: took(theirs, 0.99), unit: 'ms' },
    {
      bench: `customers.${name}.cpu`,
      ours: cpu(ours),
      reference: cpu(theirs),
      unit: 'ms',
      goal: 'server and PostgreSQL, a request',
    },
    { bench: `customers.${name}.sqlAlone`, ours: rate(ours), reference: alone.perSecond, unit: 'req/s' },
    { bench: `customers.${name}.firstAsked`, ours: firstMs, reference: null, unit: 'ms' },
    ...(askHand
      ? [
          {
            bench: `customers.${hand}.cpu`,
            ours: cpu(ours),
            reference: cpu(hands),
            unit: 'ms',
            goal: 'at most 1.3 of the best plan written by hand',
          },
        ]
      : []),
  );
}

if (isWanted('insert')) {
  const of = (pid: number) => (work: () => Promise<Load>) => measured(pid, work);
  const load = { atOnce: CLIENTS, seconds: SECONDS, turns: TURNS };
  figures.push(...(await measureWrites(db, clients, { ours: of(product.pid), bare: of(bare.pid!) }, load)));
}

clients.ours.close();
clients.bare.close();
bare.disconnect();
await product.stop();
await db.close();
if (isWanted('files')) figures.push(...(await measureFiles(postgres)));
await postgres.stop();
print(`customers: a million of one tenant, ${CLIENTS} clients`, figures);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

interface Measured extends Load {
  cpuMs: number;
}

/** What a server and PostgreSQL take of the processor meanwhile: it says more than time where others work too. */
async function measured(pid: number, work: () => Promise<Load>): Promise<Measured> {
  const before = cpuMsOf(pid) + familyCpuMsOf(postgres.pid);
  const load = await work();
  return { ...load, cpuMs: cpuMsOf(pid) + familyCpuMsOf(postgres.pid) - before };
}

async function sendOrder(child: ChildProcess, order: BareOrder): Promise<unknown> {
  child.send(order);
  return ((await once(child, 'message')) as [unknown])[0];
}
