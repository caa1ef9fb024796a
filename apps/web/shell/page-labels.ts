import { HOME } from '#core/shell/address.ts';
import type { PageRoute } from '#platform/web/feature.ts';
import { ensureTexts, textFiles } from '#platform/web/i18n.ts';

const labels = textFiles(import.meta.glob('../../../shared/codes/pages/text/*.json', { import: 'default' }));

/** Labels of code tables that only pages show come with the first page; the start page, the header and the phone have none of them. */
export const pageLabels = async ({ path }: Pick<PageRoute, 'path'>): Promise<void> => {
  if (path !== HOME) await ensureTexts('labels', labels);
};
