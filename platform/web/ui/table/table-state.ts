import { useCallback, useMemo } from 'react';
import { useAddressQuery } from '../../navigation.tsx';
import { useViewer } from '../../viewer.ts';
import { readLayout } from './table-layout.ts';

export type FilterValue = string | number | boolean | readonly string[];
export type Filters = Record<string, FilterValue>;

/** A filter as its default says: '' any text, [] a list of texts, 0 a number, false a switch. */
type Wide<V> = V extends readonly string[]
  ? string[]
  : V extends string
    ? string
    : V extends number
      ? number
      : V extends boolean
        ? boolean
        : never;
export type Widened<F extends Filters> = { -readonly [K in keyof F]: Wide<F[K]> };

export interface Sort {
  by: string;
  desc: boolean;
}

/** What a list shows, as the address says; a link to the page shows the same. */
export interface TableState<F extends Filters = Filters> {
  id: string;
  page: number;
  size: number;
  sort: Sort | null;
  filters: Widened<F>;
  /** Some filter is not at its default. */
  filtered: boolean;
  setPage(page: number): void;
  setSize(size: number): void;
  setSort(sort: Sort | null): void;
  /** Changes some filters and goes back to page 1. */
  setFilters(change: Partial<Widened<F>>): void;
  clearFilters(): void;
}

export const PAGE_SIZES = [10, 20, 50, 100, 200];

function read(found: string[], standard: FilterValue): FilterValue {
  if (Array.isArray(standard)) return found.length > 0 ? found : standard;
  const [value] = found;
  if (value === undefined) return standard;
  if (typeof standard === 'number') return Number.isFinite(Number(value)) ? Number(value) : standard;
  if (typeof standard === 'boolean') return value === 'true';
  return value;
}

/** The filters an address holds, each by the type of its default. */
export function filtersFrom<F extends Filters>(query: URLSearchParams, standard: F): Widened<F> {
  return Object.fromEntries(
    Object.entries(standard).map(([name, value]) => [name, read(query.getAll(name), value)]),
  ) as Widened<F>;
}

/** Writes filters into an address; a default is left out, so that addresses stay short. */
export function withFilters(query: URLSearchParams, change: Partial<Filters>, standard: Filters): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    if (value === undefined || String(value) === String(standard[name])) continue;
    for (const one of Array.isArray(value) ? value : [value]) next.append(name, String(one));
  }
  next.delete('page');
  return next;
}

/**
 * Keeps page, size, sort and filters of a list in the address. `filters` gives names and defaults and
 * must be a constant outside the component.
 */
export function useTableState<const F extends Filters>(
  id: string,
  options: { filters: F; sort?: Sort; size?: number },
): TableState<F> {
  const [query, setQuery] = useAddressQuery();
  const userId = useViewer()?.userId ?? 0;
  const { filters: standard, sort: standardSort = null } = options;
  const change = useCallback(
    (edit: (query: URLSearchParams) => URLSearchParams, keep = false) =>
      setQuery((before) => edit(new URLSearchParams(before)), { replace: !keep, preventScrollReset: true }),
    [setQuery],
  );
  const set = (name: string, value: string | null) => (before: URLSearchParams) => {
    if (value === null) before.delete(name);
    else before.set(name, value);
    if (name !== 'page') before.delete('page');
    return before;
  };
  const filters = useMemo(() => filtersFrom(query, standard), [query, standard]);
  const sortText = query.get('sort');
  const sort = useMemo(
    () => (sortText ? { by: sortText.replace(/^-/, ''), desc: sortText.startsWith('-') } : standardSort),
    [sortText, standardSort],
  );
  const size = Number(query.get('size')) || readLayout(userId, id).size || options.size || 20;

  return {
    id,
    page: Math.max(1, Math.floor(Number(query.get('page')) || 1)),
    size: PAGE_SIZES.includes(size) ? size : 20,
    sort,
    filters,
    filtered: Object.entries(standard).some(
      ([name, value]) => String(filters[name as keyof Widened<F>]) !== String(value),
    ),
    // A page is a step one goes back from; a filter is not.
    setPage: (page) => change(set('page', page > 1 ? String(page) : null), true),
    setSize: (next) => change(set('size', String(next))),
    setSort: (next) => change(set('sort', next ? (next.desc ? '-' : '') + next.by : null)),
    setFilters: (some) => change((before) => withFilters(before, some as Filters, standard)),
    clearFilters: () => change((before) => withFilters(before, standard, standard)),
  };
}
