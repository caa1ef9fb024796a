import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { findMessages } from '#features/chat/chat/server/conversations.repo.ts';
import { callRecordsRepo } from '#features/voice/call-records/server/call-records.repo.ts';
import type { Db } from '#platform/server/db/db.ts';

const DAY_MS = 86_400_000;
const AGENTS = 500;
const CUSTOMERS = 1_000_000;
const EVENTS_A_CALL = 7;
const MESSAGES_A_CHAT = 12;

export interface Scene {
  tenantId: number;
  rows: number;
  months: number;
}

export interface Question {
  name: string;
  ask(db: Db, turn: number): Promise<unknown>;
}

/** A table that grows: how it is filled, what the product asks of it, and how one more row comes. */
export interface GrowingTable {
  name: string;
  moment: string;
  /** SQL: fills it, in the order of time, over so many months. */
  filling(scene: Scene): string[];
  questions(scene: Scene): Question[];
  /** Rows of the tenant before this moment, as retention would look for them. */
  older(scene: Scene, before: Date): RawBuilder<unknown>;
  /** Makes retention find them, where the product has no such index. */
  prepare?: string;
}

/** The moment of row n of all, oldest first. */
const began = ({ rows, months }: Scene): string => `now() - (${rows} - n) * (interval '${months} months' / ${rows})`;
/** Ids in the order of time, as those of the product nearly are: the same in SQL and here. */
const idOf = (n: string): string => `'c' || lpad((${n})::text, 10, '0')`;
const callIdOf = (n: number): string => `c${String(n).padStart(10, '0')}`;
/** A place anywhere in it; the same for both at the same turn. */
const somewhere = (turn: number, most: number): number => 1 + ((turn * 7_919 + 104_729) % most);

const callRecord: GrowingTable = {
  name: 'call_record',
  moment: 'started_at',
  filling: (scene) => [
    `insert into call_record (tenant_id, call_id, node, direction, started_at, answered_at, ended_at, talk_sec, duration_sec, customer_number, customer_country, our_number, user_id, group_id, outcome, customer_id, customer_name)
     select ${scene.tenantId}, ${idOf('n')}, 'n', case n % 5 when 0 then 'outbound' else 'inbound' end, moment, moment + interval '5 s', moment + interval '65 s', 60, 65,
       (525500000000 + (n::bigint * 7919) % ${CUSTOMERS})::text, 'MX', '525555550100', 1 + n % ${AGENTS}, 1 + n % 20, case when n % 20 = 0 then 3 when n % 33 = 0 then 2 else 1 end,
       ((n::bigint * 7919) % ${CUSTOMERS})::text, ''
     from (select n, ${began(scene)} as moment from generate_series(1, ${scene.rows}) n) made`,
  ],
  questions({ tenantId, rows }) {
    const last = (days: number) => ({ fromMs: Date.now() - days * DAY_MS, toMs: Date.now() });
    const ask =
      (search: (turn: number) => Parameters<ReturnType<typeof callRecordsRepo>['page']>[0]) => (db: Db, turn: number) =>
        db.tenant({ tenantId }, async (tx) => {
          const repo = callRecordsRepo(tx);
          return [await repo.total(search(turn)), await repo.page(search(turn), { size: 20 })];
        });
    return [
      { name: 'newest page', ask: ask(() => ({ range: last(1) })) },
      { name: 'page of a month', ask: ask(() => ({ range: last(30) })) },
      {
        name: 'a customer’s calls',
        ask: (db, turn) =>
          db.tenant({ tenantId }, (tx) =>
            callRecordsRepo(tx).page({ range: null, customerId: String(somewhere(turn, CUSTOMERS)) }, { size: 20 }),
          ),
      },
      { name: 'an agent’s day', ask: ask((turn) => ({ range: last(1), userId: somewhere(turn, AGENTS) })) },
      { name: 'missed of 90 days', ask: ask(() => ({ range: last(90), status: 3 })) },
      {
        name: 'one call by its id',
        ask: (db, turn) => db.tenant({ tenantId }, (tx) => callRecordsRepo(tx).find(callIdOf(somewhere(turn, rows)))),
      },
      {
        name: 'insert of one',
        ask: (db, turn) =>
          db.tenant({ tenantId }, (tx) =>
            sql`insert into call_record (call_id, node, direction, started_at, customer_number, our_number, user_id, group_id, customer_id)
              values (${`x${turn}`}, 'n', 'inbound', now(), ${String(525_500_000_000 + somewhere(turn, CUSTOMERS))}, '525555550100', ${somewhere(turn, AGENTS)}, 7, ${String(somewhere(turn, CUSTOMERS))})`.execute(
              tx.as(),
            ),
          ),
      },
      {
        name: 'end of one',
        ask: (db, turn) =>
          db.tenant({ tenantId }, (tx) =>
            sql`update call_record set ended_at = now(), outcome = 1, talk_sec = 60, duration_sec = 65 where call_id = ${`x${turn}`}`.execute(
              tx.as(),
            ),
          ),
      },
    ];
  },
  older: ({ tenantId }, before) => sql`tenant_id = ${tenantId} and started_at < ${before}`,
};

