import { Pagination, type PaginationProps } from '@mantine/core';
import { useText } from '../i18n.ts';

interface PagesProps extends Pick<PaginationProps, 'mt'> {
  pages: number;
  page: number;
  onPage(page: number): void;
}

/** Pages to choose from by number, named for those who hear them; nothing where there is one. */
export function Pages({ pages, page, onPage, ...space }: PagesProps) {
  const t = useText();
  if (pages <= 1) return null;
  return (
    <Pagination
      {...space}
      size="sm"
      siblings={1}
      boundaries={1}
      total={pages}
      value={Math.min(page, pages)}
      onChange={onPage}
      getItemProps={(number) => ({ 'aria-label': t('ui.table.page', { page: number }) })}
      getControlProps={(control) => ({
        'aria-label': control === 'previous' || control === 'first' ? t('ui.table.previous') : t('ui.table.next'),
      })}
    />
  );
}
