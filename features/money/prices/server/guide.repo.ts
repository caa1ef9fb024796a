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

/** So far is counted; nobody reads further. */
const COUNTED = 10_000;

/** SQL: a price `r` of the installation that one of the tenant's own takes the place of, whatever number is called. */
const isCovered = (own: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from price_row o where o.list_id = ${own} and o.service = r.service and o.kind = any (case r.kind when 'inbound' then array['inbound'] else array['', r.kind] end)
    and o.prefix = any (array(select left(r.prefix, n) from generate_series(0, length(r.prefix)) n))
    and o.country = any (array['', r.country]) and o.variant = any (array['', r.variant]))`;

const order = sql`service, kind, prefix, country, variant`;

/** What a tenant pays, by lists it can see. */
export function guideRepo(tx: TenantTx, currency: string) {
  const rows = tx.as<never>();

  /** Prices of both lists that count, each in the order of its index. */
  function counting({ own, general }: ListsInForce, wanted: RawBuilder<boolean>): RawBuilder<unknown> {
    const of = (list: number, isOwn: boolean, more: RawBuilder<unknown>) =>
      sql`(select r.*, ${sql.lit(isOwn)}::boolean is_own from price_row r where r.list_id = ${list} and ${wanted} and ${more} order by ${order})`;
    const parts = [
      ...(own === null ? [] : [of(own, true, sql`true`)]),
      ...(general === null ? [] : [of(general, false, own === null ? sql`true` : sql`not ${isCovered(own)}`)]),
    ];
    return parts.length === 0
      ? sql`(select r.*, false is_own from price_row r where false)`
      : sql`(${sql.join(parts, sql` union all `)})`;
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
      const from = counting(lists, wanted);
      const list = await sql<GuidePrice>`
        select ${pricePartsOf(sql`g`)}, g.is_own "isOwn" from ${from} g order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      const counted = await sql<{ n: number }>`
        select count(*) n from (select 1 from ${from} g limit ${COUNTED + 1}) found`.execute(rows);
      const { n } = counted.rows[0]!;
      return { list: list.rows, total: Math.min(n, COUNTED), totalCapped: n > COUNTED };
    },
    /** Those behind one of them, for a file. */
    async after(lists: ListsInForce, wanted: RawBuilder<boolean>, last: GuidePrice | null, most: number) {
      const behind = last
        ? sql<boolean>`(r.service, r.kind, r.prefix, r.country, r.variant) > (${last.service}, ${last.kind}, ${last.prefix}, ${last.country}, ${last.variant})`
        : sql<boolean>`true`;
      const from = counting(lists, sql<boolean>`(${wanted}) and ${behind}`);
      const found = await sql<GuidePrice>`
        select ${pricePartsOf(sql`g`)}, g.is_own "isOwn" from ${from} g order by ${order} limit ${most}`.execute(rows);
      return found.rows;
    },
    /** How the next list differs from what it takes the place of. */
    async coming(lists: ListsInForce, { page, size }: Paging): Promise<ComingPrices> {
      const counts = Object.fromEntries(priceChangeKinds.map((kind) => [kind, 0])) as ComingPrices['counts'];
      const { next } = lists;
      if (!next) return { beginsAt: null, isOwn: false, counts, list: [], total: 0 };
      const before = next.isOwn ? lists.own : lists.general;
      // What the tenant's own prices take the place of changes nothing for it.
      const counts4 = next.isOwn || lists.own === null ? sql`true` : sql`not ${isCovered(lists.own)}`;
      const of = (list: number | null) => sql`(select r.* from price_row r where r.list_id = ${list} and ${counts4})`;
      const changes = sql`(
        select b.id before_id, a.id after_id, coalesce(b.service, a.service) service, coalesce(b.kind, a.kind) kind, coalesce(b.prefix, a.prefix) prefix,
          coalesce(b.country, a.country) country, coalesce(b.variant, a.variant) variant,
          case when b.id is null then 'added' when a.id is null then 'removed' when a.price_e4 > b.price_e4 then 'dearer'
            when a.price_e4 < b.price_e4 then 'cheaper' else 'otherwise' end change
        from ${of(before)} b full join ${of(next.id)} a
          on (a.service, a.kind, a.prefix, a.country, a.variant) = (b.service, b.kind, b.prefix, b.country, b.variant)
        where (a.price_e4, a.setup_e4, a.first_sec, a.next_sec) is distinct from (b.price_e4, b.setup_e4, b.first_sec, b.next_sec))`;
      const { rows: summed } = await sql<{ change: PriceChange['change']; n: number }>`
        select change, count(*) n from ${changes} c group by change`.execute(rows);
      for (const { change, n } of summed) counts[change] = n;
      const { rows: found } = await sql<{
        change: PriceChange['change'];
        beforeId: number | null;
        afterId: number | null;
      }>`
        select change, before_id "beforeId", after_id "afterId" from ${changes} c order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(
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
