import { useMemo, useState } from 'react';

export type RowId = number | string;

export interface Selection {
  ids: RowId[];
  has: (id: RowId) => boolean;
  toggle: (id: RowId) => void;
  /** Selects all of these, or none of them if all are selected. */
  toggleAll: (ids: readonly RowId[]) => void;
  clear: () => void;
}

/** What the user has selected. It lasts over pages, and ends when `scope` (the filters) changes. */
export function useSelection(scope: string): Selection {
  const [kept, setKept] = useState<{ scope: string; ids: ReadonlySet<RowId> }>({ scope, ids: new Set() });
  const ids = useMemo(() => (kept.scope === scope ? kept.ids : new Set<RowId>()), [kept, scope]);
  const keep = (next: Iterable<RowId>) => setKept({ scope, ids: new Set(next) });
  return {
    ids: [...ids],
    has: (id) => ids.has(id),
    toggle: (id) => keep(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    toggleAll: (some) =>
      keep(some.every((id) => ids.has(id)) ? [...ids].filter((id) => !some.includes(id)) : [...ids, ...some]),
    clear: () => keep([]),
  };
}
