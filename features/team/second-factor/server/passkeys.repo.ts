import { sql } from 'kysely';
import { isDuplicate, type Tx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';

export interface PasskeyRow {
  id: number;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The passkeys of one person. */
export function passkeysRepo(tx: Tx, userId: number) {
  const db = tx.as<never>();
  return {
    /** Held until the transaction ends: a counter is compared and kept by one at a time. */
    async all(): Promise<PasskeyRow[]> {
      const { rows } = await sql<PasskeyRow>`
        select id, credential_id, public_key, counter, name, created_at, last_used_at from passkey
        where user_id = ${userId} order by created_at, id for update`.execute(db);
      return rows;
    },

    async add(key: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'name'>, now: Date): Promise<void> {
      await sql`insert into passkey (user_id, credential_id, public_key, counter, name, created_at)
        values (${userId}, ${key.credential_id}, ${key.public_key}, ${key.counter}, ${key.name}, ${now})`
        .execute(db)
        .catch((thrown: unknown) => {
          throw isDuplicate(thrown, 'passkey_credential_id_key') ? new Failure('passkeyRefused') : thrown;
        });
    },

    async used(id: number, counter: number, now: Date): Promise<void> {
      await sql`update passkey set counter = ${counter}, last_used_at = ${now} where id = ${id} and user_id = ${userId}`.execute(
        db,
      );
    },

    /** Answers what it was called; null: there is no such one. */
    async rename(id: number, name: string): Promise<string | null> {
      const { rows } = await sql<{ name: string }>`
        update passkey p set name = ${name} from passkey before
        where p.id = ${id} and p.user_id = ${userId} and before.id = p.id returning before.name`.execute(db);
      return rows[0]?.name ?? null;
    },

    async remove(id?: number): Promise<number> {
      const { numAffectedRows } =
        await sql`delete from passkey where user_id = ${userId} and ${id === undefined ? sql`true` : sql`id = ${id}`}`.execute(
          db,
        );
      return Number(numAffectedRows);
    },

    async keepChallenge(hash: Buffer, now: Date, until: Date): Promise<void> {
      await sql`delete from passkey_challenge where user_id = ${userId} and expires_at <= ${now}`.execute(db);
      await sql`insert into passkey_challenge (challenge_hash, user_id, expires_at) values (${hash}, ${userId}, ${until})`.execute(
        db,
      );
    },

    /** True once for each challenge. */
    async spendChallenge(hash: Buffer, now: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from passkey_challenge where challenge_hash = ${hash} and user_id = ${userId} and expires_at > ${now}`.execute(
        db,
      );
      return Number(numAffectedRows) === 1;
    },
  };
}
