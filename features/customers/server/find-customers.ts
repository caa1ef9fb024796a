import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import { TOTAL_CAP, type CUSTOMER_SORTS, type CustomerSearch } from '../contract.ts';
import { compileSearch, type SearchWorld } from './compile-search.ts';
import type { PageAnchors } from './page-anchors.ts';

type Sort = (typeof CUSTOMER_SORTS)[number];

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
const sortColumns: Record<Sort, RawBuilder<unknown> | null> = { created: null, updated: sql`c.updated_at`, name: sql`c.full_name`, last_contact: sql`c.last_contact_at` };

/** Up to here rows are skipped one by one, which is exact. */
const SHALLOW = 2_000;

/**
 * Finds the ids of a page. Three ways, by how many there are:
 * 1. few: all are found by the best index, then sorted;
 * 2. many that match words or conditions: the list is walked in its order and what does not match is left out, which
 *    ends soon because many match;
 * 3. many of everything: the index of the order alone.
 */
export async function findPage(db: Db, search: CustomerSearch, world: SearchWorld, wish: PageWish, anchors: PageAnchors): Promise<FoundPage> {
  const list = JSON.stringify([world.tenantId, world.ownOf ?? 0, search, wish.sort, wish.desc]);
  const matches = compileSearch(search, world);
  const counted = anchors.isBig(list) ? TOTAL_CAP + 1 : await countUpTo(db, matches, TOTAL_CAP + 1);
  const capped = counted > TOTAL_CAP;
  if (capped) anchors.remember(list, { isBig: true });
  const total = Math.min(counted, TOTAL_CAP);
  if (!capped && wish.offset >= counted) return { ids: [], total, capped };
  const ids = capped ? await walk(db, search, world, wish, list, anchors) : await sortFew(db, matches, wish);
  return { ids, total, capped };
}

/** Counts no further than `most`. */
export async function countUpTo(db: Db, matches: RawBuilder<boolean>, most: number): Promise<number> {
  const rows = await db.numbers('counts customers', sql`select count(*) from (select 1 from customer c where ${matches} limit ${most}) counted`);
  return rows[0]![0]!;
}

const orderOf = ({ sort, desc }: PageWish): RawBuilder<unknown> => {
  const [way, nulls] = desc ? [sql`desc`, sql`desc nulls last`] : [sql`asc`, sql`asc nulls first`];
  const column = sortColumns[sort];
  return column === null ? sql`c.id ${way}` : sql`${column} ${sort === 'last_contact' ? nulls : way}, c.id ${way}`;
};

async function sortFew(db: Db, matches: RawBuilder<boolean>, wish: PageWish): Promise<number[]> {
  const rows = await db.numbers('sorts the few customers found', sql`
    with c as materialized (select c.id, c.updated_at, c.full_name, c.last_contact_at from customer c where ${matches})
    select c.id from c order by ${orderOf(wish)} limit ${wish.size} offset ${wish.offset}`);
  return rows.map(([id]) => id!);
}

async function walk(db: Db, search: CustomerSearch, world: SearchWorld, wish: PageWish, list: string, anchors: PageAnchors): Promise<number[]> {
  const isDeep = wish.offset > SHALLOW;
  const anchor = isDeep ? anchors.nearest(list, wish.offset) : null;
  // One row more, at the beginning: the next page this deep goes on from it.
  const skip = wish.offset - (anchor?.offset ?? 0) - (isDeep && anchor?.offset !== wish.offset ? 1 : 0);
  const size = isDeep && anchor?.offset !== wish.offset ? wish.size + 1 : wish.size;
  const rows = await db.numbers('walks the list of customers', sql`${walked(search, world, wish, anchor?.beforeId ?? null)} limit ${size} offset ${skip}`);
  const ids = rows.map(([id]) => id!);
  if (anchor && ids.length === 0) {
    // The row it counts from is gone or has moved.
    anchors.forget(list);
    return walk(db, search, world, wish, list, anchors);
  }
  if (size === wish.size) return ids;
  const [beforeId, ...page] = ids;
  if (beforeId !== undefined) anchors.remember(list, { anchor: { offset: wish.offset, beforeId } });
  return page;
}

function walked(search: CustomerSearch, world: SearchWorld, wish: PageWish, beforeId: number | null): RawBuilder<unknown> {
  const column = sortColumns[wish.sort];
  const further = wish.desc ? sql`<` : sql`>`;
  const key = column === null ? sql`c.id` : wish.sort === 'last_contact' ? sql`(coalesce(c.last_contact_at, '-infinity'), c.id)` : sql`(${column}, c.id)`;
  const mark = column === null ? sql`${beforeId}::bigint` : sql`(select ${wish.sort === 'last_contact' ? sql`coalesce(b.last_contact_at, '-infinity')` : sql`b.${sql.raw(wish.sort === 'updated' ? 'updated_at' : 'full_name')}`}, b.id from customer b where b.id = ${beforeId})`;
  const after = beforeId === null ? sql`true` : sql`${key} ${further} ${mark}`;
  const { words, condition, tag_ids: tags, ...plain } = search;
  const isPlain = !words && !condition && !(tags && tags.length > 0);
  if (isPlain) return sql`select c.id from customer c where ${compileSearch(search, world)} and ${after} order by ${orderOf(wish)}`;
  // `offset 0` keeps the inner order: what does not match is left out on the way.
  const rest: CustomerSearch = { tag_match: search.tag_match, ...(words ? { words } : {}), ...(condition ? { condition } : {}), ...(tags ? { tag_ids: tags } : {}), ...(search.deleted ? { deleted: true } : {}) };
  return sql`select c.id from (select c.* from customer c where ${compileSearch(plain, world)} and ${after} order by ${orderOf(wish)} offset 0) c where ${compileSearch(rest, world)}`;
}

/** The ids a search finds from the newest down, some at a time: `below` is the last id of the piece before. */
export async function searchIds(db: Db, search: CustomerSearch, world: SearchWorld, { below, size }: { below: number | null; size: number }): Promise<number[]> {
  const rows = await db.numbers('ids of customers, piece by piece', sql`
    select c.id from customer c where ${compileSearch(search, world)} and ${below === null ? sql`true` : sql`c.id < ${below}::bigint`} order by c.id desc limit ${size}`);
  return rows.map(([id]) => id!);
}

/** How many a search finds, up to `most`. */
export const countIds = (db: Db, search: CustomerSearch, world: SearchWorld, most: number): Promise<number> => countUpTo(db, compileSearch(search, world), most);
