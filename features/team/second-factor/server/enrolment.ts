import { markSecondFactor, notifyPerson } from '#features/team/account/server/index.ts';
import type { Db, Tx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { sql } from 'kysely';
import { toBase32 } from '../core/base32.ts';
import { acceptedStep, otpauthUri } from '../core/totp.ts';
import { factorsRepo } from './factors.repo.ts';
import type { FactorWorld } from './prove-factor.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { codeAt, newTotpKey, openTotpKey, sealTotpKey } from './totp-keys.ts';

const ISSUER = 'OpenSeat';

/** Getting an authenticator app. Whoever begins twice has the key that was given last. */
export function totpEnrolment({ db, clock, publicUrl }: FactorWorld) {
  return {
    async begin(tx: Tx, userId: number): Promise<{ key: string; uri: string }> {
      const key = newTotpKey();
      await factorsRepo(tx, userId).beginTotp(sealTotpKey(db.keys, userId, key), new Date(clock.nowMs()));
      const { rows } = await sql<{ email: string }>`select email from user_account where id = ${userId}`.execute(
        tx.as(),
      );
      const written = toBase32(key);
      return { key: written, uri: otpauthUri({ issuer: ISSUER, account: rows[0]!.email, key: written }) };
    },

    /** Answers the recovery codes of who had none. Throws `secondFactorWrong`: whoever guesses here guesses a key of their own. */
    async confirm(tx: Tx, userId: number, code: string): Promise<string[] | null> {
      const factors = factorsRepo(tx, userId);
      const begun = await factors.totp(false);
      if (!begun) throw new Failure('signInStepOver');
      const key = openTotpKey(db.keys, userId, begun.secret);
      const nowMs = clock.nowMs();
      const step = acceptedStep(code, { nowMs, lastStep: 0, codeAt: (each) => codeAt(key, each) });
      if (step === null) throw new Failure('secondFactorWrong');
      await factors.confirmTotp(step, new Date(nowMs));
      return added(tx, userId, publicUrl);
    },
  };
}

/** Somebody has one factor more: they are told, and who had none gets the recovery codes. */
export async function added(tx: Tx, userId: number, publicUrl: string): Promise<string[] | null> {
  await markSecondFactor(tx, userId, true);
  await notifyPerson(tx, userId, 'second-factor.mail.added', { url: publicUrl });
  return (await factorsRepo(tx, userId).recoveryLeft()) > 0 ? null : makeRecoveryCodes(tx, userId);
}

/** Gives somebody an authenticator key of their own at once, as the seed does for whoever runs the demo. */
export async function giveTotp(tx: Tx, { keys }: Pick<Db, 'keys'>, userId: number, nowMs: number): Promise<void> {
  const factors = factorsRepo(tx, userId);
  await factors.beginTotp(sealTotpKey(keys, userId, newTotpKey()), new Date(nowMs));
  await factors.confirmTotp(0, new Date(nowMs));
  await markSecondFactor(tx, userId, true);
}
