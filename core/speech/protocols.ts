import { SpeechChannel } from '#shared/codes/speech-channel.ts';

export const speechUses = ['recognition', 'voice', 'brain'] as const;
export type SpeechUse = (typeof speechUses)[number];

/** How providers are talked to; other companies speak these too. */
export const speechProtocols = ['openai', 'whisper', 'deepgram', 'elevenlabs'] as const;
export type SpeechProtocol = (typeof speechProtocols)[number];

const serves: Record<SpeechUse, readonly SpeechProtocol[]> = {
  recognition: ['openai', 'whisper', 'deepgram'],
  voice: ['openai', 'deepgram', 'elevenlabs'],
  brain: ['openai'],
};
const speaks: Partial<Record<SpeechChannel, readonly SpeechProtocol[]>> = {
  [SpeechChannel.discarded]: [],
  [SpeechChannel.builtIn]: [],
  [SpeechChannel.openaiCompatible]: ['openai', 'whisper'],
  [SpeechChannel.deepgramCompatible]: ['deepgram'],
  [SpeechChannel.elevenLabsCompatible]: ['elevenlabs'],
};

/** How a channel can be talked to for a use; those from 6 on choose freely. None: it does not do that. */
export const protocolsOf = (channel: SpeechChannel, use: SpeechUse): readonly SpeechProtocol[] =>
  (speaks[channel] ?? speechProtocols).filter((protocol) => serves[use].includes(protocol));

/** Channels with settings of their own, for a use. */
export const channelsFor = (use: SpeechUse): SpeechChannel[] =>
  SpeechChannel.rows.map(({ code }) => code).filter((channel) => protocolsOf(channel, use).length > 0);

/** What a form begins with. */
export const usualSettings: Record<SpeechProtocol, { address: string; models: Partial<Record<SpeechUse, string>> }> = {
  openai: {
    address: 'https://api.openai.com/v1',
    models: { recognition: 'gpt-4o-mini-transcribe', voice: 'gpt-4o-mini-tts', brain: 'gpt-4o-mini' },
  },
  whisper: { address: 'https://api.openai.com/v1', models: { recognition: 'whisper-1' } },
  deepgram: { address: 'https://api.deepgram.com/v1', models: { recognition: 'nova-3', voice: 'aura-2-thalia-en' } },
  elevenlabs: { address: 'https://api.elevenlabs.io/v1', models: { voice: 'eleven_flash_v2_5' } },
};
