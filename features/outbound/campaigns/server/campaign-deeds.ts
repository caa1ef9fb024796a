import { reachedCustomers } from '#platform/server/customer-reach.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import { personOf, type Caller } from '#platform/server/http/caller.ts';
import type { IncomingFile } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { hasSounds } from '#features/flows/sounds/server/index.ts';
import { showableNumbers } from '#features/voice/call-routes/server/index.ts';
import type { RouteType } from '#shared/codes/route-type.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { CampaignEvent, CampaignState } from '../core/campaign-machine.ts';
import {
  campaignFieldsOf,
  CAMPAIGNS_MOST,
  type CampaignFields,
  type CampaignFile,
  type CampaignSource,
  type DraftSource,
} from '../contract.ts';
import { addFromSource, type FromSource } from './add-from-source.ts';
import { campaignsRepo, type CampaignDialling, type CampaignKind, type CampaignRow } from './campaigns.repo.ts';
import { assertSettings } from './checked-settings.ts';
import { finishIfDone } from './close-member.ts';
import { findCampaign } from './found-campaign.ts';
import { assertSeesNumbers, takeFile } from './import-handlers.ts';
import { memberDeeds } from './member-deeds.repo.ts';
import { moveCampaign, pushCampaignChanged } from './move-campaign.ts';

/** What people and programs do with a campaign. */
export type CampaignMove = 'launch' | 'start' | 'pause' | 'complete' | 'reopen';

/** Settings of a kind: what every campaign has, and what those that dial are told besides. */
export interface CampaignPlan {
  settings: CampaignFields;
  dialling?: Partial<CampaignDialling>;
}

/** What is asked of settings beyond what every campaign is. */
export interface CampaignSort {
  kind: CampaignKind;
  /** By which routes its calls leave. */
  routeTypes: readonly RouteType[];
  assertDialling?(tx: TenantTx, plan: CampaignPlan): Promise<void>;
}

/** How campaigns of one kind are made, changed, moved on and removed; what is done is noted in the operation log. */
export function campaignDeeds(
  world: Pick<World, 'db' | 'files' | 'texts' | 'clock' | 'catalogue'>,
  { kind, routeTypes, assertDialling }: CampaignSort,
) {
  const { db, clock } = world;

  async function assertPlan(tx: TenantTx, plan: CampaignPlan, nowMs: number): Promise<void> {
    await assertSettings(tx, plan.settings, routeTypes, nowMs);
    await assertPoolAndSounds(tx, plan);
    await assertDialling?.(tx, plan);
  }

  async function make(tx: TenantTx, caller: Caller, plan: CampaignPlan): Promise<CampaignRow> {
    const repo = campaignsRepo(tx);
    if ((await repo.total({ kind })) >= CAMPAIGNS_MOST)
      throw new Failure('invalidInput', `at most ${CAMPAIGNS_MOST} tasks`);
    await assertPlan(tx, plan, clock.nowMs());
    const by = { userId: personOf(caller), name: caller.name };
    const task = await repo.add(kind, plan.settings, by, plan.dialling);
    await pushCampaignChanged(tx, task.id);
    return task;
  }

  return {
    async createWithFile(
      caller: Caller,
      plan: CampaignPlan,
      wish: { country?: string | undefined; startsAtOnce: boolean },
      file: IncomingFile,
    ): Promise<CampaignFile & { id: number }> {
      caller.operation.note(plan.settings.name, { after: { ...noted(plan), file: file.name, bytes: file.bytes } });
      let id = 0;
      const taken = await namedOnce(() =>
        takeFile(world, caller, file, wish, async (tx) => (id = (await make(tx, caller, plan)).id)),
      );
      return { id, ...taken };
    },
    createFrom(
      caller: Caller,
      plan: CampaignPlan,
      source: CampaignSource | undefined,
      draftOf?: DraftSource | undefined,
    ): Promise<FromSource & { id: number }> {
      assertMayName(caller, source);
      return namedOnce(() =>
        db.tenant(caller, async (tx) => {
          const task = await make(tx, caller, plan);
          caller.operation.note(plan.settings.name, { after: { ...noted(plan), from: source?.from ?? 'nothing' } });
          if (source) return { id: task.id, ...(await addFromSource(world, tx, caller, task, source)) };
          if (draftOf) await keepDraft(world, tx, caller, task.id, draftOf);
          return { id: task.id, added: null, import: null };
        }),
      );
    },
    append(caller: Caller, id: number, source: CampaignSource): Promise<FromSource> {
      assertMayName(caller, source);
      return db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, kind, id, { locked: true });
        const done = await addFromSource(world, tx, caller, task, source);
        await campaignsRepo(tx).keepSource(id, null);
        caller.operation.note(task.name, { after: { from: source.from, added: done.added?.added ?? null } });
        return done;
      });
    },
    /** One after another, if there are several. The state it is in then; refused where none of them fits its state. */
    move: (caller: Caller, id: number, ...moves: readonly CampaignMove[]): Promise<CampaignState> =>
      db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, kind, id, { locked: true });
        const before = task.state;
        let after: CampaignState = before;
        let hasMoved = false;
        for (const move of moves) {
          const moved = await moveCampaign(tx, id, eventOf(move, caller), clock.nowMs(), caller.name);
          after = moved.after;
          hasMoved ||= moved.hasMoved;
        }
        if (!hasMoved) throw new Failure('conflict', before);
        caller.operation.note(task.name, { before: { state: before }, after: { state: after } });
        return after;
      }),
    update: (caller: Caller, id: number, plan: CampaignPlan, version: number): Promise<null> =>
      namedOnce(() =>
        db.tenant(caller, async (tx) => {
          const before = await findCampaign(tx, kind, id, { locked: true });
          // A time that is over may stay as it was; a new one lies ahead.
          const checkedMs = before.expiresAt === plan.settings.expiresAt ? 0 : clock.nowMs();
          await assertPlan(tx, plan, checkedMs);
          const after = await campaignsRepo(tx).update(id, version, plan.settings, plan.dialling);
          if (!after) throw new Failure('stale');
          caller.operation.note(after.name, { before: noted(planOf(before, plan)), after: noted(planOf(after, plan)) });
          await moveCampaign(tx, id, afterUpdate(before, after), clock.nowMs());
          await pushCampaignChanged(tx, id);
          return null;
        }),
      ),
    remove: (caller: Caller, id: number): Promise<null> =>
      db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, kind, id, { locked: true });
        if (task.state === 'running') throw new Failure('conflict', task.state);
        await campaignsRepo(tx).remove(id);
        caller.operation.note(task.name, { before: noted({ settings: task }) });
        await pushCampaignChanged(tx, id);
        return null;
      }),
    takeOut: (
      caller: Caller,
      id: number,
      customerIds: readonly number[],
    ): Promise<{ removed: number; closed: number }> =>
      db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, kind, id);
        const { removed, closed, wereDone } = await memberDeeds(tx).takeOut(id, customerIds);
        await campaignsRepo(tx).count(id, { customers: -(removed + closed), completed: -wereDone });
        if (removed + closed > 0) await finishIfDone(tx, id, clock.nowMs());
        caller.operation.note(task.name, { after: { removed, closed } });
        await pushCampaignChanged(tx, id);
        return { removed, closed };
      }),
  };
}

