import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import { TOTAL_CAP, type CUSTOMER_SORTS, type CustomerSearch } from '../contract.ts';
import { compileSearch, lastContact, type SearchWorld } from './compile-search.ts';
import { withNarrowRanges } from './narrow-ranges.ts';
import type { PageCheckpoints } from './page-checkpoints.ts';
import type { PageAnchors } from './page-anchors.ts';

/** `createdAt`: as `created`, which are those of the ids, where a range of moments has to be walked. */
type Sort = (typeof CUSTOMER_SORTS)[number] | 'createdAt';

export interface PageWish {
  sort: Sort;
  desc: boolean;
  offset: number;
  size: number;
}

export interface FoundPage {
  ids: number[];
  total: number;
  capped: boolean;
}

/** What a list is sorted by before the id; each has its index. */
const sortKeys: Record<Sort, RawBuilder<unknown> | null> = {
  created: null,
  createdAt: sql`c.created_at`,
  updated: sql`c.updated_at`,
  name: sql`c.full_name`,
  last_contact: lastContact,
};

/** Up to here rows are skipped one by one, which is exact. */
const SHALLOW = 2_000;
/** So many rows that do not match are passed for a page before all that match are sorted instead. */
const PASSED_MOST = 20_000;
/** Fewer rows than these are skipped sooner than the ladder is asked. */
const LADDER_FROM = 15_000;

/**
 * Finds the ids of a page. Three ways, by how many there are:
 * 1. few: all are found by the best index, then sorted;
 * 2. many: the list is walked in its order and what does not match is left out, which ends soon because many match;
 * 3. many, but far down in this order: all are found and sorted after all.
 */
export async function findPage(
  db: Db,
  search: CustomerSearch,
  given: SearchWorld,
  asked: PageWish,
  anchors: PageAnchors,
  ladder?: PageCheckpoints,
): Promise<FoundPage> {
  const wish: PageWish =
    asked.sort === 'created' && (search.created?.from ?? search.created?.to) !== undefined
      ? { ...asked, sort: 'createdAt' }
      : asked;
  const world = await withNarrowRanges(db, search.condition, given);
  const list = JSON.stringify([
    world.tenantId,
    world.ownOf ?? 0,
    world.hidden !== undefined,
    search,
    wish.sort,
    wish.desc,
  ]);
  const matches = compileSearch(search, world);
  // What the walk goes through: an owner's list has an index of its own.
  const base = isNarrowed(search, world)
    ? compileSearch(
        { tag_match: 'any', ...(search.deleted ? { deleted: true } : {}), ...rangeOfOrder(search, wish) },
        world,
      )
    : null;
  if (!anchors.isBig(list)) {
    const few = base
      ? await sortFew(db, matches, wish, TOTAL_CAP + 1)
      : { ids: null, counted: await countUpTo(db, matches, TOTAL_CAP + 1) };
    if (few.counted <= TOTAL_CAP)
      return {
        ids: few.ids ?? (await walk(db, matches, wish, list, anchors, null)) ?? [],
        total: few.counted,
        capped: false,
      };
    anchors.remember(list, { isBig: true });
  }
  if (ladder && base === null && wish.sort === 'created' && wish.desc)
    await climb(ladder, world.tenantId, wish.offset, list, anchors);
  // Where the walk gave up a moment ago it would again.
  const isFar = base !== null && anchors.isFar(list, wish.offset);
  const passed = isFar ? null : await walk(db, matches, wish, list, anchors, base);
  if (passed === null) anchors.remember(list, { farFrom: wish.offset });
  return { ids: passed ?? (await sortAll(db, matches, wish)), total: TOTAL_CAP, capped: true };
}

/** Whoever begins a long list may jump far down next: where its pages begin is found out meanwhile. */
async function climb(
  ladder: PageCheckpoints,
  tenantId: number,
  offset: number,
  list: string,
  anchors: PageAnchors,
): Promise<void> {
  if (offset <= SHALLOW) return void ladder.prepare(tenantId);
  if (offset - (anchors.nearest(list, offset)?.offset ?? 0) <= LADDER_FROM) return;
  const anchor = await ladder.locate(tenantId, offset);
  if (anchor) anchors.remember(list, { anchor });
}

/** A range of what the list is sorted by: the walk begins at its edge. */
function rangeOfOrder(
  { created, last_contact: contact }: CustomerSearch,
  { sort }: PageWish,
): Pick<CustomerSearch, 'created' | 'last_contact'> {
  if (sort === 'createdAt' && created) return { created };
  return sort === 'last_contact' && contact ? { last_contact: contact } : {};
}

/** Whether anything but the tenant is asked for. */
const isNarrowed = (search: CustomerSearch, { ownOf }: SearchWorld): boolean =>
  ownOf !== undefined ||
  Object.entries(search).some(
    ([key, value]) =>
      key !== 'tag_match' &&
      value !== undefined &&
      value !== false &&
      value !== '' &&
      !(Array.isArray(value) && value.length === 0),
  );

/** Counts no further than `most`. */
export async function countUpTo(db: Db, matches: RawBuilder<boolean>, most: number): Promise<number> {
  const rows = await db.numbers(
    'counts customers',
    sql`select count(*) from (select 1 from customer c where ${matches} limit ${most}) counted`,
  );
  return rows[0]![0]!;
}

