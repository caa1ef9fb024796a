import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type en from './text/en-US.json';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How the company signs in. The page people meet before a session is in `features/account/web/outside`. */
export const sso = webFeature({
  name: 'sso',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [{ path: '/settings/sso', title: 'sso.menu', access: 'sso.view', page: () => import('./sso-page.tsx') }],
});
