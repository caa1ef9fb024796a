import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { fakeVoice } from '#adapters/speech/fake/fake-voice.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { messageSources } from '#core/flow/message-sources.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Db } from '#platform/server/db/db.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { openFlowHost } from './flow-host.ts';
import { LONGEST_TALK_MS } from './open-talk.ts';
import { aLine, anAsk, aTalkHouse, someHands, storedTalks } from './talks.fixture.ts';

const { db, close } = await testDb();
afterAll(close);

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const open = aFlow({ ask: { kind: 'listen', settings: { ...spoken('Yes?'), saveAs: 'wish' } } }, ['start next ask']);
const shop = aFlow(
  {
    look: { kind: 'http', settings: { url: 'https://shop.example', map: [{ path: 'state', attrKey: 'state' }] } },
    bye: { kind: 'hangUp', settings: spoken('It is {{state}}.') },
  },
  ['start next look', 'look ok bye'],
);

/** A database that can be away, or hang. */
function aFickleDb() {
  let state: 'there' | 'away' | 'hangs' = 'there';
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const fickle: Db = {
    ...db,
    tenant: async (who, work) =>
      state === 'away' ? Promise.reject(away) : state === 'hangs' ? new Promise(() => {}) : db.tenant(who, work),
  };
  return { fickle, becomes: (next: typeof state) => void (state = next) };
}

test('[FLOW-11] what no database can keep, said by a stranger’s server, costs no conversation', async () => {
  const tenantId = await aTenant(db);
  const { talks, problems } = aTalkHouse(db, {
    outside: async () => ({ status: 200, headers: {}, body: Buffer.from('{"state":"se\\u0000nt \\ud83d"}') }),
  });
  const talk = await talks.beginText(anAsk(tenantId, shop));
  await talk.over;
  const [stored] = await storedTalks(db, tenantId);
  expect(stored).toMatchObject({ ended: true, variables: { state: expect.stringMatching(/^sent /) as string } });
  expect(stored!.types).toEqual(talk.messages().map(({ msgType }) => msgType));
  expect(problems).toEqual([]);
});

test('[FLOW-11] a name used twice, by the same tenant or by another, loses no conversation and leads to nobody else’s', async () => {
  const [tenantId, otherId] = [await aTenant(db), await aTenant(db)];
  const { talks, problems } = aTalkHouse(db);
  const [first, second, foreign] = [
    await talks.beginText(anAsk(tenantId, open, { talkId: 'my-own-id' })),
    await talks.beginText(anAsk(tenantId, open, { talkId: 'my-own-id' })),
    await talks.beginText(anAsk(otherId, open, { talkId: 'my-own-id' })),
  ];
  expect(talks.find(tenantId, 'my-own-id')?.tenantId).toBe(tenantId);
  expect(talks.find(otherId, 'my-own-id')?.tenantId).toBe(otherId);
  second.says('two');
  foreign.says('three');
  await Promise.all([second.over, foreign.over]);
  expect(talks.find(tenantId, 'my-own-id')).not.toBeNull();
  first.says('one');
  await first.over;
  const third = await talks.beginText(anAsk(tenantId, open, { talkId: 'my-own-id' }));
  third.says('again');
  await third.over;
  const stored = await storedTalks(db, tenantId);
  expect(
    stored
      .map(({ variables, ended, types }) => [(variables as { wish: string }).wish, ended, types.length > 3])
      .toSorted(),
  ).toEqual(['again', 'one', 'two'].map((wish) => [wish, true, true]));
  expect(problems).toEqual([]);
});

test('[FLOW-11] a database that is away for a minute when a conversation ends has it in the end, whole', async () => {
  const tenantId = await aTenant(db);
  const { fickle, becomes } = aFickleDb();
  const { talks, pass } = aTalkHouse(fickle);
  const talk = await talks.beginText(anAsk(tenantId, open));
  await expect.poll(async () => (await storedTalks(db, tenantId)).length).toBe(1);
  becomes('away');
  talk.says('good bye');
  await pass(60_000);
  becomes('there');
  await pass(20_000);
  await talk.over;
  expect(await storedTalks(db, tenantId)).toMatchObject([
    { ended: true, result: AiCallResult.communicated, turns: 1, types: talk.messages().map(({ msgType }) => msgType) },
  ]);
});

