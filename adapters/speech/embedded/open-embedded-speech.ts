import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { scriptedBrain } from '#core/speech/scripted-brain.ts';
import type { EmbeddedSpeech, EmbeddedSpeechState } from '#core/speech/speech.port.ts';
import { embeddedDetector } from './detection/embedded-detector.ts';
import { installKit, kitFolder } from './kit/install-kit.ts';
import type { Pack } from './kit/npm-pack.ts';
import { whyNoKit } from './kit/packages.ts';
import { embeddedRecognizer } from './recognition/embedded-recognizer.ts';
import { recognitionPool, type RecognitionPool } from './recognition/recognition-pool.ts';
import { embeddedVoice } from './voice/embedded-voice.ts';
import { espeakPool, type EspeakPool } from './voice/espeak-pool.ts';

export interface EmbeddedSpeechOptions {
  dataDir: string;
  log(line: string): void;
  /** How many recognise at once; one per core unless told. Each takes about 200 MB. */
  recognizers?: number;
  /** Another way to fetch packages than npm. */
  pack?: Pack;
}

const MOST_RECOGNIZERS = 8;

/** Speech of this machine alone. Nothing is loaded before it is used or prepared; `prepare` never rejects: `state` says what came of it. */
export function openEmbeddedSpeech({
  dataDir,
  log,
  recognizers = Math.min(MOST_RECOGNIZERS, availableParallelism()),
  pack,
}: EmbeddedSpeechOptions): EmbeddedSpeech {
  const folder = join(dataDir, 'speech');
  const stop = new AbortController();
  let kit = existsSync(kitFolder(folder)) ? kitFolder(folder) : null;
  let state: EmbeddedSpeechState = kit ? { at: 'ready' } : whyNot(whyNoKit());
  let preparing: Promise<void> | null = null;
  let hearing: RecognitionPool | null = null;
  let speaking: EspeakPool | null = null;

  const isClosed = () => stop.signal.aborted;
  /** Another process, or `npm run speech`, may have fetched it meanwhile. */
  function look(): void {
    if (kit || preparing || !existsSync(kitFolder(folder))) return;
    kit = kitFolder(folder);
    state = { at: 'ready' };
  }
  const hearingPool = () =>
    kit && !isClosed() ? (hearing ??= recognitionPool(kit, Math.max(1, recognizers), log)) : hearing;
  const speakingPool = () =>
    kit && !isClosed() ? (speaking ??= espeakPool(kit, Math.max(1, Math.ceil(recognizers / 2)), log)) : speaking;
  const detector = embeddedDetector(() => kit, log);
  const voice = embeddedVoice(speakingPool);
  const recognizer = embeddedRecognizer(hearingPool, voice);
  const brain = scriptedBrain();

  async function prepare(): Promise<void> {
    try {
      if (!kit) {
        state = { at: 'fetching', doneBytes: 0, totalBytes: 0 };
        kit = await installKit({
          folder,
          signal: stop.signal,
          onProgress: (doneBytes, totalBytes) => (state = { at: 'fetching', doneBytes, totalBytes }),
          ...(pack && { pack }),
        });
      }
      await Promise.all([hearingPool()?.warm(), speakingPool()?.warm(), detector.warm()]);
      state = { at: 'ready' };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      state = { at: 'unavailable', why };
      if (!isClosed()) log(`The machine's own speech is not available: ${why}.`);
    }
  }

  return {
    recognizer,
    voice,
    brain,
    detector,
    state() {
      look();
      return state;
    },
    prepare: () => (preparing ??= prepare().finally(() => (preparing = null))),
    async close() {
      stop.abort();
      await Promise.all([preparing, recognizer.close(), voice.close(), brain.close(), detector.close()]);
    },
  };
}

function whyNot(why: string | null): EmbeddedSpeechState {
  return why === null ? { at: 'missing' } : { at: 'unavailable', why };
}
