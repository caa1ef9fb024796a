import type en from './text/en-US.json';
import { lazily, webFeature, type FeatureContext } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Customers that come in and leave as files. */
export const customerFiles = webFeature({
  name: 'customer-files',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/customers/import',
      title: 'customer-files.import.title',
      access: 'customer-files.import',
      back: true,
      page: () => import('./import-page.tsx'),
    },
    {
      path: '/customers/import/:id',
      title: 'customer-files.import.title',
      access: 'customer-files.import',
      back: true,
      page: () => import('./one-import-page.tsx'),
    },
  ],
  commands: [
    {
      id: 'customer-files.import',
      title: 'customer-files.import.title',
      access: 'customer-files.import',
      keywords: ['csv', 'xlsx', 'excel'],
      run: ({ go }) => go('/customers/import'),
    },
  ],
  start: (context) => begin(context),
});

const begin = async (context: FeatureContext): Promise<() => void> =>
  context.viewer.functions.has('customer-files.import')
    ? (await fetchCode(() => import('./import-news.ts'))).toastImports(context, customerFiles)
    : () => {};

/** The dialog that writes the customers of a list into a file. */
export const ExportCustomers = lazily(customerFiles, () => import('./export-dialog.tsx'));
