import { GrowingSound } from '../core/growing-sound.ts';
import { sentencesOf } from '#core/voice/sentences.ts';
import type { FlowLine } from '#core/flow/flow-events.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { PromptCache } from './prompt-cache.ts';

export interface LineParts {
  voice: Voice;
  cache: PromptCache;
  /** Spoken before anybody called; null where it was not. */
  kept(voice: string, language: FlowLine['language'], text: string): Promise<Int16Array | null>;
  /** Null where there is no such sound. */
  sounds(soundId: number): Promise<Int16Array | null>;
  clock: Clock;
  /** How long the first sound of the line took. */
  began(ms: number, isCached: boolean): void;
  failed(problem: unknown): void;
  /** There is more to play. */
  grew(): void;
}

/** One line becoming sound, sentence by sentence: the next is made while one is said. */
export interface SpokenLine {
  sound: GrowingSound;
  /** Where each sentence begins. */
  sentences(): readonly { text: string; at: number }[];
  /** Nothing more will come. */
  isWhole(): boolean;
  stop(): void;
}

/** A line that cannot be said ends where it broke; whoever plays it goes on. */
export function speakLine(
  { voice, cache, kept, sounds, clock, began, failed, grew }: LineParts,
  { text, language, soundId }: FlowLine,
): SpokenLine {
  const sound = new GrowingSound();
  const begins: { text: string; at: number }[] = [];
  const stop = new AbortController();
  const askedMs = clock.nowMs();
  let isWhole = false;

  function take(samples: Int16Array, isCached: boolean): void {
    if (stop.signal.aborted || samples.length === 0) return;
    if (sound.length === 0) began(clock.nowMs() - askedMs, isCached);
    sound.append(samples);
    grew();
  }

  async function say(sentence: string): Promise<void> {
    begins.push({ text: sentence, at: sound.length });
    const timbre = voice.timbre ?? voice.name;
    const known = cache.find(timbre, language, sentence);
    if (known) return take(known, true);
    // A shelf that cannot be read is no reason to be silent.
    const ahead = await kept(timbre, language, sentence).catch(() => null);
    if (ahead) {
      cache.keep(timbre, language, sentence, ahead);
      return take(ahead, true);
    }
    const from = sound.length;
    const spoken = await voice.speak(
      { text: sentence, language, voice: null, speed: 1 },
      (samples) => take(samples, false),
      stop.signal,
    );
    if (spoken !== 'substitute' && !stop.signal.aborted)
      cache.keep(timbre, language, sentence, sound.read(from, sound.length - from));
  }

  async function make(): Promise<void> {
    const recorded = soundId === null ? null : await sounds(soundId);
    if (recorded) {
      begins.push({ text, at: 0 });
      return take(recorded, true);
    }
    for (const sentence of sentencesOf(text)) if (!stop.signal.aborted) await say(sentence);
  }

  // Whoever opened it knows it before the first sound is there.
  void Promise.resolve()
    .then(make)
    .catch(
      (problem: unknown) =>
        void (problem instanceof SpeechFailure && problem.reason === 'cancelled' ? null : failed(problem)),
    )
    .finally(() => {
      isWhole = true;
      if (!stop.signal.aborted) grew();
    });
  return { sound, sentences: () => begins, isWhole: () => isWhole, stop: () => stop.abort() };
}
