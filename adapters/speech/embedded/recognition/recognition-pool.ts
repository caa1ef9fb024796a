import type { Transcription, NoticedWords } from '#core/speech/recognizer.port.ts';
import { SpeechFailure, type SpeechFailureReason } from '#core/speech/speech-failure.ts';
import { startEngine, type Engine } from '../engine.ts';
import type { Lesson } from './lessons.ts';
import type { FromRecognition, ToRecognition } from './recognition.process.ts';
import type { Utterance } from './understand.ts';

/** Programs with loaded models. First come, first served; what is given up before its turn never runs. */
export interface RecognitionPool {
  /** Resolves when every one has its models; rejects when they cannot be loaded. */
  warm(): Promise<void>;
  /** What words sound like, learned when there is nothing else to do. */
  teach(lessons: readonly Lesson[]): void;
  submit(utterance: Utterance): { transcription: Promise<Transcription>; giveUp(): void };
  /** How many utterances were begun, for whoever measures. */
  begun(): number;
  processIds(): number[];
  close(): Promise<void>;
}

interface Job {
  utterance: Utterance;
  transcription: PromiseWithResolvers<Transcription>;
}

interface Place {
  engine: Engine<ToRecognition>;
  isReady: boolean;
  job: Job | null;
  /** What it has to learn, and what it was told to. */
  lessons: Lesson[];
  taught: Set<string>;
  isLearning: boolean;
  ready: PromiseWithResolvers<void>;
}

/** More than this waiting means seconds of delay: better to say so. */
const MOST_WAITING = 64;

const nameOf = ({ words, by }: Pick<Lesson, 'words' | 'by'>): string => `${by} ${words.language} ${words.text}`;

const newPlace = (engine: Place['engine']): Place => ({
  engine,
  isReady: false,
  job: null,
  lessons: [],
  taught: new Set(),
  isLearning: false,
  ready: Promise.withResolvers<void>(),
});

function teachPlace({ taught, lessons }: Place, all: readonly Lesson[]): void {
  lessons.push(...all.filter((lesson) => !taught.has(nameOf(lesson))));
  for (const lesson of all) taught.add(nameOf(lesson));
}

/** Whoever wants them again teaches them again. */
function forget({ taught }: Place, words: NoticedWords | null): void {
  if (words) for (const by of ['man', 'woman'] as const) taught.delete(nameOf({ words, by }));
}

export function recognitionPool(kit: string, size: number, log: (line: string) => void): RecognitionPool {
  const places = new Set<Place>();
  const waiting: Job[] = [];
  let begun = 0;
  let isClosed = false;

  function addPlace(): Place {
    const engine = startEngine<ToRecognition, FromRecognition>(
      new URL('recognition.process.ts', import.meta.url),
      kit,
      {
        message: (message) => onMessage(place, message),
        gone(why) {
          if (!isClosed) log(`A recogniser ended: ${why}.`);
          onExit(place);
        },
      },
    );
    const place = newPlace(engine);
    place.ready.promise.catch(() => undefined);
    places.add(place);
    return place;
  }

  function onMessage(place: Place, message: FromRecognition): void {
    if (message.type === 'ready') {
      place.isReady = true;
      place.ready.resolve();
    } else if (message.type === 'learned') {
      place.isLearning = false;
      forget(place, message.forgot);
    } else {
      const job = place.job;
      place.job = null;
      if (message.type === 'heard') job?.transcription.resolve(message.heard);
      else job?.transcription.reject(new SpeechFailure('garbage', 'the model could not take the sound'));
    }
    next();
  }

  function onExit(place: Place): void {
    places.delete(place);
    place.ready.reject(new SpeechFailure('absent', 'the models cannot be loaded'));
    place.job?.transcription.reject(new SpeechFailure(isClosed ? 'cancelled' : 'cut'));
    // Whoever waits must not wait for a program that cannot start.
    if (!place.isReady && places.size === 0) refuseWaiting('absent');
    else if (waiting.length > 0 && !isClosed) fill();
  }

  function refuseWaiting(reason: SpeechFailureReason): void {
    for (const job of waiting.splice(0)) job.transcription.reject(new SpeechFailure(reason));
  }

  function fill(): void {
    while (places.size < size) addPlace();
  }

  function next(): void {
    for (const place of places) {
      if (!place.isReady || place.job || place.isLearning) continue;
      const job = waiting.shift();
      const lesson = job ? undefined : place.lessons.shift();
      if (lesson) {
        place.isLearning = true;
        place.engine.hold(true);
        place.engine.send({ type: 'learn', lesson });
        continue;
      }
      if (!job) {
        // Somebody with nothing to do keeps no program alive.
        place.engine.hold(false);
        continue;
      }
      place.engine.hold(true);
      place.job = job;
      begun++;
      place.engine.send({ type: 'understand', ...job.utterance });
    }
  }

  return {
    async warm() {
      fill();
      await Promise.all([...places].map(({ ready }) => ready.promise));
    },
    teach(all) {
      if (isClosed) return;
      fill();
      for (const place of places) teachPlace(place, all);
      next();
    },
    submit(utterance) {
      const job: Job = { utterance, transcription: Promise.withResolvers<Transcription>() };
      job.transcription.promise.catch(() => undefined);
      if (isClosed) job.transcription.reject(new SpeechFailure('absent', 'closed'));
      else if (waiting.length >= MOST_WAITING) job.transcription.reject(new SpeechFailure('busy'));
      else {
        waiting.push(job);
        fill();
        next();
      }
      return {
        transcription: job.transcription.promise,
        giveUp() {
          const at = waiting.indexOf(job);
          if (at >= 0) waiting.splice(at, 1);
          for (const place of places) if (place.job === job) place.engine.send({ type: 'giveUp' });
          job.transcription.reject(new SpeechFailure('cancelled'));
        },
      };
    },
    begun: () => begun,
    processIds: () => [...places].flatMap(({ engine }) => engine.processId ?? []),
    async close() {
      isClosed = true;
      refuseWaiting('cancelled');
      await Promise.all([...places].map(({ engine }) => engine.end()));
    },
  };
}
