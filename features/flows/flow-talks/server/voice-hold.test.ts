import { afterAll, expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { absentSpeech } from '#core/speech/absent-speech.fixture.ts';
import type { EmbeddedSpeech, EmbeddedSpeechState } from '#core/speech/speech.port.ts';
import { openSpeech } from '#features/flows/speech/server/index.ts';
import { openLog } from '#platform/server/log.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openFlowHost } from './flow-host.ts';
import { aLine, aTalkHouse, someHands, storedTalks } from './talks.fixture.ts';
import { openVoiceHold, VOICE_HOLD_MS } from './voice-hold.ts';

const server = await testServer();
const { db } = server.world;
afterAll(server.close);

const flow = aFlow(
  { ask: { kind: 'listen', settings: { spoken: { words: { en: 'How can we help?' }, sounds: {} }, intents: [] } } },
  ['start next ask'],
);
const shelf = { published: async () => ({ flowId: 7, name: 'Reception', version: 1, flow }) };

/** A flow answers on a machine whose own voice is being fetched, with nobody else to speak. */
async function aCallToTheVoiceless() {
  const tenantId = await aTenant(db);
  const [fetched, nothing] = [fakeSpeech(), absentSpeech('not there yet')];
  let state: EmbeddedSpeechState = { at: 'missing' };
  const fetching = Promise.withResolvers<void>();
  const embedded: EmbeddedSpeech = {
    ...fetched,
    voice: {
      ...fetched.voice,
      speak: (...ask) => (state.at === 'ready' ? fetched.voice : nothing.voice).speak(...ask),
    },
    state: () => state,
    prepare: () => fetching.promise,
    close: async () => {},
  };
  const speech = openSpeech(server.world, embedded, () => embedded.prepare());
  const house = aTalkHouse(db, { speech, shelf });
  const logged: string[] = [];
  const log = openLog('info', { write: (line) => void logged.push(line) });
  const [line, hands, left] = [aLine(), someHands(), new AbortController()];
  const host = openFlowHost(db, house.talks, shelf, openVoiceHold(speech, log, house.clock.after));
  const begun = host.begin({
    tenantId,
    callId: 'held',
    flowId: 7,
    number: '525512345678',
    ourNumber: '525550000101',
    didNumberId: null,
    language: 'en-US',
    stream: line.stream,
    hands,
    left: left.signal,
  });
  // The wait has begun.
  await expect.poll(() => logged.length).toBe(1);
  return {
    ...house,
    begun,
    line,
    hands,
    left,
    logged,
    spoken: fetched.voice.asks,
    pass: (ms: number) => house.pass(ms, line.tick),
    becomes(next: EmbeddedSpeechState) {
      state = next;
      fetching.resolve();
    },
    stored: () => storedTalks(db, tenantId),
  };
}

test('[CC-07] a flow whose voice is still being fetched lets the caller hear it ring, and then says every word', async () => {
  const call = await aCallToTheVoiceless();
  await call.pass(7_000);
  // Two rings of a second, five seconds from one to the next.
  expect(call.line.playedMs()).toBeGreaterThan(1_500);
  expect(call.line.playedMs()).toBeLessThan(2_500);
  expect(await call.stored()).toEqual([]);
  call.becomes({ at: 'ready' });
  const talk = await call.begun;
  await call.pass(1_000);
  expect(call.spoken.map(({ text }) => text)).toEqual(['How can we help?']);
  expect(call.line.playedMs()).toBeGreaterThan(2_500);
  talk!.callerGone();
  await expect.poll(async () => (await call.stored())[0]?.types).toContain(MessageType.ttsTiming);
  expect(call.hands.did).toEqual([]);
});

test.each(['does not come in time', 'cannot be fetched'])(
  '[CC-07] where the voice %s the caller is given back, and the log says why',
  async (how) => {
    const call = await aCallToTheVoiceless();
    if (how === 'cannot be fetched') call.becomes({ at: 'unavailable', why: 'no way out' });
    else call.clock.turn(VOICE_HOLD_MS);
    await call.begun;
    await call.pass(1_000);
    await expect.poll(() => call.hands.did).toEqual(['giveBack']);
    expect(call.logged.at(-1)).toContain('without a voice');
    expect(call.line.playedMs()).toBe(0);
  },
);

test('[CC-07] a caller who hangs up while it rings is waited for by nobody', async () => {
  const call = await aCallToTheVoiceless();
  call.left.abort();
  const talk = await call.begun;
  talk!.callerGone();
  await expect.poll(async () => (await call.stored())[0]?.result).toBe(AiCallResult.userQuickHangup);
  expect(call.clock.dueMs()).toBeNull();
});
