import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

const operator = { access: 'operator' } as const;

/** Those who run the installation, what they did, and the door of their console. */
export const operators = webFeature({
  name: 'operators',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      ...operator,
      path: '/operator/operators',
      title: 'operators.name',
      console: { icon: 'shield-check', order: 80 },
      page: () => import('./operators-page.tsx'),
    },
    {
      ...operator,
      path: '/operator/log',
      title: 'operators.doings',
      console: { icon: 'scroll-text', order: 90 },
      page: () => import('./log-page.tsx'),
    },
  ],
});

/** Lets through who showed the second factor, and leads everybody else to it. Draw it inside a Suspense. */
export const ConsoleGate = lazily(operators, () => import('./console-gate.tsx'));
