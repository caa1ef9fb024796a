import { createHash } from 'node:crypto';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import type { CallBook } from '#features/voice/call-records/server/call-book.ts';
import { writeEntries } from '#features/voice/call-records/server/book-writer.ts';
import type { BookEntry } from '#features/voice/call-records/server/book-entries.ts';
import { callRecordsRepo } from '#features/voice/call-records/server/call-records.repo.ts';
import { namedRecords } from '#features/voice/call-records/server/named-records.ts';
import type { CallRecordSearch } from '#features/voice/call-records/server/call-record-search.ts';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { sql, type RawBuilder } from 'kysely';
import { benchDatabase, fillBare } from './database.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * Lists of call records among 1,000,000 of a tenant with 500 agents, beside the plain way of asking: count all, sort, skip.
 * Then how many calls per second the book takes, each with five events, beside one transaction for every entry.
 * `node bench/records.ts name` asks the questions that begin so, and writes nothing.
 */
const [only = ''] = process.argv.slice(2);
const RECORDS = 1_000_000;
const DAYS = 90;
const AGENTS = 500;
const RUNS = 200;
const PLAIN_RUNS = 15;
const CALLS = 3_000;
const PLAIN_CALLS = 600;
const DAY_MS = 86_400_000;
/** Of a million records 200 have a given name and surname, 8,000 a surname, 25,000 a name. */
const NAMES = 40;
const SURNAMES = 125;
const LETTERS = 'ghijklmnop';

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const tenantId = await aTenant(db);
const { userId: firstAgent } = await aMember(db, tenantId);
const neighbour = await aTenant(db);

await fill();

const nowMs = Date.now();
const last = (days: number) => ({ fromMs: nowMs - days * DAY_MS, toMs: nowMs + 1 });
const month = sql`r.started_at >= now() - interval '30 days'`;
const questions: {
  name: string;
  search: CallRecordSearch;
  offset?: number;
  plain: RawBuilder<unknown>;
  goal?: string;
}[] = [
  { name: 'today', search: { range: last(1) }, plain: sql`r.started_at >= now() - interval '1 day'` },
  { name: 'month', search: { range: last(30) }, plain: month },
  { name: 'month.page1000', search: { range: last(30) }, offset: 9_990, plain: month },
  { name: 'month.page30000', search: { range: last(30) }, offset: 299_990, plain: month },
  {
    name: 'own.month',
    search: { range: last(30), ownOf: firstAgent },
    plain: sql`${month} and r.user_id = ${firstAgent}`,
  },
  {
    name: 'number.whole',
    search: { range: last(DAYS), number: { digits: '525500012345', by: 'whole' } },
    plain: sql`r.customer_number = '525500012345'`,
  },
  {
    name: 'number.end',
    search: { range: last(DAYS), number: { digits: '012345', by: 'beginningOrEnd' } },
    plain: sql`r.customer_number like '%012345%'`,
  },
  { name: 'missed.quarter', search: { range: last(DAYS), status: 3 }, plain: sql`r.outcome = 3` },
  ...(
    [
      ['whole', `${nameOf('n7')}é ${nameOf('s21')}`],
      ['surname', nameOf('s21')],
      ['first', `${nameOf('n7')}é`],
    ] as const
  ).map(([name, text]) => ({
    name: `name.${name}`,
    search: { range: last(DAYS), name: { text, by: 'part' as const } },
    plain: sql`${sql.join(
      text.split(' ').map((word) => sql`r.customer_name ilike ${`%${word}%`}`),
      sql` and `,
    )}`,
  })),
  {
    name: 'name.letter',
    search: { range: last(DAYS), name: { text: nameOf('n7'), by: 'firstLetter' } },
    plain: sql`r.customer_name ilike ${`${nameOf('n7')[0]}%`}`,
  },
  { name: 'group.month', search: { range: last(30), groupId: 7 }, plain: sql`${month} and r.group_id = 7` },
];

const figures: Figure[] = [];
for (const { name, search, offset = 0, plain } of questions.filter((one) => one.name.startsWith(only))) {
  const ours: number[] = [];
  const theirs: number[] = [];
  const ask = async () => {
    const asked = { ...search, ...(await namedRecords(db, tenantId, search)) };
    return db.tenant({ tenantId }, async (tx) => [
      await callRecordsRepo(tx).total(asked),
      await callRecordsRepo(tx).page(asked, { size: 10, offset }),
    ]);
  };
  const askPlainly = () =>
    db.tenant({ tenantId }, async (tx) => [
      await sql`select count(*) from call_record r where ${plain}`.execute(tx.as()),
      await sql`select r.*, m.nick_name from call_record r left join member m on m.user_id = r.user_id where ${plain} order by r.started_at desc, r.id desc limit 10 offset ${offset}`.execute(
        tx.as(),
      ),
    ]);
  for (let warm = 0; warm < 3; warm += 1) await ask();
  await askPlainly();
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await timed(ask));
    if (run % Math.ceil(RUNS / PLAIN_RUNS) === 0) theirs.push(await timed(askPlainly));
  }
  for (const [figure, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const)
    figures.push({
      bench: `records.${name}.${figure}`,
      ours: percentile(ours, share),
      reference: percentile(theirs, share),
      unit: 'ms',
    });
}

if (only === '') await measureWrites();
await db.close();
await database.stop();
print(`call records: ${RECORDS.toLocaleString('en')} of one tenant`, figures);