const orderOf = ({ sort, desc }: PageWish): RawBuilder<unknown> => {
  const way = desc ? sql`desc` : sql`asc`;
  const key = sortKeys[sort];
  return key === null ? sql`c.id ${way}` : sql`${key} ${way}, c.id ${way}`;
};

/** Finds all that match, up to `most`, and sorts them; counts them on the way. */
async function sortFew(
  db: Db,
  matches: RawBuilder<boolean>,
  wish: PageWish,
  most: number,
): Promise<{ ids: number[]; counted: number }> {
  const rows = await db.numbers(
    'sorts the customers found',
    sql`
    with c as materialized (select c.id, c.created_at, c.updated_at, c.full_name, c.last_contact_at from customer c where ${matches} limit ${most})
    select counted.n, page.id from (select count(*) n from c) counted
    left join lateral (select c.id, row_number() over (order by ${orderOf(wish)}) place from c order by ${orderOf(wish)} limit ${wish.size} offset ${wish.offset}) page on true order by page.place`,
  );
  return { ids: rows.flatMap(([, id]) => id ?? []), counted: rows[0]![0]! };
}

/** The same where there are too many to count: all are found by the best index, the first of them are kept while the rest pass. */
async function sortAll(db: Db, matches: RawBuilder<boolean>, wish: PageWish): Promise<number[]> {
  const rows = await db.numbers(
    'sorts all the customers found',
    // Told apart from the order of an index, which would be walked to its end.
    sql`select c.id from (select c.* from customer c where ${matches} offset 0) c order by ${orderOf(wish)} limit ${wish.size} offset ${wish.offset}`,
  );
  return rows.map(([id]) => id!);
}

/** How far the walk may go, and through whom. */
interface Passing {
  base: RawBuilder<boolean>;
  most: number;
}

/** Walks the list in its order; null when the page lies further down than is worth walking. */
async function walk(
  db: Db,
  matches: RawBuilder<boolean>,
  wish: PageWish,
  list: string,
  anchors: PageAnchors,
  base: RawBuilder<boolean> | null,
): Promise<number[] | null> {
  const isDeep = wish.offset > SHALLOW;
  const anchor = isDeep ? anchors.nearest(list, wish.offset) : null;
  // One row more, at the beginning: the next page this deep goes on from it.
  const isKnown = anchor?.offset === wish.offset;
  const skip = wish.offset - (anchor?.offset ?? 0) - (isDeep && !isKnown ? 1 : 0);
  const size = isDeep && !isKnown ? wish.size + 1 : wish.size;
  // Many read the beginning of a whole list, or go on from a row of it: few texts, and each has one good plan.
  const kept = base === null && skip === 0;
  const ends = kept ? sql`limit ${sql.lit(size)}` : sql`limit ${size} offset ${skip}`;
  const rows = await db.numbers(
    'walks the list of customers',
    sql`${walked(matches, wish, anchor?.beforeId ?? null, base && { base, most: (skip + size) * 2 + PASSED_MOST })} ${ends}`,
    { kept },
  );
  const ids = rows.map(([id]) => id!);
  if (anchor && ids.length === 0) {
    // The row it counts from is gone or has moved.
    anchors.forget(list);
    return walk(db, matches, wish, list, anchors, base);
  }
  if (base && ids.length < size) return null;
  if (size === wish.size) return ids;
  const [beforeId, ...page] = ids;
  if (beforeId !== undefined) anchors.remember(list, { anchor: { offset: wish.offset, beforeId } });
  return page;
}

/** Of the rows of a list after `beforeId`, in order, those that match; `passing.most` of them are looked at. */
function walked(
  matches: RawBuilder<boolean>,
  wish: PageWish,
  beforeId: number | null,
  passing: Passing | null,
): RawBuilder<unknown> {
  const key = sortKeys[wish.sort];
  const [mine, marked] =
    key === null
      ? [sql`c.id`, sql`${beforeId}::bigint`]
      : [sql`(${key}, c.id)`, sql`(select ${key}, c.id from customer c where c.id = ${beforeId})`];
  const after = beforeId === null ? sql`true` : sql`${mine} ${wish.desc ? sql`<` : sql`>`} ${marked}`;
  if (passing === null) return sql`select c.id from customer c where ${matches} and ${after} order by ${orderOf(wish)}`;
  return sql`select c.id from (select c.* from customer c where ${passing.base} and ${after} order by ${orderOf(wish)} limit ${passing.most}) c where ${matches}`;
}

/** The ids a search finds from the newest down, some at a time: `below` is the last id of the piece before. */
export async function searchIds(
  db: Db,
  search: CustomerSearch,
  world: SearchWorld,
  { below, size }: { below: number | null; size: number },
): Promise<number[]> {
  const rows = await db.numbers(
    'ids of customers, piece by piece',
    sql`
    select c.id from customer c where ${compileSearch(search, await withNarrowRanges(db, search.condition, world))} and ${below === null ? sql`true` : sql`c.id < ${below}::bigint`} order by c.id desc limit ${size}`,
  );
  return rows.map(([id]) => id!);
}

/** How many a search finds, up to `most`. */
export const countIds = async (db: Db, search: CustomerSearch, world: SearchWorld, most: number): Promise<number> =>
  countUpTo(db, compileSearch(search, await withNarrowRanges(db, search.condition, world)), most);
