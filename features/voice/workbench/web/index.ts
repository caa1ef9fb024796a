import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type en from './text/en-US.json';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

declare module '#platform/web/slots.ts' {
  interface Slots {
    /** Work on customers of tasks, in a part of its own beside the call. */
    workbenchTask: object;
  }
}

/** The voice seat's workbench: what waits, the call, the customer. */
export const workbench = webFeature({
  name: 'workbench',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/workBench',
      title: 'workbench.menu',
      access: 'workbench.use',
      full: true,
      hidesSettings: true,
      page: () => import('./workbench-page.tsx'),
    },
  ],
});
