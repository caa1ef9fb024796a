import { sql } from 'kysely';
import { exactText } from '#core/money/money.ts';
import { accountOf, moneyOf, setCredit } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { paymentsApi, type paymentOperationsApi } from '../contract.ts';
import type { CardAccounts } from './card-account.ts';

async function accountIn(tx: TenantTx) {
  const account = await accountOf(tx);
  if (!account) throw new Failure('notFound');
  return account;
}

/** The card provider, and what the operator books by hand. */
export const operationHandlers = (
  { db, publicUrl, allowPrivate }: Pick<World, 'db' | 'publicUrl' | 'allowPrivate'>,
  accounts: CardAccounts,
): Pick<
  Handlers<typeof paymentOperationsApi>,
  'provider' | 'setProvider' | 'removeProvider' | 'correct' | 'setCredit'
> => ({
  async provider() {
    const row = await accounts.row();
    return { isSet: row !== null, apiUrl: row?.apiUrl ?? '', hookUrl: `${publicUrl}${paymentsApi.hear.path}` };
  },

  async setProvider(caller, { apiUrl, secretKey, webhookSecret }) {
    if (!allowPrivate && !apiUrl.startsWith('https:')) throw new Failure('invalidInput', 'apiUrl: https');
    const before = await accounts.row();
    const known = before?.apiUrl === apiUrl ? await accounts.secretsOf(before) : null;
    const secrets = {
      secretKey: secretKey || (known?.secretKey ?? ''),
      webhookSecret: webhookSecret || (known?.webhookSecret ?? ''),
    };
    if (secrets.secretKey === '' || secrets.webhookSecret === '') throw new Failure('paymentSecretNeeded');
    const sealed = await accounts.sealed(apiUrl, secrets);
    await db.everyTenant('one card provider for the installation', async (tx) => {
      await sql`
        insert into card_provider (api_url, sealed, updated_by) values (${apiUrl}, ${sealed}, ${caller.userId})
        on conflict (one) do update set api_url = excluded.api_url, sealed = excluded.sealed, updated_by = excluded.updated_by, updated_at = now()`.execute(
        tx.as(),
      );
      caller.operation.note(apiUrl, { before: before && { apiUrl: before.apiUrl }, after: { apiUrl } });
      await caller.operation.writeBeside(tx, null);
    });
    return null;
  },

  removeProvider: (caller) =>
    db.everyTenant('one card provider for the installation', async (tx) => {
      const { rows } = await sql<{ apiUrl: string }>`delete from card_provider returning api_url "apiUrl"`.execute(
        tx.as(),
      );
      if (!rows[0]) throw new Failure('notFound');
      caller.operation.note(rows[0].apiUrl);
      await caller.operation.writeBeside(tx, null);
      return null;
    }),

  correct: ({ operation, userId }, { tenantId, amountE4, why, ref }) =>
    db.tenant({ tenantId, operation }, async (tx) => {
      const { currency } = await accountIn(tx);
      operation.note(`${exactText(amountE4, currency)} ${currency}`, { after: { why } });
      await moneyOf(tx).post({ kind: 'correction', amountE4, ref, detail: { note: why }, byUser: userId });
      return { balanceE4: (await accountIn(tx)).balanceE4 };
    }),

  setCredit: async ({ operation }, { tenantId, creditE4 }) => {
    await db.tenant({ tenantId, operation }, async (tx) => {
      const { currency, creditE4: before } = await accountIn(tx);
      const said = (amount: number) => `${exactText(amount, currency)} ${currency}`;
      operation.note('', { before: { credit: said(before) }, after: { credit: said(creditE4) } });
      await setCredit(tx, creditE4);
    });
    return null;
  },
});
