import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { priceChangeKinds, type ComingPrices, type GuidePrice, type PriceChange, type PriceLine } from '../contract.ts';
import { pricePartsOf } from './price-of.ts';

/** Lists that hold for a tenant, and what comes next. */
export interface ListsInForce {
  own: number | null;
  general: number | null;
  since: string | null;
  next: { id: number; beginsAt: string; isOwn: boolean } | null;
}
interface Paging {
  page: number;
  size: number;
}

/** So far is counted and paged; who looks for something searches. */
const COUNTED = 1_000;

/** SQL: a price `r` of the installation that one of the tenant's own takes the place of, whatever number is called. Looked up for each by the index: as `exists` it would be joined, each with each. */
const isCovered = (own: number): RawBuilder<boolean> => sql<boolean>`coalesce((
  select true from price_row o where o.list_id = ${own} and o.service = r.service
    and o.kind = any (case r.kind when 'inbound' then array['inbound'] else array['', r.kind] end)
    and o.prefix = any (array(select left(r.prefix, n) from generate_series(0, length(r.prefix)) n))
    and o.country = any (array['', r.country]) and o.variant = any (array['', r.variant]) limit 1), false)`;

const order = sql`r.service, r.kind, r.prefix, r.country, r.variant`;
const isBefore = (one: GuidePrice, other: GuidePrice): boolean => {
  for (const part of ['service', 'kind', 'prefix', 'country', 'variant'] as const)
    if (one[part] !== other[part]) return one[part] < other[part];
  return true;
};

/** Both in one order; each is in it already. */
function merged(own: readonly GuidePrice[], general: readonly GuidePrice[]): GuidePrice[] {
  const list: GuidePrice[] = [];
  let [at, other] = [0, 0];
  while (at < own.length || other < general.length)
    if (other >= general.length || (at < own.length && isBefore(own[at]!, general[other]!))) list.push(own[at++]!);
    else list.push(general[other++]!);
  return list;
}

