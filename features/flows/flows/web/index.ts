import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { prefetchFlow } from './prefetch-flow.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

const designer = () => {
  prefetchFlow(location.pathname);
  return import('./designer-page.tsx');
};

/** Where conversations of callers with a machine are designed. */
export const flows = webFeature({
  name: 'flows',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/robot/flows', title: 'flows.menu', access: 'flows.view', page: () => import('./flows-page.tsx') },
    { path: '/robot/flows/:flowId', title: 'flows.menu', access: 'flows.view', back: true, full: true, page: designer },
  ],
});