/** Of chosen customers those whoever chose them may know of are kept with the draft. */
async function keepDraft(
  { catalogue }: Pick<World, 'catalogue'>,
  tx: TenantTx,
  caller: Caller,
  id: number,
  source: DraftSource,
): Promise<void> {
  const { keepSource } = campaignsRepo(tx);
  if (source.from === 'conditionGroup' || personOf(caller) === null) return keepSource(id, source);
  const reached = await reachedCustomers(catalogue, tx, caller, source.customerIds);
  const customerIds = source.customerIds.filter((one) => reached.has(one));
  if (customerIds.length > 0) await keepSource(id, { from: 'chosen', customerIds });
}

/** What calls are told is there: the numbers they show, and what they play. */
async function assertPoolAndSounds(tx: TenantTx, plan: CampaignPlan): Promise<void> {
  await assertPool(tx, plan);
  await assertSounds(tx, plan);
}

/** A number that may not be shown would have every call refused. */
async function assertPool(tx: TenantTx, { dialling }: CampaignPlan): Promise<void> {
  const pool = dialling?.numberPool ?? [];
  if (pool.length === 0) return;
  const ours = new Set((await showableNumbers(tx)).map(({ number }) => number));
  if (pool.some((number) => !ours.has(number))) throw new Failure('invalidInput', 'numberPool');
}

/** A message for machines is one that can be played or spoken. */
async function assertSounds(tx: TenantTx, { dialling = {} }: CampaignPlan): Promise<void> {
  const { abandonedSoundId, machineSoundId, machineText, machineRule } = dialling;
  const named = [abandonedSoundId, machineSoundId].flatMap((id) => id ?? []);
  if (!(await hasSounds(tx, named))) throw new Failure('notFound', 'sound');
  if (machineRule === 'message' && !machineSoundId && !machineText) throw new Failure('invalidInput', 'machineText');
}

/** Whoever sees stars names nobody by a number: what came of it would tell whether it is known. */
function assertMayName(caller: Caller, source: CampaignSource | undefined): void {
  if (source?.from === 'list') assertSeesNumbers(caller);
}

function eventOf(move: CampaignMove, { key }: Caller): CampaignEvent {
  const reason = key ? TaskPauseReason.apiPaused : TaskPauseReason.customerPaused;
  const events = {
    launch: { type: 'filled' },
    start: { type: 'started' },
    pause: { type: 'paused', reason },
    complete: { type: 'allDone' },
    reopen: { type: 'customersAdded' },
  } as const;
  return events[move];
}

const afterUpdate = (before: CampaignRow, { expiresAt }: CampaignRow): CampaignEvent =>
  before.expiresAt === expiresAt
    ? { type: 'tick' }
    : { type: 'expiryMoved', expiresAtMs: expiresAt === null ? null : fromWireTime(expiresAt) };

/** Of a campaign, what such a plan speaks of. */
function planOf(row: CampaignRow, { dialling = {} }: CampaignPlan): CampaignPlan {
  const names = Object.keys(dialling) as (keyof CampaignDialling)[];
  return {
    settings: campaignFieldsOf(row),
    dialling: Object.fromEntries(names.map((name) => [name, row[name]])),
  };
}

/** What the operation log keeps. */
function noted({ settings, dialling = {} }: CampaignPlan): object {
  const { name, startType, startAt, expiresAt, groupId, agentIds, assignRule } = settings;
  return { name, startType, startAt, expiresAt, groupId, agentIds, assignRule, ...dialling };
}

/** Two tasks of one name are taken for one another. */
async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw isDuplicate(thrown, 'campaign_name') ? new Failure('nameTaken') : thrown;
  }
}
