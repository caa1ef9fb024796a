import { sql } from 'kysely';
import type { TenantTx } from './db/db.ts';

/** The time zone of the company: by its clock it is today and now where nobody's own is meant. */
export const tenantZone = async (tx: TenantTx): Promise<string> =>
  (await sql<{ zone: string }>`select default_zone zone from tenant`.execute(tx.as())).rows[0]?.zone ?? 'UTC';
