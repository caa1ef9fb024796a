import { z } from 'zod';
import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import type { Transcription, Recognizer, RecognizerAsk } from '#core/speech/recognizer.port.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { asSocket, under } from '../provider-calls.ts';
import { openSocketRecognizer, type RecognizerMessage, type TurnProtocol } from '../open-socket-recognizer.ts';

/** It hangs up after ten seconds without a word. */
const ALIVE_MS = 4_000;
const PHRASES_MOST = 50;
/** Those its model for several languages knows. */
const together = new Set<CustomerLanguage>(['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl']);

const Results = z.object({
  type: z.literal('Results'),
  is_final: z.boolean(),
  channel: z.object({
    alternatives: z.array(
      z.object({
        transcript: z.string(),
        confidence: z.number().min(0).max(1).catch(1),
        languages: z.array(z.string()).optional(),
      }),
    ),
  }),
});

/** Recognition by Deepgram's live protocol: bare samples go up as they are spoken, words come down meanwhile. */
export function openDeepgramRecognizer(account: SpeechAccount, wire: OutsideWire): Recognizer {
  return openSocketRecognizer(wire, account, { isStreaming: true, knowsPhrases: true, detectsLanguage: true }, (ask) =>
    turnOf(account, ask),
  );
}

function turnOf({ address, model, key }: SpeechAccount, { languages, phrases }: RecognizerAsk): TurnProtocol {
  const detects = languages.length > 1 && languages.every((language) => together.has(language));
  const url = new URL(asSocket(under(address, 'listen')));
  const wishes = {
    encoding: 'linear16',
    sample_rate: String(SAMPLE_RATE),
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
    smart_format: 'true',
    language: detects ? 'multi' : (languages[0] ?? 'en'),
  };
  for (const [name, value] of Object.entries({ ...wishes, ...(model && { model }) })) url.searchParams.set(name, value);
  for (const phrase of phrases.slice(0, PHRASES_MOST))
    url.searchParams.append(/^nova-[12]|^base|^enhanced/.test(model) ? 'keywords' : 'keyterm', phrase);

  const final: { text: string; confidence: number }[] = [];
  let language: CustomerLanguage | null = null;
  const gap = languages[0] === 'zh' || languages[0] === 'ja' ? '' : ' ';
  const joined = (last = ''): string =>
    [...final.map(({ text }) => text), last].filter((text) => text !== '').join(gap);
  const transcriptionSoFar = (): Omit<Transcription, 'phrase'> => {
    const letters = final.reduce((sum, { text }) => sum + text.length, 0);
    return {
      text: joined(),
      confidence:
        letters === 0 ? 1 : final.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters,
      language,
    };
  };

  function read(message: unknown): RecognizerMessage {
    const { type } = z.object({ type: z.string() }).parse(message);
    if (type === 'Metadata') return { type: 'heard', transcription: transcriptionSoFar() };
    if (type === 'Error') return { type: 'failed', reason: 'refused' };
    if (type !== 'Results') return null;
    const { is_final, channel } = Results.parse(message);
    const best = channel.alternatives[0];
    if (!best || best.transcript === '') return null;
    if (detects)
      language ??= CustomerLanguage.rows.find(({ code }) => code === best.languages?.[0]?.slice(0, 2))?.code ?? null;
    if (!is_final) return { type: 'words', text: joined(best.transcript) };
    final.push({ text: best.transcript, confidence: best.confidence });
    return { type: 'words', text: joined() };
  }

  return {
    request: { url: url.href, headers: key === '' ? {} : { authorization: `Token ${key}` } },
    sound: (samples) => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
    end: ['{"type":"CloseStream"}'],
    alive: { message: '{"type":"KeepAlive"}', everyMs: ALIVE_MS },
    read,
    closed: transcriptionSoFar,
  };
}
