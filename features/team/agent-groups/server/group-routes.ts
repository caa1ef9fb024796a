import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { agentGroupsApi, GroupFields } from '../contract.ts';
import { checkRepeat, missingSound } from './group-sounds.ts';
import { groupsRepo, type GroupRow } from './groups.repo.ts';
import { held, notifyGroupsChanged } from './held-group.ts';
import { waitingCount } from './line-figures.ts';
import type { LiveQueueDesk } from './open-queue-desk.ts';

type GroupCalls = 'page' | 'all' | 'add' | 'update' | 'blending' | 'setBlending' | 'delete';

/** Which groups there are, and how their callers are treated. */
export function groupRoutes(
  { db }: Pick<World, 'db'>,
  queues: LiveQueueDesk,
): Handlers<Pick<typeof agentGroupsApi, GroupCalls>> {
  async function checked(tx: TenantTx, wish: GroupFields, id: number | null): Promise<void> {
    const { overflowKind, overflowGroupId } = wish;
    checkRepeat(wish);
    if ((overflowKind === 'group') !== (overflowGroupId !== null))
      throw new Failure('invalidInput', 'overflowGroupId: with the kind group, and only then');
    if (overflowGroupId === null) return;
    if (overflowGroupId === id || !(await groupsRepo(tx).find(overflowGroupId)))
      throw new Failure('invalidInput', 'overflowGroupId: no other group');
  }

  return {
    page: async (caller, query) => {
      const { list, total } = await db.tenant(caller, (tx) => groupsRepo(tx).page(query));
      const { line } = await queues.of(caller.tenantId);
      return { list: list.map((row) => ({ ...row, waiting: waitingCount(line.now(), row.id) })), total };
    },

    all: (caller) => db.tenant(caller, async (tx) => (await groupsRepo(tx).all()).filter(({ enabled }) => enabled)),

    add: (caller, wish) =>
      named(async () => {
        const made = await db.tenant(caller, async (tx) => {
          await checked(tx, wish, null);
          const groupNo = wish.groupNo ?? (await groupsRepo(tx).freeNumber());
          const id = await groupsRepo(tx).add({ ...wish, groupNo });
          caller.operation.note(wish.name, { after: { ...wish, groupNo } });
          await notifyGroupsChanged(tx);
          return { id, groupNo };
        });
        await queues.refresh(caller.tenantId);
        return made;
      }),

    update: (caller, wish) =>
      named(async () => {
        await db.tenant(caller, async (tx) => {
          const before = await held(tx, wish.id);
          if (before.version !== wish.version) throw new Failure('stale');
          await checked(tx, wish, wish.id);
          const groupNo = wish.groupNo ?? before.groupNo;
          await groupsRepo(tx).change({ ...wish, groupNo });
          caller.operation.note(wish.name, {
            before: settingsOf(before),
            after: settingsOf({ ...before, ...wish, groupNo }),
          });
          await notifyGroupsChanged(tx);
        });
        await queues.refresh(caller.tenantId);
        return null;
      }),

    blending: (caller) =>
      db.tenant(caller, async (tx) => (await groupsRepo(tx).all()).filter(({ enabled }) => enabled)),

    async setBlending(caller, { id, callPausesChats }) {
      await db.tenant(caller, async (tx) => {
        const { name, callPausesChats: before } = await held(tx, id);
        caller.operation.note(name, { before: { callPausesChats: before }, after: { callPausesChats } });
        if (before === callPausesChats) return;
        await groupsRepo(tx).setBlending(id, callPausesChats);
        await notifyGroupsChanged(tx);
      });
      await queues.refresh(caller.tenantId);
      return null;
    },

    async delete(caller, { id, members }) {
      try {
        await db.tenant(caller, async (tx) => {
          const before = await held(tx, id);
          if (before.members !== members) throw new Failure('stale');
          if (await groupsRepo(tx).hasCallers(id)) throw new Failure('agentGroupHasCallers');
          await groupsRepo(tx).remove(id);
          caller.operation.note(before.name, { before: settingsOf(before) });
          await notifyGroupsChanged(tx);
        });
      } catch (thrown) {
        if ((thrown as { code?: string }).code === STILL_REFERRED_TO) throw new Failure('agentGroupInUse');
        throw thrown;
      }
      await queues.refresh(caller.tenantId);
      return null;
    },
  };
}

const STILL_REFERRED_TO = '23503';

/** The unique indexes say which of the two was taken. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (isDuplicate(thrown, 'agent_group_name')) throw new Failure('nameTaken');
    if (isDuplicate(thrown)) throw new Failure('agentGroupNumberTaken');
    const field = missingSound(thrown);
    if (field) throw new Failure('invalidInput', `${field}: no sound of the team`);
    throw thrown;
  }
}

const settingsOf = ({ id: _id, version: _version, members: _members, managers: _managers, ...settings }: GroupRow) =>
  settings;
