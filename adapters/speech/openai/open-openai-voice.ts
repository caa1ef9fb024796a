import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { openHttpVoice } from '../open-http-voice.ts';
import { bearer, under } from '../provider-calls.ts';

/** The only rate the protocol has for bare samples. */
const RATE = 24_000;
const USUAL_VOICE = 'alloy';

/** Speech by OpenAI's protocol. Its newer models do not obey a speed, so it is never asked for one. */
export function openOpenAiVoice(account: SpeechAccount, wire: OutsideWire): Voice {
  const { address, model, key } = account;
  return openHttpVoice(wire, account, {
    rate: RATE,
    speeds: [1, 1],
    request: ({ text, voice }) => ({
      url: under(address, 'audio/speech'),
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(key) },
      body: JSON.stringify({ model, input: text, voice: voice || USUAL_VOICE, response_format: 'pcm' }),
    }),
  });
}
