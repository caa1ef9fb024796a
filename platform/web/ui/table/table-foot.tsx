import { Pagination, Select } from '@mantine/core';
import { useFormat } from '../../format.ts';
import { useText } from '../../i18n.ts';
import { PAGE_SIZES, type TableState } from './table-state.ts';

interface TableFootProps {
  state: Pick<TableState, 'page' | 'size' | 'setPage'>;
  total: number;
  /** There are more than that. */
  capped: boolean;
  onSize: (size: number) => void;
}

/** How many there are, how many at once, and the pages. */
export function TableFoot({ state, total, capped, onSize }: TableFootProps) {
  const t = useText();
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / state.size));
  return (
    <nav className="table-foot" aria-label={t('ui.table.pages')}>
      <span aria-live="polite">{t(capped ? 'ui.table.totalOver' : 'ui.table.total', { count: total })}</span>
      <Select
        size="xs"
        w={128}
        aria-label={t('ui.table.pageSize')}
        value={String(state.size)}
        onChange={(size) => size && onSize(Number(size))}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('ui.table.perPage', { size: format.number(size) }) }))}
      />
      <Pagination
        total={pages}
        value={Math.min(state.page, pages)}
        onChange={state.setPage}
        size="sm"
        siblings={1}
        boundaries={1}
        getItemProps={(page) => ({ 'aria-label': t('ui.table.page', { page }) })}
        getControlProps={(control) => ({ 'aria-label': control === 'previous' || control === 'first' ? t('ui.table.previous') : t('ui.table.next') })}
      />
    </nav>
  );
}
