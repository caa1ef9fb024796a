import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type en from './text/en-US.json';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Provisioning by the company, in the operation log; its tokens are made on the page about single sign-on. */
export const scim = webFeature({
  name: 'scim',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
});
