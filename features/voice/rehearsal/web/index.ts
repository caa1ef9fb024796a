import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where calls can be tried before real lines exist. */
export const rehearsal = webFeature({
  name: 'rehearsal',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  firstSteps: [
    { step: 'trunk', part: () => import('./parts/trunk-part.tsx') },
    { step: 'callIn', part: () => import('./parts/call-in-part.tsx') },
    { step: 'callOut', part: () => import('./parts/call-out-part.tsx') },
  ],
  home: [
    {
      id: 'stage',
      card: () => import('./stage-card.tsx'),
      span: 4,
      order: 10,
      when: (viewer) => viewer.functions.has('rehearsal.use'),
    },
  ],
});
