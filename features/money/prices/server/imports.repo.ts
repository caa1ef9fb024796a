import { sql } from 'kysely';
import type { ListedPrice } from '#core/money/choose-price.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { CheckedPrices } from '../contract.ts';
import type { WrongPriceRow } from '../core/price-file.ts';

export interface PriceImport {
  id: number;
  listId: number;
  mode: 'replace' | 'add';
  fileName: string;
  rows: number;
  wrongCount: number;
  titles: string[];
  wrong: WrongPriceRow[];
}

const AT_ONCE = 5_000;
const said = sql`first_sec, next_sec, setup_e4, price_e4`;

/** Files of prices that were checked and wait to be taken. */
export function importsRepo(tx: Tx) {
  const rows = tx.as<never>();
  return {
    /** The latest file of a list takes the place of the one before it. */
    async add(wish: Omit<PriceImport, 'id'>, author: number): Promise<number> {
      const { listId, mode, fileName, rows: count, wrongCount, titles, wrong } = wish;
      await sql`delete from price_import where list_id = ${listId}`.execute(rows);
      const added = await sql<{ id: number }>`
        insert into price_import (list_id, mode, file_name, rows, wrong_count, titles, wrong, created_by)
        values (${listId}, ${mode}, ${fileName}, ${count}, ${wrongCount}, ${titles}::text[], ${JSON.stringify(wrong)}::jsonb, ${author}) returning id`.execute(
        rows,
      );
      return added.rows[0]!.id;
    },
    async stage(importId: number, prices: readonly ListedPrice[]): Promise<void> {
      for (let from = 0; from < prices.length; from += AT_ONCE)
        await sql`insert into price_import_row (import_id, service, kind, variant, country, prefix, first_sec, next_sec, setup_e4, price_e4)
          select ${importId}::bigint, p.service, p.kind, p.variant, p.country, p.prefix, p."firstSec", p."nextSec", p."setupE4", p."priceE4"
          from jsonb_to_recordset(${JSON.stringify(prices.slice(from, from + AT_ONCE))}::jsonb)
            p (service text, kind text, variant text, country text, prefix text, "firstSec" int, "nextSec" int, "setupE4" bigint, "priceE4" bigint)`.execute(
          rows,
        );
    },
    /** What taking it would do. */
    async effect({
      id,
      listId,
      mode,
    }: Pick<PriceImport, 'id' | 'listId' | 'mode'>): Promise<
      Pick<CheckedPrices, 'added' | 'changed' | 'same' | 'removed'>
    > {
      const found = await sql<Pick<CheckedPrices, 'added' | 'changed' | 'same' | 'removed'>>`
        select count(*) filter (where r.id is null) added,
          count(*) filter (where r.id is not null and (i.first_sec, i.next_sec, i.setup_e4, i.price_e4) is distinct from (r.first_sec, r.next_sec, r.setup_e4, r.price_e4)) changed,
          count(*) filter (where (i.first_sec, i.next_sec, i.setup_e4, i.price_e4) = (r.first_sec, r.next_sec, r.setup_e4, r.price_e4)) same,
          case when ${mode} = 'replace' then (select count(*) from price_row o where o.list_id = ${listId}) - count(r.id) else 0 end removed
        from price_import_row i left join price_row r on r.list_id = ${listId} and r.service = i.service and r.kind = i.kind
          and r.prefix = i.prefix and r.country = i.country and r.variant = i.variant
        where i.import_id = ${id}`.execute(rows);
      return found.rows[0]!;
    },
    async find(id: number): Promise<PriceImport | null> {
      const found = await sql<PriceImport>`
        select id, list_id "listId", mode, file_name "fileName", rows, wrong_count "wrongCount", titles, wrong from price_import where id = ${id}`.execute(
        rows,
      );
      return found.rows[0] ?? null;
    },
    countStaged: async (id: number): Promise<number> =>
      (await sql<{ n: number }>`select count(*) n from price_import_row where import_id = ${id}`.execute(rows)).rows[0]!
        .n,
    async take({ id, listId, mode }: Pick<PriceImport, 'id' | 'listId' | 'mode'>): Promise<void> {
      if (mode === 'replace') await sql`delete from price_row where list_id = ${listId}`.execute(rows);
      await sql`insert into price_row (list_id, service, kind, variant, country, prefix, ${said})
        select ${listId}::bigint, service, kind, variant, country, prefix, ${said} from price_import_row where import_id = ${id}
        on conflict on constraint price_row_once do update set first_sec = excluded.first_sec, next_sec = excluded.next_sec,
          setup_e4 = excluded.setup_e4, price_e4 = excluded.price_e4`.execute(rows);
      await sql`delete from price_import where id = ${id}`.execute(rows);
    },
    /** Files nobody took. */
    async purge(): Promise<void> {
      await sql`delete from price_import where created_at < now() - interval '1 day'`.execute(rows);
    },
  };
}
