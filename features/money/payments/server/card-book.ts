import { sql } from 'kysely';
import { e4OfMinor } from '#core/money/money.ts';
import {
  CardRefusal,
  type CardNews,
  type CardPaymentState,
  type CardProvider,
  type DisputeState,
} from '#core/money/payments.port.ts';
import { moneyOf } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { CardPayment } from '../contract.ts';

export interface PaymentRow {
  id: number;
  key: string;
  amountE4: number;
  currency: string;
  state: CardPayment['state'];
  ref: string | null;
  refundedE4: number;
}

/** Whoever books holds the row: what comes twice, or at one moment from two sides, is booked once. */
async function held(tx: TenantTx, key: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select id, key, amount_e4 "amountE4", currency, state, ref, refunded_e4 "refundedE4" from card_payment where key = ${key} for update`.execute(
    tx.as(),
  );
  return rows[0];
}

interface ReportedException {
  what: 'refund' | 'dispute';
  ref: string;
  amountE4: number;
  currency: string;
  state: DisputeState | '';
}

/** Rule 5 of the book. */
async function listException(tx: TenantTx, { id }: PaymentRow, exception: ReportedException): Promise<void> {
  await sql`
    insert into card_exception as had (payment_id, what, ref, amount_e4, currency, state)
    values (${id}, ${exception.what}, ${exception.ref}, ${exception.amountE4}, ${exception.currency}, ${exception.state})
    on conflict (tenant_id, what, ref) do update set amount_e4 = excluded.amount_e4, currency = excluded.currency, state = excluded.state,
      told_at = now(), settled_at = null, settled_by = ''
    where (had.amount_e4, had.currency, had.state) <> (excluded.amount_e4, excluded.currency, excluded.state)
      and not (had.what = 'dispute' and had.state in ('won', 'lost') and excluded.state = 'open')`.execute(tx.as());
}

/**
 * Payments by card. Rules:
 * 1. A payment is a row before the provider hears of it, and it is known by our key there: whatever the provider tells, and
 *    whenever, finds it.
 * 2. What is credited is what the provider says was paid. It is credited once, whether its own call, the browser that comes back
 *    or our asking tells it first.
 * 3. A dispute takes its amount from the balance once, from the first word that it is open or lost; what is won comes back once.
 * 4. Refunds are told as what went back up to now: told again, or in another order, they are booked once as well.
 * 5. What is told in another currency than was paid nobody can book by itself: it is listed for an operator, and the provider need not tell
 *    it again. What changes about it afterwards is theirs to look at once more.
 */
export function openCardBook({ db, log }: Pick<World, 'db' | 'log'>) {
  /** Rule 2. */
  const note = (tenantId: number, { key, state, amountMinor, currency }: CardPaymentState) =>
    db.tenant({ tenantId }, async (tx) => {
      const payment = await held(tx, key);
      if (!payment) throw new Failure('notFound');
      if (payment.state === 'paid') return { state: payment.state, amountE4: payment.amountE4 };
      if (state === 'gone')
        await sql`update card_payment set state = 'gone' where id = ${payment.id} and state = 'open'`.execute(tx.as());
      if (state !== 'paid') return { state, amountE4: payment.amountE4 };
      if (currency !== payment.currency || amountMinor <= 0) {
        log.error(
          { tenantId, payment: payment.id, currency },
          'a card payment came in another currency than asked for',
        );
        throw new Failure('unexpected');
      }
      const amountE4 = e4OfMinor(amountMinor, currency);
      await moneyOf(tx).post({ kind: 'card', amountE4, ref: key, detail: { note: payment.ref ?? '' } });
      await sql`update card_payment set state = 'paid', amount_e4 = ${amountE4}, paid_at = now() where id = ${payment.id}`.execute(
        tx.as(),
      );
      return { state: 'paid' as const, amountE4 };
    });

  /** Rule 4. */
  const noteRefund = (tenantId: number, { key, refundedMinor, currency }: Extract<CardNews, { what: 'refunded' }>) =>
    db.tenant({ tenantId }, async (tx) => {
      const payment = await held(tx, key);
      // It was not told yet that it is paid: the provider tells again later.
      if (payment?.state !== 'paid') throw new Failure('unavailable');
      const refundedE4 = e4OfMinor(refundedMinor, currency);
      if (payment.currency !== currency)
        return listException(tx, payment, { what: 'refund', ref: key, amountE4: refundedE4, currency, state: '' });
      if (refundedE4 <= payment.refundedE4) return;
      await moneyOf(tx).post({
        kind: 'cardRefund',
        amountE4: refundedE4 - payment.refundedE4,
        ref: `${key} ${refundedE4}`,
        detail: { note: payment.ref ?? '' },
      });
      await sql`update card_payment set refunded_e4 = ${refundedE4} where id = ${payment.id}`.execute(tx.as());
    });

  /** Rule 3. */
  const noteDispute = (tenantId: number, key: string, dispute: Extract<CardNews, { what: 'disputed' }>) =>
    db.tenant({ tenantId }, async (tx) => {
      const payment = await held(tx, key);
      if (payment?.state !== 'paid') throw new Failure('unavailable');
      const { ref, state, currency } = dispute;
      const amountE4 = e4OfMinor(dispute.amountMinor, currency);
      if (payment.currency !== currency)
        return listException(tx, payment, { what: 'dispute', ref, amountE4, currency, state });
      const { rows } = await sql<{ state: DisputeState; amountE4: number }>`
        select state, amount_e4 "amountE4" from card_dispute where ref = ${ref}`.execute(tx.as());
      const before = rows[0];
      if (before && before.state !== 'open') return;
      const closed = state === 'open' ? sql`null` : sql`now()`;
      if (before)
        await sql`update card_dispute set state = ${state}, closed_at = ${closed} where ref = ${ref}`.execute(tx.as());
      else
        await sql`insert into card_dispute (payment_id, ref, amount_e4, currency, state, closed_at)
          values (${payment.id}, ${ref}, ${amountE4}, ${currency}, ${state}, ${closed})`.execute(tx.as());
      const entry = { ref, detail: { note: payment.ref ?? '' } };
      if (!before && state !== 'won') await moneyOf(tx).post({ ...entry, kind: 'dispute', amountE4 });
      if (before && state === 'won')
        await moneyOf(tx).post({ ...entry, kind: 'disputeBack', amountE4: before.amountE4 });
    });

  async function tenantOf(key: string): Promise<number | null> {
    if (!/^[0-9a-f-]{36}$/i.test(key)) return null;
    const [found] = await db.readEvery(
      'whose payment a provider speaks of',
      sql<{ tenantId: number }>`select tenant_id "tenantId" from card_payment where key = ${key}::uuid`,
    );
    return found?.tenantId ?? null;
  }

  async function look(tenantId: number, provider: CardProvider, { key, ref }: { key: string; ref: string }) {
    const paymentState = await provider.look(ref);
    if (paymentState.key !== key) throw new CardRefusal('another payment than asked for');
    return note(tenantId, paymentState);
  }

  return { note, noteRefund, noteDispute, tenantOf, look };
}

export type CardBook = ReturnType<typeof openCardBook>;
