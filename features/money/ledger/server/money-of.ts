import { sql } from 'kysely';
import { sidesOf, type LedgerKind } from '#core/money/entry-kinds.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { LEDGER_CREDITED, LEDGER_CHANGED } from '../contract.ts';

/** A movement of money. Of one kind no two have the same `ref`. */
export interface Posting {
  kind: LedgerKind;
  amountE4: number;
  ref: string;
  detail?: object;
  byUser?: number | null;
  /** Refused when it takes more than there is; else it is booked whatever is left. */
  covered?: boolean;
}

/** `again`: it was booked before. `short`: there is not so much. `free`: nobody counts this tenant's money. */
export type Posted = 'done' | 'again' | 'short' | 'free';

/** The book of the tenant of a transaction. */
export const moneyOf = (tx: TenantTx) => ({
  /** Books it in this transaction, or says why not. */
  async post({ kind, amountE4: signed, ref, detail = {}, byUser = null, covered = false }: Posting): Promise<Posted> {
    const { debit, credit, amountE4 } = sidesOf(kind, signed);
    const { rows } = await sql<{ posted: Posted }>`
      select money_post(${kind}, ${debit}, ${credit}, ${amountE4}, ${ref}, ${JSON.stringify(detail)}::jsonb, ${byUser}, ${covered}) posted`.execute(
      tx.as(),
    );
    const { posted } = rows[0]!;
    // Pages that show money look again, and what stood still for want of it may go on.
    if (posted === 'done' && credit === 'balance') {
      await tx.push({ kind: LEDGER_CHANGED, body: {}, access: 'ledger.view' });
      await tx.announce(LEDGER_CREDITED, { tenantId: tx.tenantId });
    }
    return posted;
  },
  async warnBelow(amountE4: number | null): Promise<void> {
    await sql`select money_warn_below(${amountE4})`.execute(tx.as());
  },
});
