import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openLog } from '#platform/server/log.ts';
import { eventually, wrong } from '#platform/server/realtime/realtime-process.fixture.ts';
import { testDb } from '#test/test-db.ts';
import { aChatHouse, says } from './chat.fixture.ts';
import type { ChatDeskWorld } from './chat-desk.ts';
import { openChatDesk } from './open-chat-desk.ts';
import type { DeskOrder } from './desk-process.fixture.ts';

const { db, url, close } = await testDb();
afterAll(close);

const nobody = {} as never;
/** Another process on the same database, as far as the desk is concerned: its own connections, its own memory. */
function aProcess() {
  const own = openDb({ url, max: 6, report() {} });
  const world: ChatDeskWorld = {
    db: own,
    clock: systemClock,
    log: openLog('silent'),
    files: nobody,
    uploadLimits: nobody,
    virusScan: nobody,
  };
  const desk = openChatDesk(world);
  return {
    desk,
    stop: async () => {
      await desk.stop();
      await own.close();
    },
  };
}

type Order = DeskOrder extends infer One ? (One extends DeskOrder ? Omit<One, 'no'> : never) : never;

/** A desk that really is another process. */
function aDeskProcess() {
  const child = fork(join(import.meta.dirname, 'desk-process.fixture.ts'), {
    env: { ...process.env, DATABASE_URL: url },
    execArgv: [],
  });
  const awaited = new Map<number, PromiseWithResolvers<void>>();
  const ended = once(child, 'exit').then(([code]) => {
    for (const { reject } of awaited.values()) reject(new Error(`a desk ended with ${code}`));
    return code as number | null;
  });
  let orders = 0;
  child.on('message', (no: number) => {
    awaited.get(no)!.resolve();
    awaited.delete(no);
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    send(order: Order): Promise<void> {
      const no = (orders += 1);
      const done = Promise.withResolvers<void>();
      awaited.set(no, done);
      child.send({ ...order, no } satisfies DeskOrder);
      return done.promise;
    },
    async stop() {
      child.disconnect();
      expect(await ended).toBe(0);
    },
  };
}

/** From now on: who was given which conversation, with how many they then had, and whose ended; in the order in which it happened. */
async function keepHistory(tenantId: number) {
  await db.pool.query(`
    create table chat_history (at bigint generated always as identity, what text, conversation_id bigint, agent_id bigint, load int);
    create function note_history() returns trigger language plpgsql security definer as $$ begin
      if new.tenant_id = ${tenantId} and new.state = 'open' and new.agent_id is distinct from old.agent_id then
        insert into chat_history (what, conversation_id, agent_id, load) select 'given', new.id, new.agent_id, count(*) from chat_conversation where agent_id = new.agent_id and state = 'open';
      elsif new.tenant_id = ${tenantId} and new.state = 'closed' and old.state <> 'closed' then
        insert into chat_history (what, conversation_id, agent_id, load) select 'ended', new.id, new.agent_id, count(*) from chat_conversation where agent_id = new.agent_id and state = 'open';
      end if; return null; end $$;
    create trigger note_history after update on chat_conversation for each row execute function note_history();`);
  return async () =>
    (
      await db.pool.query<{
        at: number;
        what: 'given' | 'ended';
        conversation_id: number;
        agent_id: number;
        load: number;
      }>('select * from chat_history order by at')
    ).rows;
}

test('[complaint 12] [CHAT-10] 200 chats at once through four processes: nobody ever has more than 3, who waits longest is next, nobody is lost', async () => {
  const CHATS = 200;
  const home = await aChatHouse(db);
  await home.setting('ChatCapacity', 3);
  await home.setting('ChatGreetAtOnce', 3);
  const agents = await Promise.all(Array.from({ length: 20 }, () => home.agent()));
  const readHistory = await keepHistory(home.tenantId);
  const desks = Array.from({ length: 4 }, aDeskProcess);
  const visitors = await Promise.all(Array.from({ length: CHATS }, () => home.visitor()));
  await Promise.all(
    visitors.map((visitor, n) => desks[n % 4]!.send({ do: 'write', visitor, wish: says(`hello ${n}`) })),
  );
  await eventually(
    async () =>
      expect((await home.conversations()).filter(({ state }) => state === 'open')).toHaveLength(3 * agents.length),
    30_000,
  );
  // Whoever is served leaves, by another process than the one that gave, until all had their turn. Nobody but the desks gives anything out.
  const left = new Set<number>();
  while (left.size < CHATS) {
    const served = await eventually(async () => {
      const open = (await home.conversations()).filter(
        ({ state, visitor_id }) => state === 'open' && !left.has(visitor_id),
      );
      return open.length > 0 ? open : wrong('nobody new is served');
    }, 30_000);
    await Promise.all(
      served.map(({ visitor_id: visitorId }, n) => {
        left.add(visitorId);
        return desks[(n + left.size) % 4]!.send({ do: 'end', visitor: { tenantId: home.tenantId, visitorId } });
      }),
    );
  }
  await Promise.all(desks.map(({ stop }) => stop()));

  const history = await readHistory();
  const rows = new Map((await home.conversations()).map((row) => [row.id, row]));
  expect([...rows.values()].map(({ state, closed_by }) => `${state} by ${closed_by}`)).toEqual(
    Array.from({ length: CHATS }, () => 'closed by visitor'),
  );
  for (const what of ['given', 'ended'])
    expect(
      history
        .filter((one) => one.what === what)
        .map((one) => one.conversation_id)
        .toSorted((a, b) => a - b),
      `each ${what} once`,
    ).toEqual([...rows.keys()]);
  expect(Math.max(...history.map(({ load }) => load)), 'as each change saw it').toBe(3);
  const loads = new Map(agents.map(({ userId }) => [userId, 0]));
  for (const { what, agent_id: agentId } of history) {
    loads.set(agentId, loads.get(agentId)! + (what === 'given' ? 1 : -1));
    expect(loads.get(agentId), 'told from the history').toBeLessThanOrEqual(3);
  }
  // All had come and every place was taken before the first left: from then on the line is known, and nobody is passed over.
  const given = history
    .slice(history.findIndex(({ what }) => what === 'ended'))
    .filter(({ what }) => what === 'given')
    .map(({ conversation_id }) => rows.get(conversation_id)!);
  expect(given).toHaveLength(CHATS - 3 * agents.length);
  expect(given.map(({ id }) => id)).toEqual(
    given.toSorted((a, b) => a.sinceMs - b.sinceMs || a.id - b.id).map(({ id }) => id),
  );
  // Nobody was left out, and nobody got much more than others.
  const counts = agents.map(
    ({ userId }) => history.filter(({ what, agent_id }) => what === 'given' && agent_id === userId).length,
  );
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
}, 120_000);

test('[complaint 11] a long line over five groups is served in its order, and loads differ by at most one', async () => {
  const home = await aChatHouse(db);
  await home.setting('ChatCapacity', 10);
  await home.setting('ChatGreetAtOnce', 10);
  const groups = [home.groupId, ...(await Promise.all(Array.from({ length: 4 }, () => home.group())))];
  const channels = await Promise.all(groups.map((groupId) => home.channelTo(groupId)));
  const agents = await Promise.all(Array.from({ length: 20 }, () => home.agent({ groups })));
  await db.everyTenant('a line', (tx) =>
    sql`
    with v as (insert into chat_visitor (tenant_id, channel_id) select ${home.tenantId}, (${channels}::bigint[])[1 + n % 5] from generate_series(1, 1000) n returning id, channel_id)
    insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, waiting_since, last_at, created_at)
    select ${home.tenantId}, v.channel_id, v.id, c.group_id, now() - interval '1 hour' + v.id * interval '1 ms', date_trunc('second', now()), now() from v join chat_channel c on c.id = v.channel_id`.execute(
      tx.as(),
    ),
  );
  const [one, two] = [aProcess(), aProcess()];
  await Promise.all([one.desk.line.serveNow(home.tenantId), two.desk.line.serveNow(home.tenantId)]);
  const rows = (await home.conversations()).toSorted((a, b) => a.sinceMs - b.sinceMs);
  expect(rows.map(({ state }) => state)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => (n < 200 ? 'open' : 'waiting')),
  );
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
