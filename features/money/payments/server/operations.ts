import { sql } from 'kysely';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { paymentsApi, type CardDispute, type CardException, type paymentOperationsApi } from '../contract.ts';
import type { CardAccounts } from './card-account.ts';

/** The card provider, and disputes of what was paid through it. */
export const operationHandlers = (
  { db, publicUrl, allowPrivate }: Pick<World, 'db' | 'publicUrl' | 'allowPrivate'>,
  accounts: CardAccounts,
): Omit<Handlers<typeof paymentOperationsApi>, 'vouchers' | 'makeVouchers' | 'withdrawVoucher'> => ({
  disputes: (_caller, { page, size }) =>
    db.everyTenant('disputes of every tenant', async (tx) => {
      const { rows: counted } = await sql<{ total: number }>`select count(*) total from card_dispute`.execute(tx.as());
      const { rows } = await sql<CardDispute>`
        select d.id, coalesce(nullif(t.company, ''), t.name) "tenantName", d.amount_e4 "amountE4", d.currency, d.state, d.created_at "createdAt", d.closed_at "closedAt"
        from card_dispute d join tenant t on t.id = d.tenant_id order by d.id desc limit ${size} offset ${(page - 1) * size}`.execute(
        tx.as(),
      );
      return { list: rows, total: counted[0]!.total };
    }),

  exceptions: (_caller, { page, size }) =>
    db.everyTenant('exceptions of every tenant', async (tx) => {
      const { rows: counted } = await sql<{ total: number }>`select count(*) total from card_exception`.execute(
        tx.as(),
      );
      const { rows } = await sql<CardException>`
        select e.id, e.tenant_id "tenantId", coalesce(nullif(t.company, ''), t.name) "tenantName", e.what, e.state, e.amount_e4 "amountE4", e.currency,
          p.amount_e4 "paidE4", p.currency "paidCurrency", e.told_at "toldAt", e.settled_at "settledAt", e.settled_by "settledBy", e.note
        from card_exception e join tenant t on t.id = e.tenant_id join card_payment p on p.id = e.payment_id
        order by e.settled_at is not null, e.id desc limit ${size} offset ${(page - 1) * size}`.execute(tx.as());
      return { list: rows, total: counted[0]!.total };
    }),

  settleException: (caller, { id, note }) =>
    db.everyTenant('an exception of a tenant', async (tx) => {
      const { rows } = await sql<{ tenantId: number; what: string }>`
        update card_exception set settled_at = now(), settled_by = ${caller.name}, note = ${note}
        where id = ${id} and settled_at is null returning tenant_id "tenantId", what`.execute(tx.as());
      if (!rows[0]) throw new Failure('notFound');
      caller.operation.note(rows[0].what, { after: { note } });
      await caller.operation.writeBeside(tx, rows[0].tenantId);
      return null;
    }),

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
});
