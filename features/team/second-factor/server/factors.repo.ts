import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';

export interface TotpRow {
  secret: Buffer;
  last_step: number;
  created_at: string;
  last_used_at: string | null;
}

/** The factors of one person. They belong to the person and to no tenant, so requests of a tenant never see these tables. */
export function factorsRepo(tx: Tx, userId: number) {
  const db = tx.as<never>();
  return {
    /** Held until the transaction ends: of two who show one code, one is right. */
    async totp(isConfirmed: boolean): Promise<TotpRow | null> {
      const { rows } = await sql<TotpRow>`
        select secret, last_step, created_at, last_used_at from totp_factor
        where user_id = ${userId} and is_confirmed = ${isConfirmed} for update`.execute(db);
      return rows[0] ?? null;
    },

    async beginTotp(secret: Buffer, now: Date): Promise<void> {
      await sql`insert into totp_factor (user_id, is_confirmed, secret, created_at) values (${userId}, false, ${secret}, ${now})
        on conflict (user_id, is_confirmed) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0`.execute(
        db,
      );
    },

    /** The key that was begun counts from now on, and the one before no more. */
    async confirmTotp(step: number, now: Date): Promise<void> {
      await this.removeTotp(true);
      await sql`update totp_factor set is_confirmed = true, last_step = ${step}, created_at = ${now}
        where user_id = ${userId} and not is_confirmed`.execute(db);
    },

    async usedTotp(step: number, now: Date): Promise<void> {
      await sql`update totp_factor set last_step = ${step}, last_used_at = ${now} where user_id = ${userId} and is_confirmed`.execute(
        db,
      );
    },

    async removeTotp(isConfirmed?: boolean): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from totp_factor where user_id = ${userId} and ${isConfirmed === undefined ? sql`true` : sql`is_confirmed = ${isConfirmed}`}`.execute(
        db,
      );
      return Number(numAffectedRows);
    },

    async recoveryLeft(): Promise<number> {
      const { rows } = await sql<{
        left: number;
      }>`select count(*)::int "left" from recovery_code where user_id = ${userId}`.execute(db);
      return rows[0]!.left;
    },

    async replaceRecoveryCodes(hashes: readonly Buffer[]): Promise<void> {
      await sql`delete from recovery_code where user_id = ${userId}`.execute(db);
      if (hashes.length > 0)
        await sql`insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${[...hashes]}::bytea[])`.execute(
          db,
        );
    },

    /** True once for each code. */
    async spendRecoveryCode(hash: Buffer): Promise<boolean> {
      const { numAffectedRows } =
        await sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hash}`.execute(db);
      return Number(numAffectedRows) === 1;
    },
  };
}
