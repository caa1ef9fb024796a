import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { agentGroupsApi } from '../contract.ts';
import { groupsRepo } from './groups.repo.ts';
import { held, noSuchGroup, notifyGroupsChanged } from './held-group.ts';
import { membersRepo } from './members.repo.ts';
import type { LiveQueueDesk } from './open-queue-desk.ts';

type GroupPeopleCalls = 'people' | 'members' | 'setMembers' | 'managers' | 'setManagers';

/** Who belongs to a group, and who manages it. */
export function groupPeopleRoutes(
  { db }: Pick<World, 'db'>,
  queues: LiveQueueDesk,
): Handlers<Pick<typeof agentGroupsApi, GroupPeopleCalls>> {
  return {
    people: (caller) => db.tenant(caller, (tx) => membersRepo(tx).everybody()),

    members: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        if (!(await groupsRepo(tx).find(id))) noSuchGroup();
        return membersRepo(tx).ofGroup(id);
      }),

    async setMembers(caller, { id, members }) {
      await db.tenant(caller, async (tx) => {
        const group = await held(tx, id);
        const repo = membersRepo(tx);
        const before = await repo.ofGroup(id);
        await repo.setMembers(
          id,
          await people(
            tx,
            members.map(({ userId }) => userId),
          ),
        );
        for (const { userId, skills } of members) if (skills) await repo.setSkills(userId, skills);
        const after = await repo.ofGroup(id);
        caller.operation.note(group.name, {
          before: { members: before.map(withSkills) },
          after: { members: after.map(withSkills) },
        });
        await notifyGroupsChanged(tx);
      });
      await queues.refresh(caller.tenantId);
      return null;
    },

    managers: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        if (!(await groupsRepo(tx).find(id))) noSuchGroup();
        return membersRepo(tx).managersOf(id);
      }),

    async setManagers(caller, { id, userIds }) {
      await db.tenant(caller, async (tx) => {
        const group = await held(tx, id);
        const repo = membersRepo(tx);
        const before = await repo.managersOf(id);
        await repo.setManagers(id, await people(tx, userIds));
        const names = (list: readonly { name: string }[]) => ({ managers: list.map(({ name }) => name) });
        caller.operation.note(group.name, { before: names(before), after: names(await repo.managersOf(id)) });
      });
      return null;
    },
  };
}

async function people(tx: TenantTx, userIds: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(userIds)];
  const known = await membersRepo(tx).known(wanted);
  if (known.size < wanted.length) throw new Failure('invalidInput', 'somebody is not in the team');
  return wanted;
}

const withSkills = ({ name, skills }: { name: string; skills: readonly { skill: string; level: number }[] }): string =>
  skills.length === 0 ? name : `${name} (${skills.map(({ skill, level }) => `${skill} ${level}`).join(', ')})`;
