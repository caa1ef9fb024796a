import type { PcmStream } from '#core/telephony/telephony.port.ts';
import { FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import type { SpokenLine } from './spoken-line.ts';

/** A line that waits to be said or is being said; `sayId` null for one nobody waits for. */
export interface QueuedLine {
  sayId: number | null;
  mayInterrupt: boolean;
  /** Made when its turn comes near. */
  open(): SpokenLine;
}

export interface SpeakerListener {
  /** A sentence begins to sound. */
  saying(text: string, line: QueuedLine): void;
  /** `part`: what of it was heard, by its sentences. */
  said(line: QueuedLine, wasCut: boolean, part: string): void;
  /** There is nothing more to say. */
  allSaid(): void;
}

/**
 * Plays lines one after another on a stream, a few frames ahead, so that little has to be taken back. The next line is made while
 * one is said. After a pause it begins again at the last rest before the place it was at: a word may be said twice, never lost.
 */
export interface Speaker {
  say(line: QueuedLine): void;
  /** Every 20 ms, and whenever there is more to play. */
  pump(): void;
  pause(): void;
  resume(): void;
  /** Somebody spoke into it: what may be interrupted goes. */
  cut(): void;
  /** Nothing of it is said any more. */
  drop(): void;
  isBusy(): boolean;
  mayInterrupt(): boolean;
}

const AHEAD_MS = 60;
const REST_SAMPLES = SAMPLE_RATE * 0.4;

export function openSpeaker(stream: PcmStream, listener: SpeakerListener): Speaker {
  const queue: (QueuedLine & { spoken: SpokenLine | null })[] = [];
  let at = 0;
  let begunSentences = 0;
  let isPaused = false;
  let isTelling = false;

  function next(): void {
    at = 0;
    begunSentences = 0;
  }

  function pump(): void {
    for (const line of queue.slice(0, 2)) line.spoken ??= line.open();
    const line = queue[0];
    const spoken = line?.spoken;
    if (isPaused || !line || !spoken) return;
    while (stream.bufferedMs() < AHEAD_MS && at < spoken.sound.length) {
      emitSentences(line, spoken);
      // Whoever was told may have paused or dropped it.
      if (isPaused || queue[0] !== line) return;
      const samples = spoken.sound.read(at, FRAME_SAMPLES);
      stream.write(samples);
      at += samples.length;
    }
    if (at < spoken.sound.length || !spoken.isWhole() || stream.bufferedMs() > 0) return;
    queue.shift();
    next();
    leave([line], false, '');
    if (queue.length > 0) pump();
  }

  function emitSentences(line: QueuedLine, spoken: SpokenLine): void {
    const begins = spoken.sentences();
    for (let sentence = begins[begunSentences]; sentence && sentence.at <= at; sentence = begins[begunSentences]) {
      begunSentences += 1;
      listener.saying(sentence.text, line);
    }
  }

  /** Whoever hears of it may say more at once: it is all said only when nobody did. */
  function leave(lines: readonly QueuedLine[], wasCut: boolean, part: string): void {
    const outer = isTelling;
    isTelling = true;
    lines.forEach((line, index) => listener.said(line, wasCut, index === 0 ? part : ''));
    isTelling = outer;
    if (!outer && queue.length === 0) listener.allSaid();
  }

  /** Whole sentences, and of the last as many words as its time allowed. */
  function heardOf(spoken: SpokenLine): string {
    const begins = spoken.sentences();
    const last = begins[begunSentences - 1];
    if (!last) return '';
    const endsAt = begins[begunSentences]?.at ?? spoken.sound.length;
    const words = last.text.split(/\s+/);
    const heardAt = Math.max(0, at - (stream.bufferedMs() * SAMPLE_RATE) / 1_000);
    const share = Math.min(1, Math.max(0, heardAt - last.at) / Math.max(1, endsAt - last.at));
    return [
      ...begins.slice(0, begunSentences - 1).map(({ text }) => text),
      words.slice(0, Math.floor(words.length * share)).join(' '),
    ]
      .filter((text) => text !== '')
      .join(' ');
  }

  function takeAway(lines: typeof queue, wasCut: boolean): void {
    if (lines.length === 0) return;
    const part = lines[0]!.spoken ? heardOf(lines[0]!.spoken) : '';
    stream.clear();
    isPaused = false;
    next();
    for (const { spoken } of lines) spoken?.stop();
    leave(lines, wasCut, part);
  }

  return {
    say(line) {
      queue.push({ ...line, spoken: null });
      if (!isTelling) pump();
    },
    pump,
    pause() {
      const [line] = queue;
      if (isPaused || !line) return;
      isPaused = true;
      const dropped = (stream.clear() * SAMPLE_RATE) / 1_000;
      at = line.spoken ? line.spoken.sound.restBefore(Math.max(0, at - dropped), REST_SAMPLES) : 0;
    },
    resume() {
      isPaused = false;
      pump();
    },
    cut() {
      const kept = queue.findIndex(({ mayInterrupt }) => !mayInterrupt);
      takeAway(queue.splice(0, kept === -1 ? queue.length : kept), true);
      pump();
    },
    drop: () => takeAway(queue.splice(0), false),
    isBusy: () => queue.length > 0,
    mayInterrupt: () => queue[0]?.mayInterrupt ?? true,
  };
}
