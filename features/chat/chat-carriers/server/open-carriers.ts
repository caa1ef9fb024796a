import type { ChatCarrier, CarrierAccount, CarrierKind, CarrierTrade } from '#core/chat/carrier.port.ts';
import { accountsRepo, type ChatAccountRow } from './accounts.repo.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Seals } from './sealed.ts';

/** An account that is ready, with the carrier that serves it. */
export interface Opened {
  row: ChatAccountRow;
  account: CarrierAccount;
  trade: CarrierTrade;
  carrier: ChatCarrier;
}

/** Accounts ready to send, opened when first needed and again when they changed. */
export function openCarriers(db: Db, seals: Seals, trades: readonly CarrierTrade[]) {
  const open = new Map<number, Opened>();

  const tradeOf = (kind: CarrierKind): CarrierTrade | null => trades.find((trade) => trade.kind === kind) ?? null;
  async function accountOf(row: ChatAccountRow): Promise<CarrierAccount> {
    const secrets = await seals.open(row.tenant_id, row.id, row.secret);
    return {
      tenantId: row.tenant_id,
      channelId: row.id,
      settings: row.settings,
      secrets: { ...secrets, verify_token: await seals.verifyToken(row.tenant_id, row.key) },
    };
  }

  async function ready(row: ChatAccountRow): Promise<Opened | null> {
    const known = open.get(row.id);
    if (known && known.row.version === row.version) return known;
    const trade = tradeOf(row.kind);
    if (!trade) return null;
    const account = await accountOf(row);
    const opened: Opened = { row, account, trade, carrier: trade.open(account) };
    const before = open.get(row.id);
    open.set(row.id, opened);
    await before?.carrier.close();
    return opened;
  }

  return {
    tradeOf,
    accountOf,
    ready,
    /** Null: there is no such account. */
    async find(tenantId: number, channelId: number): Promise<Opened | null> {
      const row = await db.tenant({ tenantId }, (tx) => accountsRepo(tx).find(channelId));
      return row && ready(row);
    },
    async stop(): Promise<void> {
      const all = [...open.values()];
      open.clear();
      await Promise.allSettled(all.map(({ carrier }) => carrier.close()));
    },
  };
}

export type ChatCarriers = ReturnType<typeof openCarriers>;
