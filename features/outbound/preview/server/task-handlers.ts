import {
  addFromSource,
  assertSeesNumbers,
  assertSettings,
  campaignsRepo,
  moveCampaign,
  previewStateOf,
  takeFile,
  tellCampaign,
} from '#features/outbound/campaigns/server/index.ts';
import type { CampaignFields, CampaignSource } from '#features/outbound/campaigns/contract.ts';
import { CAMPAIGNS_MOST } from '#features/outbound/campaigns/contract.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import { personOf, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { previewApi } from '../contract.ts';
import { findTask } from './found-task.ts';

type TaskApi = Pick<
  typeof previewApi,
  'create' | 'createFrom' | 'appendCustomers' | 'updateStatus' | 'updateInfo' | 'remove'
>;
/** People call by hand. */
const ROUTE_TYPES = [RouteType.manualCall, RouteType.outbound];

const noted = ({ name, startType, startAt, expiresAt, groupId, agentIds, assignRule }: CampaignFields) => ({
  name,
  startType,
  startAt,
  expiresAt,
  groupId,
  agentIds,
  assignRule,
});

/** Whoever sees stars names nobody by a number: what came of it would tell whether it is known. */
function assertMayName(caller: Caller, source: CampaignSource | undefined): void {
  if (source?.from === 'list') assertSeesNumbers(caller);
}

/** How tasks are made, changed and moved on. */
export function taskHandlers(world: Pick<World, 'db' | 'files' | 'texts' | 'clock' | 'catalogue'>): Handlers<TaskApi> {
  const { db, clock } = world;

  async function make(tx: TenantTx, caller: Caller, settings: CampaignFields) {
    const repo = campaignsRepo(tx);
    if ((await repo.total({ kind: 'preview' })) >= CAMPAIGNS_MOST)
      throw new Failure('invalidInput', `at most ${CAMPAIGNS_MOST} tasks`);
    await assertSettings(tx, settings, ROUTE_TYPES, clock.nowMs());
    const task = await repo.add('preview', settings, { userId: personOf(caller), name: caller.name });
    await tellCampaign(tx, task.id);
    return task;
  }

  return {
    async create(caller, { settings, ...wish }, file) {
      caller.operation.note(settings.name, { after: { ...noted(settings), file: file.name, bytes: file.bytes } });
      let id = 0;
      const taken = await namedOnce(() =>
        takeFile(world, caller, file, wish, async (tx) => (id = (await make(tx, caller, settings)).id)),
      );
      return { id, ...taken };
    },
    createFrom: (caller, { settings, source }) => {
      assertMayName(caller, source);
      return namedOnce(() =>
        db.tenant(caller, async (tx) => {
          const task = await make(tx, caller, settings);
          caller.operation.note(settings.name, { after: { ...noted(settings), from: source?.from ?? 'nothing' } });
          if (!source) return { id: task.id, added: null, import: null };
          return { id: task.id, ...(await addFromSource(world, tx, caller, task, source)) };
        }),
      );
    },
    appendCustomers: (caller, { id, source }) => {
      assertMayName(caller, source);
      return db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id, { locked: true });
        const done = await addFromSource(world, tx, caller, task, source);
        caller.operation.note(task.name, { after: { from: source.from, added: done.added?.added ?? null } });
        return done;
      });
    },
    updateStatus: (caller, { id, move }) =>
      db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id);
        const nowMs = clock.nowMs();
        const reason = caller.key ? TaskPauseReason.apiPaused : TaskPauseReason.customerPaused;
        const event = {
          launch: { type: 'filled' },
          start: { type: 'started' },
          pause: { type: 'paused', reason },
          complete: { type: 'allDone' },
          reopen: { type: 'customersAdded' },
        } as const;
        const { before, after } = await moveCampaign(tx, id, event[move], nowMs);
        if (before === after) throw new Failure('conflict', before);
        caller.operation.note(task.name, { before: { state: before }, after: { state: after } });
        return { state: previewStateOf(after) };
      }),
    updateInfo: (caller, { id, settings, version }) =>
      namedOnce(() =>
        db.tenant(caller, async (tx) => {
          const before = await findTask(tx, id, { locked: true });
          // A time that is over may stay as it was; a new one lies ahead.
          const checkedMs = before.expiresAt === settings.expiresAt ? 0 : clock.nowMs();
          await assertSettings(tx, settings, ROUTE_TYPES, checkedMs);
          const after = await campaignsRepo(tx).update(id, version, settings);
          if (!after) throw new Failure('stale');
          caller.operation.note(settings.name, { before: noted(before), after: noted(after) });
          if (before.expiresAt !== after.expiresAt)
            await moveCampaign(
              tx,
              id,
              { type: 'expiryMoved', expiresAtMs: after.expiresAt === null ? null : fromWireTime(after.expiresAt) },
              clock.nowMs(),
            );
          else await moveCampaign(tx, id, { type: 'tick' }, clock.nowMs());
          await tellCampaign(tx, id);
          return null;
        }),
      ),
    remove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id, { locked: true });
        if (task.state === 'running') throw new Failure('conflict', task.state);
        await campaignsRepo(tx).remove(id);
        caller.operation.note(task.name, { before: noted(task) });
        await tellCampaign(tx, id);
        return null;
      }),
  };
}

/** Two tasks of one name are taken for one another. */
async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw isDuplicate(thrown, 'campaign_name') ? new Failure('nameTaken') : thrown;
  }
}
