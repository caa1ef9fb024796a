import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { openHttpVoice } from '../open-http-voice.ts';
import { under } from '../provider-calls.ts';

/** Speech by Deepgram's protocol; its voices are models. */
export function openDeepgramVoice(account: SpeechAccount, wire: OutsideWire): Voice {
  const { address, model, key } = account;
  return openHttpVoice(wire, account, {
    rate: SAMPLE_RATE,
    speeds: [1, 1],
    request: ({ text, voice }) => ({
      url: under(
        address,
        `speak?${new URLSearchParams({ model: voice || model, encoding: 'linear16', sample_rate: String(SAMPLE_RATE), container: 'none' })}`,
      ),
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Token ${key}` }) },
      body: JSON.stringify({ text }),
    }),
  });
}
