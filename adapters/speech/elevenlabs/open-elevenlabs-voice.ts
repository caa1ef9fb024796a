import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { openHttpVoice } from '../open-http-voice.ts';
import { under } from '../provider-calls.ts';

/** Whoever named none gets one that every account has. */
const USUAL_VOICE = '21m00Tcm4TlvDq8ikWAM';
/** Older models refuse to be told the language. */
const takesLanguage = (model: string): boolean => /_v2_5$|_v3/.test(model);

/** Speech by ElevenLabs' protocol, asked for at the telephone's own rate. */
export function openElevenLabsVoice(account: SpeechAccount, wire: OutsideWire): Voice {
  const { address, model, key } = account;
  return openHttpVoice(wire, account, {
    rate: SAMPLE_RATE,
    speeds: [0.7, 1.2],
    request: ({ text, voice, language, speed }) => ({
      url: under(
        address,
        `text-to-speech/${encodeURIComponent(voice || USUAL_VOICE)}/stream?output_format=pcm_${SAMPLE_RATE}`,
      ),
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'audio/*', ...(key === '' ? {} : { 'xi-api-key': key }) },
      body: JSON.stringify({
        text,
        ...(model && { model_id: model }),
        ...(takesLanguage(model) && { language_code: language }),
        ...(speed !== 1 && { voice_settings: { speed } }),
      }),
    }),
  });
}
