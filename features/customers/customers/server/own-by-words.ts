import { reachedCustomers } from '#platform/server/customer-reach.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { LOOKED_UP_MOST } from '../contract.ts';
import { findPage } from './find-customers.ts';
import type { PageAnchors } from './page-anchors.ts';
import type { ReadSearch } from './search-for.ts';

/** So many of those who fit are looked through for one's own; whoever is not among them is found by more words. */
const LOOKED_THROUGH = 300;

/**
 * Whom words find for somebody who does not see all: first those they own, then those they had to do with, the newest first. Of all
 * others nothing is told, not even how many there are.
 */
export async function ownByWords(
  { db, catalogue }: Pick<World, 'db' | 'catalogue'>,
  caller: Caller,
  { search, world }: ReadSearch,
  anchors: PageAnchors,
): Promise<number[]> {
  const first = { sort: 'created', desc: true, offset: 0 } as const;
  const owned = await findPage(
    db,
    search,
    { ...world, ownOf: caller.userId },
    { ...first, size: LOOKED_UP_MOST },
    anchors,
  );
  const fitting = await findPage(db, search, world, { ...first, size: LOOKED_THROUGH }, anchors);
  const reached = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
    reachedCustomers(catalogue, tx, caller, fitting.ids),
  );
  return [...new Set([...owned.ids, ...fitting.ids.filter((id) => reached.has(id))])].slice(0, LOOKED_UP_MOST);
}
