import type { Mailbox } from '#core/call/mailbox.ts';
import type { Keeper } from '#features/voice/voicemails/server/mailboxes.repo.ts';
import { voicemailsRepo, type MessageSearch } from '#features/voice/voicemails/server/voicemails.repo.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { sql, type RawBuilder } from 'kysely';
import { benchDatabase, fillBare } from './database.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * Mailboxes with 1,000,000 messages of a tenant with 500 agents and 20 groups, as an owner and an agent of two groups see them,
 * beside the plain way of asking: join, filter by who keeps it, sort. Then the counts of the menu, which every page asks for.
 */
const MESSAGES = 1_000_000;
const AGENTS = 500;
const GROUPS = 20;
const RUNS = 200;
const PLAIN_RUNS = 10;
const DAY_MS = 86_400_000;

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const tenantId = await aTenant(db);
const { userId: first } = await aMember(db, tenantId);
const firstGroup = await fill();

const owner: Keeper = { userId: first, seesAll: true };
const agent: Keeper = { userId: first + 1, seesAll: false };
const group: Mailbox = { kind: 'group', groupId: firstGroup };
const kept = sql`(v.user_id = ${agent.userId} or v.group_id in (select group_id from agent_group_member where user_id = ${agent.userId}))`;
const lastWeek = { fromMs: Date.now() - 7 * DAY_MS, toMs: Date.now() + 1 };
const ofLastWeek = sql`v.left_at >= now() - interval '7 days'`;
const middle = (
  await db.pool.query<{ id: number }>(
    'select id from voicemail where tenant_id = $1 order by left_at desc offset 500000 limit 1',
    [tenantId],
  )
).rows[0]!.id;

const questions: {
  name: string;
  keeper: Keeper;
  search: MessageSearch;
  before?: number;
  plain: RawBuilder<unknown>;
}[] = [
  { name: 'owner.all', keeper: owner, search: {}, plain: sql`true` },
  { name: 'owner.new', keeper: owner, search: { state: 'new' }, plain: sql`v.state = 'new'` },
  { name: 'owner.box', keeper: owner, search: { box: group }, plain: sql`v.group_id = ${firstGroup}` },
  {
    name: 'owner.middle',
    keeper: owner,
    search: {},
    before: middle,
    plain: sql`(v.left_at, v.id) < (select b.left_at, b.id from voicemail b where b.id = ${middle})`,
  },
  { name: 'agent.all', keeper: agent, search: {}, plain: kept },
  { name: 'agent.new', keeper: agent, search: { state: 'new' }, plain: sql`${kept} and v.state = 'new'` },
  { name: 'agent.week', keeper: agent, search: { range: lastWeek }, plain: sql`${kept} and ${ofLastWeek}` },
];

const figures: Figure[] = [];
for (const { name, keeper, search, before, plain } of questions) {
  await compare(
    name,
    () => db.tenant({ tenantId }, (tx) => voicemailsRepo(tx).page(keeper, search, { size: 31, before })),
    () =>
      db.tenant({ tenantId }, (tx) =>
        sql`
    select v.*, r.customer_number, r.customer_name, c.duration_ms, g.name group_name, m.nick_name from voicemail v join call_record r on r.call_id = v.call_id join call_recording c on c.recording_id = v.recording_id
      left join agent_group g on g.id = v.group_id left join member m on m.user_id = v.user_id where ${plain} order by v.left_at desc, v.id desc limit 31`.execute(
          tx.as(),
        ),
      ),
  );
}
for (const [name, keeper, whose] of [
  ['owner.boxes', owner, sql`true`],
  ['agent.boxes', agent, kept],
] as const) {
  await compare(
    name,
    () => db.tenant({ tenantId }, (tx) => voicemailsRepo(tx).boxes(keeper)),
    () =>
      db.tenant({ tenantId }, (tx) =>
        sql`select v.box, count(*) filter (where v.state = 'new') from voicemail v where ${whose} group by 1`.execute(
          tx.as(),
        ),
      ),
  );
}

await db.close();
await database.stop();
print(`mailboxes: ${MESSAGES.toLocaleString('en')} messages of one tenant`, figures);

async function compare(name: string, ask: () => Promise<unknown>, askPlainly: () => Promise<unknown>): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let warm = 0; warm < 3; warm += 1) await ask();
  await askPlainly();
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await timed(ask));
    if (run % (RUNS / PLAIN_RUNS) === 0) theirs.push(await timed(askPlainly));
  }
  for (const [figure, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const)
    figures.push({
      bench: `voicemail.${name}.${figure}`,
      ours: percentile(ours, share),
      reference: percentile(theirs, share),
      unit: 'ms',
    });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** A third in the main box, a third in groups', a third in agents'; one in ten is new. Answers the first group. */
async function fill(): Promise<number> {
  await db.pool.query(
    `insert into user_account (id, email, password_hash) overriding system value select $1 + n, 'agent' || n || '@bench.example', '!' from generate_series(1, ${AGENTS - 1}) n`,
    [first],
  );
  await db.pool.query(
    `insert into member (tenant_id, user_id, nick_name, voice_seat) select $1, $2 + n, 'Agent ' || n, true from generate_series(1, ${AGENTS - 1}) n`,
    [tenantId, first],
  );
  await db.pool.query(
    'insert into agent (tenant_id, user_id) select tenant_id, user_id from member where tenant_id = $1 on conflict do nothing',
    [tenantId],
  );
  const {
    rows: [made],
  } = await db.pool.query<{ id: number }>(
    `insert into agent_group (tenant_id, name, group_no) select $1, 'Group ' || n, n from generate_series(1, ${GROUPS}) n returning id`,
    [tenantId],
  );
  await db.pool.query(
    `insert into agent_group_member (tenant_id, group_id, user_id) select $1, $2 + (n + k) % ${GROUPS}, $3 + n from generate_series(0, ${AGENTS - 1}) n, generate_series(0, 1) k`,
    [tenantId, made!.id, first],
  );
  await fillBare(db, ['call_record', 'call_recording', 'voicemail'], async (client) => {
    await client.query(
      `insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, talk_sec, duration_sec, customer_number, customer_country, our_number, outcome)
      select $1::bigint, 'c' || n, 'n', 'inbound', now() - n * interval '40 s', now() - n * interval '40 s', 0, 30, (525500000000 + n % 200000)::text, 'MX', '525555550100', 4 from generate_series(1, ${MESSAGES}) n`,
      [tenantId],
    );
    await client.query(
      `insert into call_recording (tenant_id, recording_id, call_id, kind, duration_ms, bytes, created_at) select tenant_id, 'r' || call_id, call_id, 'voicemail', 20000, 80000, started_at from call_record`,
    );
    await client.query(
      `insert into voicemail (tenant_id, call_id, recording_id, group_id, user_id, left_at, state)
      select tenant_id, call_id, 'r' || call_id, case when id % 3 = 1 then $1::bigint + id % ${GROUPS} end, case when id % 3 = 2 then $2::bigint + id % ${AGENTS} end, started_at, case when id % 10 = 0 then 'new' when id % 10 < 4 then 'heard' else 'done' end from call_record`,
      [made!.id, first],
    );
  });
  return made!.id;
}
