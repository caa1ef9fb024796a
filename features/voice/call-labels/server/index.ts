import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { callLabelsApi, LABELS_MOST } from '../contract.ts';
import { callLabelsRepo } from './call-labels.repo.ts';
import { demoLabels } from './demo.ts';
import { layOutLabels } from './first-labels.ts';

export { hasLabels } from './known-labels.ts';

/** Refuses to call the work after a call done while the tenant asks for a label and the call has none. */
export const labelBeforeDone =
  (db: Db) =>
  async (agent: { tenantId: number }, callId: string): Promise<void> => {
    const isMissing = await db.tenant(
      { tenantId: agent.tenantId },
      async (tx) => (await callLabelsRepo(tx).isRequired()) && !(await callLabelsRepo(tx).hasLabel(callId)),
    );
    if (isMissing) throw new Failure('callLabelMissing');
  };

/** What calls were about, in the tenant's own words. */
export function callLabels({ db, texts }: Pick<World, 'db' | 'texts'>, board: AgentBoard): ServerFeature {
  /** The board knows the call of this moment and the one before, the book may be a moment behind. */
  async function isMine(tx: TenantTx, { tenantId, userId }: Caller, callId: string): Promise<boolean> {
    const agent = board.agent(userId, tenantId);
    if ((agent?.call?.at === 'talking' && agent.call.callId === callId) || agent?.wrapUp?.callId === callId)
      return true;
    return callLabelsRepo(tx).talkedIn(callId, userId);
  }

  return {
    name: 'call-labels',
    menu: [
      {
        key: '/settings/callLabels',
        name: 'call-labels.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 40,
        access: 'call-labels.edit',
        icon: 'tags',
      },
    ],
    demo: (tx, tenant) => demoLabels(tx, tenant, (key) => texts.say(tenant.language, key)),
    founding: [async (tx, tenant) => void (await layOutLabels(tx, tenant))],
    routes: routes(
      'call-labels',
      callLabelsApi,
      {
        list: (caller) =>
          db.tenant(caller, async (tx) => {
            const repo = callLabelsRepo(tx);
            return { required: await repo.isRequired(), labels: (await repo.all()).filter(({ enabled }) => enabled) };
          }),
        ofCalls: (caller, { callIds }) => db.tenant(caller, (tx) => callLabelsRepo(tx).choices(callIds)),
        choose: (caller, { callId, labelId }) =>
          db.tenant(caller, async (tx) => {
            const repo = callLabelsRepo(tx);
            if (!(await isMine(tx, caller, callId))) throw new Failure('notFound');
            const before = (await repo.choices([callId]))[0];
            if (labelId === null) {
              await repo.clear(callId);
              caller.operation.note(callId, { before: { label: before?.name ?? null }, after: { label: null } });
              return null;
            }
            const label = await repo.find(labelId);
            if (!label || (!label.enabled && before?.labelId !== labelId)) throw new Failure('notFound');
            caller.operation.note(callId, { before: { label: before?.name ?? null }, after: { label: label.name } });
            return repo.choose(callId, labelId, caller.userId);
          }),

        all: (caller) => db.tenant(caller, (tx) => callLabelsRepo(tx).all()),
        add: (caller, label) =>
          db.tenant(caller, async (tx) => {
            const repo = callLabelsRepo(tx);
            if ((await repo.all()).length >= LABELS_MOST)
              throw new Failure('invalidInput', `at most ${LABELS_MOST} labels`);
            const id = await repo.add(label);
            if (id === null) throw new Failure('nameTaken');
            caller.operation.note(label.name);
            return { id };
          }),
        update: (caller, { id, ...label }) =>
          db.tenant(caller, async (tx) => {
            const repo = callLabelsRepo(tx);
            const before = await repo.find(id);
            if (!before) throw new Failure('notFound');
            if (!(await repo.isNameFree(label.name, id))) throw new Failure('nameTaken');
            await repo.update(id, label);
            caller.operation.note(label.name, {
              before: { name: before.name, colour: before.colour, enabled: before.enabled },
              after: label,
            });
            return null;
          }),
        sort: (caller, { ids }) =>
          db.tenant(caller, async (tx) => {
            await callLabelsRepo(tx).sort(ids);
            return null;
          }),
        delete: (caller, { id }) =>
          db.tenant(caller, async (tx) => {
            const repo = callLabelsRepo(tx);
            const label = await repo.find(id);
            if (!label) throw new Failure('notFound');
            if (await repo.isUsed(id)) throw new Failure('callLabelInUse');
            await repo.delete(id);
            caller.operation.note(label.name);
            return null;
          }),
      },
      { atHome: ['choose'] },
    ),
  };
}
