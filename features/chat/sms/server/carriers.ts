import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import type { OpenSmsProvider, SmsAccount, SmsListener, SmsProvider } from '#core/sms/sms-provider.port.ts';
import type { Db } from '#platform/server/db/db.ts';
import { unseal } from '#platform/server/seal.ts';
import { SmsHttpSettings, SmsSmppSettings } from '../contract.ts';
import { accountsRepo, connectedTenants, type SmsAccountRow } from './accounts.repo.ts';

/** What a sealed secret is for. */
export const SEAL_PURPOSE = 'sms provider';

export interface SmsCarrier {
  kind: SmsAccountRow['kind'];
  provider: SmsProvider;
}

/** The tenant's own: whatever it tells of a message, the tenant tells. What is only rehearsed is ours. */
export const isOwn = (kind: SmsAccountRow['kind']): boolean => kind !== 'outbox';

/** Ways to the carriers of all tenants, each opened once and again when its account changed. */
export interface SmsCarriers {
  /** Null for a tenant that has none. */
  of(tenantId: number): Promise<SmsCarrier | null>;
  /** Opens those that answers come by. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function openCarriers({
  db,
  secrets,
  open,
  listenerFor,
}: {
  db: Db;
  secrets: TenantSecrets;
  open: OpenSmsProvider;
  listenerFor: (tenantId: number) => SmsListener;
}): SmsCarriers {
  const opened = new Map<number, SmsCarrier & { version: number }>();

  async function accountOf({ tenantId, kind, settings, sealed }: SmsAccountRow): Promise<SmsAccount> {
    if (kind === 'outbox') return { kind };
    const secret = unseal(await secrets.derive(tenantId, SEAL_PURPOSE), Buffer.from(sealed, 'base64url')) ?? '';
    return kind === 'http'
      ? { kind, ...SmsHttpSettings.parse(settings), secret }
      : { kind, ...SmsSmppSettings.parse(settings), secret };
  }

  async function of(tenantId: number) {
    const row = await db.tenant({ tenantId }, (tx) => accountsRepo(tx).account());
    const known = opened.get(tenantId);
    if (row && known?.version === row.version) return known;
    opened.delete(tenantId);
    if (known) void known.provider.close().catch(() => {});
    if (!row) return null;
    const account = await accountOf(row);
    // Somebody else may have opened it while the secret was read.
    const meanwhile = opened.get(tenantId);
    if (meanwhile?.version === row.version) return meanwhile;
    const made = { version: row.version, kind: row.kind, provider: open(account, listenerFor(tenantId)) };
    opened.set(tenantId, made);
    return made;
  }

  return {
    of,
    async start() {
      for (const tenantId of await db.everyTenant('answers come by connections', connectedTenants)) await of(tenantId);
    },
    async stop() {
      const all = [...opened.values()];
      opened.clear();
      await Promise.allSettled(all.map(({ provider }) => provider.close()));
    },
  };
}
