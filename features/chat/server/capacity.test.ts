import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { isUnavailable, openDb } from '#platform/server/db/db.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { testDb } from '#test/test-db.ts';
import { aChatHouse, says } from './chat.fixture.ts';
import { openChatDesk, type DeskWorld } from './chat-desk.ts';

const { db, url, close } = await testDb();
afterAll(close);

const nobody = {} as never;
/** Another process on the same database, as far as the desk is concerned: its own connections, its own memory. */
function aProcess() {
  const own = openDb({ url, max: 6, report() {} });
  const world: DeskWorld = { db: own, clock: systemClock, log: openLog('silent'), files: nobody, virusScan: nobody };
  const desk = openChatDesk(world);
  return { desk, stop: async () => { await desk.stop(); await own.close(); } };
}

/** A busy database may refuse for the moment; pages then try again, with the same client id. */
async function insisting<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (thrown) {
      if (!isUnavailable(thrown)) throw thrown;
    }
  }
}

test('[complaint 12] 200 chats at once through four processes: at no moment has anybody more than 3', async () => {
  const home = await aChatHouse(db);
  await home.setting('ChatCapacity', 3);
  const agents = await Promise.all(Array.from({ length: 20 }, () => home.agent()));
  // The history: after every change of hands, how many conversations that agent then has.
  await db.pool.query(`
    create table hand_over (at bigint generated always as identity, conversation_id bigint, agent_id bigint, load int);
    create function note_hand_over() returns trigger language plpgsql security definer as $$ begin
      if new.state = 'open' and new.agent_id is distinct from old.agent_id then
        insert into hand_over (conversation_id, agent_id, load) select new.id, new.agent_id, count(*) from chat_conversation where agent_id = new.agent_id and state = 'open';
      end if; return null; end $$;
    create trigger note_hand_over after update on chat_conversation for each row execute function note_hand_over();`);
  const processes = Array.from({ length: 4 }, aProcess);
  const visitors = await Promise.all(Array.from({ length: 200 }, () => home.visitor()));
  await Promise.all(visitors.map((visitor, n) => {
    const wish = says('hello');
    return insisting(() => processes[n % 4]!.desk.fromVisitor(visitor, wish));
  }));
  // Served ones leave, everybody somewhere, until all had their turn.
  let ended = 0;
  while (ended < 200) {
    await Promise.all(processes.map(({ desk }) => insisting(() => desk.line.serveNow(home.tenantId))));
    const open = (await insisting(home.conversations)).filter(({ state }) => state === 'open');
    await Promise.all(open.map(({ visitor_id }, n) => insisting(() => processes[(n + 1) % 4]!.desk.endByVisitor({ tenantId: home.tenantId, visitorId: visitor_id }))));
    ended += open.length;
  }
  const { rows: history } = await db.pool.query<{ conversation_id: number; agent_id: number; load: number }>('select * from hand_over order by at');
  expect(history).toHaveLength(200);
  expect(new Set(history.map(({ conversation_id }) => conversation_id)).size).toBe(200);
  expect(Math.max(...history.map(({ load }) => load))).toBe(3);
  // Nobody was left out, and nobody got much more than others.
  const counts = agents.map(({ userId }) => history.filter(({ agent_id }) => agent_id === userId).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
  await Promise.all(processes.map(({ stop }) => stop()));
}, 120_000);

test('[complaint 11] a long line over five groups is served in its order, and loads differ by at most one', async () => {
  const home = await aChatHouse(db);
  await home.setting('ChatCapacity', 10);
  const groups = [home.groupId, ...(await Promise.all(Array.from({ length: 4 }, () => home.group())))];
  const channels = await Promise.all(groups.map((groupId) => home.channelTo(groupId)));
  const agents = await Promise.all(Array.from({ length: 20 }, () => home.agent({ groups })));
  await db.everyTenant('a line', (tx) => sql`
    with v as (insert into chat_visitor (tenant_id, channel_id) select ${home.tenantId}, (${channels}::bigint[])[1 + n % 5] from generate_series(1, 1000) n returning id, channel_id)
    insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, waiting_since, last_at, created_at)
    select ${home.tenantId}, v.channel_id, v.id, c.group_id, now() - interval '1 hour' + v.id * interval '1 ms', date_trunc('second', now()), now() from v join chat_channel c on c.id = v.channel_id`.execute(tx.as()));
  const [one, two] = [aProcess(), aProcess()];
  await Promise.all([one.desk.line.serveNow(home.tenantId), two.desk.line.serveNow(home.tenantId)]);
  const rows = (await home.conversations()).toSorted((a, b) => a.sinceMs - b.sinceMs);
  expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 1_000 }, (_, n) => (n < 200 ? 'open' : 'waiting')));
  for (const { userId } of agents) expect(rows.filter(({ agent_id }) => agent_id === userId)).toHaveLength(10);
  await Promise.all([one.stop(), two.stop()]);
}, 60_000);

test('[CHAT-10] nothing that waits is forgotten when the process that stored it stops before giving it out', async () => {
  const home = await aChatHouse(db);
  const mei = await home.visitor();
  const first = aProcess();
  await first.desk.line.stop();
  await first.desk.fromVisitor(mei, says('hello'));
  await first.stop();
  const ana = await home.agent();
  const second = aProcess();
  await second.desk.upkeep.serveAll();
  await expect.poll(home.conversations).toMatchObject([{ state: 'open', agent_id: ana.userId }]);
  await second.stop();
});
