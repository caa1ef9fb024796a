import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { can } from '#platform/web/viewer.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** How calls leave: routes, trunks, numbers shown, and the plan that can be asked about them. */
export const callRoutes = webFeature({
  name: 'routes',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/settings/routes', title: 'routes.name', access: 'routes.view', page: () => import('./routes-page.tsx') },
  ],
  parts: {
    groupEditor: { part: () => import('./group-routes.tsx'), when: (viewer) => can(viewer, 'routes.view') },
  },
});
