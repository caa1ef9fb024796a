import { sql } from 'kysely';
import type { ListedPrice } from '#core/money/choose-price.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { pushToOperators } from '#platform/server/operators.ts';
import { PRICE_FILE_MOVED, type CheckedPrices, type PriceFile } from '../contract.ts';
import type { WrongPriceRow } from '../core/price-file.ts';

export type PriceEffect = Pick<CheckedPrices, 'added' | 'changed' | 'same' | 'removed'>;

export interface PriceImport {
  id: number;
  listId: number;
  mode: 'replace' | 'add';
  fileName: string;
  state: PriceFile['state'];
  isWorkbook: boolean;
  read: number;
  total: number;
  reason: string;
  attempts: number;
  rows: number;
  wrongCount: number;
  titles: string[];
  wrong: WrongPriceRow[];
  effect: PriceEffect | null;
  prices: number | null;
}

const columns = sql`id, list_id "listId", mode, file_name "fileName", state, is_workbook "isWorkbook", read_rows "read", all_rows total, reason, attempts, rows,
  wrong_count "wrongCount", titles, wrong, effect, prices`;

const AT_ONCE = 5_000;
const priceColumns = sql`first_sec, next_sec, setup_e4, price_e4`;

/** Files of prices on their way into lists. */
export function importsRepo(tx: Tx) {
  const rows = tx.as<never>();
  const moved = (importId: number): Promise<void> => pushToOperators(tx, PRICE_FILE_MOVED, { importId });
  return {
    /** The latest file of a list takes the place of the one before it. */
    async add(
      wish: Pick<PriceImport, 'listId' | 'mode' | 'fileName' | 'isWorkbook'> & { content: Buffer },
      author: number,
    ): Promise<PriceImport> {
      const { listId, mode, fileName, isWorkbook, content } = wish;
      await sql`delete from price_import where list_id = ${listId}`.execute(rows);
      const added = await sql<PriceImport>`
        insert into price_import (list_id, mode, file_name, state, is_workbook, content, created_by)
        values (${listId}, ${mode}, ${fileName}, 'checking', ${isWorkbook}, ${content}, ${author}) returning ${columns}`.execute(
        rows,
      );
      return added.rows[0]!;
    },
    async content(id: number): Promise<Buffer | null> {
      const found = await sql<{ content: Buffer | null }>`
        select content from price_import where id = ${id}`.execute(rows);
      return found.rows[0]?.content ?? null;
    },
    /** Another try at it; null where it has gone on, or is gone. */
    async begin(id: number): Promise<PriceImport | null> {
      const found = await sql<PriceImport>`
        update price_import set attempts = attempts + 1 where id = ${id} and state in ('checking', 'taking') returning ${columns}`.execute(
        rows,
      );
      return found.rows[0] ?? null;
    },
    async noteProgress(id: number, read: number, total: number): Promise<void> {
      await sql`update price_import set read_rows = ${read}, all_rows = ${total} where id = ${id}`.execute(rows);
      await moved(id);
    },
    async checked(
      id: number,
      checkResult: Pick<PriceImport, 'rows' | 'wrongCount' | 'titles' | 'wrong'> & {
        effect: PriceEffect;
        total: number;
      },
    ): Promise<void> {
      await sql`update price_import set state = case state when 'checking' then 'checked' else state end, rows = ${checkResult.rows}, wrong_count = ${checkResult.wrongCount},
        titles = ${checkResult.titles}::text[], wrong = ${JSON.stringify(checkResult.wrong)}::jsonb, effect = ${JSON.stringify(checkResult.effect)}::jsonb,
        read_rows = ${checkResult.total}, all_rows = ${checkResult.total}, attempts = 0 where id = ${id}`.execute(rows);
      await moved(id);
    },
    async startTaking(id: number): Promise<PriceImport | null> {
      const found = await sql<PriceImport>`
        update price_import set state = 'taking', attempts = 0 where id = ${id} and state = 'checked' returning ${columns}`.execute(
        rows,
      );
      return found.rows[0] ?? null;
    },
    /** Locked: it is there, and nobody has taken it yet. */
    async isTaking(id: number): Promise<boolean> {
      const found = await sql`select id from price_import where id = ${id} and state = 'taking' for update`.execute(
        rows,
      );
      return found.rows.length > 0;
    },
    /** What is over stays as it ended. */
    async fail(id: number, reason: string): Promise<void> {
      await sql`update price_import set state = 'failed', reason = ${reason}, content = null
        where id = ${id} and state in ('checking', 'taking')`.execute(rows);
      await this.unstage(id);
      await moved(id);
    },
    async unstage(id: number): Promise<void> {
      await sql`delete from price_import_row where import_id = ${id}`.execute(rows);
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
    effect: (wish: EffectWish): Promise<PriceEffect> => effectOf(tx, wish),
    async find(id: number): Promise<PriceImport | null> {
      return (
        (await sql<PriceImport>`select ${columns} from price_import where id = ${id}`.execute(rows)).rows[0] ?? null
      );
    },
    async ofList(listId: number): Promise<PriceImport | null> {
      const found = await sql<PriceImport>`
        select ${columns} from price_import where list_id = ${listId} order by id desc limit 1`.execute(rows);
      return found.rows[0] ?? null;
    },
    countStaged: async (id: number): Promise<number> =>
      (await sql<{ n: number }>`select count(*) n from price_import_row where import_id = ${id}`.execute(rows)).rows[0]!
        .n,
    async take({ id, listId, mode }: Pick<PriceImport, 'id' | 'listId' | 'mode'>): Promise<void> {
      if (mode === 'replace') await sql`delete from price_row where list_id = ${listId}`.execute(rows);
      await sql`insert into price_row (list_id, service, kind, variant, country, prefix, ${priceColumns})
        select ${listId}::bigint, service, kind, variant, country, prefix, ${priceColumns} from price_import_row where import_id = ${id}
        on conflict on constraint price_row_once do update set first_sec = excluded.first_sec, next_sec = excluded.next_sec,
          setup_e4 = excluded.setup_e4, price_e4 = excluded.price_e4`.execute(rows);
      await this.unstage(id);
    },
    async done(id: number, prices: number): Promise<void> {
      await sql`update price_import set state = 'done', prices = ${prices}, content = null where id = ${id}`.execute(
        rows,
      );
      await moved(id);
    },
    /** Files nobody took, and what is left of those that were. */
    async purge(): Promise<void> {
      await sql`delete from price_import where created_at < now() - interval '1 day' and state not in ('checking', 'taking')`.execute(
        rows,
      );
    },
  };
}

type EffectWish = Pick<PriceImport, 'id' | 'listId' | 'mode'>;

/** What taking it would do. */
async function effectOf(tx: Tx, { id, listId, mode }: EffectWish): Promise<PriceEffect> {
  const found = await sql<PriceEffect>`
    select count(*) filter (where r.id is null) added,
      count(*) filter (where r.id is not null and (i.first_sec, i.next_sec, i.setup_e4, i.price_e4) is distinct from (r.first_sec, r.next_sec, r.setup_e4, r.price_e4)) changed,
      count(*) filter (where (i.first_sec, i.next_sec, i.setup_e4, i.price_e4) = (r.first_sec, r.next_sec, r.setup_e4, r.price_e4)) same,
      case when ${mode} = 'replace' then (select count(*) from price_row o where o.list_id = ${listId}) - count(r.id) else 0 end removed
    from price_import_row i left join price_row r on r.list_id = ${listId} and r.service = i.service and r.kind = i.kind
      and r.prefix = i.prefix and r.country = i.country and r.variant = i.variant
    where i.import_id = ${id}`.execute(tx.as());
  return found.rows[0]!;
}
