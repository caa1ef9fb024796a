import type { FlowCase } from '#core/flow/case.ts';
import { assertCustomer } from '#platform/server/customer-reach.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { CASES_MOST, CASES_PLAYED, type flowsApi } from '../contract.ts';
import { casesRepo, type KeptCase } from './cases.repo.ts';
import { heldFlow } from './flow-handlers.ts';
import { flowsRepo, type StoredFlow } from './flows.repo.ts';
import { chosenCaller } from './known-caller.ts';
import { PLAY_TASK } from './play-cases.ts';

type Calls =
  | 'cases'
  | 'caseDetail'
  | 'addCase'
  | 'updateCase'
  | 'deleteCase'
  | 'runCases'
  | 'caseRuns'
  | 'caseRun'
  | 'cancelCases';

const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'flow_case_name') ? new Failure('nameTaken') : thrown;
};

/** Conversations that are kept, and played again before something new is published. */
export function caseHandlers({
  db,
  catalogue,
}: Pick<World, 'db' | 'catalogue'>): Handlers<Pick<typeof flowsApi, Calls>> {
  async function flowOf(tx: TenantTx, id: number): Promise<StoredFlow> {
    const flow = await flowsRepo(tx).find(id);
    if (!flow) throw new Failure('notFound');
    return flow;
  }
  async function kept(tx: TenantTx, caseId: number): Promise<KeptCase> {
    const found = await casesRepo(tx).find(caseId);
    if (!found) throw new Failure('notFound');
    return found;
  }
  /** Whoever keeps a conversation of a customer may see them; one that was kept before may stay. */
  async function assertCaller(tx: TenantTx, who: Caller, { caller }: FlowCase, before?: FlowCase): Promise<void> {
    if (caller.customerId === undefined || caller.customerId === before?.caller?.customerId) return;
    if (!mayUse(who, 'customers.use')) throw new Failure('notFound');
    await assertCustomer(catalogue, tx, who, caller.customerId);
    if (!(await chosenCaller(db, tx, caller.customerId, who))) throw new Failure('notFound');
  }
  return {
    cases: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        await flowOf(tx, id);
        return casesRepo(tx).list(id);
      }),
    caseDetail: (caller, { caseId }) => db.tenant(caller, (tx) => kept(tx, caseId)),
    addCase: (caller, { id, content }) =>
      db.tenant(caller, async (tx) => {
        const { name } = await heldFlow(tx, id);
        await assertCaller(tx, caller, content);
        if ((await casesRepo(tx).count(id)) >= CASES_MOST)
          throw new Failure('invalidInput', `at most ${CASES_MOST} cases`);
        caller.operation.note(name, { after: { case: content.name } });
        return { caseId: await casesRepo(tx).add(id, content, caller.userId).catch(orTaken) };
      }),
    updateCase: (caller, { caseId, content }) =>
      db.tenant(caller, async (tx) => {
        const before = await kept(tx, caseId);
        await assertCaller(tx, caller, content, before.content);
        await casesRepo(tx).update(caseId, content, caller.userId).catch(orTaken);
        caller.operation.note(content.name, { before: { case: before.content.name }, after: { case: content.name } });
        return null;
      }),
    deleteCase: (caller, { id, caseIds }) =>
      db.tenant(caller, async (tx) => {
        const { name } = await flowOf(tx, id);
        const removed = await casesRepo(tx).remove(id, caseIds);
        caller.operation.note(name, { before: { cases: removed } });
        return { removed };
      }),
    runCases: (caller, { id, version }) =>
      db.tenant(caller, async (tx) => {
        const { name, draftVersion } = await heldFlow(tx, id);
        const repo = casesRepo(tx);
        if (version !== 'draft' && !(await flowsRepo(tx).version(id, version))) throw new Failure('notFound');
        if (await repo.isRunning(id)) throw new Failure('flowCasesRunning');
        const runId = await repo.begin(
          id,
          version === 'draft' ? { version: null, draftVersion } : { version, draftVersion: null },
          await repo.count(id),
          caller.userId,
        );
        await tx.enqueue(PLAY_TASK, { tenantId: tx.tenantId, runId });
        caller.operation.note(name, { after: { version } });
        return { runId };
      }),
    caseRuns: (caller, { id, ...page }) =>
      db.tenant(caller, async (tx) => {
        await flowOf(tx, id);
        return casesRepo(tx).runs(id, page);
      }),
    caseRun: (caller, { runId }) =>
      db.tenant(caller, async (tx) => {
        const run = await casesRepo(tx).run(runId);
        if (!run) throw new Failure('notFound');
        return run;
      }),
    cancelCases: (caller, { runId }) =>
      db.tenant(caller, async (tx) => {
        const run = await casesRepo(tx).run(runId);
        if (!run) throw new Failure('notFound');
        await casesRepo(tx).cancel(runId);
        caller.operation.note((await flowOf(tx, run.flowId)).name);
        await tx.push({
          kind: CASES_PLAYED,
          body: { flowId: run.flowId, runId, done: run.total, passed: run.passed, total: run.total },
          access: 'flows.view',
        });
        return null;
      }),
  };
}
