import type en from './text/en-US.json';
import { webFeature, type FeatureContext, type WebFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Tasks whose customers agents look at before they call. */
export const preview: WebFeature = webFeature({
  name: 'preview',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    { path: '/task/preview', title: 'preview.menu', access: 'preview.view', page: () => import('./tasks-page.tsx') },
    {
      path: '/task/preview/new',
      title: 'preview.new.title',
      access: 'preview.edit',
      back: true,
      page: () => import('./new-task-page.tsx'),
    },
    {
      path: '/task/preview/:id/setup',
      title: 'preview.new.title',
      access: 'preview.edit',
      back: true,
      page: () => import('./setup-page.tsx'),
    },
    {
      path: '/task/preview/:id',
      title: 'preview.task.title',
      access: 'preview.view',
      back: true,
      page: () => import('./task-page.tsx'),
    },
  ],
  waiting: [
    {
      id: 'preview-tasks',
      part: () => import('./work/waiting-tasks.tsx'),
      order: 50,
      when: ({ functions }) => functions.has('preview.use'),
    },
  ],
  parts: {
    workbenchTask: {
      part: () => import('./work/task-work.tsx'),
      when: ({ functions, voiceSeat }) => voiceSeat && functions.has('preview.use'),
    },
  },
  commands: [
    {
      id: 'preview.new',
      title: 'preview.new.title',
      access: 'preview.edit',
      icon: 'megaphone',
      run: ({ go }) => go('/task/preview/new'),
    },
  ],
  start: (context) => begin(context),
});

const begin = async (context: FeatureContext): Promise<() => void> =>
  ['preview.view', 'preview.use'].some((key) => context.viewer.functions.has(key))
    ? (await fetchCode(() => import('./task-news.ts'))).watchPreviewTasks(context, preview)
    : () => {};
