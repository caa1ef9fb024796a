import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { e4OfMinor, minorE4, minorOfE4 } from '#core/money/money.ts';
import { CardRefusal, type CardNews, type CardPaymentState, type CardProvider } from '#core/money/payments.port.ts';
import { accountOf, moneyOf } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { CardPayment, paymentsApi } from '../contract.ts';
import type { CardAccounts } from './card-account.ts';

interface PaymentRow {
  id: number;
  key: string;
  amountE4: number;
  currency: string;
  state: CardPayment['state'];
  ref: string | null;
  refundedE4: number;
}

/** Payments asked about in one run of the job. */
const AT_ONCE = 50;

type CardWorld = Pick<World, 'db' | 'clock' | 'log' | 'texts' | 'publicUrl'>;

/** Whoever books holds the row: what comes twice, or at one moment from two sides, is booked once. */
async function held(tx: TenantTx, key: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select id, key, amount_e4 "amountE4", currency, state, ref, refunded_e4 "refundedE4" from card_payment where key = ${key} for update`.execute(
    tx.as(),
  );
  return rows[0];
}

/**
 * Payments by card. Rules:
 * 1. A payment is a row before the provider hears of it, and it is known by our key there: whatever the provider tells, and
 *    whenever, finds it.
 * 2. What is credited is what the provider says was paid. It is credited once, whether its own call, the browser that comes back
 *    or our asking tells it first.
 * 3. Refunds are told as what went back up to now: told again, or in another order, they are booked once as well.
 */
export function openCardPayments(world: CardWorld, accounts: CardAccounts) {
  const { db, clock, log, texts, publicUrl } = world;

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

  /** Rule 3. */
  const noteRefund = (tenantId: number, { key, refundedMinor, currency }: Extract<CardNews, { what: 'refunded' }>) =>
    db.tenant({ tenantId }, async (tx) => {
      const payment = await held(tx, key);
      // It was not told yet that it is paid: the provider tells again later.
      if (payment?.state !== 'paid' || payment.currency !== currency) throw new Failure('unavailable');
      const refundedE4 = e4OfMinor(refundedMinor, currency);
      if (refundedE4 <= payment.refundedE4) return;
      await moneyOf(tx).post({
        kind: 'cardRefund',
        amountE4: refundedE4 - payment.refundedE4,
        ref: `${key} ${refundedE4}`,
        detail: { note: payment.ref ?? '' },
      });
      await sql`update card_payment set refunded_e4 = ${refundedE4} where id = ${payment.id}`.execute(tx.as());
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
    const told = await provider.look(ref);
    if (told.key !== key) throw new CardRefusal('another payment than asked for');
    return note(tenantId, told);
  }

  const handlers: Pick<Handlers<typeof paymentsApi>, 'ways' | 'beginCard' | 'lookCard' | 'cardPayments' | 'hear'> = {
    ways: async (caller) => {
      const account = await db.tenant(caller, accountOf);
      if (!account) throw new Failure('notFound');
      return { currency: account.currency, card: (await accounts.row()) !== null };
    },

    async beginCard(caller, { amountE4 }) {
      const provider = await accounts.provider();
      if (!provider) throw new Failure('paymentsNotOffered');
      const key = randomUUID();
      const currency = await db.tenant(caller, async (tx) => {
        const account = await accountOf(tx);
        if (!account) throw new Failure('notFound');
        if (amountE4 % minorE4(account.currency) !== 0) throw new Failure('invalidInput', 'amountE4');
        await sql`insert into card_payment (key, amount_e4, currency, created_by) values (${key}, ${amountE4}, ${account.currency}, ${caller.userId})`.execute(
          tx.as(),
        );
        caller.operation.note(key, { after: { amountE4, currency: account.currency } });
        return account.currency;
      });
      const back = `${publicUrl}/settings/balance`;
      try {
        const { ref, url } = await provider.begin({
          key,
          amountMinor: minorOfE4(amountE4, currency),
          currency,
          title: texts.say(caller.language, 'payments.title'),
          paidUrl: `${back}?payment=${key}`,
          leftUrl: back,
        });
        await db.tenant({ tenantId: caller.tenantId }, (tx) =>
          sql`update card_payment set ref = ${ref} where key = ${key}`.execute(tx.as()),
        );
        return { url };
      } catch (problem) {
        if (!(problem instanceof CardRefusal)) throw problem;
        log.warn({ tenantId: caller.tenantId, reason: problem.reason }, 'the card provider began no payment');
        throw new Failure('paymentNotBegun');
      }
    },

    async lookCard(caller, { payment: key }) {
      const { rows } = await db.tenant(caller, (tx) =>
        sql<Pick<PaymentRow, 'ref' | 'state' | 'amountE4'>>`
          select ref, state, amount_e4 "amountE4" from card_payment where key = ${key}`.execute(tx.as()),
      );
      const [known] = rows;
      if (!known) throw new Failure('notFound');
      const provider = await accounts.provider();
      if (!provider || known.ref === null || known.state === 'paid')
        return { state: known.state, amountE4: known.amountE4 };
      try {
        return await look(caller.tenantId, provider, { key, ref: known.ref });
      } catch (problem) {
        if (!(problem instanceof CardRefusal)) throw problem;
        // It is told, or asked about, later.
        return { state: known.state, amountE4: known.amountE4 };
      }
    },

    cardPayments: (caller, { page, size }) =>
      db.tenant(caller, async (tx) => {
        const { rows: counted } = await sql<{ total: number }>`select count(*) total from card_payment`.execute(
          tx.as(),
        );
        const { rows } = await sql<CardPayment>`
          select p.id, p.amount_e4 "amountE4", p.refunded_e4 "refundedE4", p.state, coalesce(m.nick_name, '') "byName", p.created_at "createdAt"
          from card_payment p left join member m on m.user_id = p.created_by
          order by p.id desc limit ${size} offset ${(page - 1) * size}`.execute(tx.as());
        return { list: rows, total: counted[0]!.total };
      }),

    async hear(_who, _input, arrival) {
      const provider = await accounts.provider();
      const call = arrival && { body: arrival.body, signature: arrival.header('stripe-signature') };
      const news = provider && call && provider.read(call, clock.nowMs());
      if (!news) throw new Failure('paymentNotProven');
      if (news.what === 'other') return null;
      const tenantId = await tenantOf(news.key);
      // Of another installation, or of a tenant that is gone.
      if (tenantId === null) return null;
      await (news.what === 'payment' ? note(tenantId, news) : noteRefund(tenantId, news));
      return null;
    },
  };

  /** For calls of the provider that never came. */
  const askAgain: Job = {
    task: 'payments.askAgain',
    cron: '*/10 * * * *',
    waits: true,
    async run() {
      const provider = await accounts.provider();
      if (!provider) return;
      const due = await db.everyTenant('payments of every tenant', async (tx) => {
        const { rows } = await sql<{ tenantId: number; key: string; ref: string }>`
          update card_payment set looked_at = now() where id in (
            select id from card_payment where state = 'open' and ref is not null
              and coalesce(looked_at, created_at) < now() - interval '10 minutes' and created_at > now() - interval '7 days'
            order by coalesce(looked_at, created_at) limit ${AT_ONCE} for update skip locked)
          returning tenant_id "tenantId", key, ref`.execute(tx.as());
        return rows;
      });
      for (const { tenantId, key, ref } of due)
        await look(tenantId, provider, { key, ref }).catch((problem: unknown) =>
          log.warn({ err: problem, tenantId }, 'a card payment could not be asked about'),
        );
    },
  };

  return { handlers, jobs: [askAgain] };
}
