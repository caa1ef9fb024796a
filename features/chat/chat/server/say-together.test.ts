import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { says } from './chat.fixture.ts';
import { aChatServerInTime, as, reply } from './chat-server.fixture.ts';
import { MESSAGES_A_MINUTE, openSayTogether } from './say-together.ts';

const { server, desk, house, clock } = await aChatServerInTime();
const { db } = server.world;
const together = openSayTogether({ db, clock });

/** A conversation that an agent has, both of whom can write. */
async function aTalk(wishes: { phone?: string } = {}) {
  const home = await house();
  const [ana, mei] = [await home.agent(), await home.visitor(wishes)];
  const { conversation } = await desk.fromVisitor(mei, says('hello'));
  await desk.line.serveNow(home.tenantId);
  const { id } = conversation;
  return {
    home,
    ana,
    mei,
    id,
    visitor: (words = 'words', client: string = randomUUID()) =>
      together(home.tenantId, { visitor: mei.visitorId, client, words }),
    agent: (words = 'words', client: string = randomUUID(), who = ana) =>
      together(home.tenantId, { conversation: id, who: who.userId, who_name: who.identity.name, client, words }),
    /** What was told since it was last asked, to whom; without what differs between any two messages. */
    async pushes() {
      const { rows } = await db.pool.query<{ who: number | null; access: string | null; kind: string; body: string }>(
        `with gone as (delete from outbox where tenant_id = $1 returning *), told as (delete from realtime_event where tenant_id = $1 returning *)
         select user_id who, access, kind, body::text from told union all select user_id, access, kind, body::text from (select * from gone order by id) g`,
        [home.tenantId],
      );
      return rows.map((row) => ({ ...row, body: row.body.replace(/"(id|no|client_id)": ("[^"]*"|\d+)/g, '"$1"') }));
    },
    row: async () =>
      (
        await db.pool.query(
          `select to_jsonb(c) - '{last_no,agent_read_no,unread}'::text[] row from chat_conversation c where id = $1`,
          [id],
        )
      ).rows[0].row,
  };
}

/** Somebody else holds a conversation meanwhile. */
async function whileHeld<T>(tenantId: number, id: number, work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined;
  await db.tenant({ tenantId }, async (tx) => {
    await sql`select 1 from chat_conversation where id = ${id} for update`.execute(tx.as());
    result = work();
    await expect.poll(waiting).toBeGreaterThan(0);
  });
  return result!;
}
const waiting = async () =>
  (
    await db.pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%chat_from_%' and datname = current_database()",
    )
  ).rowCount;

test('[CHAT-07] what is said with others is stored and told as what is said alone, to the agent, to whoever supervises and was called, and to the visitor', async () => {
  const talk = await aTalk();
  const { home, ana, mei, id } = talk;
  const called = await home.agent({ online: false, groups: [] });
  await desk.agents.send(as(ana), { ...reply(id, 'look at this'), note: true, mentions: [called.userId] });
  await talk.pushes();

  const alone = await whileHeld(home.tenantId, id, () => desk.fromVisitor(mei, says('words')));
  const [pushesAlone, rowAlone] = [await talk.pushes(), await talk.row()];
  const message = await talk.visitor();
  expect(message).toMatchObject({ no: alone.message.no + 1, author: 'visitor', text: 'words' });
  expect(await talk.pushes()).toEqual(pushesAlone);
  expect(pushesAlone.map(({ who, access, kind }) => [who, access, kind])).toEqual([
    [ana.userId, null, 'chat.happened'],
    [null, 'chat.supervise', 'chat.happened'],
    [-mei.visitorId, null, 'chat.visitor'],
    [called.userId, null, 'chat.happened'],
  ]);
  expect(await talk.row()).toEqual(rowAlone);

  const answer = await whileHeld(home.tenantId, id, () => desk.agents.send(as(ana), reply(id, 'words')));
  const [answerPushes, answerRow] = [await talk.pushes(), await talk.row()];
  const answered = await talk.agent();
  expect({ ...answered, id: 0, no: 0, client_id: '' }).toEqual({ ...answer, id: 0, no: 0, client_id: '' });
  expect(await talk.pushes()).toEqual(answerPushes);
  expect(await talk.row()).toEqual(answerRow);
  expect((await home.conversations())[0]).toMatchObject({ unread: 0, last_no: answered!.no });
});

test('[CHAT-07] what many say at the same moment is one piece: each has its own answer, of two into one conversation the second goes by itself, and a bad one fails alone', async () => {
  const home = await house();
  const ana = await home.agent({ capacity: 5 });
  await home.setting('ChatGreetAtOnce', 5);
  const visitors = [await home.visitor(), await home.visitor(), await home.visitor()];
  for (const visitor of visitors) await desk.fromVisitor(visitor, says('hello'));
  await desk.line.serveNow(home.tenantId);
  const ids = (await home.conversations()).map(({ id }) => id);
  const visitor = (place: number, words: string, client: string = randomUUID()) =>
    together(home.tenantId, { visitor: visitors[place]!.visitorId, client, words });
  const agent = (place: number, words: string) =>
    together(home.tenantId, {
      conversation: ids[place]!,
      who: ana.userId,
      who_name: 'Ana',
      client: randomUUID(),
      words,
    });
  const last = async (place: number) => (await home.messages(ids[place]!)).at(-1);

  const answers = await Promise.all([visitor(2, 'c'), agent(0, 'a'), visitor(0, 'too soon'), visitor(1, 'b')]);
  expect(answers).toMatchObject([
    { text: 'c', author: 'visitor', conversation_id: ids[2], no: 3 },
    { text: 'a', author: 'agent', conversation_id: ids[0], no: 3, user_id: ana.userId },
    null,
    { text: 'b', author: 'visitor', conversation_id: ids[1], no: 3 },
  ]);
  expect([await last(0), await last(1), await last(2)]).toMatchObject([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
  const { rows } = await db.pool.query('select distinct xmin::text from chat_message where client_id = any($1)', [
    answers.map((answer) => answer?.client_id),
  ]);
  expect(rows).toHaveLength(1);
  expect(await home.conversations()).toMatchObject([{ unread: 0 }, { unread: 2 }, { unread: 2 }]);

  const [good, bad, nobody] = await Promise.allSettled([
    visitor(1, 'good'),
    visitor(2, 'bad', 'no id'),
    together(home.tenantId, { visitor: 0, client: randomUUID(), words: 'nobody' }),
  ]);
  expect([good, bad.status, nobody]).toMatchObject([{ value: { text: 'good', no: 4 } }, 'rejected', { value: null }]);
  expect(await last(2)).toMatchObject({ text: 'c' });
});

test('[CHAT-07] what needs looking into is not written with others: who waits, has a number, is shut out, wrote it before or too much; who has not got it', async () => {
  const talk = await aTalk();
  const { home, mei, ana, id } = talk;
  const [client, stranger] = [randomUUID(), await home.agent({ online: false })];
  expect(await talk.agent('x', client)).not.toBeNull();
  expect(await talk.agent('x', client)).toBeNull();
  expect(await talk.agent('x', randomUUID(), stranger)).toBeNull();
  expect(await (await aTalk({ phone: '525511112222' })).visitor()).toBeNull();
  await db.pool.query("update chat_channel set kind = 'email' where id = $1", [home.channelId]);
  expect(await talk.agent()).toBeNull();
  expect(await talk.visitor('mine', client)).toBeNull();
  for (let n = 2; n <= MESSAGES_A_MINUTE; n += 1) expect(await talk.visitor()).not.toBeNull();
  expect(await talk.visitor()).toBeNull();
  clock.turn(61_000);
  expect(await talk.visitor()).not.toBeNull();
  await db.pool.query('update chat_visitor set blocked_at = now() where id = $1', [mei.visitorId]);
  expect(await talk.visitor()).toBeNull();
  await desk.agents.close(as(ana), id, {});
  expect([await talk.visitor(), await talk.agent()]).toEqual([null, null]);
  const other = await (await house()).visitor();
  await desk.fromVisitor(other, says('waits'));
  expect(await together(other.tenantId, { visitor: other.visitorId, client: randomUUID(), words: 'x' })).toBeNull();
});

test('nobody writes into a conversation of another tenant', async () => {
  const [talk, other] = [await aTalk(), await aTalk()];
  const saying = { client: randomUUID(), words: 'x' };
  expect(await together(other.home.tenantId, { ...saying, visitor: talk.mei.visitorId })).toBeNull();
  expect(
    await together(other.home.tenantId, { ...saying, conversation: talk.id, who: talk.ana.userId, who_name: 'Ana' }),
  ).toBeNull();
});

test('[CHAT-07] a message changes nothing of its conversation that an index holds', async () => {
  const talk = await aTalk();
  await talk.agent();
  const indexed = async () =>
    (
      await db.pool.query(
        `select to_jsonb(array(select to_jsonb(c) -> a.attname from pg_attribute a where a.attrelid = 'chat_conversation'::regclass and exists (
           select from pg_index i where i.indrelid = a.attrelid and a.attnum = any(i.indkey)) order by a.attnum)) held from chat_conversation c where c.id = $1`,
        [talk.id],
      )
    ).rows[0].held;
  const before = await indexed();
  clock.turn(7_000);
  await talk.visitor();
  clock.turn(7_000);
  await talk.agent();
  expect(await indexed()).toEqual(before);
});
