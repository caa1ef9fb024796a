import type en from './text/en-US.json';
import type { Recording } from '../contract.ts';
import type { SoundPlayerProps } from './player/sound-player.tsx';
import { webFeature, type Lazily } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Every call that was. */
export const callRecords = webFeature({
  name: 'call-records',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/record',
      title: 'call-records.title',
      access: 'call-records.use',
      hidesSettings: true,
      page: () => import('./record-page.tsx'),
    },
  ],
});

/** One message that was left, to listen to: `lazily(callRecords, messagePlayer)`. */
export const messagePlayer: Lazily<{ recording: Recording; onPlay: () => void }> = () =>
  import('./player/message-player.tsx');

/** The recordings of one call to listen to, for pages of other capabilities: `lazily(callRecords, callRecordings)`. */
export const callRecordings: Lazily<{ callId: string }> = () => import('./player/call-recordings.tsx');

/** Two voices from anywhere to listen to, with the same player: `lazily(callRecords, soundPlayer)`. */
export const soundPlayer: Lazily<SoundPlayerProps> = () => import('./player/sound-player.tsx');
export type { SoundPlayerProps };
