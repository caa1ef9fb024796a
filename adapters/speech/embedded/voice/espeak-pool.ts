import { SpeechFailure } from '#core/speech/speech-failure.ts';
import { startEngine, type Engine } from '../engine.ts';
import type { FromEspeak, ToEspeak } from './espeak.process.ts';

/** Speaking programs: started when needed, started again when they die. Pieces are said in the order they come. */
export interface EspeakPool {
  /** Resolves when one can speak; rejects when none can. */
  warm(): Promise<void>;
  /** Resolves when the piece is said. One that died before the first sound is tried once more. */
  say(
    piece: Omit<ToEspeak, 'id'>,
    onSamples: (samples: Int16Array) => void,
  ): { finished: Promise<void>; giveUp(): void };
  /** Of the programs that run, for whoever measures. */
  processIds(): number[];
  close(): Promise<void>;
}

interface Job {
  piece: Omit<ToEspeak, 'id'>;
  onSamples(samples: Int16Array): void;
  finished: PromiseWithResolvers<void>;
  isOver: boolean;
  hasSounded: boolean;
  tries: number;
}

interface Speaker {
  engine: Engine<ToEspeak>;
  isReady: boolean;
  id: number;
  job: Job | null;
  ready: PromiseWithResolvers<void>;
}

const MOST_WAITING = 200;

export function espeakPool(kit: string, size: number, log: (line: string) => void): EspeakPool {
  const speakers = new Set<Speaker>();
  const waiting: Job[] = [];
  let isClosed = false;

  function add(): Speaker {
    const engine = startEngine<ToEspeak, FromEspeak>(new URL('espeak.process.ts', import.meta.url), kit, {
      message: (message) => onMessage(speaker, message),
      gone(why) {
        if (!isClosed) log(`The voice ended: ${why}.`);
        onExit(speaker);
      },
    });
    const speaker: Speaker = { engine, isReady: false, id: 0, job: null, ready: Promise.withResolvers<void>() };
    speaker.ready.promise.catch(() => undefined);
    speakers.add(speaker);
    return speaker;
  }

  function onMessage(speaker: Speaker, message: FromEspeak): void {
    if (message.type === 'ready') {
      speaker.isReady = true;
      speaker.ready.resolve();
      next();
      return;
    }
    const job = speaker.job;
    if (!job || message.id !== speaker.id) return;
    if (message.type === 'samples') {
      job.hasSounded = true;
      if (!job.isOver) job.onSamples(message.samples);
      return;
    }
    speaker.job = null;
    end(job);
    next();
  }

  function onExit(speaker: Speaker): void {
    speakers.delete(speaker);
    speaker.ready.reject(new SpeechFailure('absent', 'the voice does not start'));
    const job = speaker.job;
    if (job && !job.isOver) {
      if (job.hasSounded || job.tries > 1 || isClosed) end(job, new SpeechFailure('cut'));
      else waiting.unshift(job);
    }
    if (!speaker.isReady && speakers.size === 0)
      for (const left of waiting.splice(0)) end(left, new SpeechFailure('absent'));
    else next();
  }

  function end(job: Job, failure?: SpeechFailure): void {
    if (job.isOver) return;
    job.isOver = true;
    if (failure) job.finished.reject(failure);
    else job.finished.resolve();
  }

  function next(): void {
    for (const speaker of speakers) {
      if (!speaker.isReady || speaker.job) continue;
      const job = waiting.shift();
      if (!job) {
        // Somebody with nothing to say keeps no program alive.
        speaker.engine.hold(false);
        continue;
      }
      speaker.engine.hold(true);
      job.tries++;
      speaker.job = job;
      speaker.id++;
      speaker.engine.send({ ...job.piece, id: speaker.id });
    }
    // One more for a text that would wait, up to the bound.
    if (waiting.length > 0 && !isClosed && speakers.size < size && [...speakers].every(({ isReady }) => isReady)) add();
  }

  return {
    async warm() {
      await ([...speakers][0] ?? add()).ready.promise;
    },
    say(piece, onSamples) {
      const job: Job = {
        piece,
        onSamples,
        finished: Promise.withResolvers<void>(),
        isOver: false,
        hasSounded: false,
        tries: 0,
      };
      job.finished.promise.catch(() => undefined);
      if (isClosed) end(job, new SpeechFailure('absent', 'closed'));
      else if (waiting.length >= MOST_WAITING) end(job, new SpeechFailure('busy'));
      else {
        waiting.push(job);
        next();
      }
      return {
        finished: job.finished.promise,
        giveUp() {
          const at = waiting.indexOf(job);
          if (at >= 0) waiting.splice(at, 1);
          end(job, new SpeechFailure('cancelled'));
        },
      };
    },
    processIds: () => [...speakers].flatMap(({ engine }) => engine.processId ?? []),
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) end(job, new SpeechFailure('cut'));
      await Promise.all(
        [...speakers].map(({ engine, job }) => {
          if (job) end(job, new SpeechFailure('cut'));
          return engine.end();
        }),
      );
    },
  };
}
