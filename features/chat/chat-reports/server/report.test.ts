import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { countTalk, figuresOf, type Counted, type TalkEvent } from '../core/report.ts';
import { aChatHouse, type ChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import type { Db } from '#platform/server/db/db.ts';
import { testDb } from '#test/test-db.ts';
import { readReport } from './report.repo.ts';

const { db, close } = await testDb();
afterAll(close);

const NOON = Date.UTC(2026, 10, 10, 12);
const PROMISE = 90;

type Move = {
  what: 'hand' | 'take' | 'transfer' | 'requeue' | 'toGroup' | 'write' | 'close' | 'rate';
  agent: number;
  group: number;
  afterMs: number;
  rating: number;
};
const move: fc.Arbitrary<Move> = fc.record({
  what: fc.constantFrom(
    'hand',
    'hand',
    'take',
    'transfer',
    'requeue',
    'toGroup',
    'write',
    'write',
    'write',
    'close',
    'rate',
  ),
  agent: fc.nat(2),
  group: fc.nat(1),
  afterMs: fc.oneof(fc.nat(2_000), fc.nat(200_000)),
  rating: fc.integer({ min: 1, max: 5 }),
});
const history = fc.record({
  channel: fc.nat(1),
  dayBefore: fc.nat(2),
  startMs: fc.nat(40_000_000),
  moves: fc.array(move, { maxLength: 9 }),
});

/** Plays a history through the functions the desk uses; answers what happened, in the words of the figures. */
async function play(
  home: ChatHouse,
  who: { agents: number[]; groups: number[]; channels: number[] },
  one: { channel: number; startMs: number; dayBefore: number; moves: Move[] },
  db: Db,
): Promise<{ id: number; events: TalkEvent[]; channelId: number }> {
  let ms = NOON - one.dayBefore * 86_400_000 + one.startMs;
  const moment = () => sql`to_timestamp(${ms / 1_000}::float8)`;
  const channelId = who.channels[one.channel]!;
  const { visitorId } = await home.visitor({ channel: channelId });
  return db.tenant({ tenantId: home.tenantId }, async (tx) => {
    const run = async (query: ReturnType<typeof sql<{ told: { id: number; group_id: number } | null }>>) =>
      (await query.execute(tx.as())).rows[0]!.told;
    const first = await run(
      sql`select chat_from_visitor(${visitorId}, gen_random_uuid(), 'hello', null, null, ${moment()}, 1000, 1000) told`,
    );
    const { id } = first!;
    const events: TalkEvent[] = [{ what: 'begun', atMs: ms, groupId: first!.group_id }];
    let holder: number | null = null;
    let isOver = false;
    for (const { what, agent, group, afterMs, rating } of one.moves) {
      const userId = who.agents[agent]!;
      ms += afterMs;
      if (what === 'rate' && isOver) {
        await sql`update chat_conversation set rating = ${rating} where id = ${id}`.execute(tx.as());
        events.push({ what: 'rated', rating });
      } else if (isOver) continue;
      else if (what === 'close') {
        await run(sql`select chat_close(${id}, 'agent', ${holder}, '{"what": "closed"}', ${moment()}) told`);
        events.push({ what: 'closed', atMs: ms });
        isOver = true;
      } else if (what === 'write' && holder !== null) {
        await run(
          sql`select chat_from_agent(${id}, ${holder}, 'x', false, false, gen_random_uuid(), 'words', null, '{}', ${moment()}) told`,
        );
        events.push({ what: 'wrote', atMs: ms, userId: holder });
      } else if (what === 'toGroup' || (what === 'requeue' && holder !== null)) {
        const isChosen = what === 'toGroup';
        await run(
          sql`select chat_queue(${id}, ${holder}, ${isChosen ? who.groups[group]! : null}, '{}', null, ${JSON.stringify({ what: isChosen ? 'transferred' : 'requeued' })}::jsonb, ${moment()}) told`,
        );
        events.push({
          what: 'queued',
          atMs: ms,
          transferred: isChosen,
          ...(isChosen ? { groupId: who.groups[group]! } : {}),
        });
        holder = null;
      } else if (
        (what === 'hand' && holder === null) ||
        ((what === 'take' || what === 'transfer') && holder !== userId)
      ) {
        const word = what === 'hand' ? 'assigned' : what === 'take' ? 'taken' : 'transferred';
        await run(
          sql`select chat_hand(${id}, ${holder === null ? 'waiting' : 'open'}, ${holder}, ${userId}, ${what === 'take'}, ${JSON.stringify({ what: word })}::jsonb, ${moment()}) told`,
        );
        events.push({ what: word, atMs: ms, userId });
        holder = userId;
      }
    }
    return { id, events, channelId };
  });
}

test('[chat reports] whatever happens to conversations, the figures are those the definitions give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 8 }), async (histories) => {
      const home = await aChatHouse(db);
      await home.setting('ChatAnswerSeconds', PROMISE);
      const groups = [home.groupId, await home.group()];
      const channels = [home.channelId, await home.channelTo(groups[1]!)];
      const agents: number[] = [];
      for (let n = 0; n < 3; n += 1) agents.push((await home.agent({ online: false })).userId);
      const played = [];
      for (const one of histories)
        played.push({ ...(await play(home, { agents, groups, channels }, one, db)), dayBefore: one.dayBefore });
      const talks = played.map((one) => ({ ...one, ...countTalk(one.events) }));
      const report = (more: object = {}) =>
        readReport(db, home, { from: '2026-11-08', to: '2026-11-11', zone: 'UTC', ...more });
      const found = await report();
      const expected = (counted: Counted[]) => figuresOf(counted, PROMISE);

      expect(found.promiseSec).toBe(PROMISE);
      expect(found.total).toEqual(expected(talks.map(({ whole }) => whole)));
      for (const id of groups)
        expect(found.groups.find((row) => row.id === id) ?? expected([])).toMatchObject(
          expected(talks.filter(({ groupId }) => groupId === id).map(({ whole }) => whole)),
        );
      for (const id of channels)
        expect(found.channels.find((row) => row.id === id) ?? expected([])).toMatchObject(
          expected(talks.filter(({ channelId }) => channelId === id).map(({ whole }) => whole)),
        );
      for (const id of agents)
        expect(found.agents.find((row) => row.id === id) ?? expected([])).toMatchObject(
          expected(talks.flatMap(({ parts }) => parts.get(id) ?? [])),
        );
      for (const [place, { start }] of found.times.entries()) {
        const begunThen = talks.filter(
          ({ events }) =>
            events[0]?.what === 'begun' && new Date(events[0].atMs).toISOString().slice(0, 10) === start.slice(0, 10),
        );
        expect(found.times[place]).toMatchObject(expected(begunThen.map(({ whole }) => whole)));
      }
      const one = await report({ agent_id: agents[0] });
      expect(one.total).toEqual(expected(talks.filter(({ parts }) => parts.has(agents[0]!)).map(({ whole }) => whole)));
      expect(one.agents.map(({ id }) => id).every((id) => id === agents[0])).toBe(true);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('[chat reports] days are cut where the reader lives, also when clocks change', () => {
  const { step, starts, range } = stepsOf({ from: '2026-10-31', to: '2026-11-02', zone: 'America/New_York' });
  expect(step).toBe('day');
  expect(starts.map((ms) => new Date(ms).toISOString())).toEqual([
    '2026-10-31T04:00:00.000Z',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ]);
  expect(range.toMs - starts[2]!).toBe(24 * 3_600_000);
  expect(stepsOf({ from: '2026-11-01', to: '2026-11-01', zone: 'America/New_York' }).starts).toHaveLength(25);
});
