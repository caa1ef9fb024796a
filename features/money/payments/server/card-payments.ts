import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { minorE4, minorOfE4 } from '#core/money/money.ts';
import { CardRefusal, type CardProvider } from '#core/money/payments.port.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { CardPayment, paymentsApi } from '../contract.ts';
import type { CardAccounts } from './card-account.ts';
import type { CardBook, PaymentRow } from './card-book.ts';

/** Payments asked about in one run of the job. */
const AT_ONCE = 50;

type CardCalls = Pick<Handlers<typeof paymentsApi>, 'ways' | 'beginCard' | 'lookCard' | 'cardPayments' | 'hear'>;

/** Begins payments, asks about them, and hears what the provider tells. */
export function cardHandlers(
  { db, clock, log, texts, publicUrl }: Pick<World, 'db' | 'clock' | 'log' | 'texts' | 'publicUrl'>,
  accounts: CardAccounts,
  book: CardBook,
): CardCalls {
  return {
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
        return await book.look(caller.tenantId, provider, { key, ref: known.ref });
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
      const key = news.what === 'disputed' ? await chargeKey(provider, news.charge) : news.key;
      const tenantId = await book.tenantOf(key);
      // Of another installation, or of a tenant that is gone.
      if (tenantId === null) return null;
      if (news.what === 'payment') await book.note(tenantId, news);
      else if (news.what === 'refunded') await book.noteRefund(tenantId, news);
      else await book.noteDispute(tenantId, key, news);
      return null;
    },
  };
}

/** A dispute names the charge alone. While nobody answers which payment that is, the provider has to tell again later. */
async function chargeKey(provider: CardProvider, charge: string): Promise<string> {
  try {
    return (await provider.keyOf(charge)) ?? '';
  } catch (problem) {
    if (!(problem instanceof CardRefusal)) throw problem;
    throw new Failure('unavailable');
  }
}

/** For calls of the provider that never came. */
export const askAgain = ({ db, log }: Pick<World, 'db' | 'log'>, accounts: CardAccounts, book: CardBook): Job => ({
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
      await book
        .look(tenantId, provider, { key, ref })
        .catch((problem: unknown) => log.warn({ err: problem, tenantId }, 'a card payment could not be asked about'));
  },
});
