import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { TAGS_CHANGED, tagsApi } from '../contract.ts';

export { useTagChoices, useTags } from './use-tags.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Where the tags of customers are kept. */
export const tags = webFeature({
  name: 'tags',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [{ path: '/settings/tags', title: 'tags.menu', access: 'tags.edit', page: () => import('./tags-page.tsx') }],
  start: () =>
    onEvent(TAGS_CHANGED, () =>
      [tagsApi.list, tagsApi.groupAndTag, tagsApi.groups].forEach((one) => void invalidate(one)),
    ),
});
