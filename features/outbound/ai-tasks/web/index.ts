import type en from './text/en-US.json';
import { webFeature, type FeatureContext } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Tasks whose customers a flow calls. */
export const aiTasks = webFeature({
  name: 'ai-tasks',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/task/ai', title: 'ai-tasks.menu', access: 'ai-tasks.view', page: () => import('./tasks-page.tsx') },
    {
      path: '/task/ai/new',
      title: 'ai-tasks.new.title',
      access: 'ai-tasks.edit',
      back: true,
      page: () => import('./new-task-page.tsx'),
    },
    {
      path: '/task/ai/:id/setup',
      title: 'ai-tasks.new.title',
      access: 'ai-tasks.edit',
      back: true,
      page: () => import('./setup-page.tsx'),
    },
    {
      path: '/task/ai/:id',
      title: 'ai-tasks.task.title',
      access: 'ai-tasks.view',
      back: true,
      page: () => import('./task-page.tsx'),
    },
  ],
  commands: [
    {
      id: 'ai-tasks.new',
      title: 'ai-tasks.new.title',
      access: 'ai-tasks.edit',
      icon: 'bot',
      run: ({ go }) => go('/task/ai/new'),
    },
  ],
  start: (context) => begin(context),
});

const begin = async ({ viewer }: FeatureContext): Promise<() => void> =>
  viewer.functions.has('ai-tasks.view')
    ? (await fetchCode(() => import('./ai-task-news.ts'))).watchAiTasks()
    : () => {};
