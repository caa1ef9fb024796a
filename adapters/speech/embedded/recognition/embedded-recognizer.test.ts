import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recognizerSuite } from '#core/speech/recognizer.suite.ts';
import { testKit } from '../kit/test-kit.ts';
import { FETCHING_MS, lentRecognition, saidBy } from '../lent-pools.fixture.ts';
import { embeddedVoice } from '../voice/embedded-voice.ts';
import { espeakPool, type EspeakPool } from '../voice/espeak-pool.ts';
import { embeddedRecognizer } from './embedded-recognizer.ts';
import { recognitionPool, type RecognitionPool } from './recognition-pool.ts';

let kit: string;
let pool: RecognitionPool;
let speaking: EspeakPool;
const quiet = () => undefined;
const say = (text: string) => saidBy(embeddedVoice(() => speaking), text);
const opened = () => {
  const lent = lentRecognition(pool);
  return embeddedRecognizer(() => lent);
};

beforeAll(async () => {
  ({ kit } = await testKit());
  pool = recognitionPool(kit, availableParallelism(), quiet);
  speaking = espeakPool(kit, 1, quiet);
  await Promise.all([pool.warm(), speaking.warm()]);
}, FETCHING_MS);
afterAll(() => Promise.all([pool?.close(), speaking?.close()]));

describe('the embedded recogniser', () => {
  const texts = { one: 'My phone is broken.', other: 'I want to complain.', phrases: ['I have no time', 'Stop calling me', 'Cancel my order'] } as const;
  recognizerSuite(async () => ({ recognizer: opened(), language: 'en', say, close: async () => undefined }), texts);
});

describe('several recognisers', () => {
  const tone = Int16Array.from({ length: 8_000 }, (_, at) => 6_000 * Math.sin(at / 4));

  test('[FLOW-11] a guess that was given up before its turn never runs', { timeout: 60_000 }, async () => {
    const one = recognitionPool(kit, 1, quiet);
    const first = one.submit({ samples: tone, phrases: [] });
    const guess = one.submit({ samples: tone, phrases: [] });
    const last = one.submit({ samples: tone, phrases: [] });
    guess.giveUp();
    await expect(guess.heard).rejects.toMatchObject({ reason: 'cancelled' });
    await Promise.all([first.heard, last.heard]);
    expect(one.begun()).toBe(2);
    await one.close();
  });

  test('[FLOW-11] more than anybody would wait for is refused as too much, and closing ends the rest', async () => {
    const one = recognitionPool(kit, 1, quiet);
    const asked = Array.from({ length: 66 }, () => one.submit({ samples: tone, phrases: [] }));
    await expect(asked.at(-1)!.heard).rejects.toMatchObject({ reason: 'busy' });
    await one.close();
    await expect(asked[0]!.heard).rejects.toMatchObject({ reason: 'cancelled' });
  });

  test('[FLOW-11] one that dies takes its own utterance with it, and another comes', { timeout: 60_000 }, async () => {
    const one = recognitionPool(kit, 1, quiet);
    await one.warm();
    const lost = one.submit({ samples: tone, phrases: [] });
    process.kill(one.processIds()[0]!, 'SIGKILL');
    await expect(lost.heard).rejects.toMatchObject({ reason: 'cut' });
    expect(await one.submit({ samples: tone, phrases: [] }).heard).toMatchObject({ text: '' });
    await one.close();
    expect(one.processIds()).toEqual([]);
  });

  test('[FLOW-11] models that cannot be loaded are told, not waited for', { timeout: 60_000 }, async () => {
    const lines: string[] = [];
    const none = recognitionPool('/nowhere', 1, (line) => lines.push(line));
    await expect(none.submit({ samples: tone, phrases: [] }).heard).rejects.toMatchObject({ reason: 'absent' });
    await expect(none.warm()).rejects.toMatchObject({ reason: 'absent' });
    expect(lines[0]).toMatch(/^A recogniser ended: .*Error: Cannot find module/);
    await none.close();
  });
});

describe('what callers answer', () => {
  // The voice says nothing twice in quite the same way: these are understood with room to spare.
  const answers = [
    'Yes', 'No', 'Maybe later', 'Talk to an agent', 'I want to pay my bill', 'Cancel my order', 'Track my package', 'Reset my password', 'Technical support', 'Opening hours', 'I am not interested',
    'Renew my contract', 'Close my account', 'Report a problem', 'I already paid', 'The first option', 'The second option', 'Good morning', 'Not right now', 'I moved to another city', 'I want a new phone',
    'I need help', 'Tell me more', 'I forgot my password', 'I have no time', 'My phone is broken', 'Stop calling me', 'I want to complain', 'Internet connection', 'Monday afternoon', 'Thank you',
    'Customer service', 'Call me back tomorrow',
  ];
  const others = ['Do not cancel my order', 'I want to see my bill', 'The weather is lovely in the mountains', 'My sister plays the piano every evening', 'Two hundred and forty seven', 'What is the capital of France'];
  const hear = async (text: string) => {
    const turn = opened().open({ languages: ['en'], phrases: answers });
    turn.write(await say(text));
    return turn.finish();
  };

  test('[FLOW-11] each of 33 phrases on a telephone line is taken for itself', { timeout: 300_000 }, async () => {
    const heard = await Promise.all(answers.map(async (answer) => (await hear(answer)).phrase));
    expect(heard).toEqual(answers);
  });

  test('[FLOW-11] what is none of them is taken for none', { timeout: 300_000 }, async () => {
    const heard = await Promise.all(others.map(async (other) => (await hear(other)).phrase));
    expect(heard).toEqual(others.map(() => null));
  });

  test('[FLOW-11] noise on the line is no word and no phrase', { timeout: 60_000 }, async () => {
    let seed = 1;
    const noise = Int16Array.from({ length: 12_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647) % 4_000) - 2_000);
    const turn = opened().open({ languages: ['en'], phrases: answers });
    turn.write(noise);
    expect(await turn.finish()).toMatchObject({ text: '', phrase: null });
  });

  test('[FLOW-11] somebody quiet is understood as well', { timeout: 60_000 }, async () => {
    const turn = opened().open({ languages: ['en'], phrases: [] });
    turn.write((await say('My phone is broken.')).map((sample) => sample / 20));
    expect((await turn.finish()).text).toMatch(/phone is broken/i);
  });

  test('[FLOW-11] a long story is heard to its end', { timeout: 300_000 }, async () => {
    const turn = opened().open({ languages: ['en'], phrases: [] });
    const story = await say('My phone is broken. I want to complain. I have no time. Stop calling me. I am not interested. I need help. I want to complain. I have no time. Tell me more. Stop calling me. My phone is broken. I have no time. I want to complain. Thank you.');
    expect(story.length).toBeGreaterThan(12 * 8_000);
    turn.write(story);
    const { text } = await turn.finish();
    expect(text).toMatch(/^my phone is broken/i);
    expect(text).toMatch(/thank you\W*$/i);
  });
});
