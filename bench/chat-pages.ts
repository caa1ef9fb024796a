import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import type { Db } from '#platform/server/db/db.ts';
import { loadPage, openBrowser, type PageLoad } from './page-load.ts';
import { median, type Figure } from './report.ts';

const RUNS = 3;
const FEW = 20;
const MANY = 10_000;
const MESSAGES = 3;

/** When the agents' page stands with ten thousand conversations beside twenty, and what visitors' browsers load. */
export async function measureChatPages(db: Db, origin: string): Promise<Figure[]> {
  const browser = await openBrowser();
  const [few, many] = [await loads(FEW), await loads(MANY)];
  const { rows } = await db.pool.query<{ key: string }>("select key from chat_channel where kind = 'web' limit 1");
  const widget = Buffer.from(await (await fetch(`${origin}/home/api/chat/widget/${rows[0]!.key}`)).arrayBuffer());
  const visitor = await loadPage(browser, `${origin}/c/${rows[0]!.key}`, {});
  await browser.close();
  const middle = (runs: readonly PageLoad[], of: (load: PageLoad) => number) => median(runs.map(of));
  return [
    {
      bench: `chat.page.${MANY}.list`,
      ours: middle(many, ({ shownMs }) => shownMs!),
      reference: middle(few, ({ shownMs }) => shownMs!),
      unit: 'ms',
      goal: `beside ${FEW} conversations`,
    },
    {
      bench: `chat.page.${MANY}.lcp`,
      ours: middle(many, ({ lcpMs }) => lcpMs),
      reference: middle(few, ({ lcpMs }) => lcpMs),
      unit: 'ms',
      goal: `beside ${FEW} conversations`,
    },
    { bench: 'chat.page.js', ours: many[0]!.gzipKb, reference: null, unit: 'KB' },
    {
      bench: 'chat.widget',
      ours: gzipSync(widget).length / 1_024,
      reference: null,
      unit: 'KB',
      goal: 'gzip, on every page of a host site',
    },
    { bench: 'chat.visitor.js', ours: visitor.gzipKb, reference: null, unit: 'KB', goal: 'once the button is pressed' },
  ];

  async function loads(count: number): Promise<PageLoad[]> {
    const token = await anAgentWith(db, count);
    const runs: PageLoad[] = [];
    for (let run = 0; run < RUNS; run += 1)
      runs.push(await loadPage(browser, `${origin}/interactive/chat`, { token, shows: '.chat-row' }));
    return runs;
  }
}

/** An agent's token; all these conversations are open and theirs. */
async function anAgentWith(db: Db, count: number): Promise<string> {
  const home = await aChatHouse(db);
  const { userId, token } = await home.agent({ online: false, timeZone: 'America/Mexico_City' });
  await db.everyTenant('conversations', (tx) =>
    sql`
    with visitors as (
      insert into chat_visitor (tenant_id, channel_id, name) select ${home.tenantId}, ${home.channelId}, 'Lucía Hernández ' || n from generate_series(1, ${count}::int) n returning id
    ), talks as (
      insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, state, agent_id, waiting_since, assigned_at, reacted_at, last_no, last_at, last_text, last_chat_type, unread, created_at)
      select ${home.tenantId}, ${home.channelId}, id, ${home.groupId}, 'open', ${userId}, at, at, at, ${MESSAGES}::int, at, 'Where is my booking?', 1, 1, at
      from (select id, date_trunc('second', now()) - id * interval '7 seconds' as at from visitors) v returning id, last_at
    )
    insert into chat_message (tenant_id, conversation_id, no, author, client_id, kind, text, created_at)
    select ${home.tenantId}, t.id, n, case when n = 2 then 'agent' else 'visitor' end, gen_random_uuid(), 'text', 'Where is my booking?', t.last_at from talks t, generate_series(1, ${MESSAGES}::int) n`.execute(
      tx.as(),
    ),
  );
  await db.pool.query('analyze chat_conversation, chat_message, chat_visitor');
  return token;
}
