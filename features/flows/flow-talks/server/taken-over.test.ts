import { afterAll, expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Answer } from '#core/flow/flow-events.ts';
import type { Flow } from '#core/flow/flow.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { aLine, anAsk, aTalkHouse, someHands, storedTalks } from './talks.fixture.ts';

const { db, close } = await testDb();
afterAll(close);

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const offer = aFlow(
  {
    ask: { kind: 'listen', settings: { ...spoken('Hello {{name}}. Would you like to hear more?'), intents: [] } },
    pass: { kind: 'transfer', settings: { ...spoken('One moment.'), to: { kind: 'group', groupId: 3 } } },
  },
  ['start next ask', 'ask other pass'],
  { variables: [{ attrKey: 'name', name: 'Name', valueType: VariableType.text, valueFormat: 0, choices: [] }] },
);
const group = { kind: 'group', groupId: 7 } as const;

async function aCall(flow: Flow, transfer?: Answer) {
  const tenantId = await aTenant(db);
  const speech = fakeSpeech();
  const house = aTalkHouse(db, { speech });
  const line = aLine();
  const hands = someHands(transfer ? { transfer } : {});
  const ask = anAsk(tenantId, flow, { source: 'call', callId: `call-${tenantId}`, values: { name: 'Lucía' } });
  const begin = () => house.talks.beginVoice(ask, line.stream, hands);
  return { ...house, tenantId, speech, line, hands, ask, begin };
}

test('[TASK-02] somebody of the team takes a caller from the flow: it falls silent, and a person has them', async () => {
  const call = await aCall(offer);
  const talk = await call.begin();
  await call.pass(200, call.line.tick);
  expect(talk.handTo(group)).toBe(true);
  expect(talk.handTo(group), 'once').toBe(false);
  expect(await talk.over).toBe(AiCallResult.transferSucceeded);
  expect(call.hands.did).toEqual(['transfer']);
  expect(call.line.sounds()).toBe(false);
  const [stored] = await storedTalks(db, call.tenantId);
  expect(stored).toMatchObject({ result: AiCallResult.transferSucceeded, ended: true });
  expect(stored!.types).toEqual(expect.arrayContaining([MessageType.transferAsked, MessageType.transferred]));
});

test('[TASK-02] where no person comes the call gives the caller to whom it has for them', async () => {
  const call = await aCall(offer, { ok: false, why: 'nobody' });
  const talk = await call.begin();
  await call.pass(200, call.line.tick);
  expect(talk.handTo(group)).toBe(true);
  expect(await talk.over).toBe(AiCallResult.transferFailed);
  expect(call.hands.did).toEqual(['transfer', 'giveBack']);
  expect(talk.handTo(group), 'it is over').toBe(false);
});

test('[TASK-02] whoever hangs up while a person is rung for them was not handed on', async () => {
  const call = await aCall(offer);
  call.hands.transfer = () => new Promise(() => {});
  const talk = await call.begin();
  await call.pass(200, call.line.tick);
  talk.handTo(group);
  talk.callerGone();
  expect(await talk.over).toBe(AiCallResult.transferFailed);
  expect(call.hands.did).toEqual([]);
});

test('[TASK-02] a flow that hands its caller on by itself is left alone', async () => {
  const onward = { ...offer, edges: [{ from: 'start', branch: 'next', to: 'pass' }] };
  const call = await aCall(onward);
  call.hands.transfer = () => new Promise(() => {});
  const talk = await call.begin();
  await call.pass(4_000, call.line.tick);
  expect(talk.current().at).toBe('pass');
  expect(talk.handTo(group)).toBe(false);
  talk.callerGone();
  expect(await talk.over).toBe(AiCallResult.transferFailed);
});

test('[TASK-02] what a flow says first is spoken before anybody is called, and not a second time to them', async () => {
  const call = await aCall(offer);
  expect(await call.talks.speakAhead(call.ask)).toBe(true);
  const first = ['Hello Lucía.', 'Would you like to hear more?'];
  expect(call.speech.voice.asks.map(({ text }) => text)).toEqual(first);
  const talk = await call.begin();
  await call.pass(2_000, call.line.tick);
  expect(call.line.playedMs()).toBeGreaterThan(0);
  expect(call.speech.voice.asks).toHaveLength(first.length);
  talk.callerGone();
  await talk.over;
});

test('[TASK-02] what cannot be spoken beforehand is told: nobody is called for it', async () => {
  const call = await aCall(offer);
  call.speech.voice.fails('slow');
  expect(await call.talks.speakAhead(call.ask)).toBe(false);
});
