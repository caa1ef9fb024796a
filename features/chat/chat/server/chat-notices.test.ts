import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { testDb } from '#test/test-db.ts';
import type { Member } from '#test/builders.ts';
import { chatNotices } from './chat-notices.ts';
import { aChatHouse } from './chat.fixture.ts';

const { db, close } = await testDb();
afterAll(close);
const house = await aChatHouse(db);
const source = chatNotices({ db, clock: systemClock });

interface Talk {
  agent: Member | null;
  /** When the visitor wrote and when the agent got it, seconds ago. */
  wroteSec: number;
  givenSec?: number;
  readNo?: number;
  hasReacted?: boolean;
}
async function aTalk({ agent, wroteSec, givenSec = wroteSec, readNo = 0, hasReacted = false }: Talk): Promise<string> {
  const { visitorId } = await house.visitor({ name: 'Mei 5512345678' });
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, state, agent_id, waiting_since, assigned_at, reacted_at, due_at, last_no, agent_read_no, unread, last_at, created_at)
     values ($1, $2, $3, $4, $5, $6, now(), now() - $7 * interval '1 second', case when $8 then now() end, now(), 1, $9, 1 - $9, date_trunc('second', now()), now()) returning id`,
    [
      house.tenantId,
      house.channelId,
      visitorId,
      house.groupId,
      agent ? 'open' : 'waiting',
      agent?.userId ?? null,
      givenSec,
      hasReacted,
      readNo,
    ],
  );
  const { id } = rows[0]!;
  await db.pool.query(
    `insert into chat_message (tenant_id, conversation_id, no, author, client_id, kind, text, created_at) values ($1, $2, 1, 'visitor', $3, 'text', 'hello', now() - $4 * interval '1 second')`,
    [house.tenantId, id, randomUUID(), wroteSec],
  );
  return String(id);
}
const waitingFor = async (...people: Member[]) =>
  (await db.everyTenant('a test', (tx) => source.waiting!(tx, people, systemClock.nowMs() - 20_000))).map(
    ({ userId, subject, no }) => [userId, subject, no],
  );

test('[push] what a visitor wrote is told after twenty seconds unread, to whoever has the conversation', async () => {
  const [ana, budi] = [await house.agent(), await house.agent()];
  const unread = await aTalk({ agent: ana, wroteSec: 30, hasReacted: true });
  await aTalk({ agent: ana, wroteSec: 5, hasReacted: true });
  await aTalk({ agent: ana, wroteSec: 300, readNo: 1, hasReacted: true });
  await aTalk({ agent: null, wroteSec: 300 });
  expect(await waitingFor(ana, budi)).toEqual([[ana.userId, unread, 1]]);
});

test('[push] a conversation somebody was just given is not told before they had time to see it', async () => {
  const chen = await house.agent();
  await aTalk({ agent: chen, wroteSec: 300, givenSec: 3 });
  expect(await waitingFor(chen)).toEqual([]);
  const ignored = await aTalk({ agent: chen, wroteSec: 300, givenSec: 25, readNo: 1 });
  expect(await waitingFor(chen)).toEqual([[chen.userId, ignored, 1]]);
});

test('[push] it is told to its agent alone, with stars for who sees stars, and not once it is read', async () => {
  const [dewi, stars, sofia] = [
    await house.agent(),
    await house.agent({ needsMasking: true }),
    await house.agent({ functions: ['chat.use', 'chat.supervise'] }),
  ];
  const id = await aTalk({ agent: dewi, wroteSec: 30, hasReacted: true });
  expect(await source.describeSubject(dewi.caller(), id)).toEqual({
    who: 'Mei 5512345678',
    address: `/interactive/chat?id=${id}`,
  });
  expect(await source.describeSubject(sofia.caller(), id)).toBeNull();
  const masked = await source.describeSubject(stars.caller(), await aTalk({ agent: stars, wroteSec: 30 }));
  expect(masked!.who).not.toContain('5512345678');
  const read = await aTalk({ agent: dewi, wroteSec: 30, readNo: 1, hasReacted: true });
  expect(await source.describeSubject(dewi.caller(), read)).toBeNull();
});
