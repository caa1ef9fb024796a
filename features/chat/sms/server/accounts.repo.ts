import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx, TenantTx } from '#platform/server/db/db.ts';

export interface SmsAccountRow {
  tenantId: number;
  kind: 'outbox' | 'http' | 'smpp';
  settings: Record<string, unknown>;
  sealed: string;
  hookKey: string;
  version: number;
}

const columns = sql`tenant_id "tenantId", kind, settings, sealed, hook_key "hookKey", version`;

/** Who carries the messages of one tenant, and where they may go. */
export function accountsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async account(): Promise<SmsAccountRow | undefined> {
      return (await sql<SmsAccountRow>`select ${columns} from sms_provider`.execute(rows)).rows[0];
    },
    async save({ kind, settings, sealed }: Pick<SmsAccountRow, 'kind' | 'settings' | 'sealed'>): Promise<void> {
      await sql`insert into sms_provider (kind, settings, sealed, hook_key) values (${kind}, ${JSON.stringify(settings)}::jsonb, ${sealed}, ${randomBytes(24).toString('base64url')})
        on conflict (tenant_id) do update set kind = excluded.kind, settings = excluded.settings, sealed = excluded.sealed, version = sms_provider.version + 1, updated_at = now()`.execute(
        rows,
      );
    },
    async countries(): Promise<string[]> {
      const found = await sql<{ iso2: string }>`select iso2 from sms_country order by iso2`.execute(rows);
      return found.rows.map(({ iso2 }) => iso2);
    },
    async isOpen(iso2: string): Promise<boolean> {
      return (await sql`select 1 from sms_country where iso2 = ${iso2}`.execute(rows)).rows.length > 0;
    },
    async saveCountries(countries: readonly string[]): Promise<void> {
      await sql`delete from sms_country`.execute(rows);
      await sql`insert into sms_country (iso2) select iso2 from unnest(${countries}::text[]) iso2`.execute(rows);
    },
  };
}

/** Whose carrier posts to this address. */
export async function tenantOfHook(tx: Tx, hookKey: string): Promise<number | null> {
  return (
    (
      await sql<{
        tenantId: number;
      }>`select tenant_id "tenantId" from sms_provider where hook_key = ${hookKey}`.execute(tx.as())
    ).rows[0]?.tenantId ?? null
  );
}

/** Tenants whose carrier keeps a connection, which answers come by. */
export async function connectedTenants(tx: Tx): Promise<number[]> {
  return (
    await sql<{
      tenantId: number;
    }>`select tenant_id "tenantId" from sms_provider where kind = 'smpp' order by 1`.execute(tx.as())
  ).rows.map(({ tenantId }) => tenantId);
}
