import { SCRIPTS_KEY } from '#core/menu/menu.ts';
import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where scripts are written; in a call the workbench shows them. */
export const callScripts = webFeature({
  name: 'call-scripts',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: SCRIPTS_KEY, title: 'scripts.menu', access: 'scripts.view', page: () => import('./scripts-page.tsx') },
  ],
});

/** What to say in a call; comes with the first one, and its words with it. */
export const CallScripts = lazily(callScripts, () => import('./call-scripts.tsx'));

/** What was answered in a call, for its record. */
export const ScriptAnswers = lazily(callScripts, () => import('./script-answers.tsx'));
