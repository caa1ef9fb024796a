import { newCode, type PhoneCodes } from '#features/team/account/server/index.ts';
import { externalNumbersRepo, type ExternalNumberRow } from '#features/voice/call-routes/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { CODE_MINUTES, type externalNumbersApi } from '../contract.ts';
import { codesRepo, refusePestering } from './codes.repo.ts';
import type { CodeCalls } from './code-calls.ts';

export const SEND_TASK = 'external-numbers.sendCode';

interface CodeToSend {
  tenantId: number;
  id: number;
  language: Language;
}

type CodeWorld = Pick<World, 'db' | 'clock' | 'texts'> & { phoneCodes: PhoneCodes };

export async function foundExternal(tx: TenantTx, id: number): Promise<ExternalNumberRow> {
  const number = await externalNumbersRepo(tx).find(id);
  if (!number) throw new Failure('notFound');
  return number;
}

/** A code goes out, and comes back. */
export function codeHandlers(
  { db, clock, texts, phoneCodes }: CodeWorld,
  calls: CodeCalls,
): Pick<Handlers<typeof externalNumbersApi>, 'queryCode' | 'verify'> {
  return {
    async queryCode(caller, { id, by }) {
      const { tenantId, language } = caller;
      const number = await db.tenant({ tenantId }, (tx) => foundExternal(tx, id));
      if (number.isVerified) throw new Failure('conflict');
      if (by === 'sms' && !(await phoneCodes.reach(number.countryIso2, tenantId))) throw new Failure('codeSmsClosed');
      await refusePestering(db, number.number, clock.nowMs());
      const code = newCode();
      // Whoever speaks is asked before anything is written: without a voice nobody is called.
      const samples =
        by === 'call'
          ? await calls.spoken(
              tenantId,
              language,
              texts.say(language, 'external-numbers.spoken', { code: code.split('').join(', ') }),
            )
          : null;
      const codeId = await db.tenant(caller, async (tx) => {
        const asked = await codesRepo(tx, clock.nowMs()).ask(id, number.number);
        caller.operation.note(number.number, { after: { by } });
        if (samples) await codesRepo(tx, clock.nowMs()).keep(asked, code);
        const task: CodeToSend = { tenantId, id: asked, language };
        if (!samples) await tx.enqueue(SEND_TASK, task);
        return asked;
      });
      if (samples)
        await calls.call(tenantId, number.number, samples).catch(async (thrown: unknown) => {
          // Nobody was called, so nobody has to wait for the next try.
          await db.tenant({ tenantId }, (tx) => codesRepo(tx, clock.nowMs()).forget(codeId));
          throw thrown;
        });
      return null;
    },

    async verify(caller, { id, code }) {
      const { tenantId } = caller;
      const outcome = await db.tenant({ tenantId }, async (tx) => {
        await foundExternal(tx, id);
        return codesRepo(tx, clock.nowMs()).attempt(id, code);
      });
      if (outcome === 'wrong') throw new Failure('verificationCodeWrong');
      if (outcome === 'expired') throw new Failure('verificationCodeExpired');
      return db.tenant(caller, async (tx) => {
        await externalNumbersRepo(tx).setVerified(id, clock.nowMs());
        const number = await foundExternal(tx, id);
        caller.operation.note(number.number);
        return number;
      });
    },
  };
}

/** Makes the code when it is sent, so that it is written down nowhere. */
export const sendCodeJob = ({ db, clock, texts, phoneCodes }: CodeWorld): Job => ({
  task: SEND_TASK,
  waits: true,
  async run({ tenantId, id, language }: CodeToSend) {
    const code = newCode();
    const goal = await db.tenant({ tenantId }, async (tx) => {
      const repo = codesRepo(tx, clock.nowMs());
      return (await repo.keep(id, code)) ? repo.goalOf(id) : null;
    });
    if (goal === null) return;
    const { number, company } = goal;
    const text = texts.say(language, 'external-numbers.message', { code, company, minutes: CODE_MINUTES });
    const message = { contact: `+${number}`, text, tenantId };
    if ((await phoneCodes.send(0, message)) === 'later') await phoneCodes.send(1, message);
  },
});
