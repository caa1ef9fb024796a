import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import type { SpeechProvider } from '../contract.ts';

/** What a provider is called: its own name, else that of its channel. */
export const providerName = ({ name, channel }: Pick<SpeechProvider, 'name' | 'channel'>): string =>
  name || codeLabel(SpeechChannel, channel);
