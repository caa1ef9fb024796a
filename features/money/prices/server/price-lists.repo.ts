import { sql, type RawBuilder } from 'kysely';
import type { ListedPrice } from '#core/money/choose-price.ts';
import { everyAccount } from '#features/money/ledger/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfWire } from '#platform/server/db/moments.ts';
import type { PriceLine, PriceList, PriceListState } from '../contract.ts';
import { pricePartsOf } from './price-of.ts';

interface ListFilter {
  owner?: 'installation' | 'tenants' | undefined;
  tenantId?: number | undefined;
  currency?: string | undefined;
  state?: PriceListState | undefined;
}
interface Paging {
  page: number;
  size: number;
}
/** A list as it is kept. */
export interface ListRow {
  id: number;
  tenantId: number | null;
  name: string;
  currency: string;
  beginsAt: string;
  hasBegun: boolean;
}

/** Lists with what follows them; those that are over are so because a later one of the same owner and currency has begun. */
const listed = sql`(
  select l.*, (select min(n.begins_at) from price_list n
    where coalesce(n.tenant_id, 0) = coalesce(l.tenant_id, 0) and n.currency = l.currency and n.begins_at > l.begins_at) ends_at
  from price_list l)`;
const state = sql<PriceListState>`case when l.begins_at > now() then 'ahead' when l.ends_at <= now() then 'over' else 'inForce' end`;
const parts = sql`l.id, l.name, l.currency, l.tenant_id "tenantId", coalesce(t.name, '') "tenantName", l.begins_at "beginsAt", l.ends_at "endsAt", ${state} state,
  (select count(*) from price_row r where r.list_id = l.id) prices,
  coalesce((select m.nick_name from member m where m.user_id = l.created_by order by m.tenant_id limit 1), '') author, l.created_at "createdAt"`;

