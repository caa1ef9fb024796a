import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What agents, callers, days and tasks came to: six reports of one kind. */
export const statistics = webFeature({
  name: 'statistics',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/data/agentEfficiency',
      title: 'statistics.menu.agentEfficiency',
      access: 'statistics.view',
      page: () => import('./pages/agent-efficiency-page.tsx'),
    },
    {
      path: '/data/callInLoss',
      title: 'statistics.menu.callInLoss',
      access: 'statistics.view',
      page: () => import('./pages/call-in-loss-page.tsx'),
    },
    {
      path: '/data/dayReport',
      title: 'statistics.menu.dayReport',
      access: 'statistics.view',
      page: () => import('./pages/day-report-page.tsx'),
    },
    {
      path: '/data/agentStatus',
      title: 'statistics.menu.status',
      access: 'statistics.view',
      page: () => import('./pages/agent-status-page.tsx'),
    },
    {
      path: '/data/aiOutbound',
      title: 'statistics.menu.aiOutbound',
      access: 'statistics.view',
      page: () => import('./pages/ai-outbound-page.tsx'),
    },
    {
      path: '/data/callEfficiency',
      title: 'statistics.menu.callEfficiency',
      access: 'statistics.view',
      page: () => import('./pages/call-efficiency-page.tsx'),
    },
  ],
});
