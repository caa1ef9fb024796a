import { joinedSamples } from '#core/sound/joined-samples.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import { phraseSaid } from '#core/speech/phrase-said.ts';
import type { Transcription, Recognizer, RecognizerAsk, RecognizerTurn } from '#core/speech/recognizer.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { bearer, jsonOf, under } from '../provider-calls.ts';
import { openProviderCalls } from '../open-provider-calls.ts';
import { SHORTEST_SAMPLES } from '../open-socket-recognizer.ts';

/** Models of this kind invent sentences for silence: what nobody could hear is not sent. */
const QUIET = 64;
const Answer = z.object({ text: z.string() });

/** Recognition by a file that is sent when somebody stopped speaking, as Whisper's many servers understand it. */
export function openWhisperRecognizer(account: SpeechAccount, wire: OutsideWire): Recognizer {
  const calls = openProviderCalls(wire, account.patienceMs);
  const { address, model, key } = account;

  async function understand(
    samples: Int16Array,
    { languages, phrases }: RecognizerAsk,
    signal: AbortSignal,
  ): Promise<Transcription> {
    const nothing = samples.length < SHORTEST_SAMPLES || !samples.some((sample) => Math.abs(sample) >= QUIET);
    if (nothing && !signal.aborted) return { text: '', confidence: 1, phrase: null, language: null };
    const fields = {
      model,
      response_format: 'json',
      ...(languages.length === 1 && { language: languages[0]! }),
      ...(phrases.length > 0 && { prompt: phrases.join('. ') }),
    };
    const { body, type } = formOf(fields, pcmWav(samples, { rate: SAMPLE_RATE, channels: 1 }));
    const request = {
      url: under(address, 'audio/transcriptions'),
      method: 'POST' as const,
      headers: { 'content-type': type, ...bearer(key) },
      body,
    };
    const read = Answer.safeParse(await jsonOf(calls.ask(request, signal, { accepts: /json/ })));
    if (!read.success) throw new SpeechFailure('garbage', 'no text');
    const text = read.data.text.trim();
    return { text, confidence: 1, phrase: phraseSaid(text, phrases), language: null };
  }

  let isClosed = false;
  return {
    name: account.name,
    can: { languages: account.languages, isStreaming: false, knowsPhrases: false, detectsLanguage: false },
    open(ask): RecognizerTurn {
      const pieces: Int16Array[] = [];
      const given = new AbortController();
      return {
        write: (samples) => void pieces.push(samples.slice()),
        async finish() {
          if (given.signal.aborted) throw new SpeechFailure('cancelled');
          if (isClosed) throw new SpeechFailure('absent');
          return understand(joinedSamples(pieces), ask, given.signal);
        },
        cancel() {
          pieces.length = 0;
          given.abort();
        },
      };
    },
    async close() {
      isClosed = true;
      calls.close();
    },
  };
}

/** A form with a file (RFC 7578). The boundary is by chance, so nothing that was said can look like it. */
function formOf(fields: Record<string, string>, wav: Uint8Array): { body: Uint8Array; type: string } {
  const boundary = `openseat-${randomUUID()}`;
  const part = (disposition: string, ...more: string[]): string =>
    [`--${boundary}`, `content-disposition: form-data; ${disposition}`, ...more, '', ''].join('\r\n');
  const head = Object.entries(fields)
    .map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`)
    .join('');
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(head + part('name="file"; filename="turn.wav"', 'content-type: audio/wav')),
      wav,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