const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** Price lists of the whole installation. They are its operator's: no request of a tenant comes here. */
export function priceListsRepo(tx: Tx) {
  const rows = tx.as<never>();
  return {
    async page(filter: ListFilter, { page, size }: Paging): Promise<{ list: PriceList[]; total: number }> {
      const wanted: RawBuilder<unknown>[] = [];
      if (filter.owner)
        wanted.push(filter.owner === 'tenants' ? sql`l.tenant_id is not null` : sql`l.tenant_id is null`);
      if (filter.tenantId) wanted.push(sql`l.tenant_id = ${filter.tenantId}`);
      if (filter.currency) wanted.push(sql`l.currency = ${filter.currency}`);
      if (filter.state) wanted.push(sql`${state} = ${filter.state}`);
      const from = sql`from ${listed} l left join tenant t on t.id = l.tenant_id where ${and(wanted)}`;
      const list = await sql<PriceList>`select ${parts} ${from}
        order by ${state} = 'over', l.tenant_id is not null, t.name, l.currency, l.begins_at desc, l.id limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      const total = await sql<{ n: number }>`select count(*) n ${from}`.execute(rows);
      return { list: list.rows, total: total.rows[0]!.n };
    },
    async shown(id: number): Promise<PriceList | null> {
      const found = await sql<PriceList>`
        select ${parts} from ${listed} l left join tenant t on t.id = l.tenant_id where l.id = ${id}`.execute(rows);
      return found.rows[0] ?? null;
    },
    /** Locked: what is decided by it holds until the transaction ends. */
    async hold(id: number): Promise<ListRow | null> {
      const found = await sql<ListRow>`
        select id, tenant_id "tenantId", name, currency, begins_at "beginsAt", begins_at <= now() "hasBegun" from price_list where id = ${id} for update`.execute(
        rows,
      );
      return found.rows[0] ?? null;
    },
    count: async (): Promise<number> =>
      (await sql<{ n: number }>`select count(*) n from price_list`.execute(rows)).rows[0]!.n,
    /** Those who pay, with what they pay in. */
    async payers(words: string, most: number): Promise<{ id: number; name: string; currency: string }[]> {
      const found = await sql<{ id: number; name: string; currency: string }>`
        select t.id, t.name, a.currency from tenant t join ${everyAccount} a on a.tenant_id = t.id
        where position(lower(${words}) in lower(t.name)) > 0 order by t.name, t.id limit ${most}`.execute(rows);
      return found.rows;
    },
    async currencyOfTenant(tenantId: number): Promise<string | null> {
      const found = await sql<{ currency: string }>`
        select currency from ${everyAccount} a where tenant_id = ${tenantId}`.execute(rows);
      return found.rows[0]?.currency ?? null;
    },
    async add(list: Omit<ListRow, 'id' | 'hasBegun'>, author: number): Promise<number> {
      const { tenantId, name, currency, beginsAt } = list;
      const added = await sql<{ id: number }>`
        insert into price_list (tenant_id, name, currency, begins_at, created_by)
        values (${tenantId}, ${name}, ${currency}, ${momentOfWire(beginsAt)}, ${author}) returning id`.execute(rows);
      return added.rows[0]!.id;
    },
    async copyPrices(from: number, to: number): Promise<void> {
      await sql`insert into price_row (list_id, service, kind, variant, country, prefix, first_sec, next_sec, setup_e4, price_e4)
        select ${to}::bigint, service, kind, variant, country, prefix, first_sec, next_sec, setup_e4, price_e4 from price_row where list_id = ${from}`.execute(
        rows,
      );
    },
    async update(id: number, name: string, beginsAt: string): Promise<void> {
      await sql`update price_list set name = ${name}, begins_at = ${momentOfWire(beginsAt)} where id = ${id}`.execute(
        rows,
      );
    },
    async rename(id: number, name: string): Promise<void> {
      await sql`update price_list set name = ${name} where id = ${id}`.execute(rows);
    },
    async begin(id: number): Promise<void> {
      await sql`update price_list set begins_at = now() where id = ${id}`.execute(rows);
    },
    async remove(id: number): Promise<void> {
      await sql`delete from price_list where id = ${id}`.execute(rows);
    },

    async rows(
      listId: number,
      wanted: RawBuilder<boolean>,
      { page, size }: Paging,
    ): Promise<{ list: PriceLine[]; total: number }> {
      const from = sql`from price_row r where r.list_id = ${listId} and ${wanted}`;
      const list = await sql<PriceLine>`select ${pricePartsOf(sql`r`)} ${from}
        order by r.service, r.kind, r.prefix, r.country, r.variant limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      const total = await sql<{ n: number }>`select count(*) n ${from}`.execute(rows);
      return { list: list.rows, total: total.rows[0]!.n };
    },
    countRows: async (listId: number): Promise<number> =>
      (await sql<{ n: number }>`select count(*) n from price_row where list_id = ${listId}`.execute(rows)).rows[0]!.n,
    async row(id: number): Promise<(PriceLine & { listId: number }) | null> {
      const found = await sql<PriceLine & { listId: number }>`
        select ${pricePartsOf(sql`r`)}, r.list_id "listId" from price_row r where r.id = ${id}`.execute(rows);
      return found.rows[0] ?? null;
    },
    async addRow(listId: number, price: ListedPrice): Promise<number> {
      const { service, kind, variant, country, prefix, firstSec, nextSec, setupE4, priceE4 } = price;
      const added = await sql<{ id: number }>`
        insert into price_row (list_id, service, kind, variant, country, prefix, first_sec, next_sec, setup_e4, price_e4)
        values (${listId}, ${service}, ${kind}, ${variant}, ${country}, ${prefix}, ${firstSec}, ${nextSec}, ${setupE4}, ${priceE4}) returning id`.execute(
        rows,
      );
      return added.rows[0]!.id;
    },
    async updateRow(id: number, price: ListedPrice): Promise<void> {
      const { service, kind, variant, country, prefix, firstSec, nextSec, setupE4, priceE4 } = price;
      await sql`update price_row set service = ${service}, kind = ${kind}, variant = ${variant}, country = ${country}, prefix = ${prefix},
        first_sec = ${firstSec}, next_sec = ${nextSec}, setup_e4 = ${setupE4}, price_e4 = ${priceE4} where id = ${id}`.execute(
        rows,
      );
    },
    async removeRows(listId: number, ids: readonly number[]): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from price_row where list_id = ${listId} and id = any(${ids}::bigint[])`.execute(rows);
      return Number(numAffectedRows ?? 0);
    },
    /** Prices behind one of them, in the order files have them. */
    async after(listId: number, last: ListedPrice | null, most: number): Promise<ListedPrice[]> {
      const behind = last
        ? sql`(r.service, r.kind, r.prefix, r.country, r.variant) > (${last.service}, ${last.kind}, ${last.prefix}, ${last.country}, ${last.variant})`
        : sql`true`;
      const found = await sql<ListedPrice>`
        select ${pricePartsOf(sql`r`)} from price_row r where r.list_id = ${listId} and ${behind}
        order by r.service, r.kind, r.prefix, r.country, r.variant limit ${most}`.execute(rows);
      return found.rows;
    },
  };
}
