import type en from './text/en-US.json';
import { ensureFeatureTexts, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { ownSession } from '#platform/web/session.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { can, type Viewer } from '#platform/web/viewer.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

const mayGrant = (viewer: Viewer): boolean => can(viewer, 'operator-help.grant');

/** Help by whoever runs the installation, inside a team that allows it: the word of its owners, and a line while it lasts. */
export const operatorHelp = webFeature({
  name: 'operator-help',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  header: [
    {
      slot: 'banner',
      item: () => import('./help-banner.tsx'),
      when: (viewer) => Boolean(viewer.helpUntil) || mayGrant(viewer),
    },
  ],
  parts: { organisationSettings: { part: () => import('./help-card.tsx'), when: mayGrant } },
  start({ viewer }) {
    const over = ownSession.takeOver();
    if (over)
      void Promise.all([import('./help-over.ts'), ensureFeatureTexts(operatorHelp)]).then(([{ sayHelpOver }]) =>
        sayHelpOver(over),
      );
    return mayGrant(viewer) ? watchHelp() : () => {};
  },
});

/** By their names: every page begins with this file, and few with the contract. */
const CHANGED = 'operator-help.changed';
const LIST = '/admin/saas_plat/operator_help';

function watchHelp(): () => void {
  return onEvent(CHANGED, () => void import('./help-news.ts').then(({ askAgain }) => askAgain(LIST)));
}
