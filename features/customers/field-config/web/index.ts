import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { FIELDS_CHANGED, fieldConfigApi } from '../contract.ts';

export { useArrangedColumns } from './use-arranged-columns.ts';
export { useCustomFields, useFieldColumns } from './use-fields.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where fields of customers and columns of lists are arranged. */
export const fieldConfig = webFeature({
  name: 'field-config',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/settings/fields',
      title: 'field-config.menu',
      access: 'field-config.edit',
      page: () => import('./fields-page.tsx'),
    },
  ],
  start: () =>
    onEvent(FIELDS_CHANGED, () =>
      [fieldConfigApi.list, fieldConfigApi.centreList].forEach((one) => void invalidate(one)),
    ),
});
