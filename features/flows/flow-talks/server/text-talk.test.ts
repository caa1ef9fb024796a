import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { TALKS_CHANGED } from '../contract.ts';
import { anAsk, aTalkHouse, storedTalks } from './talks.fixture.ts';

const { db, close } = await testDb();
afterAll(close);

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const intents = [
  { key: 'sales', name: 'Sales', examples: ['sales', 'buy something'] },
  { key: 'help', name: 'Help', examples: ['help', 'something is broken'] },
];
const reception = aFlow(
  {
    hello: { kind: 'say', settings: spoken('Welcome.') },
    ask: { kind: 'listen', settings: { ...spoken('Sales or help?'), intents, saveAs: 'wish' } },
    bye: { kind: 'hangUp', settings: spoken('Goodbye.') },
  },
  ['start next hello', 'hello next ask', 'ask sales bye', 'ask help bye'],
);

test('[FLOW-07] a conversation by text runs to its end, and everything of it is stored in order', async () => {
  const tenantId = await aTenant(db);
  const { talks } = aTalkHouse(db);
  const messageTypes: number[] = [];
  const talk = await talks.beginText(anAsk(tenantId, reception));
  talk.onMessage(({ msgType }) => messageTypes.push(msgType));
  await talk.settled();
  expect(talk.current().listening).not.toBeNull();
  talk.says('I want to buy something');
  expect(await talk.over).toBe(AiCallResult.communicated);
  const [stored] = await storedTalks(db, tenantId);
  expect(stored).toMatchObject({
    talk_id: talk.talkId,
    result: AiCallResult.communicated,
    ended: true,
    turns: 1,
    variables: { wish: 'I want to buy something' },
  });
  expect(stored!.types).toEqual(talk.messages().map(({ msgType }) => msgType));
  expect(messageTypes[0]).toBe(MessageType.userSaid);
  expect(talks.find(tenantId, talk.talkId)).toBeNull();
});

test('[FLOW-11] that a conversation begins and ends is told to whoever may look, not each of its messages', async () => {
  const tenantId = await aTenant(db);
  const pushedRows = async () =>
    (
      await db.everyTenant('looks', (tx) =>
        sql<{ kind: string; access: string }>`select kind, access from outbox where tenant_id = ${tenantId}`.execute(
          tx.as(),
        ),
      )
    ).rows;
  const { talks } = aTalkHouse(db);
  const talk = await talks.beginText(anAsk(tenantId, reception));
  await expect.poll(pushedRows).toEqual([{ kind: TALKS_CHANGED, access: 'flow-talks.view' }]);
  talk.says('I want to buy something');
  await talk.over;
  expect((await pushedRows()).map(({ kind }) => kind)).toEqual([TALKS_CHANGED, TALKS_CHANGED]);
});

test('[FLOW-05] a message has an id of its own, its moment, and of 307 where the branch leads', async () => {
  const { talks } = aTalkHouse(db);
  const talk = await talks.beginText(anAsk(await aTenant(db), reception, { talkId: 'test-call-1' }));
  const nodes = talk.messages().filter(({ msgType }) => msgType === MessageType.botNode);
  expect(nodes.map(({ node_choose }) => node_choose)).toEqual(['hello', 'ask']);
  expect(new Set(talk.messages().map(({ msgId }) => msgId)).size).toBe(talk.messages().length);
  expect(talk.messages()[0]).toMatchObject({
    msgId: 'test-call-1-1',
    callID: 'test-call-1',
    msgType: MessageType.callStarted,
    time_ms: 0,
  });
  talk.callerGone();
  await talk.over;
});

test('[FLOW-07] nobody is silent unless the tester says so', async () => {
  const { talks, pass } = aTalkHouse(db);
  const talk = await talks.beginText(anAsk(await aTenant(db), reception));
  await pass(20_000);
  expect(talk.messages().map(({ msgType }) => msgType)).not.toContain(MessageType.userSilent);
  for (let times = 0; times < 3; times += 1) talk.staysSilent();
  expect(await talk.over).toBe(AiCallResult.silence);
  expect(talk.messages().map(({ msgType }) => msgType)).toContain(MessageType.maxSilence);
});

test('[FLOW-11] it ends exactly once, whoever wants it to', async () => {
  const tenantId = await aTenant(db);
  const { talks } = aTalkHouse(db);
  const talk = await talks.beginText(anAsk(tenantId, reception));
  talk.stop('tester');
  talk.callerGone();
  talk.stop('server');
  expect(await talk.over).toBe(AiCallResult.agentQuickHangup);
  const [stored] = await storedTalks(db, tenantId);
  expect(stored!.types.filter((type) => type === MessageType.flowEnded || type === MessageType.callEnded)).toHaveLength(
    1,
  );
});

test('[FLOW-11] what a crash left open is closed at the next start as a system exception, and only that of the same node', async () => {
  const tenantId = await aTenant(db);
  const { talks, node } = aTalkHouse(db);
  const elsewhere = aTalkHouse(db);
  const [left, other] = [
    await talks.beginText(anAsk(tenantId, reception)),
    await elsewhere.talks.beginText(anAsk(tenantId, reception)),
  ];
  // Each is written by itself: either may be stored first.
  const stored = async (talkId: string) => (await storedTalks(db, tenantId)).find((talk) => talk.talk_id === talkId);
  for (const talk of [left, other])
    await expect.poll(async () => (await stored(talk.talkId))?.types.length).toBe(talk.messages().length);
  await aTalkHouse(db, { node }).talks.start();
  expect(await stored(left.talkId)).toMatchObject({ result: AiCallResult.systemException, ended: true });
  expect(await stored(other.talkId)).toMatchObject({ result: null, ended: false });
});

test('[FLOW-11] a server that stops ends and stores what goes on', async () => {
  const tenantId = await aTenant(db);
  const { talks } = aTalkHouse(db);
  await talks.beginText(anAsk(tenantId, reception));
  await talks.stop();
  expect(await storedTalks(db, tenantId)).toMatchObject([{ result: AiCallResult.systemException, ended: true }]);
});

test('[FLOW-11] conversations of another tenant are not found', async () => {
  const { talks } = aTalkHouse(db);
  const talk = await talks.beginText(anAsk(await aTenant(db), reception));
  expect(talks.find(await aTenant(db), talk.talkId)).toBeNull();
  expect(talks.find(talk.tenantId, talk.talkId)?.talkId).toBe(talk.talkId);
  talk.callerGone();
  await talk.over;
});

test('[FLOW-11] a text without a provider of speech works like any other', async () => {
  const speech = fakeSpeech();
  await speech.voice.close();
  await speech.recognizer.close();
  const { talks } = aTalkHouse(db, { speech });
  const talk = await talks.beginText(anAsk(await aTenant(db), reception));
  talk.says('help');
  expect(await talk.over).toBe(AiCallResult.communicated);
});

test('a tenant sees its own conversations and no others', async () => {
  const [one, two] = [await aTenant(db), await aTenant(db)];
  const { talks } = aTalkHouse(db);
  const talk = await talks.beginText(anAsk(one, reception));
  talk.callerGone();
  await talk.over;
  const count = (tenantId: number) =>
    db.tenant(
      { tenantId },
      async (tx) =>
        (
          await sql<{
            n: number;
          }>`select (select count(*) from flow_talk) + (select count(*) from flow_talk_message) n`.execute(tx.as())
        ).rows[0]!.n,
    );
  expect(await count(one)).toBeGreaterThan(1);
  expect(await count(two)).toBe(0);
});
