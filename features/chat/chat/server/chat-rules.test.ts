import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { furthest } from '../core/delivery.ts';
import { isWindowOver, refusalToResend, refusalToWrite } from '../core/reply-rules.ts';
import { isTheirs, isVisible } from '../core/visibility.ts';
import { AGENTS, GROUPS, VISITORS, agentPlace, historyEvent, pastOf, standingOf } from './chat-history.fixture.ts';

const START_MS = Date.UTC(2026, 10, 15, 12);
const EVENT_MS = 60_000;
const DAY_MS = 86_400_000;
const momentOf = (ms: number) => new Date(ms).toISOString();

const status = fc.option(fc.constantFrom(...ChatMessageStatus.rows.map(({ code }) => code)));
const question = fc.record({
  talk: fc.nat(5),
  who: agentPlace,
  supervises: fc.boolean(),
  isNote: fc.boolean(),
  isTemplate: fc.boolean(),
  status,
  // Around the end of the window to the millisecond, or any time.
  afterMs: fc.oneof(fc.constantFrom(0, DAY_MS - 1, DAY_MS, DAY_MS + 1), fc.nat(2 * DAY_MS)),
});

let opened: TestDb;
let client: pg.Client;
let agents: number[];
let groups: number[];
let visitors: number[];
const ids = async (text: string, values: unknown[]) =>
  (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));

beforeAll(async () => {
  opened = await testDb();
  const tenantId = await aTenant(opened.db);
  agents = [];
  for (const _ of AGENTS) agents.push((await aMember(opened.db, tenantId, { textSeat: true })).userId);
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  await client.query(readFileSync(join(import.meta.dirname, 'chat-history.fixture.sql'), 'utf8'));
  await client.query("select set_config('app.tenant', $1, false)", [String(tenantId)]);
  await client.query('set role openseat_app');
  groups = await ids(
    "insert into agent_group (name, group_no) select 'Group ' || n, n from generate_series(1, $1) n returning id",
    [GROUPS.length],
  );
  const [customer] = await ids("insert into customer (full_name) values ('Mei') returning id", []);
  visitors = [];
  for (const { kind, hours, customer: known, isProven } of VISITORS)
    visitors.push(
      ...(await ids(
        `with ch as (insert into chat_channel (key, kind, name, group_id, window_hours) values ($1 || '-channel', $1, $1, $2, $3) returning id)
         insert into chat_visitor (channel_id, name, customer_id, proven_customer_id) select id, 'Mei', $4, $5 from ch returning id`,
        [kind, groups[0], hours, known === null ? null : customer, isProven ? customer : null],
      )),
    );
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

test('[CHAT-07] after any history the database shows a conversation, and takes words into it, as the rules say', async () => {
  const histories = fc.asyncProperty(
    fc.array(historyEvent, { maxLength: 25 }),
    fc.array(question, { minLength: 8, maxLength: 20 }),
    async (history, anyQuestions) => {
      const past = pastOf(history);
      const questions = anyQuestions
        .filter(({ talk }) => talk < past.talks.length)
        .map((one) => {
          const { visitor } = past.talks[one.talk]!;
          return { ...one, nowMs: START_MS + past.lastWroteAt[visitor]! * EVENT_MS + one.afterMs };
        });
      fc.pre(questions.length > 0);
      const rules = questions.map((one) => {
        const talk = past.talks[one.talk]!;
        const { hours } = VISITORS[talk.visitor]!;
        const window = { lastWroteMs: START_MS + past.lastWroteAt[talk.visitor]! * EVENT_MS, hours };
        const standing = standingOf(past, talk);
        return {
          theirs: isTheirs(standing, one.who),
          visible: isVisible(standing, one.who),
          windowOver: isWindowOver(window, one.nowMs),
          wrote: refusalToWrite(standing, window, one, one.nowMs) ?? 'written',
          resent: refusalToResend(standing, window, one, one.nowMs) ?? 'again',
        };
      });
      expect(await played(history, questions)).toEqual(rules);
    },
  );
  await fc.assert(histories, { numRuns: 40 });
});

/** What the database says; nothing of it stays. */
async function played(history: readonly object[], questions: readonly { nowMs: number }[]): Promise<object[]> {
  await client.query('begin');
  try {
    const events = history.map((event, at) => ({ ...event, at: momentOf(START_MS + at * EVENT_MS) }));
    await client.query('select pg_temp.play($1, $2, $3, $4)', [JSON.stringify(events), visitors, agents, groups]);
    const { rows } = await client.query<{ answers: object[] }>(
      'select pg_temp.answers($1, (select array_agg(id order by id) from chat_conversation), $2) answers',
      [JSON.stringify(questions.map((one) => ({ ...one, at: momentOf(one.nowMs) }))), agents],
    );
    return rows[0]!.answers;
  } finally {
    await client.query('rollback');
  }
}

test('[CHAT-07] how far a message got only grows, in the database as in the rule', async () => {
  const statuses = ChatMessageStatus.rows.map(({ code }) => code);
  const pairs = [null, ...statuses].flatMap((known) => statuses.map((news) => ({ known, news })));
  await client.query('begin');
  await client.query('select pg_temp.play($1, $2, $3, $4)', [
    JSON.stringify([{ type: 'writes', visitor: 1, at: momentOf(START_MS) }]),
    visitors,
    agents,
    groups,
  ]);
  await client.query(
    `insert into chat_message (conversation_id, no, author, client_id, kind, fate, created_at)
     select c.id, 100 + place, 'agent', gen_random_uuid(), 'text', (pair->>'known')::int, now()
     from chat_conversation c, jsonb_array_elements($1) with ordinality p (pair, place)`,
    [JSON.stringify(pairs)],
  );
  await client.query(
    `select chat_fate(m.id, (pair->>'news')::int, 'why', null)
     from jsonb_array_elements($1) with ordinality p (pair, place) join chat_message m on m.no = 100 + place`,
    [JSON.stringify(pairs)],
  );
  const { rows } = await client.query<{ fate: number | null }>(
    'select fate from chat_message where no > 100 order by no',
  );
  await client.query('rollback');
  expect(rows.map(({ fate }, at) => ({ ...pairs[at], after: fate }))).toEqual(
    pairs.map(({ known, news }) => ({ known, news, after: furthest(known, news) })),
  );
});
