import { EAR_SAMPLES, type Ear, type SpeechDetector } from '#core/speech/speech-detector.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import { startEngine, type Engine } from '../engine.ts';
import type { FromDetector, ToDetector } from './detection.process.ts';

/** A detector, and a way to have it ready before the first call. */
export interface EmbeddedDetector extends SpeechDetector {
  warm(): Promise<void>;
}

interface Frame {
  ear: number;
  samples: Int16Array;
  answer: PromiseWithResolvers<number>;
}

/** A second of frames of an ear that nobody answers is too much; a caller who comes later waits for nothing. */
const MOST_PER_EAR = 32;

/**
 * Silero in a program of its own. What arrives while it works is answered in the next round, all ears together, at most one frame of each: many callers
 * cost little more than one. `kit` is null as long as there are no models.
 */
export function embeddedDetector(kit: () => string | null, log: (line: string) => void): EmbeddedDetector {
  let engine: Engine<ToDetector> | null = null;
  let ready = Promise.withResolvers<void>();
  let round: Frame[] | null = null;
  let isRoundDue = false;
  let isReady = false;
  let isClosed = false;
  let lastEar = 0;
  const waiting: Frame[] = [];

  function begin(): Engine<ToDetector> | null {
    const folder = kit();
    if (engine || isClosed || folder === null) return engine;
    ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined);
    return (engine = startEngine<ToDetector, FromDetector>(new URL('detection.process.ts', import.meta.url), folder, {
      message: onMessage,
      gone(why) {
        if (!isClosed) log(`The speech detector ended: ${why}.`);
        onExit();
      },
    }));
  }

  function onMessage(message: FromDetector): void {
    if (message.type === 'ready') {
      isReady = true;
      ready.resolve();
    } else {
      for (const [at, frame] of (round ?? []).entries()) {
        if (message.type === 'heard') frame.answer.resolve(message.probabilities[at]!);
        else frame.answer.reject(new SpeechFailure('garbage'));
      }
      round = null;
    }
    sendRound();
  }

  function onExit(): void {
    const reason = isClosed ? 'cancelled' : isReady ? 'cut' : 'absent';
    engine = null;
    isReady = false;
    ready.reject(new SpeechFailure('absent', 'the models cannot be loaded'));
    for (const { answer } of [...(round ?? []), ...waiting.splice(0)]) answer.reject(new SpeechFailure(reason));
    round = null;
  }

  function sendRound(): void {
    isRoundDue = false;
    if (round || !isReady) return;
    if (waiting.length === 0) {
      // With nothing to do it keeps no program alive.
      engine?.hold(false);
      return;
    }
    engine?.hold(true);
    const ears = new Set<number>();
    const later: Frame[] = [];
    round = [];
    for (const frame of waiting.splice(0)) {
      if (ears.has(frame.ear)) later.push(frame);
      else round.push(frame);
      ears.add(frame.ear);
    }
    waiting.push(...later);
    engine?.send({ type: 'round', ears: round.map(({ ear }) => ear), frames: round.map(({ samples }) => samples) });
  }

  function openEar(): Ear {
    const ear = ++lastEar;
    let isGone = false;
    return {
      async probability(samples) {
        if (isGone || isClosed) throw new SpeechFailure('cancelled');
        if (samples.length !== EAR_SAMPLES) throw new SpeechFailure('garbage', `a frame of ${samples.length} samples`);
        if (!begin()) throw new SpeechFailure('absent');
        if (waiting.filter((frame) => frame.ear === ear).length >= MOST_PER_EAR) throw new SpeechFailure('busy');
        const frame: Frame = { ear, samples: samples.slice(), answer: Promise.withResolvers<number>() };
        waiting.push(frame);
        // Callers whose frames come in the same moment share a round.
        if (!isRoundDue) {
          isRoundDue = true;
          setImmediate(sendRound);
        }
        return frame.answer.promise;
      },
      close() {
        isGone = true;
        for (const frame of waiting.filter((one) => one.ear === ear)) {
          waiting.splice(waiting.indexOf(frame), 1);
          frame.answer.reject(new SpeechFailure('cancelled'));
        }
        engine?.send({ type: 'gone', ear });
      },
    };
  }

  return {
    name: 'silero',
    open: openEar,
    async warm() {
      if (!begin()) throw new SpeechFailure('absent');
      await ready.promise;
    },
    async close() {
      isClosed = true;
      await engine?.end();
    },
  };
}
