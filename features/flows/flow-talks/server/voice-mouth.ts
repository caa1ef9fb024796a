import { drive } from '#core/machine.ts';
import type { Answer, FlowLine } from '#core/flow/flow-events.ts';
import { EAR_SAMPLES } from '#core/speech/speech-detector.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { TenantSpeech } from '#core/speech/speech.port.ts';
import type { PcmStream } from '#core/telephony/telephony.port.ts';
import { fillerOf, FILLER_MS } from '../core/fillers.ts';
import { likeliestLanguage } from '#core/speech/language-of.ts';
import { openTurnTaking, turnTaking, type TurnEffect, type TurnEvent, type TurnTaking } from '../core/turn-taking.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { After } from '#platform/server/timer.ts';
import { openAnswerEar } from './answer-ear.ts';
import type { Mouth, MouthListener } from './mouth.ts';
import { openPromptCache, type PromptCache } from './prompt-cache.ts';
import { openSpeaker, type QueuedLine } from './speaker.ts';
import { speakLine } from './spoken-line.ts';
import { openFallbackDetector } from './fallback-detector.ts';
import { openVoiceEar } from './voice-ear.ts';

/** Sounds a tenant uploaded, 8 kHz; null for one that is gone. */
export interface SoundShelf {
  samples(tenantId: number, soundId: number): Promise<Int16Array | null>;
}

export interface VoiceMouthParts {
  stream: PcmStream;
  speech: TenantSpeech;
  sounds(soundId: number): Promise<Int16Array | null>;
  cache?: PromptCache;
  kept?(voice: string, language: CustomerLanguage, text: string): Promise<Int16Array | null>;
  clock: Clock;
  after: After;
  language: CustomerLanguage;
  /** Those the flow speaks. */
  languages: readonly CustomerLanguage[];
  report(problem: unknown): void;
}

export interface VoiceMouth extends Mouth {
  presses(key: string): void;
}

/** Listens for a language: nobody of the flow asked for it. */
const OWN_LISTEN = -1;
const SPEECHLESS_LINES = 2;
/** Later is no answer: somebody was rung for, or the flow waited of itself. */
const LONGEST_LATENCY_MS = 30_000;

/**
 * Speaks and listens on a stream. `features/flows/flow-talks/core/turn-taking.ts` decides who has the word; here sound becomes probabilities, words and
 * back, and first bytes are timed: 305 recognition, 304 speech, 306 from the last word of the caller to the first of ours.
 */
