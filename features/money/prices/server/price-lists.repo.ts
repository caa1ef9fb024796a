import { sql, type RawBuilder } from 'kysely';
import { everyAccount } from '#features/money/ledger/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfWire } from '#platform/server/db/moments.ts';
import type { PriceList, PriceListState } from '../contract.ts';

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
  };
}
