import type en from './text/en-US.json';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { ensureFeatureTexts, webFeature, type FeatureContext, type WebFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Pages say some things in the words of every campaign. */
async function withCampaigns<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, ensureFeatureTexts(campaigns)]);
  return loaded;
}

/** Tasks whose customers the dialler calls for people. */
export const dialer: WebFeature = webFeature({
  name: 'dialer',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/task/dialer',
      title: 'dialer.menu',
      access: 'dialer.view',
      page: () => withCampaigns(import('./tasks-page.tsx')),
    },
    {
      path: '/task/dialer/new',
      title: 'dialer.new.title',
      access: 'dialer.edit',
      back: true,
      page: () => withCampaigns(import('./new-task-page.tsx')),
    },
    {
      path: '/task/dialer/:id/setup',
      title: 'dialer.new.title',
      access: 'dialer.edit',
      back: true,
      page: () => withCampaigns(import('./setup-page.tsx')),
    },
    {
      path: '/task/dialer/:id',
      title: 'dialer.task.title',
      access: 'dialer.view',
      back: true,
      page: () => withCampaigns(import('./task-page.tsx')),
    },
  ],
  commands: [
    {
      id: 'dialer.new',
      title: 'dialer.new.title',
      access: 'dialer.edit',
      icon: 'phone-outgoing',
      run: ({ go }) => go('/task/dialer/new'),
    },
  ],
  start: (context) => begin(context),
});

const begin = async ({ viewer }: FeatureContext): Promise<() => void> =>
  viewer.functions.has('dialer.view')
    ? (await fetchCode(() => import('./dialer-news.ts'))).watchDialerTasks()
    : () => {};
