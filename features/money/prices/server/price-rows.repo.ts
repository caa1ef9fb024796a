import { sql, type RawBuilder } from 'kysely';
import type { ListedPrice } from '#core/money/choose-price.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { PriceLine } from '../contract.ts';
import { pricePartsOf } from './price-of.ts';

/** Prices of lists, for the operator of the installation. */
export function priceRowsRepo(tx: Tx) {
  const rows = tx.as<never>();
  return {
    async page(
      listId: number,
      wanted: RawBuilder<boolean>,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: PriceLine[]; total: number }> {
      const from = sql`from price_row r where r.list_id = ${listId} and ${wanted}`;
      const list = await sql<PriceLine>`select ${pricePartsOf(sql`r`)} ${from}
        order by r.service, r.kind, r.prefix, r.country, r.variant limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      const total = await sql<{ n: number }>`select count(*) n ${from}`.execute(rows);
      return { list: list.rows, total: total.rows[0]!.n };
    },
    count: async (listId: number): Promise<number> =>
      (await sql<{ n: number }>`select count(*) n from price_row where list_id = ${listId}`.execute(rows)).rows[0]!.n,
    async find(id: number): Promise<(PriceLine & { listId: number }) | null> {
      const found = await sql<PriceLine & { listId: number }>`
        select ${pricePartsOf(sql`r`)}, r.list_id "listId" from price_row r where r.id = ${id}`.execute(rows);
      return found.rows[0] ?? null;
    },
    async add(listId: number, price: ListedPrice): Promise<number> {
      const { service, kind, variant, country, prefix, firstSec, nextSec, setupE4, priceE4 } = price;
      const added = await sql<{ id: number }>`
        insert into price_row (list_id, service, kind, variant, country, prefix, first_sec, next_sec, setup_e4, price_e4)
        values (${listId}, ${service}, ${kind}, ${variant}, ${country}, ${prefix}, ${firstSec}, ${nextSec}, ${setupE4}, ${priceE4}) returning id`.execute(
        rows,
      );
      return added.rows[0]!.id;
    },
    async update(id: number, price: ListedPrice): Promise<void> {
      const { service, kind, variant, country, prefix, firstSec, nextSec, setupE4, priceE4 } = price;
      await sql`update price_row set service = ${service}, kind = ${kind}, variant = ${variant}, country = ${country}, prefix = ${prefix},
        first_sec = ${firstSec}, next_sec = ${nextSec}, setup_e4 = ${setupE4}, price_e4 = ${priceE4} where id = ${id}`.execute(
        rows,
      );
    },
    async remove(listId: number, ids: readonly number[]): Promise<number> {
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
