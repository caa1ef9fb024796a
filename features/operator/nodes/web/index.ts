import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { can, type Viewer } from '#platform/web/viewer.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

const makesCalls = (viewer: Viewer): boolean => can(viewer, 'calls.use');

/** The processes of the installation, for whoever runs it; and a line for whoever makes calls while theirs is on its way out. */
export const nodes = webFeature({
  name: 'nodes',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      access: 'operator',
      path: '/operator/nodes',
      title: 'nodes.name',
      console: { icon: 'network', order: 60 },
      page: () => import('./nodes-page.tsx'),
    },
  ],
  header: [{ slot: 'banner', item: () => import('./draining-banner.tsx'), when: makesCalls }],
  start: ({ viewer }) => (makesCalls(viewer) ? watchDraining() : () => {}),
});

/** By their names: every page begins with this file, and few with the contract. */
const DRAINING = 'nodes.deskDraining';
const STATE = '/cc/api/desk/v1/state';

function watchDraining(): () => void {
  return onEvent(
    DRAINING,
    () => void import('#platform/web/use-endpoint.ts').then(({ invalidate }) => invalidate({ path: STATE })),
  );
}
