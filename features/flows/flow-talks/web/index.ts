import type en from './text/en-US.json';
import { flowTest } from '#features/flows/flow-test/web/index.ts';
import { ensureFeatureTexts, lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Conversations that flows had. */
export const flowTalks = webFeature({
  name: 'flow-talks',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/seating/aiCall',
      title: 'flow-talks.menu',
      access: 'flow-talks.view',
      hidesSettings: true,
      page: () => import('./ai-call-page.tsx'),
    },
  ],
});

/** What was said and decided in a conversation, for pages of other capabilities. */
export const TalkMessages = lazily(flowTalks, async () => {
  // Notes and reasons in a conversation have their names there.
  const [part] = await Promise.all([import('./parts/talk-messages.tsx'), ensureFeatureTexts(flowTest)]);
  return part;
});

export { useTalkWords } from './use-talk-words.ts';
