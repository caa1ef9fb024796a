import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashWithSalt, isSame } from '#features/team/account/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import { Failure } from '#shared/errors.ts';
import { CODE_MINUTES } from '../contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TRIES = 5;
const NUMBER_PER_HOUR = 5;
const TENANT_PER_HOUR = 20;

/**
 * Codes that travel to numbers. Rules:
 * 1. The newest code of a number counts; it is good for ten minutes, five tries and one use.
 * 2. A number gets one a minute and five an hour, whoever asks; a tenant asks for twenty an hour.
 * 3. The database has a hash, and only after the code was made to be sent.
 */
export function codesRepo(tx: TenantTx, nowMs: number) {
  const rows = tx.as<never>();
  return {
    /** A place for a code. Throws `tooManyRequests`. */
    async ask(externalNumberId: number, number: string): Promise<number> {
      await takeTurn(tx, 'external_number_code');
      const { rows: counted } = await sql<{ lately: number; lastHour: number }>`
        select count(*) filter (where number = ${number} and created_at > ${new Date(nowMs - MINUTE_MS)}) lately, count(*) "lastHour"
        from external_number_code where created_at > ${new Date(nowMs - HOUR_MS)}`.execute(rows);
      const { lately, lastHour } = counted[0]!;
      if (lately > 0 || lastHour >= TENANT_PER_HOUR) throw new Failure('tooManyRequests');
      const { rows: made } = await sql<{ id: number }>`
        insert into external_number_code (external_number_id, number, created_at, expires_at)
        values (${externalNumberId}, ${number}, ${new Date(nowMs)}, ${new Date(nowMs + CODE_MINUTES * MINUTE_MS)}) returning id`.execute(
        rows,
      );
      return made[0]!.id;
    },
    /** Whether the code is still wanted; its hash is kept then. */
    async keep(id: number, code: string): Promise<boolean> {
      const salt = randomBytes(16);
      const kept = await sql`
        update external_number_code set salt = ${salt}, code_hash = ${hashWithSalt(salt, code)} where id = ${id} and used_at is null and expires_at > ${new Date(nowMs)} returning 1`.execute(
        rows,
      );
      return kept.rows.length > 0;
    },
    /** Where it goes, and who asks. */
    async goalOf(id: number): Promise<{ number: string; company: string } | null> {
      const found = await sql<{
        number: string;
        company: string;
      }>`select c.number, t.company from external_number_code c, tenant t where c.id = ${id}`.execute(rows);
      return found.rows[0] ?? null;
    },
    async forget(id: number): Promise<void> {
      await sql`delete from external_number_code where id = ${id}`.execute(rows);
    },
    /** Counts a try of the newest code. The transaction has to commit whatever the answer is, or the try would not count. */
    async attempt(externalNumberId: number, code: string): Promise<'right' | 'wrong' | 'expired'> {
      const { rows: tried } = await sql<{ id: number; salt: Buffer; code_hash: Buffer }>`
        update external_number_code set tries = tries + 1
        where id = (select max(id) from external_number_code where external_number_id = ${externalNumberId})
          and tries < ${TRIES} and used_at is null and code_hash is not null and expires_at > ${new Date(nowMs)} returning id, salt, code_hash`.execute(
        rows,
      );
      if (!tried[0]) return 'expired';
      const { id, salt, code_hash: kept } = tried[0];
      if (!isSame(kept, hashWithSalt(salt, code))) return 'wrong';
      await sql`update external_number_code set used_at = ${new Date(nowMs)} where id = ${id}`.execute(rows);
      return 'right';
    },
  };
}

/** Refuses when a number got as many codes as anybody may send it, of whatever tenant. */
export async function refusePestering(db: Db, number: string, nowMs: number): Promise<void> {
  const { rows } = await db.everyTenant('a phone rings for all tenants together', (tx) =>
    sql<{
      count: number;
    }>`select count(*) count from external_number_code where number = ${number} and created_at > ${new Date(nowMs - HOUR_MS)}`.execute(
      tx.as(),
    ),
  );
  if (rows[0]!.count >= NUMBER_PER_HOUR) throw new Failure('tooManyRequests');
}

/** Forgets codes nobody can use or count any more. */
export const sweepCodes = (db: Db, nowMs: number): Promise<unknown> =>
  db.everyTenant('old codes of every tenant', (tx) =>
    sql`delete from external_number_code where created_at < ${new Date(nowMs - 2 * HOUR_MS)}`.execute(tx.as()),
  );