/** How many calls a second the book takes. */
async function measureWrites(): Promise<void> {
  const book = openCallBook({ db, files: diskFiles(database.dataDir), log: openLog('silent') });
  const oursSec = await seconds(() => Promise.all(entriesOf(CALLS, 'o').map((entry) => writeByBook(book, entry))));
  const plain = entriesOf(PLAIN_CALLS, 'p');
  const plainSec = await seconds(() =>
    Promise.all(
      Array.from({ length: 10 }, async (_, lane) => {
        for (const entry of plain.filter((one) => laneOf(one) === lane)) await writeEntries(db, neighbour, [entry]);
      }),
    ),
  );
  figures.push({
    bench: 'records.write',
    ours: CALLS / oursSec,
    reference: PLAIN_CALLS / plainSec,
    unit: 'calls/s',
    goal: '≥ 200 calls/s',
  });

  await book.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  return (await timed(work)) / 1_000;
}

/** Seven entries a call: it begins, waits, rings, is answered, is measured, ends. */
function entriesOf(calls: number, prefix: string): BookEntry[] {
  const all: BookEntry[][] = Array.from({ length: calls }, (_, n) => {
    const callId = `${prefix}-${n}`;
    const startedMs = nowMs + n;
    const at = (ms: number) => startedMs + ms;
    const note = (seq: number, event: Extract<BookEntry, { kind: 'note' }>['event']): BookEntry => ({
      kind: 'note',
      callId,
      seq,
      event,
    });
    return [
      {
        kind: 'open',
        call: {
          tenantId: 0,
          callId,
          node: 'n',
          direction: 'inbound',
          startedMs,
          customerNumber: String(525_500_000_000 + n),
          customerCountry: 'MX',
          ourNumber: '525555550100',
          didNumberId: 1,
          routerId: null,
          lineId: 1,
          userId: null,
          sipNum: null,
          groupId: null,
          callbackOf: null,
          task: null,
        },
      },
      note(1, { type: 'queued', groupId: 7, position: 1, atMs: at(10) }),
      note(2, { type: 'agentRang', userId: firstAgent, sipNum: '8001', atMs: at(20) }),
      note(3, { type: 'answered', userId: firstAgent, atMs: at(3_000) }),
      note(4, { type: 'held', userId: firstAgent, atMs: at(9_000) }),
      note(5, { type: 'resumed', userId: firstAgent, atMs: at(12_000) }),
      {
        kind: 'close',
        callId,
        end: {
          endedMs: at(60_000),
          outcome: 'talked',
          cause: 'normal',
          sipStatus: null,
          refusal: null,
          endedBy: 'customer',
        },
      },
    ];
  });
  // As they would come: all begin, then all wait, and so on.
  return [0, 1, 2, 3, 4, 5, 6].flatMap((step) => all.map((entries) => entries[step]!));
}

function writeByBook(book: CallBook, entry: BookEntry): Promise<void> {
  if (entry.kind === 'open') return book.open({ ...entry.call, tenantId });
  if (entry.kind === 'note') return book.note(tenantId, entry.callId, entry.event);
  if (entry.kind === 'close') return book.close(tenantId, entry.callId, entry.end);
  if (entry.kind === 'mark') return book.mark(tenantId, entry.marks);
  if (entry.kind === 'keep') return book.keep(tenantId, entry.callId, entry.living);
  if (entry.kind === 'forget') return book.forget(tenantId, entry.callId);
  return book.addQuality(tenantId, entry.callId, entry.quality);
}

function laneOf(entry: BookEntry): number {
  if (entry.kind === 'mark') return 0;
  return Number((entry.kind === 'open' ? entry.call.callId : entry.callId).split('-')[1]) % 10;
}

/** Seven letters that have little in common with the next name's; the same here and in the database. */
function nameOf(seed: string): string {
  return createHash('md5')
    .update(seed)
    .digest('hex')
    .slice(0, 7)
    .replaceAll(/\d/g, (digit) => LETTERS[Number(digit)]!);
}
function nameSql(seed: string): string {
  return `translate(left(md5(${seed}), 7), '0123456789', '${LETTERS}')`;
}

async function fill(): Promise<void> {
  await fillBare(db, ['call_record', 'call_agent'], async (client) => {
    for (const [tenant, count] of [
      [tenantId, RECORDS],
      [neighbour, RECORDS / 10],
    ]) {
      await client.query(
        `insert into call_record (tenant_id, call_id, node, direction, started_at, answered_at, ended_at, talk_sec, duration_sec, customer_number, customer_country, our_number, user_id, group_id, outcome, customer_name, customer_words)
         select $1::bigint, $1::bigint || '-' || n, 'n', case n % 5 when 0 then 'outbound' else 'inbound' end, began, began + interval '5 s', began + interval '65 s', 60, 65,
           (525500000000 + (n::bigint * 7919) % 200000)::text, 'MX', '525555550100', $2::bigint + n % ${AGENTS}, 1 + n % 20, case when n % 20 = 0 then 3 when n % 33 = 0 then 2 else 1 end, name, search_words(name)
         from (select n, ${nameSql(`'n' || n % ${NAMES}`)} || 'é ' || ${nameSql(`'s' || (n / ${NAMES}) % ${SURNAMES}`)} as name, now() - (n * ${DAYS}::float8 / $3::float8) * interval '1 day' as began from generate_series(1, $3::int) n) made`,
        [tenant, firstAgent, count],
      );
    }
    await client.query(
      "insert into call_agent (tenant_id, record_id, user_id, started_at, result) select tenant_id, id, user_id, started_at, 'talked' from call_record",
    );
  });
}
