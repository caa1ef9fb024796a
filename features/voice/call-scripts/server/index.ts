import { SCRIPTS_KEY } from '#core/menu/menu.ts';
import { maskName, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { fillScript, scriptsFor } from '../core/script.ts';
import { fitsAnswer } from '../core/walk.ts';
import type { DataSubject, TaskCalls } from '#platform/server/contributions.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import { retryRead } from '#platform/server/retry-read.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { SCRIPTS_MOST, scriptsApi, type Script, type ScriptFields } from '../contract.ts';
import { answersRepo, forgetAnswers, exportAnswersOf } from './answers.repo.ts';
import { demoScripts } from './demo.ts';
import { scriptsRepo } from './scripts.repo.ts';

export { answersOfCalls } from './answers.repo.ts';
export { filledScript, scriptName } from './filled-script.ts';

const noted = ({ name, content, direction, enabled, groupIds, numbers, steps }: Script | ScriptFields) => ({
  name,
  content,
  direction,
  enabled,
  groupIds,
  numbers,
  steps,
});

/** The one chosen for the task comes first, wherever else it belongs. */
async function scriptOfTask(tx: TenantTx, tasks: readonly TaskCalls[], taskId: string | null): Promise<Script | null> {
  if (taskId === null) return null;
  for (const task of tasks) {
    const id = await task.scriptOf(tx, taskId);
    const script = id === null ? undefined : await scriptsRepo(tx).find(id);
    if (script?.enabled) return script;
  }
  return null;
}

/** What agents say in a call, in the tenant's own words. */
export const callScripts = (
  { db, catalogue }: Pick<World, 'db' | 'catalogue'>,
  book: { isLasting(tenantId: number, callId: string): boolean },
  callsOfPerson: (tx: TenantTx, person: DataSubject) => Promise<string[]>,
): ServerFeature => ({
  name: 'scripts',
  menu: [
    {
      key: SCRIPTS_KEY,
      name: 'scripts.menu',
      system: System.contactCentre,
      section: 'seating',
      order: 50,
      access: 'scripts.view',
      icon: 'scroll-text',
    },
  ],
  demo: demoScripts,
  personData: [
    {
      name: 'scripts',
      erase: async (tx, person) => forgetAnswers(tx, await callsOfPerson(tx, person)),
      export: async (tx, person) => exportAnswersOf(tx, await callsOfPerson(tx, person)),
    },
  ],
  routes: routes('scripts', scriptsApi, {
    page: (caller, query) => db.tenant(caller, (tx) => scriptsRepo(tx).page(query)),
    all: (caller) => db.tenant(caller, (tx) => scriptsRepo(tx).names()),
    detail: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const script = await scriptsRepo(tx).find(id);
        if (!script) throw new Failure('notFound');
        return script;
      }),
    add: (caller, fields) =>
      db.tenant(caller, async (tx) => {
        const repo = scriptsRepo(tx);
        if ((await repo.count()) >= SCRIPTS_MOST) throw new Failure('invalidInput', `at most ${SCRIPTS_MOST} scripts`);
        const id = await repo.add(fields, caller.userId);
        if (id === null) throw new Failure('nameTaken');
        caller.operation.note(fields.name, { after: noted(fields) });
        return { id };
      }),
    async edit(caller, { id, ...fields }) {
      try {
        await db.tenant(caller, async (tx) => {
          const repo = scriptsRepo(tx);
          const before = await repo.find(id);
          if (!before) throw new Failure('notFound');
          await repo.update(id, fields, caller.userId);
          caller.operation.note(fields.name, { before: noted(before), after: noted(fields) });
        });
      } catch (thrown) {
        throw isDuplicate(thrown, 'script_tenant_id_name_key') ? new Failure('nameTaken') : thrown;
      }
      return null;
    },
    delete: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = scriptsRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        await repo.delete(id);
        caller.operation.note(before.name, { before: noted(before) });
        return null;
      }),
    scriptInfo: (caller, { callId }) =>
      retryRead(
        () => book.isLasting(caller.tenantId, callId),
        () =>
          db.tenant(caller, async (tx) => {
            const repo = scriptsRepo(tx);
            const call = await repo.callOf(callId, caller.userId);
            if (!call) throw new Failure('notFound');
            const { customerName, customerNumber, groupName, ourNumber } = call;
            const values = {
              agentName: caller.name,
              groupName,
              ourNumber,
              customerName: caller.needsMasking ? maskName(customerName) : customerName,
              customerNumber: caller.needsMasking ? maskPhone(customerNumber) : customerNumber,
            };
            const answers = await answersRepo(tx).given(callId);
            const ofTask = await scriptOfTask(tx, catalogue.taskCalls, call.taskId);
            const fitting = scriptsFor(await repo.inUseFor(call), call).filter(({ id }) => id !== ofTask?.id);
            return [...(ofTask ? [ofTask] : []), ...fitting].map(({ id, name, content, steps }) => ({
              id,
              name,
              content: fillScript(content, values),
              steps: steps.map((step) => ({ ...step, text: fillScript(step.text, values) })),
              answers: Object.fromEntries(
                answers.filter(({ scriptId }) => scriptId === id).map(({ stepId, answer }) => [stepId, answer]),
              ),
            }));
          }),
      ),
    answer: (caller, { callId, scriptId, stepId, answer }) =>
      db.tenant(caller, async (tx) => {
        const repo = scriptsRepo(tx);
        const [call, script] = [await repo.callOf(callId, caller.userId), await repo.find(scriptId)];
        if (!call || !script) throw new Failure('notFound');
        const step = script.steps.find(({ id }) => id === stepId);
        // Somebody changed the script meanwhile: the page reads it again.
        if (step?.kind !== 'ask') throw new Failure('conflict');
        if (answer !== '' && !fitsAnswer(step, answer)) throw new Failure('invalidInput', 'answer');
        await answersRepo(tx).keep({ callId, script, step, answer, author: caller });
        return null;
      }),
    answers: (caller, { callId }) =>
      db.tenant(caller, async (tx) => {
        if (!mayUse(caller, 'call-records.view') && !(await scriptsRepo(tx).callOf(callId, caller.userId)))
          throw new Failure('notFound');
        const answers = await answersRepo(tx).ofCall(callId);
        return caller.needsMasking
          ? answers.map((one) => ({ ...one, question: maskNumbersIn(one.question), answer: maskNumbersIn(one.answer) }))
          : answers;
      }),
  }),
});
