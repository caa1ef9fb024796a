import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { agentGroupsApi } from '../contract.ts';
import { demoGroups } from './demo.ts';
import { sweepEntries } from './entries.repo.ts';
import { waitingPersonData } from './waiting-person.ts';
import { groupPeopleRoutes } from './group-people-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { soundsOfGroups } from './group-sounds.ts';
import { groupStep } from './group-step.ts';
import { liveRoutes } from './live-routes.ts';
import type { LiveQueueDesk } from './open-queue-desk.ts';

export type * from './queue-desk.ts';
export { groupLine } from './group-line.ts';
export { lineNow } from './line-figures.ts';
export { mailboxes, type NamedBox } from './mailboxes.ts';
export {
  addDemoGroup,
  groupManagers,
  groupMembers,
  groupName,
  groupRows,
  hasGroup,
  memberSkills,
} from './named-groups.ts';
export { groupsOfMember, regroupMembers, setGroupsOfMember, setSkillsOfMember } from './one-member.ts';
export { openQueueDesk, type LiveQueueDesk } from './open-queue-desk.ts';
export type { TenantDesk } from './tenant-desk.ts';

/** Groups of agents and the callers in line for them. */
export function agentGroups(
  world: Pick<World, 'db' | 'clock'>,
  queues: LiveQueueDesk,
  board: AgentBoard,
): ServerFeature {
  return {
    name: 'agent-groups',
    menu: [
      {
        key: '/seating/groups',
        name: 'agent-groups.name',
        system: System.contactCentre,
        section: 'seating',
        order: 20,
        access: 'agent-groups.view',
        icon: 'users-round',
      },
    ],
    demo: demoGroups,
    firstSteps: [groupStep],
    personData: [waitingPersonData],
    soundUses: [soundsOfGroups],
    jobs: [
      {
        task: 'agent-groups.sweep',
        cron: '17 3 * * *',
        run: () => sweepEntries(world.db),
      },
    ],
    start: queues.start,
    stop: queues.stop,
    routes: routes(
      'agent-groups',
      agentGroupsApi,
      { ...groupRoutes(world, queues), ...groupPeopleRoutes(world, queues), ...liveRoutes(world, queues, board) },
      { atHome: 'all' },
    ),
  };
}
