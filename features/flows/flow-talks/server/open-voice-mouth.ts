import { drive } from '#core/machine.ts';
import { openTimers } from '#core/timers.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { fillerOf, FILLER_MS } from '../core/fillers.ts';
import { openTurnTaking, turnTaking, type TurnEffect, type TurnEvent, type TurnTaking } from '../core/turn-taking.ts';
import { openAnswerEar } from './answer-ear.ts';
import { openGreetingWords } from './greeting-words.ts';
import { openLanguageGuess } from './language-guess.ts';
import type { MouthListener } from './mouth.ts';
import { openMouthEar } from './open-mouth-ear.ts';
import { openMouthLines } from './open-mouth-lines.ts';
import { openReplyLatency } from './reply-latency.ts';
import { openSoundEar } from './sound-ear.ts';
import { orderTurn, type HeardEffect, type LikelyEffect } from './turn-orders.ts';
import type { VoiceMouth, VoiceMouthParts } from './voice-mouth.ts';

/** Listens for a language: nobody of the flow asked for it. */
const OWN_LISTEN = -1;

/**
 * Speaks and listens on a stream. `features/flows/flow-talks/core/turn-taking.ts` decides who has the word; here sound becomes probabilities, words and
 * back, and first bytes are timed.
 */
export function openVoiceMouth(parts: VoiceMouthParts): VoiceMouth {
  const { stream, speech, clock, after, languages, report } = parts;
  let { language } = parts;
  let listener: MouthListener | null = null;
  let isClosed = false;
  const addMessage: MouthListener['addMessage'] = (type, info) => listener?.addMessage(type, info);

  const guess = openLanguageGuess();
  const latency = openReplyLatency(clock, addMessage);
  /** Runs while the recogniser makes the caller wait. */
  const bridging = openTimers(after);

  const begun = openTurnTaking(language, mayGuess(speech, language));
  const turns = drive<TurnTaking, TurnEvent, TurnEffect>(turnTaking, begun, (effect) =>
    orderTurn({ ear, lines, asking, likely: (one) => listener?.likely(eventOf(one)), heard, silent }, effect),
  );
  const send = (event: TurnEvent): void => void (isClosed || turns.send(event));
  const lines = openMouthLines(parts, {
    saying(text, { sayId, mayInterrupt }) {
      if (sayId !== null) latency.weBegan();
      send({ type: 'saying', text, mayInterrupt });
    },
    said: ({ sayId }, wasCut, part) =>
      void (sayId !== null && listener?.event({ type: 'said', sayId, wasCut, ...(wasCut && { part }) })),
    allSaid: () => send({ type: 'allSaid' }),
    addMessage,
    broke: () => listener?.broke(),
  });

  const ear = openMouthEar({
    ...parts,
    addMessage,
    language: () => language,
    languages: () => guess.among() ?? [language, ...languages.filter((one) => one !== language)],
    isCurrent: (turnId) => turns.current().caller?.turnId === turnId,
    event(event) {
      if (event.type !== 'words') bridging.clear();
      send(event);
    },
  });
  const answerEar = openAnswerEar(() => openGreetingWords(speech.recognizer(language), languages));
  const sound = openSoundEar(
    speech.detector,
    (piece, probability) => {
      ear.hear(piece);
      answerEar.hear(piece, probability);
      send({ type: 'frame', probability });
    },
    report,
  );

  /** A recogniser that takes long is bridged. */
  function asking(): void {
    bridging.clear();
    bridging.later(FILLER_MS, bridge);
  }

  function heard(effect: HeardEffect): void {
    bridging.clear();
    latency.callerEnded(clock.nowMs() - effect.silentMs);
    guess.heard(effect.transcription.text, effect.transcription.language);
    listener?.event(eventOf(effect));
  }

  function silent(listenId: number): void {
    if (listenId === OWN_LISTEN) guess.silent();
    else listener?.event({ type: 'silent', listenId });
  }

  function bridge(): void {
    if (!isClosed && !lines.isBusy() && turns.current().caller?.guess !== 'none')
      lines.say(null, { text: fillerOf(language), language, soundId: null }, true);
  }

  return {
    begin(next) {
      listener = next;
      stream.onFrame((samples) => {
        if (isClosed) return;
        lines.pump();
        sound.hear(samples);
      });
    },
    say: (sayId, line, mayInterrupt) => void (isClosed || lines.say(sayId, line, mayInterrupt)),
    prepare: (line) => void (isClosed || lines.prepare(line)),
    hush: lines.drop,
    listen: expecting(speech, () => language, send),
    deaf: () => send({ type: 'deaf' }),
    speak(next) {
      language = next;
      send({ type: 'speak', language, mayGuess: mayGuess(speech, language) });
    },
    bridge,
    detect: answerEar.detect,
    detectLanguage(among, maxMs) {
      const guessed = guess.want(among);
      send({ type: 'listen', listenId: OWN_LISTEN, phrases: [], silenceMs: maxMs });
      return guessed;
    },
    drained: lines.drained,
    presses(key) {
      if (isClosed) return;
      // Whoever presses into what is said to its end hears us all along.
      if (!lines.isBusy() || lines.mayInterrupt()) latency.callerEnded(clock.nowMs());
      if (lines.isBusy() && lines.mayInterrupt()) lines.cut();
      listener?.event({ type: 'key', key });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      listener = null;
      bridging.clear();
      lines.close();
      ear.closeAll();
      answerEar.close();
      stream.close();
      await sound.close();
    },
  };
}

const mayGuess = ({ recognizer }: VoiceMouthParts['speech'], language: CustomerLanguage): boolean =>
  recognizer(language).can.mayGuess ?? false;

const eventOf = ({ transcription: { text, phrase, confidence, language } }: HeardEffect | LikelyEffect) =>
  ({ type: 'heard', text, phrase, confidence, language }) as const;

/** Whoever has to learn what is waited for learns it while we still speak. */
const expecting =
  (
    { recognizer }: VoiceMouthParts['speech'],
    language: () => CustomerLanguage,
    send: (event: TurnEvent) => void,
  ): VoiceMouth['listen'] =>
  (ask) => {
    recognizer(language()).expect?.({ languages: [language()], phrases: ask.phrases });
    send({ type: 'listen', ...ask });
  };