test('[FLOW-11] nobody waits for a database that hangs: somebody says so, and the flow goes on as if it had failed', async () => {
  const tenantId = await aTenant(db);
  const { fickle, becomes } = aFickleDb();
  const hours = aFlow(
    {
      wait: { kind: 'wait', settings: { ms: 100 } },
      open: { kind: 'hours', settings: {} },
      closed: { kind: 'hangUp', settings: spoken('We are closed.') },
    },
    ['start next wait', 'wait next open', 'open closed closed'],
  );
  const house = aTalkHouse(fickle);
  const line = aLine();
  const call = await house.talks.beginVoice(anAsk(tenantId, hours, { source: 'call' }), line.stream, someHands());
  becomes('hangs');
  await house.pass(5_000, line.tick);
  expect(line.playedMs()).toBeGreaterThan(0);
  await house.pass(8_000, line.tick);
  expect(call.messages().map(({ msgInfo }) => msgInfo['text'])).toContain('We are closed.');
  becomes('there');
});

test('[FLOW-11] a conversation without an end is ended, and says why', async () => {
  const tenantId = await aTenant(db);
  const { talks, leap } = aTalkHouse(db);
  const talk = await talks.beginText(anAsk(tenantId, open));
  await leap(LONGEST_TALK_MS - 100);
  expect(talk.current().result).toBeNull();
  await leap(100);
  expect(await talk.over).toBe(AiCallResult.timeoutHangup);
  expect(talk.messages().map(({ msgType }) => msgType)).toContain(MessageType.timeLimitReached);
});

test('[FLOW-11] what a crash left open is closed with the figures its messages tell', async () => {
  const tenantId = await aTenant(db);
  const { talks, node } = aTalkHouse(db);
  const talk = await talks.beginText(
    anAsk(
      tenantId,
      aFlow(
        { one: { kind: 'listen', settings: { ...spoken('One?') } }, two: { kind: 'listen', settings: spoken('Two?') } },
        ['start next one', 'one heard two'],
      ),
    ),
  );
  talk.says('yes');
  await expect
    .poll(
      async () => (await storedTalks(db, tenantId))[0]?.types.filter((type) => type === MessageType.userSaid).length,
    )
    .toBe(1);
  await db.everyTenant('a latency', (tx) =>
    sql`insert into flow_talk_message (tenant_id, talk, no, type, info, time_ms, created_ms) select tenant_id, id, 900, ${MessageType.latency}, '{}', 431, 1 from flow_talk where tenant_id = ${tenantId}`.execute(
      tx.as(),
    ),
  );
  await aTalkHouse(db, { node }).talks.start();
  expect(await storedTalks(db, tenantId)).toMatchObject([
    { ended: true, result: AiCallResult.systemException, turns: 1, latency_ms: 431 },
  ]);
});

test('[FLOW-11] today is the company’s day, not that of Greenwich', async () => {
  const tenantId = await aTenant(db);
  await db.pool.query("update tenant set default_zone = 'Pacific/Kiritimati' where id = $1", [tenantId]);
  const flow: Flow = aFlow(
    {
      day: { kind: 'setVariable', settings: { sets: [{ attrKey: 'day', expression: 'today()' }] } },
      bye: { kind: 'hangUp', settings: spoken('Bye.') },
    },
    ['start next day', 'day next bye'],
  );
  const shelf = { published: async () => ({ flowId: 7, name: 'Day', version: 1, flow }) };
  const house = aTalkHouse(db, { shelf });
  const line = aLine();
  await openFlowHost(db, house.talks, shelf).begin({
    tenantId,
    callId: 'zone',
    flowId: 7,
    number: '525512345678',
    ourNumber: '525550000101',
    didNumberId: null,
    language: 'en-US',
    stream: line.stream,
    hands: someHands(),
    left: new AbortController().signal,
  });
  await house.pass(3_000, line.tick);
  await expect
    .poll(async () => (await storedTalks(db, tenantId))[0]?.variables)
    .toEqual(expect.objectContaining({ day: '2026-11-17' }));
});

test('[FLOW-12] what one tenant’s voice has said is not played to the callers of another, though both are called the same', async () => {
  const [tenantId, otherId] = [await aTenant(db), await aTenant(db)];
  const voices = new Map([tenantId, otherId].map((id) => [id, { ...fakeVoice(), timbre: `voice of ${id}` }]));
  const speech = fakeSpeech();
  const house = aTalkHouse(db, {
    speech: { of: async (id) => ({ ...(await speech.of(id)), voice: () => voices.get(id)! }) },
  });
  for (const id of [tenantId, otherId]) {
    const line = aLine();
    const talk = await house.talks.beginVoice(anAsk(id, open), line.stream, someHands());
    await house.pass(1_000, line.tick);
    talk.callerGone();
    await talk.over;
  }
  expect([...voices.values()].map(({ asks }) => asks.map(({ text }) => text))).toEqual([['Yes?'], ['Yes?']]);
});

