import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { setProofAsker } from '#platform/web/fresh-proof.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { isAsked, proofQuestion } from './proof-question.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The second factors of the viewer, and the dialog that asks once more who is there. */
export const secondFactor = webFeature({
  name: 'second-factor',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  header: [
    {
      slot: 'overlay',
      item: () => import('./proof-host.tsx'),
      inFrames: true,
      isOpen: isAsked,
    },
  ],
  start: () => setProofAsker(proofQuestion.ask),
});

/** What the viewer shows besides the password. Draw it inside a Suspense. */
export const FactorsCard = lazily(secondFactor, () => import('./factors-card.tsx'));

/** Asks for the viewer's second factor, in the middle of a page. Draw it inside a Suspense. */
export const SecondFactorForm = lazily(secondFactor, () => import('./second-factor-form.tsx'));
