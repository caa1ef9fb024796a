import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { amountText } from '#core/money/money.ts';
import { sendMail } from '#features/team/account/server/index.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { languageFor } from '#shared/languages.ts';
import { LEDGER_CHANGED } from '../contract.ts';
import { accountOf, type MoneyAccount } from './accounts.ts';

/** Holds looked at in one transaction. */
const AT_ONCE = 200;
/** Turns of one run; what is left has its turn with the next. */
const TURNS = 50;
const METRIC = 'openseat_ledger_differences';

/** Gives back, or charges, what nobody held on to. */
export const sweepHolds = ({ db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>): Job => ({
  task: 'ledger.sweepHolds',
  cron: '*/2 * * * *',
  async run() {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { rows } = await db.everyTenant('holds of every tenant', (tx) =>
        sql<{ seen: number; given: number }>`
          select * from money_sweep(${momentOfMs(clock.nowMs())}, ${AT_ONCE}) s (seen, given)`.execute(tx.as()),
      );
      const { seen, given } = rows[0]!;
      if (given > 0) log.warn({ given }, 'money that calls without a record held was given back');
      if (seen < AT_ONCE) return;
    }
  },
});

interface Difference {
  tenantId: number;
  balanceE4: number;
  entriesE4: number;
  heldE4: number;
  holdsE4: number;
}

/** Accounts that are not what their entries and holds say. Nothing is mended: somebody has to find out why. */
export function compareBooks({ db, log, metrics }: Pick<World, 'db' | 'log' | 'metrics'>): Job {
  metrics.registry.removeSingleMetric(METRIC);
  const differences = new Gauge({
    name: METRIC,
    help: 'Accounts of tenants that are not the sum of their entries and holds',
    registers: [metrics.registry],
  });
  return {
    task: 'ledger.compareBooks',
    cron: '11 2 * * *',
    async run() {
      const { rows } = await db.everyTenant('books of every tenant', (tx) =>
        sql<Difference>`
          select tenant_id "tenantId", balance_e4 "balanceE4", entries_e4 "entriesE4", held_e4 "heldE4", holds_e4 "holdsE4" from money_differences()`.execute(
          tx.as(),
        ),
      );
      differences.set(rows.length);
      for (const difference of rows) log.error(difference, 'an account is not the sum of its entries and holds');
    },
  };
}

/** Below what its owners named, or below nothing where they named nothing of the kind. */
export const isLow = ({ balanceE4, warnBelowE4 }: MoneyAccount): boolean =>
  warnBelowE4 !== null && balanceE4 < warnBelowE4;

/** Pages of who may see money, and mails to every owner. The database asks for it once until the balance is above again. */
export const notifyLowBalance = ({ db, publicUrl }: Pick<World, 'db' | 'publicUrl'>): Job => ({
  task: 'ledger.tellLow',
  async run({ tenantId }: { tenantId: number }) {
    const account = await db.tenant({ tenantId }, async (tx) => {
      await tx.push({ kind: LEDGER_CHANGED, body: {}, access: 'ledger.view' });
      return accountOf(tx);
    });
    if (!account || !isLow(account)) return;
    const { currency, balanceE4, warnBelowE4 } = account;
    await db.everyTenant('owners have accounts beside the tenant', async (tx) => {
      const { rows } = await sql<{ email: string; language: string; company: string }>`
        select u.email, u.language, coalesce(nullif(t.company, ''), t.name) company
        from member m join user_account u on u.id = m.user_id join tenant t on t.id = m.tenant_id
        where m.tenant_id = ${tenantId} and m.is_owner and m.enabled`.execute(tx.as());
      for (const { email, language, company } of rows)
        await sendMail(tx, {
          to: email,
          language: languageFor([language]),
          key: 'ledger.mail.low',
          values: {
            company,
            balance: `${amountText(balanceE4, currency)} ${currency}`,
            level: `${amountText(warnBelowE4!, currency)} ${currency}`,
            address: `${publicUrl}/settings/balance`,
          },
        });
    });
  },
});
