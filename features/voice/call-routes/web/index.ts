import type en from './text/en-US.json';
import { webFeature, type Lazily } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { can } from '#platform/web/viewer.ts';
import type { PricePanelProps } from './parts/price-panel.tsx';
import type { TrunkLimitsProps } from './parts/trunk-limits.tsx';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What calls over a trunk cost, and what routes know of it, for the page of trunks. */
export const pricePanel: Lazily<PricePanelProps> = () => import('./parts/price-panel.tsx');
export const trunkLimits: Lazily<TrunkLimitsProps> = () => import('./parts/trunk-limits.tsx');

/** How calls leave: routes, numbers shown, and the plan that can be asked about them. */
export const callRoutes = webFeature({
  name: 'call-routes',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/settings/routes', title: 'routes.name', access: 'routes.view', page: () => import('./routes-page.tsx') },
  ],
  parts: {
    groupEditor: { part: () => import('./group-routes.tsx'), when: (viewer) => can(viewer, 'routes.view') },
  },
});
