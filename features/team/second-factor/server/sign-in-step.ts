import { enterAndRemember, knownMark, spendStep, takeStep } from '#features/team/account/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { refuseForeignSignIn } from '#platform/server/sessions/allowed-networks.ts';
import { Failure } from '#shared/errors.ts';
import type { secondFactorApi } from '../contract.ts';
import { mailDemoCode } from './demo-code.ts';
import { added, totpEnrolment } from './enrolment.ts';
import { factorsRepo } from './factors.repo.ts';
import type { Passkeys } from './passkeys.ts';
import { passkeysRepo } from './passkeys.repo.ts';
import type { FactorProof, FactorWorld } from './prove-factor.ts';

type StepCalls = 'step' | 'proveStep' | 'beginStepTotp' | 'confirmStepTotp' | 'beginStepPasskey' | 'confirmStepPasskey';

interface Shown {
  ticket: string;
  deviceUniqueIdentification?: string | undefined;
  deviceMark?: string | undefined;
}
type Taken = Awaited<ReturnType<typeof takeStep>>;

/** What stands between a password and the session. A ticket is for what its person needs: who has a factor adds none here. */
export function signInStepHandlers(
  world: FactorWorld,
  prove: FactorProof,
  passkeys: Passkeys,
): Pick<Handlers<typeof secondFactorApi>, StepCalls> {
  const { db, clock, publicUrl } = world;
  const enrolment = totpEnrolment(world);

  const atStep = <T>({ origin }: Visitor, shown: Shown, work: (tx: Tx, taken: Taken) => Promise<T>): Promise<T> =>
    db.everyTenant('nobody is signed in yet', async (tx) => {
      const taken = await takeStep(tx, clock.nowMs(), shown.ticket, origin, shown.deviceUniqueIdentification);
      // Whose password somebody else gave chooses their own before anything else.
      if (taken.step === 'newPassword') throw new Failure('signInStepOver');
      return work(tx, taken);
    });

  async function enter(tx: Tx, { origin }: Visitor, shown: Shown, who: Taken) {
    // A factor that is only being added proves nobody: it lets no operator in from where their team lets nobody in.
    if (who.step === 'enrolment') await refuseForeignSignIn(tx, who, origin.address);
    await spendStep(tx, shown.ticket, who);
    return enterAndRemember(world, tx, { userId: who.userId, tenantId: who.tenantId, showsFactor: true }, origin, {
      deviceId: shown.deviceUniqueIdentification,
      mark: shown.deviceMark,
    });
  }

  return {
    step: (visitor, shown) =>
      atStep(visitor, shown, async (tx, { userId, step }) => {
        const factors = factorsRepo(tx, userId);
        if (step === 'proof') await mailDemoCode(world, tx, userId);
        return {
          kind: step === 'enrolment' ? 'enrolment' : 'proof',
          totp: (await factors.totp(true)) !== null,
          recovery: (await factors.recoveryLeft()) > 0,
          passkey: (await passkeysRepo(tx, userId).all()).length > 0 ? await passkeys.question(tx, userId) : null,
          rpId: passkeys.rpId,
        };
      }),

    async proveStep(visitor, { code, passkey, ...shown }) {
      const answer = await atStep(visitor, shown, async (tx, taken) => {
        const device = await knownMark(tx, taken.userId, shown.deviceMark);
        const refused = await prove(tx, { userId: taken.userId, origin: visitor.origin, device }, { code, passkey });
        return refused ?? enter(tx, visitor, shown, taken);
      });
      if (answer instanceof Failure) throw answer;
      return answer;
    },

    beginStepTotp: (visitor, shown) =>
      atStep(visitor, shown, (tx, taken) => {
        refuseUnlessNew(taken);
        return enrolment.begin(tx, taken.userId);
      }),

    confirmStepTotp: (visitor, { code, ...shown }) =>
      atStep(visitor, shown, async (tx, taken) => {
        refuseUnlessNew(taken);
        const recoveryCodes = await enrolment.confirm(tx, taken.userId, code);
        return { ...(await enter(tx, visitor, shown, taken)), recoveryCodes };
      }),

    beginStepPasskey: (visitor, shown) =>
      atStep(visitor, shown, (tx, taken) => {
        refuseUnlessNew(taken);
        return passkeys.beginning(tx, taken.userId);
      }),

    confirmStepPasskey: (visitor, { name, authenticatorData, clientData, publicKey, ...shown }) =>
      atStep(visitor, shown, async (tx, taken) => {
        refuseUnlessNew(taken);
        await passkeys.add(tx, taken.userId, { name, authenticatorData, clientData, publicKey });
        const recoveryCodes = await added(tx, taken.userId, publicUrl);
        return { ...(await enter(tx, visitor, shown, taken)), recoveryCodes };
      }),
  };
}

/** A password must not be enough to put another factor in the place of the one there is. */
function refuseUnlessNew({ step }: Taken): void {
  if (step !== 'enrolment') throw new Failure('signInStepOver');
}
