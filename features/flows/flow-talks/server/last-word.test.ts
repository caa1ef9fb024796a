import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { Answer } from '#core/flow/flow-events.ts';
import { randomFlow } from '#core/flow/random-flow.fixture.ts';
import { FRAME_MS } from '#core/telephony/sound.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { handClock } from '#test/clock.ts';
import { openTalk } from './open-talk.ts';
import type { TalkMessage } from './talk-message.ts';
import { aLine, anAsk, someHands } from './talks.fixture.ts';
import { openTextMouth } from './text-mouth.ts';
import { openVoiceMouth } from './open-voice-mouth.ts';

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const farewell = aFlow(
  {
    ask: { kind: 'listen', settings: spoken('Yes?') },
    bye: { kind: 'hangUp', settings: spoken('Thank you for your call and goodbye.') },
  },
  ['start next ask', 'ask heard bye'],
);

/** One conversation without a database: what was kept is listed, its end as `end`. */
async function aTalk(
  flow: Flow,
  { by = 'voice', answers = [] }: { by?: 'voice' | 'text'; answers?: readonly Answer[] } = {},
) {
  const clock = handClock(1_000_000);
  const line = aLine();
  const hands = someHands();
  const kept: (TalkMessage | 'end')[] = [];
  const speech = await fakeSpeech().of(1);
  const text = openTextMouth();
  const voice = openVoiceMouth({
    stream: line.stream,
    speech,
    sounds: async () => null,
    clock,
    after: clock.after,
    language: 'en',
    languages: ['en', 'es'],
    report: () => {},
  });
  /** What of ours still sounded when the end was told. */
  let soundingMs: number | null = null;
  let asked = 0;
  const talk = openTalk(
    {
      mouth: by === 'text' ? text : voice,
      clock,
      after: clock.after,
      report: () => {},
      asks: {
        begin: (_, listener) => {
          const no = (asked += 1);
          const stop = clock.after(100, () => {
            listener.addMessage(MessageType.note, { note: 'asked' });
            listener.answered(answers[no % Math.max(1, answers.length)] ?? { ok: false, why: 'nobody' });
          });
          // One that comes though nobody waits any more.
          clock.after(700, () => listener.addMessage(MessageType.llmTiming, { ms: 1 }));
          return stop;
        },
      },
      keep: {
        add(message) {
          if (MessageType.row(message.msgType).endsRound) soundingMs = line.stream.bufferedMs();
          kept.push(message);
        },
        end: async () => void kept.push('end'),
      },
      left: (how) => void (how === 'hangUp' && hands.hangUp()),
    },
    { ...anAsk(1, flow), talkId: 'last-word' },
  );
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += FRAME_MS) {
      clock.turn(FRAME_MS);
      line.tick();
      for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
    }
  }
  talk.begin();
  return {
    talk,
    line,
    hands,
    text,
    voice,
    kept,
    pass,
    soundingMs: () => soundingMs,
    types: () => kept.map((row) => (row === 'end' ? row : row.msgType)),
    isOver: () => kept.at(-1) === 'end',
  };
}

const ends: readonly (number | string)[] = [MessageType.callEnded, MessageType.transferred, MessageType.flowEnded];

test('[FLOW-05] by voice the end is told when the last words have sounded, after every time that was measured of them', async () => {
  const one = await aTalk(farewell);
  await one.pass(3_000);
  one.line.says('hello');
  await one.pass(1_500);
  expect(one.talk.current().result).toBe(AiCallResult.communicated);
  expect(one.line.sounds()).toBe(true);
  expect(one.types()).not.toContain(MessageType.flowEnded);
  await one.pass(6_000);
  expect(one.types().slice(-2)).toEqual([MessageType.flowEnded, 'end']);
  expect(one.types().lastIndexOf(MessageType.ttsTiming)).toBeGreaterThan(one.types().indexOf(MessageType.userSaid));
  expect([one.soundingMs(), one.hands.did]).toEqual([0, ['hangUp']]);
});

test('[FLOW-05] whoever hangs up into the last words ends it at once, with the result it had', async () => {
  const one = await aTalk(farewell);
  await one.pass(3_000);
  one.line.says('hello');
  await one.pass(1_500);
  one.talk.callerGone();
  expect(await one.talk.over).toBe(AiCallResult.communicated);
  expect(one.types().slice(-2)).toEqual([MessageType.flowEnded, 'end']);
  expect(one.types().filter((type) => ends.includes(type))).toHaveLength(1);
});

test('[FLOW-05] by text the end follows the last line at once', async () => {
  const one = await aTalk(farewell, { by: 'text' });
  one.text.says('hello');
  expect(await one.talk.over).toBe(AiCallResult.communicated);
  expect(one.types().slice(-4)).toEqual([MessageType.endNode, MessageType.aiSaid, MessageType.flowEnded, 'end']);
});

test('[FLOW-05] whatever the graph and whatever the caller does: one end, it is the last row, and of what the flow ends itself every word has sounded', async () => {
  const deed = fc.oneof(
    fc.constantFrom('yes', 'no', 'three', 'a person', 'tomorrow').map((words) => ({ do: 'says' as const, words })),
    fc.constantFrom('1', '2', '#').map((key) => ({ do: 'presses' as const, key })),
    fc
      .constantFrom('waits', 'waits', 'waits', 'hangsUp', 'stops', 'breaks')
      .map((what) => ({ do: what as 'waits' | 'hangsUp' | 'stops' | 'breaks' })),
  );
  const answers = fc.array(
    fc.constantFrom<Answer>(
      { ok: true, what: 'done' },
      { ok: false, why: 'no' },
      { ok: true, what: 'open', isOpen: true, isHoliday: false },
    ),
    { minLength: 1, maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(
      randomFlow(),
      fc.array(fc.tuple(deed, fc.integer({ min: 20, max: 1_500 })), { maxLength: 5 }),
      fc.constantFrom('voice' as const, 'text' as const),
      answers,
      async (flow, deeds, by, given) => {
        const one = await aTalk(flow, { by, answers: given });
        for (const [what, thenMs] of deeds) {
          if (what.do === 'says') (by === 'text' ? one.text : one.line).says(what.words);
          else if (what.do === 'presses') (by === 'text' ? one.text : one.voice).presses(what.key);
          else if (what.do === 'hangsUp') one.talk.callerGone();
          else if (what.do !== 'waits') one.talk.stop(what.do === 'stops' ? 'tester' : 'server');
          await one.pass(thenMs);
        }
        // Its last words may still sound; one that only goes on and on is left by the caller.
        const isOwnEnd = one.talk.current().result !== null && deeds.every(([what]) => what.do === 'waits');
        if (isOwnEnd) for (let waitedMs = 0; !one.isOver() && waitedMs < 30_000; waitedMs += 200) await one.pass(200);
        one.talk.callerGone();
        await one.pass(1_000);
        await one.talk.over;
        const types = one.types();
        expect(types.filter((type) => ends.includes(type))).toHaveLength(1);
        expect(ends).toContain(types.at(-2));
        expect(types.at(-1)).toBe('end');
        expect(one.talk.messages().map(({ msgType }) => msgType)).toEqual(types.slice(0, -1));
        if (isOwnEnd) expect(one.soundingMs()).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});
