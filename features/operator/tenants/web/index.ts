import type en from './text/en-US.json';
import { announcements } from '#features/team/announcements/web/index.ts';
import { ensureFeatureTexts, lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The page says some things in the words of every announcement. */
async function withAnnouncements<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, ensureFeatureTexts(announcements)]);
  return loaded;
}

const operator = { access: 'operator' } as const;

/** The console of whoever runs the installation: its tenants, what it lends them and tells them. */
export const tenants = webFeature({
  name: 'tenants',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      ...operator,
      path: '/operator',
      title: 'tenants.overview',
      console: { icon: 'gauge', order: 10 },
      page: () => import('./overview-page.tsx'),
    },
    {
      ...operator,
      path: '/operator/tenants',
      title: 'tenants.name',
      console: { icon: 'building-2', order: 20 },
      page: () => import('./tenants-page.tsx'),
    },
    {
      ...operator,
      path: '/operator/tenants/:id',
      title: 'tenants.one',
      console: 'inner',
      back: true,
      page: () => import('./tenant-page.tsx'),
    },
    {
      ...operator,
      path: '/operator/lines',
      title: 'tenants.lines',
      console: { icon: 'cable', order: 40 },
      page: () => import('./lines-page.tsx'),
    },
    {
      ...operator,
      path: '/operator/announcements',
      title: 'tenants.notices',
      console: { icon: 'megaphone', order: 70 },
      page: () => withAnnouncements(import('./notices-page.tsx')),
    },
  ],
  commands: [
    {
      id: 'tenants.found',
      title: 'tenants.found',
      ...operator,
      icon: 'building-2',
      run: ({ go }) => go('/operator/tenants?found=true'),
    },
  ],
});

/** Which rights somebody who helps gets. */
export const HelpRights = lazily(tenants, () => import('./parts/rights-field.tsx'));