/** What a tenant pays, by lists it can see. */
export function guideRepo(tx: TenantTx, currency: string) {
  const rows = tx.as<never>();

  /** SQL: prices of one list that count. Lists are read one by one, each in the order of its index, so that the first are there at once. */
  const counting = (lists: ListsInForce, isOwn: boolean, wanted: RawBuilder<boolean>): RawBuilder<unknown> => {
    const covers = isOwn ? null : lists.own;
    return sql`from price_row r where r.list_id = ${isOwn ? lists.own : lists.general} and ${wanted}
      and ${covers === null ? sql`true` : sql`not ${isCovered(covers)}`}`;
  };
  async function first(
    lists: ListsInForce,
    isOwn: boolean,
    wanted: RawBuilder<boolean>,
    most: number,
  ): Promise<GuidePrice[]> {
    if ((isOwn ? lists.own : lists.general) === null) return [];
    const found = await sql<GuidePrice>`
      select ${pricePartsOf(sql`r`)}, ${sql.lit(isOwn)}::boolean "isOwn" ${counting(lists, isOwn, wanted)} order by ${order} limit ${most}`.execute(
      rows,
    );
    return found.rows;
  }

  return {
    async lists(): Promise<ListsInForce> {
      const { rows: found } = await sql<{ id: number; isOwn: boolean; beginsAt: string; hasBegun: boolean }>`
        select l.id, l.tenant_id is not null "isOwn", l.begins_at "beginsAt", l.begins_at <= now() "hasBegun" from price_list l
        where coalesce(l.tenant_id, 0) = any (array[0, ${tx.tenantId}::bigint]) and l.currency = ${currency} order by l.begins_at desc`.execute(
        rows,
      );
      const inForce = (isOwn: boolean) => found.find((list) => list.hasBegun && list.isOwn === isOwn);
      const [own, general] = [inForce(true), inForce(false)];
      const since = [own, general].flatMap((list) => (list ? [list.beginsAt] : [])).sort();
      const next = found.filter(({ hasBegun }) => !hasBegun).at(-1);
      return {
        own: own?.id ?? null,
        general: general?.id ?? null,
        since: since.at(-1) ?? null,
        next: next ? { id: next.id, beginsAt: next.beginsAt, isOwn: next.isOwn } : null,
      };
    },
    async page(lists: ListsInForce, wanted: RawBuilder<boolean>, { page, size }: Paging) {
      const most = COUNTED + 1;
      const list = merged(await first(lists, true, wanted, most), await first(lists, false, wanted, most));
      return {
        list: list.slice((page - 1) * size, Math.min(page * size, COUNTED)),
        total: Math.min(list.length, COUNTED),
        totalCapped: list.length > COUNTED,
      };
    },
    /** Those of one list behind one of them, for a file. */
    after(lists: ListsInForce, isOwn: boolean, wanted: RawBuilder<boolean>, last: GuidePrice | null, most: number) {
      const behind = last
        ? sql<boolean>`(${order}) > (${last.service}, ${last.kind}, ${last.prefix}, ${last.country}, ${last.variant})`
        : sql<boolean>`true`;
      return first(lists, isOwn, sql<boolean>`(${wanted}) and ${behind}`, most);
    },
    /** How the next list differs from what it takes the place of. */
    async coming(lists: ListsInForce, { page, size }: Paging): Promise<ComingPrices> {
      const counts = Object.fromEntries(priceChangeKinds.map((kind) => [kind, 0])) as ComingPrices['counts'];
      const { next } = lists;
      if (!next) return { beginsAt: null, isOwn: false, counts, list: [], total: 0 };
      const before = next.isOwn ? lists.own : lists.general;
      // What the tenant's own prices take the place of changes nothing for it.
      const counted = next.isOwn || lists.own === null ? sql`true` : sql`not ${isCovered(lists.own)}`;
      const of = (list: number | null) => sql`(select p.* from price_row p where p.list_id = ${list})`;
      const changes = sql`(select r.* from (
        select b.id before_id, a.id after_id, coalesce(b.service, a.service) service, coalesce(b.kind, a.kind) kind, coalesce(b.prefix, a.prefix) prefix,
          coalesce(b.country, a.country) country, coalesce(b.variant, a.variant) variant,
          case when b.id is null then 'added' when a.id is null then 'removed' when a.price_e4 > b.price_e4 then 'dearer'
            when a.price_e4 < b.price_e4 then 'cheaper' else 'otherwise' end change
        from ${of(before)} b full join ${of(next.id)} a
          on (a.service, a.kind, a.prefix, a.country, a.variant) = (b.service, b.kind, b.prefix, b.country, b.variant)
        where (a.price_e4, a.setup_e4, a.first_sec, a.next_sec) is distinct from (b.price_e4, b.setup_e4, b.first_sec, b.next_sec)) r where ${counted})`;
      const { rows: summed } = await sql<{ change: PriceChange['change']; n: number }>`
        select r.change, count(*) n from ${changes} r group by r.change`.execute(rows);
      for (const { change, n } of summed) counts[change] = n;
      const { rows: found } = await sql<{
        change: PriceChange['change'];
        beforeId: number | null;
        afterId: number | null;
      }>`
        select r.change, r.before_id "beforeId", r.after_id "afterId" from ${changes} r order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      const ids = found.flatMap(({ beforeId, afterId }) => [beforeId, afterId].filter((id) => id !== null));
      const { rows: lines } = await sql<PriceLine>`
        select ${pricePartsOf(sql`r`)} from price_row r where r.id = any(${ids}::bigint[])`.execute(rows);
      const byId = new Map(lines.map((line) => [line.id, line]));
      const line = (id: number | null) => (id === null ? null : (byId.get(id) ?? null));
      return {
        beginsAt: next.beginsAt,
        isOwn: next.isOwn,
        counts,
        total: summed.reduce((sum, { n }) => sum + n, 0),
        list: found.map(({ change, beforeId, afterId }) => ({ change, before: line(beforeId), after: line(afterId) })),
      };
    },
  };
}
