import { afterAll, describe, expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { fakeVoice } from '#adapters/speech/fake/fake-voice.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { aLine, anAsk, aTalkHouse, someHands, storedTalks } from './talks.fixture.ts';

const { db, close } = await testDb();
afterAll(close);

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const intents = [
  { key: 'sales', name: 'Sales', examples: ['sales'] },
  { key: 'help', name: 'Help', examples: ['help'] },
];
const reception = aFlow(
  {
    ask: {
      kind: 'listen',
      settings: {
        ...spoken('Welcome to Aurora Travel. Would you like sales or help today?'),
        intents,
        silenceMs: 3_000,
      },
    },
    bye: { kind: 'hangUp', settings: spoken('Thank you and goodbye.') },
  },
  ['start next ask', 'ask sales bye', 'ask help bye'],
);

async function aCall(flow: Flow, { speech = fakeSpeech(), isPerson = false } = {}) {
  const tenantId = await aTenant(db);
  const house = aTalkHouse(db, { speech });
  const line = aLine();
  const hands = someHands();
  const talk = await house.talks.beginVoice(anAsk(tenantId, flow, { source: 'call', isPerson }), line.stream, hands);
  const pass = (ms: number) => house.pass(ms, line.tick);
  return {
    ...house,
    tenantId,
    speech,
    line,
    hands,
    talk,
    pass,
    /** The caller says it, and is quiet afterwards. */
    async says(text: string, thenMs = 1_000) {
      line.says(text);
      while (line.isSpeaking()) await pass(20);
      await pass(thenMs);
    },
    /** Until nothing of ours sounds. */
    async untilQuiet() {
      for (let quietMs = 0, waitedMs = 0; quietMs < 200 && waitedMs < 60_000; waitedMs += 20) {
        await pass(20);
        quietMs = line.sounds() ? 0 : quietMs + 20;
      }
    },
    types: () => talk.messages().map(({ msgType }) => msgType),
    timing: (type: MessageType) =>
      talk
        .messages()
        .filter(({ msgType }) => msgType === type)
        .map(({ time_ms: ms }) => ms),
  };
}

test('[FLOW-11] a caller is greeted, understood, answered aloud and hung up; every first byte is timed', async () => {
  const call = await aCall(reception);
  await call.untilQuiet();
  expect(call.speech.voice.asks.map(({ text }) => text)).toEqual([
    'Welcome to Aurora Travel.',
    'Would you like sales or help today?',
  ]);
  await call.says('help', 300);
  await call.untilQuiet();
  expect(await call.talk.over).toBe(AiCallResult.communicated);
  expect(call.hands.did).toEqual(['hangUp']);
  expect(call.line.stream.isClosed).toBe(true);
  expect(call.types()).toEqual(
    expect.arrayContaining([
      MessageType.userSaid,
      MessageType.intentDetected,
      MessageType.asrTiming,
      MessageType.ttsTiming,
      MessageType.latency,
    ]),
  );
  expect(await storedTalks(db, call.tenantId)).toMatchObject([
    { result: AiCallResult.communicated, turns: 1, latency_ms: expect.any(Number) as number },
  ]);
  expect(call.problems).toEqual([]);
});

test('[FLOW-11] from the last word to the first sound of the answer we add less than 300 ms to what speech takes', async () => {
  const call = await aCall(reception);
  await call.untilQuiet();
  await call.says('sales', 800);
  const [latency] = call.timing(MessageType.latency);
  // 200 ms of silence, a frame of the ear, a tick of the fakes.
  expect(latency).toBeGreaterThanOrEqual(200);
  expect(latency).toBeLessThanOrEqual(300);
});

describe('with a recogniser that may guess', () => {
  const guessing = () => aCall(reception, { speech: fakeSpeech({ mayGuess: true }) });

  test('[FLOW-11] a phrase that was waited for is answered within 240 ms of the last word', async () => {
    const call = await guessing();
    await call.untilQuiet();
    await call.says('sales', 800);
    const [latency] = call.timing(MessageType.latency);
    expect(latency).toBeGreaterThanOrEqual(160);
    expect(latency).toBeLessThanOrEqual(240);
  });

  test('[FLOW-11] the answer is made while it is not sure that nothing follows, and nobody hears of it before', async () => {
    const call = await guessing();
    await call.untilQuiet();
    await call.says('help', 100);
    expect(call.speech.voice.asks.at(-1)?.text).toBe('Thank you and goodbye.');
    expect(call.types()).not.toContain(MessageType.userSaid);
    expect([call.line.sounds(), call.hands.did]).toEqual([false, []]);
    await call.pass(200);
    await call.untilQuiet();
    expect(await call.talk.over).toBe(AiCallResult.communicated);
    // Once: what was prepared is what was said.
    expect(call.speech.voice.asks.filter(({ text }) => text === 'Thank you and goodbye.')).toHaveLength(1);
    expect(call.problems).toEqual([]);
  });

  test('[FLOW-11] who speaks on takes back what was prepared: it is neither said nor done', async () => {
    const call = await guessing();
    await call.untilQuiet();
    await call.says('help', 100);
    expect(call.speech.voice.asks.at(-1)?.text).toBe('Thank you and goodbye.');
    await call.says('me never mind', 300);
    expect(call.types().filter((type) => type === MessageType.userSaid)).toHaveLength(0);
    expect([call.line.sounds(), call.hands.did]).toEqual([false, []]);
    call.talk.callerGone();
    await call.talk.over;
  });
});

test('[FLOW-11] a sentence that was said before sounds without being made again', async () => {
  const call = await aCall(reception);
  await call.untilQuiet();
  const made = call.speech.voice.asks.length;
  const line = aLine();
  const again = await call.talks.beginVoice(
    anAsk(call.tenantId, reception, { source: 'call' }),
    line.stream,
    someHands(),
  );
  await call.pass(200);
  expect(call.speech.voice.asks).toHaveLength(made);
  expect(again.messages().find(({ msgType }) => msgType === MessageType.ttsTiming)?.msgInfo).toMatchObject({
    isCached: true,
  });
  again.callerGone();
  call.talk.callerGone();
  await Promise.all([again.over, call.talk.over]);
});

test('[FLOW-11] silence is noticed after everything was said', async () => {
  const call = await aCall(reception);
  await call.untilQuiet();
  await call.pass(2_700);
  expect(call.types()).not.toContain(MessageType.userSilent);
  await call.pass(500);
  expect(call.types()).toContain(MessageType.userSilent);
  call.talk.callerGone();
  await call.talk.over;
});

test('[FLOW-11] a caller who hangs up while we speak ends it, and the stream is closed', async () => {
  const call = await aCall(reception);
  await call.pass(400);
  call.talk.callerGone();
  expect(await call.talk.over).toBe(AiCallResult.userQuickHangup);
  expect(call.line.stream.isClosed).toBe(true);
  expect(call.hands.did).toEqual([]);
});

test('[FLOW-11] a caller who hangs up during the goodbye does not keep it open', async () => {
  const call = await aCall(reception);
  await call.untilQuiet();
  await call.says('help', 400);
  expect(call.talk.current().result).toBe(AiCallResult.communicated);
  // No frame comes any more.
  call.talk.callerGone();
  expect(await call.talk.over).toBe(AiCallResult.communicated);
  expect(call.line.stream.isClosed).toBe(true);
});

describe('[complaint 21] speech over ours', () => {
  test('“mhm” pauses us for a moment; then every word is still said', async () => {
    const undisturbed = await aCall(reception);
    await undisturbed.untilQuiet();
    const wholeMs = undisturbed.line.playedMs();
    const call = await aCall(reception);
    await call.pass(700);
    await call.says('mhm', 100);
    await call.untilQuiet();
    expect(call.types()).not.toContain(MessageType.userInterrupted);
    expect(call.types()).not.toContain(MessageType.userSaid);
    expect(call.line.playedMs()).toBeGreaterThanOrEqual(wholeMs - 1);
    expect(call.line.playedMs()).toBeLessThan(wholeMs + 600);
    undisturbed.talk.callerGone();
    call.talk.callerGone();
    await Promise.all([undisturbed.talk.over, call.talk.over]);
  });

  test('“stop” silences us within 500 ms and is told', async () => {
    const call = await aCall(reception);
    await call.pass(700);
    call.line.says('stop');
    let soundedMs = 0;
    for (let passedMs = 20; passedMs <= 2_000; passedMs += 20) {
      await call.pass(20);
      if (call.line.sounds() && !call.types().includes(MessageType.userSaid)) soundedMs = passedMs;
    }
    expect(soundedMs).toBeLessThanOrEqual(500);
    expect(call.types()).toContain(MessageType.userInterrupted);
    call.talk.callerGone();
    await call.talk.over;
  });

  test('an answer that was waited for is taken in the middle of the question', async () => {
    const call = await aCall(reception);
    await call.pass(700);
    await call.says('sales', 500);
    expect(call.types()).toEqual(
      expect.arrayContaining([MessageType.userInterrupted, MessageType.userSaid, MessageType.intentDetected]),
    );
    await call.untilQuiet();
    expect(await call.talk.over).toBe(AiCallResult.communicated);
  });
});

test('[FLOW-11] a key stops us at once and is told', async () => {
  const call = await aCall(reception);
  await call.pass(400);
  call.talk.presses('5');
  expect(call.line.stream.bufferedMs()).toBe(0);
  expect(call.types()).toEqual(expect.arrayContaining([MessageType.userInterrupted, MessageType.userPressedKeys]));
  call.talk.callerGone();
  await call.talk.over;
});

test('[FLOW-11] what may not be interrupted is said to its end, whatever is said or pressed', async () => {
  const flow = aFlow(
    {
      notice: {
        kind: 'say',
        settings: { ...spoken('This call is recorded for training and for quality.'), mayInterrupt: false },
      },
      bye: { kind: 'hangUp' },
    },
    ['start next notice', 'notice next bye'],
  );
  const call = await aCall(flow);
  await call.pass(400);
  call.talk.presses('1');
  await call.says('stop stop', 0);
  await call.untilQuiet();
  expect(await call.talk.over).toBe(AiCallResult.communicated);
  expect(call.types()).not.toContain(MessageType.userInterrupted);
  expect(call.line.playedMs()).toBeGreaterThan(2_500);
});

test('[FLOW-11] a voice that fails once is gone around; one that fails again gives the caller back', async () => {
  const speech = { ...fakeSpeech() };
  const voice = fakeVoice();
  await voice.close();
  const of: typeof speech.of = async (tenantId) => ({ ...(await fakeSpeech().of(tenantId)), voice: () => voice });
  const call = await aCall(reception, { speech: { ...speech, voice, of } });
  await call.pass(8_000);
  expect(await call.talk.over).toBe(AiCallResult.systemException);
  expect(call.hands.did).toEqual(['giveBack']);
});

test('[FLOW-11] a recogniser that fails costs a turn and nothing more', async () => {
  const call = await aCall(reception);
  await call.untilQuiet();
  call.speech.recognizer.fails('busy');
  await call.says('help');
  expect(call.types()).not.toContain(MessageType.userSaid);
  await call.says('help', 300);
  await call.untilQuiet();
  expect(await call.talk.over).toBe(AiCallResult.communicated);
});

describe('who took the call', () => {
  const who = aFlow(
    {
      who: { kind: 'detect', settings: { maxMs: 4_000 } },
      person: { kind: 'hangUp', settings: spoken('Hello, this is Aurora Travel.') },
      machine: { kind: 'hangUp', settings: spoken('We will call again.') },
    },
    ['start next who', 'who human person', 'who voicemail machine', 'who silence machine', 'who unknown machine'],
  );

  test('[FLOW-11] a person is answered within a second and a half of their last word', async () => {
    const call = await aCall(who);
    await call.pass(400);
    await call.says('hello', 1_400);
    expect(call.speech.voice.asks.map(({ text }) => text)).toEqual(['Hello, this is Aurora Travel.']);
    await call.untilQuiet();
    expect(await call.talk.over).toBe(AiCallResult.humanVoice);
  });

  test('[FLOW-11] [TASK-02] who was heard to be a person before the flow began is not waited for again', async () => {
    const call = await aCall(who, { isPerson: true });
    await call.untilQuiet();
    expect(call.speech.voice.asks.map(({ text }) => text)).toEqual(['Hello, this is Aurora Travel.']);
    expect(await call.talk.over).toBe(AiCallResult.humanVoice);
  });

  test('[FLOW-11] a machine whose first sentence could be a person’s is heard out', async () => {
    const call = await aCall(who);
    await call.says('Hello, this is Ana.', 800);
    expect(call.types()).not.toContain(MessageType.machineDetected);
    await call.says('i am not at home today and will not be back before the evening so call me again tomorrow', 1_400);
    expect(call.speech.voice.asks.map(({ text }) => text)).toEqual(['We will call again.']);
    await call.untilQuiet();
    expect(await call.talk.over).toBe(AiCallResult.voicemail);
  });
});
