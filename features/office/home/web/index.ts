import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { bringGuideBack, GUIDE_ADDRESS } from './guide-choice.ts';
import type en from './text/en-US.json';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The start page. Other features add cards to it by their own `home`. */
export const home = webFeature({
  name: 'home',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [{ path: '/home', title: 'home.menu', page: () => import('./home-page.tsx') }],
  commands: [
    {
      id: 'home.guide',
      title: 'home.guide.open',
      keywords: ['setup', 'first', 'guide'],
      access: 'home.guide',
      run: ({ viewer, go }) => {
        bringGuideBack(viewer.tenantId);
        go(GUIDE_ADDRESS);
      },
    },
  ],
});