test('[FLOW-11] whoever says nothing when asked for their language is not left in silence', async () => {
  const tenantId = await aTenant(db);
  const house = aTalkHouse(db);
  const line = aLine();
  const flow = aFlow(
    {
      ask: { kind: 'detectLanguage', settings: { ...spoken('Hello?'), maxMs: 3_000 } },
      bye: { kind: 'hangUp', settings: spoken('Goodbye.') },
    },
    ['start next ask', 'ask unknown bye', 'ask detected bye'],
  );
  const talk = await house.talks.beginVoice(anAsk(tenantId, flow), line.stream, someHands());
  await house.pass(10_000, line.tick);
  expect(talk.current().result).not.toBeNull();
});

test('[FLOW-05] a key pressed into what may not be interrupted measures no latency', async () => {
  const tenantId = await aTenant(db);
  const house = aTalkHouse(db);
  const line = aLine();
  const flow = aFlow(
    {
      law: {
        kind: 'say',
        settings: {
          ...spoken('This call is recorded. Please listen to all of this. It is the law.'),
          mayInterrupt: false,
        },
      },
      ask: { kind: 'listen', settings: spoken('Yes?') },
    },
    ['start next law', 'law next ask'],
  );
  const talk = await house.talks.beginVoice(anAsk(tenantId, flow), line.stream, someHands());
  await house.pass(400, line.tick);
  talk.presses('1');
  await house.pass(8_000, line.tick);
  expect(talk.messages().filter(({ msgType }) => msgType === MessageType.latency)).toEqual([]);
  talk.callerGone();
});

test('[FLOW-05] what the table says of the host is told: answered, waiting, ringing, and every time', async () => {
  const tenantId = await aTenant(db);
  const speech = fakeSpeech();
  speech.brain.answers('We open at nine.');
  const house = aTalkHouse(db, { speech });
  const line = aLine();
  const desk = (to: object) => ({ kind: 'transfer', settings: { to } });
  const flow = aFlow(
    {
      ask: { kind: 'ai', settings: { goal: 'help', handBackPhrases: ['somebody'], fallback: spoken('Sorry.').spoken } },
      one: desk({ kind: 'group', groupId: 1 }),
      two: desk({ kind: 'number', number: '5550100' }),
    },
    ['start next ask', 'ask handBack one', 'one failed two'],
  );
  const hands = {
    ...someHands(),
    transfer: async (to: { kind: string }, _ms: number, under?: (how: 'waiting' | 'ringing') => void) => (
      under?.(to.kind === 'group' ? 'waiting' : 'ringing'),
      { ok: false as const, why: 'busy' }
    ),
  };
  const talk = await house.talks.beginVoice(
    anAsk(tenantId, flow, { source: 'call', callId: 'told-call' }),
    line.stream,
    hands,
  );
  await house.pass(3_000, line.tick);
  line.says('somebody');
  await house.pass(4_000, line.tick);
  await talk.over;
  const [stored] = await storedTalks(db, tenantId);
  // Whether there is a recording is told from what is stored, when somebody looks (`talks-api.test.ts`).
  const byHost = MessageType.rows
    .map(({ code }) => code)
    .filter(
      (code) =>
        messageSources[code].by === 'host' && code !== MessageType.latency && code !== MessageType.recordingReady,
    );
  expect(byHost.filter((code) => !stored!.types.includes(code))).toEqual([]);
});

test.each(['fails', 'hangs'] as const)(
  '[FLOW-11] a detector of speech that %s leaves nobody unheard or in silence, and the log readable',
  async (how) => {
    const tenantId = await aTenant(db);
    const speech = fakeSpeech();
    const detector = {
      name: 'broken',
      close: async () => {},
      open: () => ({
        probability: () => (how === 'fails' ? Promise.reject(new SpeechFailure('cut')) : new Promise<number>(() => {})),
        close() {},
      }),
    };
    const house = aTalkHouse(db, { speech: { of: async (id) => ({ ...(await speech.of(id)), detector }) } });
    const line = aLine();
    const hands = someHands();
    const talk = await house.talks.beginVoice(anAsk(tenantId, open), line.stream, hands);
    await house.pass(6_000, line.tick);
    line.says('hello there');
    await house.pass(3_000, line.tick);
    expect(await talk.over).toBe(AiCallResult.communicated);
    expect([talk.current().values['wish'], hands.did]).toEqual(['hello there', ['hangUp']]);
    expect(house.problems.length).toBeLessThanOrEqual(1);
  },
);
