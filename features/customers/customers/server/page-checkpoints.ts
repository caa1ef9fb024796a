import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import type { Anchor } from './page-anchors.ts';

/** Customers between two rungs. */
const STEP = 5_000;
/** More that were added or deleted since are not counted: it is built anew. */
const CHANGES_MOST = 2_000;
const KEPT_MS = 5 * 60_000;
/** So long it is taken as it is where restored customers cannot be told. */
const UNCHECKED_MS = 15_000;

interface Ladder {
  /** Every `STEP`th customer from the newest down, by its id. */
  rungs: number[];
  newestId: number;
  /** When it was built, by the clock of the database. */
  atSec: number;
  /** Deleted ones at that time, up to one more than are counted: fewer of them later were restored. */
  deleted: number;
  builtMs: number;
}

/**
 * Where the deep pages of the whole list begin, the newest first, known before anybody jumps there. It is built beside the first
 * page of a long list; later it counts exactly what was added and deleted since, instead of three hundred thousand rows.
 */
export function pageCheckpoints(db: Db, nowMs: () => number) {
  const ladders = new Map<number, Ladder>();
  const building = new Map<number, Promise<void>>();

  async function build(tenantId: number): Promise<void> {
    const [[atSec, deleted] = []] = await db.numbers(
      'when, and how many are deleted',
      sql`
      select extract(epoch from now())::float8, (select count(*) from (select 1 from customer where tenant_id = ${tenantId} and deleted_at is not null limit ${CHANGES_MOST + 1}) counted)`,
    );
    const rows = await db.numbers(
      'every so many customers',
      sql`
      select id, place from (select c.id, row_number() over (order by c.id desc) place from customer c where c.tenant_id = ${tenantId} and c.deleted_at is null) placed where place = 1 or place % ${sql.lit(STEP)} = 0 order by place`,
    );
    const [newest, ...rungs] = rows.map(([id]) => id!);
    if (newest !== undefined)
      ladders.set(tenantId, { rungs, newestId: newest, atSec: atSec!, deleted: deleted!, builtMs: nowMs() });
  }

  function prepare(tenantId: number): Promise<void> {
    const known = ladders.get(tenantId);
    if (known && nowMs() - known.builtMs < KEPT_MS) return Promise.resolve();
    const begun =
      building.get(tenantId) ??
      build(tenantId)
        .catch(() => {})
        .finally(() => building.delete(tenantId));
    building.set(tenantId, begun);
    return begun;
  }

  /** A known place before `offset`, not further than some rungs; null when there is none to be sure of. */
  async function locate(tenantId: number, offset: number): Promise<Anchor | null> {
    const ladder = ladders.get(tenantId);
    // One rung early: what was added since has moved it down.
    const rung = Math.min(Math.floor(offset / STEP) - 2, (ladder?.rungs.length ?? 0) - 1);
    if (!ladder || rung < 0 || nowMs() - ladder.builtMs >= KEPT_MS) return null;
    const beforeId = ladder.rungs[rung]!;
    const [[added, gone, deleted] = []] = await db.numbers(
      'what changed since',
      sql`select
      (select count(*) from (select 1 from customer where tenant_id = ${tenantId} and deleted_at is null and id > ${ladder.newestId} limit ${CHANGES_MOST + 1}) counted),
      (select count(*) from (select 1 from customer where tenant_id = ${tenantId} and deleted_at >= to_timestamp(${ladder.atSec}) and id between ${beforeId} and ${ladder.newestId} limit ${CHANGES_MOST + 1}) counted),
      (select count(*) from (select 1 from customer where tenant_id = ${tenantId} and deleted_at < to_timestamp(${ladder.atSec}) limit ${CHANGES_MOST + 1}) counted)`,
    );
    const isSure = deleted === ladder.deleted && (deleted <= CHANGES_MOST || nowMs() - ladder.builtMs < UNCHECKED_MS);
    if (!isSure || added! > CHANGES_MOST || gone! > CHANGES_MOST) {
      ladders.delete(tenantId);
      void prepare(tenantId);
      return null;
    }
    const at = (rung + 1) * STEP + added! - gone!;
    return at < offset ? { offset: at, beforeId } : null;
  }

  return { prepare, locate };
}

export type PageCheckpoints = ReturnType<typeof pageCheckpoints>;
