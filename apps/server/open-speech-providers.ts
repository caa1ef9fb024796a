import { openDeepgramRecognizer } from '#adapters/speech/deepgram/open-deepgram-recognizer.ts';
import { openDeepgramVoice } from '#adapters/speech/deepgram/open-deepgram-voice.ts';
import { openElevenLabsVoice } from '#adapters/speech/elevenlabs/open-elevenlabs-voice.ts';
import { openOpenAiBrain } from '#adapters/speech/openai/open-openai-brain.ts';
import { openOpenAiRecognizer } from '#adapters/speech/openai/open-openai-recognizer.ts';
import { openOpenAiVoice } from '#adapters/speech/openai/open-openai-voice.ts';
import { openWhisperRecognizer } from '#adapters/speech/whisper/open-whisper-recognizer.ts';
import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import type { SpeechProtocol } from '#core/speech/protocols.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { OpenSpeechProvider, SpeechAccount } from '#core/speech/speech-provider.port.ts';

type Open<T> = (account: SpeechAccount, wire: OutsideWire) => T;

/** Every way to somebody who recognises, speaks or answers, by the account's protocol. */
export function openSpeechProviders(wire: OutsideWire): OpenSpeechProvider {
  const by =
    <T>(ways: Partial<Record<SpeechProtocol, Open<T>>>) =>
    (account: SpeechAccount): T => {
      const open = ways[account.protocol];
      if (!open) throw new SpeechFailure('absent', account.protocol);
      return open(account, wire);
    };
  return {
    recognizer: by({ openai: openOpenAiRecognizer, whisper: openWhisperRecognizer, deepgram: openDeepgramRecognizer }),
    voice: by({ openai: openOpenAiVoice, deepgram: openDeepgramVoice, elevenlabs: openElevenLabsVoice }),
    brain: by({ openai: openOpenAiBrain }),
  };
}
