import { Pagination, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
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

/** So few are all in sight. */
const FEW_PAGES = 5;
/** Further no list goes. */
const LAST_PAGE = 1_000_000;
const MOST_DIGITS = 7;

/** How many there are, how many at once, and the pages. */
export function TableFoot({ state, total, capped, onSize }: TableFootProps) {
  const t = useText();
  const format = useFormat();
  const counted = Math.max(1, Math.ceil(total / state.size));
  // Nobody knows how many there are beyond what was counted: the next page may be one.
  const pages = capped ? Math.max(counted, state.page + 1) : counted;
  return (
    <nav className="table-foot" aria-label={t('ui.table.pages')}>
      <span aria-live="polite">{t(capped ? 'ui.table.totalOver' : 'ui.table.total', { count: total })}</span>
      <Select
        size="xs"
        w={128}
        aria-label={t('ui.table.pageSize')}
        value={String(state.size)}
        onChange={(size) => size && onSize(Number(size))}
        data={PAGE_SIZES.map((size) => ({
          value: String(size),
          label: t('ui.table.perPage', { size: format.number(size) }),
        }))}
      />
      <Pagination
        total={pages}
        value={Math.min(state.page, pages)}
        onChange={state.setPage}
        size="sm"
        siblings={1}
        boundaries={1}
        getItemProps={(page) => ({ 'aria-label': t('ui.table.page', { page }) })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' || control === 'first' ? t('ui.table.previous') : t('ui.table.next'),
        })}
      />
      {pages > FEW_PAGES && <PageJump pages={capped ? null : pages} onJump={state.setPage} />}
    </nav>
  );
}

/** A page by its number; `pages` is null where nobody counted them. */
function PageJump({ pages, onJump }: { pages: number | null; onJump: (page: number) => void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const jump = () => {
    if (typed === '') return;
    setTyped('');
    onJump(Math.max(1, Math.min(Number(typed), pages ?? LAST_PAGE)));
  };
  const name = t('ui.table.goTo');
  return (
    <TextInput
      className="page-jump"
      size="xs"
      inputMode="numeric"
      aria-label={name}
      placeholder={name}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/\D/g, '').slice(0, MOST_DIGITS))}
      onBlur={jump}
      onKeyDown={(event) => event.key === 'Enter' && jump()}
    />
  );
}
