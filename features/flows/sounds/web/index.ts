import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type { SoundFieldProps } from './sound-field-props.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

declare module '#platform/web/slots.ts' {
  interface Slots {
    /** Chooses one of the team's sounds. */
    teamSound: SoundFieldProps;
  }
}

export { openPlayer, usePlaying, type Player } from './player.ts';

/** Sounds callers are played: heard, brought in, spoken, replaced. */
export const sounds = webFeature({
  name: 'sounds',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/interactive/sounds',
      title: 'sounds.menu',
      access: 'sounds.view',
      page: () => import('./sounds-page.tsx'),
    },
  ],
  parts: {
    teamSound: {
      part: () => import('./sound-field.tsx'),
      when: ({ functions }) => functions.has('sounds.view'),
    },
  },
});
