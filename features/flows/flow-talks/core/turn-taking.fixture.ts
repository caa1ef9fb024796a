import type { Transcription } from '#core/speech/recognizer.port.ts';
import { EAR_MS } from '#core/speech/speech-detector.port.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { openTurnTaking, turnTaking, type TurnEffect, type TurnEvent, type TurnTaking } from './turn-taking.ts';

export const aTranscription = (text: string, transcription: Partial<Transcription> = {}): Transcription => ({
  text,
  confidence: 1,
  phrase: null,
  language: null,
  ...transcription,
});

/** Two who talk, played by hand; what is asked for is kept with the moment it was. */
export function playTurns(language: CustomerLanguage = 'en', mayGuess = false) {
  let state: TurnTaking = openTurnTaking(language, mayGuess);
  let nowMs = 0;
  const done: (TurnEffect & { atMs: number })[] = [];
  const send = (event: TurnEvent): void => {
    const step = turnTaking(state, event);
    state = step.state;
    done.push(...step.effects.map((effect) => ({ ...effect, atMs: nowMs })));
  };
  const frames = (ms: number, probability: number): void => {
    for (let passed = 0; passed < ms; passed += EAR_MS) {
      nowMs += EAR_MS;
      send({ type: 'frame', probability });
    }
  };
  return {
    send,
    done,
    now: () => state,
    nowMs: () => nowMs,
    speaks: (ms: number) => frames(ms, 0.95),
    silent: (ms: number) => frames(ms, 0.03),
    listen: (phrases: readonly string[] = [], silenceMs = 6_000, listenId = 1) =>
      send({ type: 'listen', listenId, phrases, silenceMs }),
    says: (text: string, mayInterrupt = true) => send({ type: 'saying', text, mayInterrupt }),
    /** The newest turn of the recogniser says what it was. */
    understands: (text: string, transcription: Partial<Transcription> = {}) =>
      send({
        type: 'recognised',
        turnId: state.caller?.turnId ?? -1,
        transcription: aTranscription(text, transcription),
      }),
    types: () => done.map(({ type }) => type),
    last: <T extends TurnEffect['type']>(type: T) =>
      done.findLast((effect): effect is Extract<TurnEffect, { type: T }> & { atMs: number } => effect.type === type),
  };
}