const callEvent: GrowingTable = {
  name: 'call_event',
  moment: 'at',
  filling: (scene) => [
    `insert into call_event (tenant_id, call_id, seq, at, type, detail)
     select ${scene.tenantId}, ${idOf(`n / ${EVENTS_A_CALL}`)}, n % ${EVENTS_A_CALL}, ${began(scene)}, (array['begun', 'queued', 'agentRang', 'answered', 'held', 'resumed', 'ended'])[1 + n % ${EVENTS_A_CALL}], jsonb_build_object('userId', n % ${AGENTS})
     from generate_series(1, ${scene.rows}) n`,
  ],
  questions({ tenantId, rows }) {
    return [
      {
        name: 'events of one call',
        ask: (db, turn) =>
          db.tenant({ tenantId }, (tx) =>
            callRecordsRepo(tx).events(callIdOf(somewhere(turn, Math.floor(rows / EVENTS_A_CALL)))),
          ),
      },
      {
        name: 'insert of seven',
        ask: (db, turn) =>
          db.tenant({ tenantId }, (tx) =>
            sql`insert into call_event (call_id, seq, at, type) select ${`x${turn}`}, n, now(), 'queued' from generate_series(1, ${EVENTS_A_CALL}) n`.execute(
              tx.as(),
            ),
          ),
      },
    ];
  },
  older: (_scene, before) => sql`at < ${before}`,
  prepare:
    'create index call_event_age on public.call_event using brin (at) with (pages_per_range = 64, autosummarize = on)',
};

const chatMessage: GrowingTable = {
  name: 'chat_message',
  moment: 'created_at',
  filling: (scene) => [
    `insert into chat_channel (id, tenant_id, key, kind, name, group_id) values (1, ${scene.tenantId}, 'bench', 'web', 'bench', 1)`,
    `insert into chat_visitor (id, tenant_id, channel_id, name) select n, ${scene.tenantId}, 1, 'v' || n from generate_series(1, 1000) n`,
    `insert into chat_conversation (id, tenant_id, channel_id, visitor_id, group_id, state, waiting_since, last_no, last_at, created_at)
     select c, ${scene.tenantId}, 1, 1 + c % 1000, 1, 'closed', now(), ${MESSAGES_A_CHAT}, date_trunc('second', now()), now() from generate_series(0, ${Math.ceil(scene.rows / MESSAGES_A_CHAT)}) c`,
    `insert into chat_message (tenant_id, conversation_id, no, author, client_id, kind, text, created_at)
     select ${scene.tenantId}, n / ${MESSAGES_A_CHAT}, 1 + n % ${MESSAGES_A_CHAT}, case n % 2 when 0 then 'visitor' else 'agent' end, gen_random_uuid(), 'text',
       'order ' || substr(md5((n % 50000)::text), 1, 6) || ' of ' || substr(md5((n % 3001)::text), 1, 5), ${began(scene)}
     from generate_series(1, ${scene.rows}) n`,
  ],
  questions({ tenantId, rows }) {
    const chats = Math.floor(rows / MESSAGES_A_CHAT);
    return [
      {
        name: 'messages of a chat',
        ask: (db, turn) =>
          db.tenant({ tenantId }, (tx) =>
            sql`select x.* from chat_message x where x.conversation_id = ${somewhere(turn, chats)} order by x.no desc limit 30`.execute(
              tx.as(),
            ),
          ),
      },
      {
        name: 'messages by words',
        ask: (db, turn) =>
          findMessages(
            db,
            { tenantId, userId: 1, supervises: true, needsMasking: false } as Parameters<typeof findMessages>[1],
            wordOf(somewhere(turn, 50_000)),
            undefined,
          ),
      },
      {
        name: 'insert of one',
        ask: (db, turn) =>
          db.tenant({ tenantId }, (tx) =>
            sql`insert into chat_message (conversation_id, no, author, client_id, kind, text, created_at)
              values (${somewhere(turn, chats)}, ${1_000 + turn}, 'visitor', gen_random_uuid(), 'text', 'where is my order?', now())`.execute(
              tx.as(),
            ),
          ),
      },
    ];
  },
  older: (_scene, before) => sql`created_at < ${before}`,
  prepare:
    'create index chat_message_age on public.chat_message using brin (created_at) with (pages_per_range = 64, autosummarize = on)',
};

const wordOf = (n: number): string => createHash('md5').update(String(n)).digest('hex').slice(0, 6);

export const growingTablesOfBench: readonly GrowingTable[] = [callRecord, callEvent, chatMessage];
