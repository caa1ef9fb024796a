import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Every call that was. */
export const callRecords = webFeature({
  name: 'call-records',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [{ path: '/record', title: 'call-records.title', access: 'call-records.use', hidesSettings: true, page: () => import('./record-page.tsx') }],
});
