import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { EmbeddedSpeechState } from '#core/speech/speech.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { Failure } from '#shared/errors.ts';
import type { SpeechWish } from '../contract.ts';
import { asPlayedSamples, type PlayedSound } from './as-played.ts';

/** The voice a tenant has for a language; that of a channel, where one is wanted. */
export type VoiceOf = (tenantId: number, language: CustomerLanguage, channel: SpeechChannel | null) => Promise<Voice>;

/** How far this machine's own voice is, which speaks where nobody else does; `ready` for languages it will never speak. */
export type KitState = (language: CustomerLanguage) => EmbeddedSpeechState;

/** What to do about a voice that is not there: wait for it, fetch it another way, or set one up. */
function whyAbsent(kit: EmbeddedSpeechState): Failure {
  if (kit.at === 'fetching') return new Failure('voiceComing');
  return kit.at === 'unavailable' ? new Failure('voiceNotFetched', kit.why) : new Failure('voiceMissing');
}

/** Where no speech is set up. */
export const noVoice: VoiceOf = () => Promise.reject(new SpeechFailure('absent'));

const PATIENCE_MS = 30_000;

/** What a voice says, whole. */
export async function spoken(
  { voiceOf, kitState }: { voiceOf: VoiceOf; kitState: KitState },
  tenantId: number,
  { text, language, voice, speed, channel }: SpeechWish,
): Promise<PlayedSound & { voice: string }> {
  const pieces: Int16Array[] = [];
  try {
    const speaker = await voiceOf(tenantId, language, channel);
    await speaker.speak(
      { text, language, voice, speed },
      (samples) => void pieces.push(samples.slice()),
      AbortSignal.timeout(PATIENCE_MS),
    );
    const sound = asPlayedSamples(pieces);
    if (sound.durationMs === 0) throw new Failure('voiceMissing');
    return { ...sound, voice: voice ?? speaker.name };
  } catch (thrown) {
    if (!(thrown instanceof SpeechFailure)) throw thrown;
    throw thrown.reason === 'absent' ? whyAbsent(kitState(language)) : new Failure('unavailable');
  }
}
