import { openGuard, placeOf, notifyPerson } from '#features/team/account/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { PasskeyAnswer } from '../contract.ts';
import { acceptedStep } from '../core/totp.ts';
import { factorsRepo } from './factors.repo.ts';
import type { Passkeys } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { codeAt, openTotpKey } from './totp-keys.ts';

export type FactorWorld = Pick<World, 'db' | 'clock' | 'demo' | 'metrics' | 'outbox' | 'publicUrl' | 'sessions'>;

interface Prover {
  userId: number;
  origin: Origin;
  /** The mark of a browser known for this person; what it fails at locks nobody else. */
  device?: Buffer | null;
}

/** Whether what was shown is right, for whoever is held by the transaction. */
export type FactorProof = (tx: Tx, prover: Prover, shown: ShownFactor) => Promise<Failure | null>;

/** A code of an app or from paper, or what a passkey signed. */
export interface ShownFactor {
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

/**
 * Compares what is shown with what a person has. Wrong ones are counted as wrong passwords are, apart from those, and lock the
 * second factor for a quarter of an hour after ten. The answer is given, not thrown: the transaction must commit
 * for the count to stay.
 */
export function openFactorProof({ db, clock, publicUrl }: FactorWorld, passkeys: Passkeys): FactorProof {
  const guard = openGuard(clock);

  async function isTotp(tx: Tx, userId: number, typed: string): Promise<boolean> {
    const factors = factorsRepo(tx, userId);
    const row = await factors.totp(true);
    if (!row) return false;
    const key = openTotpKey(db.keys, userId, row.secret);
    const nowMs = clock.nowMs();
    const step = acceptedStep(typed.replace(/\s/g, ''), {
      nowMs,
      lastStep: row.last_step,
      codeAt: (each) => codeAt(key, each),
    });
    if (step === null) return false;
    await factors.usedTotp(step, new Date(nowMs));
    return true;
  }

  async function isRecovery(tx: Tx, { userId, origin }: Prover, typed: string): Promise<boolean> {
    if (!(await spendRecoveryCode(tx, userId, typed))) return false;
    await notifyPerson(tx, userId, 'second-factor.mail.recoveryUsed', {
      ...placeOf(origin, clock.nowMs()),
      left: await factorsRepo(tx, userId).recoveryLeft(),
      url: publicUrl,
    });
    return true;
  }

  const isRight = async (tx: Tx, prover: Prover, { code, passkey }: ShownFactor): Promise<boolean> => {
    if (passkey) return passkeys.isRight(tx, prover.userId, passkey);
    return code !== undefined && ((await isTotp(tx, prover.userId, code)) || (await isRecovery(tx, prover, code)));
  };

  return async (tx, prover, shown) => {
    const who = { account: `second factor of ${prover.userId}`, device: prover.device ?? null };
    try {
      await guard.look(tx, who);
    } catch (thrown) {
      if (thrown instanceof Failure) return thrown;
      throw thrown;
    }
    if (await isRight(tx, prover, shown)) {
      await guard.passed(tx, who);
      return null;
    }
    await guard.failed(tx, who);
    return new Failure(shown.passkey ? 'passkeyRefused' : 'secondFactorWrong');
  };
}
