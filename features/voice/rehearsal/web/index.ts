import type en from './text/en-US.json';
import { webFeature, type Lazily } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The rehearsal trunk in one click, for the page of trunks, too. */
export const rehearsalTrunk: Lazily = () => import('./parts/trunk-part.tsx');

/** Where calls can be tried before real lines exist. */
export const rehearsal = webFeature({
  name: 'rehearsal',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  firstSteps: [
    { step: 'trunk', part: rehearsalTrunk },
    { step: 'callIn', part: () => import('./parts/call-in-part.tsx') },
    { step: 'callOut', part: () => import('./parts/call-out-part.tsx') },
  ],
  home: [
    {
      id: 'stage',
      card: () => import('./stage-card.tsx'),
      span: 4,
      height: 450,
      order: 10,
      when: (viewer) => viewer.functions.has('rehearsal.use'),
    },
  ],
});
