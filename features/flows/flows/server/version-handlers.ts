import { diffOf } from '../core/diff.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { flowsApi } from '../contract.ts';
import { passRates, runsBecome } from './case-runs.repo.ts';
import { heldFlow, seenFlow, pushFlowChanged } from './flow-handlers.ts';
import { flowsRepo } from './flows.repo.ts';
import { flowProblems } from './problems.ts';
import { FLOW_PUBLISHED } from './published.ts';

type Calls = 'publish' | 'reset' | 'convertToDraft' | 'versions' | 'version' | 'diff' | 'rollBack';

async function versionOf(tx: TenantTx, id: number, version: number): Promise<Flow> {
  const flow = await flowsRepo(tx).version(id, version);
  if (!flow) throw new Failure('notFound');
  return flow;
}

/** What a version says, or what is being designed. */
export async function versionOrDraft(tx: TenantTx, id: number, version: number | 'draft'): Promise<Flow> {
  if (version !== 'draft') return versionOf(tx, id, version);
  const found = await flowsRepo(tx).find(id);
  if (!found) throw new Failure('notFound');
  return found.flow;
}

/** What callers hear: published once, kept, and brought back when it was better. */
export function versionHandlers({ db }: Pick<World, 'db'>): Handlers<Pick<typeof flowsApi, Calls>> {
  /** From here on callers hear this; calls that go on keep what they began with. */
  async function goLive(tx: TenantTx, flowId: number, version: number, flow: Flow): Promise<void> {
    await flowsRepo(tx).goLive(flowId, version, flow);
    await tx.announce(FLOW_PUBLISHED, { tenantId: tx.tenantId, flowId, version });
    await pushFlowChanged(tx, flowId);
  }
  return {
    publish: (caller, { id, draftVersion, note }) =>
      db.tenant(caller, async (tx) => {
        const { name, flow, status, publishedVersion } = await seenFlow(tx, id, draftVersion);
        // Pressed twice: it is published.
        if (status === 'published') return { version: publishedVersion! };
        const problems = await flowProblems(tx, flow);
        if (problems.length > 0) throw new Failure('flowHasProblems', String(problems.length));
        const version = await flowsRepo(tx).addVersion(id, { flow, note, userId: caller.userId });
        await runsBecome(tx, id, draftVersion, version);
        await goLive(tx, id, version, flow);
        caller.operation.note(name, { before: { version: publishedVersion }, after: { version, note } });
        return { version };
      }),
    reset: (caller, { id, draftVersion }) =>
      db.tenant(caller, async (tx) => {
        const { name, remark, publishedVersion } = await seenFlow(tx, id, draftVersion);
        if (publishedVersion === null) throw new Failure('flowNotPublished');
        caller.operation.note(name, { after: { version: publishedVersion } });
        const saved = await flowsRepo(tx).saveDraft(id, {
          name,
          remark,
          flow: await versionOf(tx, id, publishedVersion),
          userId: caller.userId,
        });
        await pushFlowChanged(tx, id);
        return saved;
      }),
    convertToDraft: (caller, { id, draftVersion, version }) =>
      db.tenant(caller, async (tx) => {
        const { name, remark } = await seenFlow(tx, id, draftVersion);
        caller.operation.note(name, { after: { version } });
        const saved = await flowsRepo(tx).saveDraft(id, {
          name,
          remark,
          flow: await versionOf(tx, id, version),
          userId: caller.userId,
        });
        await pushFlowChanged(tx, id);
        return saved;
      }),
    versions: (caller, { id, ...page }) =>
      db.tenant(caller, async (tx) => {
        if (!(await flowsRepo(tx).find(id))) throw new Failure('notFound');
        const { list, total } = await flowsRepo(tx).versions(id, page);
        const rates = await passRates(
          tx,
          id,
          list.map(({ version }) => version),
        );
        return { list: list.map((row) => ({ ...row, passRate: rates.get(row.version) ?? null })), total };
      }),
    version: (caller, { id, version }) => db.tenant(caller, (tx) => versionOrDraft(tx, id, version)),
    diff: (caller, { id, from, to }) =>
      db.tenant(caller, async (tx) => {
        const { added, removed, changed, edgesAdded, edgesRemoved, flow } = diffOf(
          await versionOrDraft(tx, id, from),
          await versionOrDraft(tx, id, to),
        );
        return {
          added: [...added],
          removed: [...removed],
          changed: changed.map((one) => ({ ...one, fields: [...one.fields] })),
          edgesAdded: [...edgesAdded],
          edgesRemoved: [...edgesRemoved],
          flow: [...flow],
        };
      }),
    rollBack: (caller, { id, version }) =>
      db.tenant(caller, async (tx) => {
        const { name, publishedVersion } = await heldFlow(tx, id);
        const flow = await versionOf(tx, id, version);
        if (publishedVersion !== version) await goLive(tx, id, version, flow);
        caller.operation.note(name, { before: { version: publishedVersion }, after: { version } });
        return null;
      }),
  };
}
