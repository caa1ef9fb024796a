import type { Flow } from '#core/flow/flow.ts';
import { mailboxes } from '#features/team/agent-groups/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { FLOWS_CHANGED, FLOWS_MOST, type flowsApi, type Saved } from '../contract.ts';
import { callersLanguage, emptyFlow } from './begin.ts';
import { lastPassRate } from './case-runs.repo.ts';
import { flowsRepo, type StoredFlow } from './flows.repo.ts';
import { usesOf } from './flow-uses.ts';
import { flowProblems } from './problems.ts';
import { fromTemplate, isTemplate, templates } from './templates.ts';

type Calls =
  | 'page'
  | 'all'
  | 'add'
  | 'query'
  | 'update'
  | 'delete'
  | 'problems'
  | 'duplicate'
  | 'node'
  | 'mailboxList'
  | 'templates';

export const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'flow_name') ? new Failure('nameTaken') : thrown;
};

/** The flow, which nobody else changes until the transaction ends. */
export async function heldFlow(tx: TenantTx, id: number): Promise<StoredFlow> {
  const found = await flowsRepo(tx).find(id, { forUpdate: true });
  if (!found) throw new Failure('notFound');
  return found;
}

/** The same, if its draft is still the one the caller has seen. */
export async function seenFlow(tx: TenantTx, id: number, draftVersion: number): Promise<StoredFlow> {
  const found = await heldFlow(tx, id);
  if (found.draftVersion !== draftVersion) throw new Failure('flowStale', `${found.draftBy}, ${found.draftAt} UTC`);
  return found;
}

export const pushFlowChanged = (tx: TenantTx, id: number): Promise<void> =>
  tx.push({ kind: FLOWS_CHANGED, body: { id }, access: 'flows.view' });

/** Puts a new flow beside the others; answers its id. */
export async function beginFlow(
  tx: TenantTx,
  caller: Pick<Caller, 'userId'>,
  { name, remark = '', flow }: { name: string; remark?: string; flow: Flow },
): Promise<number> {
  const repo = flowsRepo(tx);
  if ((await repo.count()) >= FLOWS_MOST) throw new Failure('invalidInput', `at most ${FLOWS_MOST} flows`);
  const id = await repo.add({ name, remark, flow, userId: caller.userId }).catch(orTaken);
  await pushFlowChanged(tx, id);
  return id;
}

/** Flows as they are designed. */
export function flowHandlers({
  db,
  catalogue,
}: Pick<World, 'db' | 'catalogue'>): Handlers<Pick<typeof flowsApi, Calls>> {
  const found = async (tx: TenantTx, id: number): Promise<StoredFlow> => {
    const flow = await flowsRepo(tx).find(id);
    if (!flow) throw new Failure('notFound');
    return flow;
  };

  return {
    page: (caller, search) => db.tenant(caller, (tx) => flowsRepo(tx).page(search)),
    all: (caller) => db.tenant(caller, (tx) => flowsRepo(tx).published()),
    add: (caller, { name, remark, template, flow }) =>
      db.tenant(caller, async (tx) => {
        if (template !== undefined && !isTemplate(template)) throw new Failure('notFound', 'template');
        const made =
          flow ??
          (template === undefined
            ? emptyFlow(callersLanguage[caller.language])
            : fromTemplate(template, await flowsRepo(tx).firstGroup()));
        caller.operation.note(name, { after: { remark, template: template ?? null } });
        return { id: await beginFlow(tx, caller, { name, remark, flow: made }) };
      }),
    query: (caller, { id }) =>
      db.tenant(caller, async (tx) => ({
        ...(await found(tx, id)),
        usedBy: await usesOf(tx, catalogue.flowUses, id),
        passRate: await lastPassRate(tx, id),
      })),
    update: (caller, { id, draftVersion, name, remark, flow }) =>
      db.tenant(caller, async (tx): Promise<Saved> => {
        const before = await seenFlow(tx, id, draftVersion);
        const after = { name: name ?? before.name, remark: remark ?? before.remark, flow: flow ?? before.flow };
        const saved = await flowsRepo(tx)
          .saveDraft(id, { ...after, userId: caller.userId })
          .catch(orTaken);
        caller.operation.note(after.name, {
          before: noted(before),
          after: noted({ ...after, draftVersion: saved.draftVersion }),
        });
        await pushFlowChanged(tx, id);
        return saved;
      }),
    delete: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const before = await heldFlow(tx, id);
        const uses = await usesOf(tx, catalogue.flowUses, id);
        if (uses.length > 0)
          throw new Failure(
            'flowInUse',
            uses
              .slice(0, 5)
              .map(({ name }) => name)
              .join(', '),
          );
        await flowsRepo(tx).remove(id);
        caller.operation.note(before.name, { before: noted(before) });
        await pushFlowChanged(tx, id);
        return null;
      }),
    problems: (caller, { id }) => db.tenant(caller, async (tx) => flowProblems(tx, (await found(tx, id)).flow)),
    duplicate: (caller, { id, name }) =>
      db.tenant(caller, async (tx) => {
        const { flow, remark, name: of } = await found(tx, id);
        caller.operation.note(name, { after: { of } });
        return { id: await beginFlow(tx, caller, { name, remark, flow }) };
      }),
    node: (caller, { id, stepId, version }) =>
      db.tenant(caller, async (tx) => {
        const flow = version === undefined ? (await found(tx, id)).flow : await flowsRepo(tx).version(id, version);
        const node = flow?.nodes.find((one) => one.id === stepId);
        if (!node) throw new Failure('notFound');
        return node;
      }),
    mailboxList: (caller) =>
      db.tenant(caller, async (tx) => (await mailboxes(tx)).map(({ box, ...rest }) => ({ mailbox: box, ...rest }))),
    templates: async () =>
      Object.entries(templates).map(([template, make]) => {
        const { nodes, languages } = make();
        return { template, nodes: nodes.length, languages };
      }),
  };
}

/** For the operation log: what a saving was, not every word of it. */
const noted = ({
  name,
  remark,
  draftVersion,
  flow,
}: Pick<StoredFlow, 'name' | 'remark' | 'draftVersion' | 'flow'>) => ({
  name,
  remark,
  draftVersion,
  nodes: flow.nodes.length,
  edges: flow.edges.length,
  languages: flow.languages,
});
