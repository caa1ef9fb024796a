import { z } from 'zod';
import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import type { Recognizer, RecognizerAsk } from '#core/speech/recognizer.port.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import { encodeUlaw } from '#core/telephony/g711.ts';
import { asSocket, bearer, under } from '../provider-calls.ts';
import { openSocketRecognizer, type RecognizerMessage, type TurnProtocol } from '../open-socket-recognizer.ts';

const EVENT = 'conversation.item.input_audio_transcription.';
const Message = z.object({
  type: z.string(),
  transcript: z.string().optional(),
  error: z.object({ type: z.string().nullish(), code: z.string().nullish() }).optional(),
});

/**
 * Recognition by OpenAI's realtime protocol: a session that only writes down, without turns of its own (ours are better
 * informed), in the telephone's own coding. What is said goes up while it is said; the words come once the turn is committed.
 */
export function openOpenAiRecognizer(account: SpeechAccount, wire: OutsideWire): Recognizer {
  return openSocketRecognizer(
    wire,
    account,
    { isStreaming: false, knowsPhrases: false, detectsLanguage: false },
    (ask) => turnOf(account, ask),
  );
}

function turnOf({ address, model, key }: SpeechAccount, { languages, phrases }: RecognizerAsk): TurnProtocol {
  const transcription = {
    model,
    ...(languages.length === 1 && { language: languages[0] }),
    ...(phrases.length > 0 && { prompt: phrases.join('. ') }),
  };
  const session = {
    type: 'transcription',
    audio: { input: { format: { type: 'audio/pcmu' }, transcription, turn_detection: null } },
  };
  return {
    request: { url: asSocket(under(address, 'realtime?intent=transcription')), headers: bearer(key) },
    begin: [JSON.stringify({ type: 'session.update', session })],
    sound: (samples) =>
      JSON.stringify({ type: 'input_audio_buffer.append', audio: Buffer.from(encodeUlaw(samples)).toString('base64') }),
    end: ['{"type":"input_audio_buffer.commit"}'],
    read,
  };
}

function read(message: unknown): RecognizerMessage {
  const { type, transcript, error } = Message.parse(message);
  if (type === `${EVENT}completed`)
    return transcript === undefined
      ? { type: 'failed', reason: 'garbage' }
      : { type: 'heard', transcription: { text: transcript.trim(), confidence: 1, language: null } };
  if (type !== 'error' && type !== `${EVENT}failed`) return null;
  return {
    type: 'failed',
    reason: /rate_limit|overloaded|quota/.test(`${error?.type} ${error?.code}`) ? 'busy' : 'refused',
  };
}
