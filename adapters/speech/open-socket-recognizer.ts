import type { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { OutsideSocketRequest, OutsideWire } from '#core/http/outside-wire.port.ts';
import { phraseSaid } from '#core/speech/phrase-said.ts';
import type {
  Transcription,
  Recognizer,
  RecognizerAbilities,
  RecognizerAsk,
  RecognizerTurn,
} from '#core/speech/recognizer.port.ts';
import { SpeechFailure, type SpeechFailureReason } from '#core/speech/speech-failure.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { PATIENCE_MS, reasonOfOutside, reasonOfStatus } from './provider-calls.ts';

/** Less than a tenth of a second is no word; some providers take it for a mistake. */
export const SHORTEST_SAMPLES = SAMPLE_RATE / 10;

/** What a message of the provider means. */
export type RecognizerMessage =
  | { type: 'words'; text: string }
  | { type: 'heard'; transcription: Omit<Transcription, 'phrase'> }
  | { type: 'failed'; reason: SpeechFailureReason }
  | null;

/** One turn as a protocol has it; remembers what it heard so far. */
export interface TurnProtocol {
  request: OutsideSocketRequest;
  /** Sent first. */
  begin?: readonly string[];
  sound(samples: Int16Array): string | Uint8Array;
  /** Sent when nobody says more. */
  end: readonly string[];
  /** Sent now and then, so that the provider does not hang up while nobody speaks. */
  alive?: { message: string; everyMs: number };
  read(message: unknown): RecognizerMessage;
  /** The provider hung up properly after `end`: what was heard, where that is its way to say so. */
  closed?(): Omit<Transcription, 'phrase'>;
}

/** A recogniser with a socket for every turn: it is sent what is said while it is said. */
export function openSocketRecognizer(
  wire: OutsideWire,
  { name, languages, patienceMs = PATIENCE_MS }: SpeechAccount,
  abilities: Omit<RecognizerAbilities, 'languages'>,
  protocol: (ask: RecognizerAsk) => TurnProtocol,
): Recognizer {
  const can = { ...abilities, languages };
  const underWay = new Set<(reason: SpeechFailureReason) => void>();
  let isClosed = false;

  function open(ask: RecognizerAsk): RecognizerTurn {
    const turn = protocol(ask);
    const { promise, resolve, reject } = Promise.withResolvers<Transcription>();
    promise.catch(() => {});
    let [isOver, isEnding, count] = [false, false, 0];
    let patience: NodeJS.Timeout | undefined;

    const end = (): void => {
      isOver = true;
      underWay.delete(fail);
      clearTimeout(patience);
      clearInterval(alive);
      socket.close();
    };
    const fail = (reason: SpeechFailureReason, detail?: string): void => {
      if (isOver) return;
      end();
      reject(new SpeechFailure(reason, detail));
    };
    const answer = (transcription: Omit<Transcription, 'phrase'>): void => {
      if (isOver) return;
      end();
      resolve({ ...transcription, phrase: phraseSaid(transcription.text, ask.phrases) });
    };
    const onClosed = (problem: OutsideFailure | null, status: number | null): void => {
      if (!problem && isEnding && turn.closed) return answer(turn.closed());
      fail(
        (status !== null && reasonOfStatus(status)) || (problem ? reasonOfOutside(problem) : 'cut'),
        status === null ? problem?.reason : `http ${status}`,
      );
    };
    const onText = (text: string): void => {
      if (isOver) return;
      let message: RecognizerMessage;
      try {
        message = turn.read(JSON.parse(text));
      } catch {
        return fail('garbage');
      }
      if (message?.type === 'words' && can.isStreaming && message.text !== '') ask.onWords?.(message.text);
      else if (message?.type === 'failed') fail(message.reason);
      // What comes before the end of the turn is not all of it.
      else if (message?.type === 'heard' && isEnding) answer(message.transcription);
    };
    const socket = isClosed ? { send() {}, close() {} } : wire.socket(turn.request, { onText, onClosed });
    const alive = turn.alive && setInterval(() => socket.send(turn.alive!.message), turn.alive.everyMs);
    underWay.add(fail);
    if (isClosed) fail('absent');
    else for (const message of turn.begin ?? []) socket.send(message);

    return {
      write(samples) {
        if (isOver || isEnding || samples.length === 0) return;
        count += samples.length;
        socket.send(turn.sound(samples));
      },
      finish() {
        if (isEnding || isOver) return promise;
        isEnding = true;
        if (count < SHORTEST_SAMPLES) answer({ text: '', confidence: 1, language: null });
        else {
          for (const message of turn.end) socket.send(message);
          patience = setTimeout(() => fail('slow'), patienceMs);
        }
        return promise;
      },
      cancel: () => fail('cancelled'),
    };
  }

  return {
    name,
    can,
    open,
    async close() {
      isClosed = true;
      for (const fail of underWay) fail('cut');
    },
  };
}