export function openVoiceMouth({
  stream,
  speech,
  sounds,
  cache = openPromptCache(),
  kept = async () => null,
  clock,
  after,
  language: first,
  languages,
  report,
}: VoiceMouthParts): VoiceMouth {
  const ear = openFallbackDetector(speech.detector, (problem) => report(problem));
  const answerEar = openAnswerEar();
  let listener: MouthListener | null = null;
  let language = first;
  let rest = new Int16Array(0);
  let lane = Promise.resolve();
  let isClosed = false;
  let askedMs = 0;
  let stopBridge = (): void => {};
  /** When the caller's last word ended, until the first sound of the answer. */
  let waitingSinceMs: number | null = null;
  let guessing: { among: readonly CustomerLanguage[]; answer(answer: Answer): void } | null = null;
  const whenDrained: (() => void)[] = [];
  /** Lines in a row that made no sound. */
  let notSpoken = 0;

  const tell = (type: MessageType, info: Readonly<Record<string, unknown>>): void => listener?.tell(type, info);

  const recogniser = openVoiceEar({
    words: (turnId, text) => send({ type: 'words', turnId, text }),
    understood(turnId, heard) {
      stopBridge();
      if (turns.current().caller?.turnId === turnId) tell(MessageType.asrTiming, { ms: clock.nowMs() - askedMs });
      send({ type: 'recognised', turnId, heard });
    },
    notUnderstood(turnId, problem) {
      stopBridge();
      if (!(problem instanceof SpeechFailure)) report(problem);
      else if (problem.reason !== 'cancelled')
        tell(MessageType.note, { note: 'notRecognised', reason: problem.reason });
      send({ type: 'notRecognised', turnId });
    },
  });

  const speaker = openSpeaker(stream, {
    saying(text, line) {
      if (line.sayId !== null && waitingSinceMs !== null) {
        const ms = clock.nowMs() - waitingSinceMs;
        if (ms <= LONGEST_LATENCY_MS) tell(MessageType.latency, { ms });
        waitingSinceMs = null;
      }
      send({ type: 'saying', text, mayInterrupt: line.mayInterrupt });
    },
    said: ({ sayId }, wasCut, part) =>
      void (sayId !== null && listener?.event({ type: 'said', sayId, wasCut, ...(wasCut && { part }) })),
    allSaid() {
      send({ type: 'allSaid' });
      for (const drained of whenDrained.splice(0)) drained();
    },
  });

  const turns = drive<TurnTaking, TurnEvent, TurnEffect>(turnTaking, openTurnTaking(language), (effect) =>
    perform(effect),
  );
  const send = (event: TurnEvent): void => void (isClosed || turns.send(event));

  function perform(effect: TurnEffect): void {
    switch (effect.type) {
      case 'openEar':
        return recogniser.open(effect.turnId, earAsk(effect.phrases));
      case 'openEarAgain':
        return recogniser.openAgain(effect.turnId, earAsk(effect.phrases));
      case 'understand':
        askedMs = clock.nowMs();
        stopBridge();
        stopBridge = after(FILLER_MS, bridge);
        return recogniser.understand(effect.turnId);
      case 'closeEar':
        return recogniser.close(effect.turnId);
      case 'pause':
        return speaker.pause();
      case 'resume':
        return speaker.resume();
      case 'cut':
        return speaker.cut();
      case 'heard':
        return heard(effect);
      case 'silent':
        if (effect.listenId !== OWN_LISTEN) return listener?.event({ type: 'silent', listenId: effect.listenId });
        return guessed({ ok: false, why: 'silence' });
    }
  }

  const earAsk = (phrases: readonly string[]) => ({
    recognizer: speech.recognizer(language),
    languages: guessing?.among ?? [language, ...languages.filter((one) => one !== language)],
    phrases,
  });

  function heard({
    heard: { text, phrase, confidence, language: spoken },
    silentMs,
  }: Extract<TurnEffect, { type: 'heard' }>): void {
    stopBridge();
    waitingSinceMs = clock.nowMs() - silentMs;
    if (guessing) {
      const told = likeliestLanguage(text, guessing.among);
      guessed({
        ok: true,
        what: 'language',
        ...told,
        ...(spoken && guessing.among.includes(spoken) && { language: spoken }),
      });
    }
    listener?.event({ type: 'heard', text, phrase, confidence, language: spoken });
  }

  function guessed(answer: Answer): void {
    const wanted = guessing;
    guessing = null;
    wanted?.answer(answer);
  }

  /** Frames come every 20 ms, the ear takes 32 ms: it hears them in order, and decisions follow what was heard. */
  function frame(samples: Int16Array): void {
    if (isClosed) return;
    speaker.pump();
    const all = new Int16Array(rest.length + samples.length);
    all.set(rest);
    all.set(samples, rest.length);
    let from = 0;
    for (; from + EAR_SAMPLES <= all.length; from += EAR_SAMPLES) {
      const piece = all.slice(from, from + EAR_SAMPLES);
      ear.comes();
      lane = lane.then(() => listenTo(piece)).catch(report);
    }
    rest = all.slice(from);
  }

  async function listenTo(piece: Int16Array): Promise<void> {
    if (isClosed) return;
    const probability = await ear.probability(piece);
    if (isClosed) return;
    recogniser.hear(piece);
    answerEar.hear(piece, probability);
    send({ type: 'frame', probability });
  }

  function queue(sayId: number | null, line: FlowLine, mayInterrupt: boolean): void {
    const voice = speech.voice(line.language);
    const queued: QueuedLine = {
      sayId,
      mayInterrupt,
      open: () =>
        speakLine(
          {
            voice,
            cache,
            kept,
            sounds,
            clock,
            grew: () => speaker.pump(),
            began(ms, isCached) {
              notSpoken = 0;
              if (sayId !== null && line.soundId === null) tell(MessageType.ttsTiming, { ms, isCached });
            },
            failed(problem) {
              if (!(problem instanceof SpeechFailure)) report(problem);
              tell(MessageType.note, {
                note: 'notSpoken',
                reason: problem instanceof SpeechFailure ? problem.reason : 'broken',
              });
              // Nobody should listen to silence.
              const isAbsent = problem instanceof SpeechFailure && problem.reason === 'absent';
              if (++notSpoken >= SPEECHLESS_LINES || isAbsent) listener?.broke();
            },
          },
          line,
        ),
    };
    speaker.say(queued);
  }

  function bridge(): void {
    if (!isClosed && !speaker.isBusy() && turns.current().caller?.guess !== 'none')
      queue(null, { text: fillerOf(language), language, soundId: null }, true);
  }

  return {
    begin(next) {
      listener = next;
      stream.onFrame(frame);
    },
    say: (sayId, line, mayInterrupt) => void (isClosed || queue(sayId, line, mayInterrupt)),
    hush: () => speaker.drop(),
    listen: (ask) => send({ type: 'listen', ...ask }),
    deaf: () => send({ type: 'deaf' }),
    speak(next) {
      language = next;
      send({ type: 'speak', language });
    },
    bridge,
    detect: answerEar.detect,
    detectLanguage: (among, maxMs) =>
      new Promise((answer) => {
        guessing = { among, answer };
        send({ type: 'listen', listenId: OWN_LISTEN, phrases: [], silenceMs: maxMs });
      }),
    drained: () =>
      new Promise((drained) => void (speaker.isBusy() && !isClosed ? whenDrained.push(drained) : drained())),
    presses(key) {
      if (isClosed) return;
      // Whoever presses into what is said to its end hears us all along.
      if (!speaker.isBusy() || speaker.mayInterrupt()) waitingSinceMs = clock.nowMs();
      if (speaker.isBusy() && speaker.mayInterrupt()) speaker.cut();
      listener?.event({ type: 'key', key });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      listener = null;
      stopBridge();
      speaker.drop();
      recogniser.closeAll();
      for (const drained of whenDrained.splice(0)) drained();
      stream.close();
      ear.close();
      await lane;
    },
  };
}
