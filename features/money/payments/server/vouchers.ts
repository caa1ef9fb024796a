import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { readVoucherCode, VOUCHER_BYTES, voucherCode } from '#core/money/voucher-code.ts';
import { accountOf, moneyOf } from '#features/money/ledger/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfWire } from '#platform/server/db/moments.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { installationKey } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { paymentOperationsApi, paymentsApi, Voucher } from '../contract.ts';

/** Codes of a team that were none, within a day, before it has to wait. */
const GUESSES_A_DAY = 50;

const refusals = {
  unknown: 'voucherUnknown',
  used: 'voucherUsed',
  expired: 'voucherExpired',
  otherCurrency: 'voucherOtherCurrency',
} as const;

/** What is kept of codes: with the database alone nobody tries codes against it. */
function openCodeHash(db: Db): (code: string) => Promise<Buffer> {
  let key: Promise<Buffer> | null = null;
  return async (code) => {
    key ??= installationKey(db, 'vouchers').catch((problem: unknown) => {
      key = null;
      throw problem;
    });
    return createHmac('sha256', await key)
      .update(code)
      .digest();
  };
}

export function voucherHandlers({
  db,
  clock,
}: Pick<World, 'db' | 'clock'>): Pick<Handlers<typeof paymentsApi>, 'redeem'> &
  Pick<Handlers<typeof paymentOperationsApi>, 'vouchers' | 'makeVouchers' | 'withdrawVoucher'> {
  const hashOf = openCodeHash(db);

  async function refuseGuesser(tx: TenantTx): Promise<void> {
    const { rows } = await sql<{ guesses: number }>`
      select count(*) guesses from voucher_guess where at > ${momentOfMs(clock.nowMs())} - interval '1 day'`.execute(
      tx.as(),
    );
    if (rows[0]!.guesses >= GUESSES_A_DAY) throw new Failure('tooManyRequests');
  }

  /** Counted for a day, also when the call itself came to nothing. */
  const noteGuess = ({ tenantId, userId }: Caller): Promise<void> =>
    db.tenant({ tenantId }, async (tx) => {
      const now = momentOfMs(clock.nowMs());
      await sql`delete from voucher_guess where at < ${now} - interval '1 day'`.execute(tx.as());
      await sql`insert into voucher_guess (user_id, at) values (${userId}, ${now})`.execute(tx.as());
    });

  async function redeem(tx: TenantTx, caller: Caller, code: string): Promise<number> {
    const account = await accountOf(tx);
    if (!account) throw new Failure('notFound');
    await refuseGuesser(tx);
    const { rows } = await sql<{ outcome: keyof typeof refusals | 'done'; id: number; amountE4: number }>`
      select outcome, voucher_id id, amount "amountE4"
      from voucher_claim(${await hashOf(code)}, ${account.currency}, ${caller.userId}, ${momentOfMs(clock.nowMs())})`.execute(
      tx.as(),
    );
    const { outcome, id, amountE4 } = rows[0]!;
    if (outcome !== 'done') throw new Failure(refusals[outcome]);
    const ending = code.slice(-4);
    await moneyOf(tx).post({
      kind: 'voucher',
      amountE4,
      ref: `voucher-${id}`,
      detail: { note: `…${ending}` },
      byUser: caller.userId,
    });
    caller.operation.note(`…${ending}`);
    return amountE4;
  }

  return {
    async redeem(caller, { code: typed }) {
      const code = readVoucherCode(typed);
      if (code === null) throw new Failure('voucherUnknown');
      try {
        return { amountE4: await db.tenant(caller, (tx) => redeem(tx, caller, code)) };
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.name === 'voucherUnknown') await noteGuess(caller);
        throw thrown;
      }
    },

    vouchers: (_caller, { page, size, state }) =>
      db.everyTenant('vouchers are the installation’s', async (tx) => {
        const now = momentOfMs(clock.nowMs());
        const stateText = sql`case when used_at is not null then 'used' when withdrawn_at is not null then 'withdrawn' when expires_at <= ${now} then 'expired' else 'open' end`;
        const wanted = state ? sql`${stateText} = ${state}` : sql`true`;
        const { rows: counted } = await sql<{ total: number }>`
          select count(*) total from voucher where ${wanted}`.execute(tx.as());
        const { rows } = await sql<Voucher>`
          select id, ending, amount_e4 "amountE4", currency, ${stateText} state, note, created_at "createdAt", expires_at "expiresAt", used_at "usedAt",
            coalesce((select coalesce(nullif(t.company, ''), t.name) from tenant t where t.id = used_by_tenant), '') "usedBy"
          from voucher where ${wanted} order by id desc limit ${size} offset ${(page - 1) * size}`.execute(tx.as());
        return { list: rows, total: counted[0]!.total };
      }),

    makeVouchers: async (caller, { count, amountE4, currency, expiresAt, note }) => {
      const codes = Array.from({ length: count }, () => voucherCode(randomBytes(VOUCHER_BYTES)));
      const hashes = await Promise.all(codes.map(hashOf));
      await db.everyTenant('vouchers are the installation’s', async (tx) => {
        caller.operation.note(note, { after: { count, amountE4, currency, expiresAt } });
        await sql`
          insert into voucher (code_hash, ending, amount_e4, currency, expires_at, note, created_by)
          select hash, ending, ${amountE4}, ${currency}, ${momentOfWire(expiresAt)}, ${note}, ${caller.userId}
          from unnest(${hashes}::bytea[], ${codes.map((code) => code.slice(-4))}::text[]) one (hash, ending)`.execute(
          tx.as(),
        );
        await caller.operation.writeBeside(tx, null);
      });
      return { codes };
    },

    withdrawVoucher: (caller, { id }) =>
      db.everyTenant('vouchers are the installation’s', async (tx) => {
        const { rows } = await sql<{ ending: string }>`
          update voucher set withdrawn_at = now() where id = ${id} and used_at is null and withdrawn_at is null returning ending`.execute(
          tx.as(),
        );
        if (!rows[0]) throw new Failure('notFound');
        caller.operation.note(`…${rows[0].ending}`);
        await caller.operation.writeBeside(tx, null);
        return null;
      }),
  };
}
